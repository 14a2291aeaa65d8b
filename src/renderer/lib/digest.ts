/** The SHA-256 of an answer, in hexadecimal, as its service says it (`Repr-Digest`, RFC 9530); empty: it says none. */
export function hashIn(headers: Headers): string {
  const bytes = atob(/^sha-256=:([^:]+):$/.exec(headers.get('Repr-Digest') ?? '')?.[1] ?? '')
  return Array.from(bytes, (char) => char.charCodeAt(0).toString(16).padStart(2, '0')).join('')
}
