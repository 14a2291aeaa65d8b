/**
 * The origin that a browser sends for a page at this address: scheme and host, the port only where it is not the
 * scheme's own, all in small letters, without a slash at the end.
 * @returns null where the text names no single origin: a path, no scheme, `*`, and `null`, which pages of a file send, but
 *   a frame that any site locked up, too.
 */
export function webOrigin(text: string): string | null {
  const given = text.trim()
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(given) || !URL.canParse(given)) return null
  const { protocol, host, origin, pathname, search, hash, username, password } = new URL(given)
  const more = (pathname === '/' ? '' : pathname) + search + hash + username + password
  if (more !== '' || host.includes('*')) return null
  return origin === 'null' ? `${protocol}//${host}` : origin
}
