/** What a partner's address and token may be. */

const MAX_TOKEN_LENGTH = 4096

/**
 * Whether a token can stand in the header that it is sent in: one line of visible ASCII characters. Another would make
 * every request fail, with the token in the failure.
 */
export function isUsableToken(token: string): boolean {
  return token.length <= MAX_TOKEN_LENGTH && /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(token)
}

/** `https:` only, except for loopback addresses (contract.md). */
export function isAllowedUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password, search, hash } = new URL(text)
  if (username !== '' || password !== '' || search !== '' || hash !== '') return false
  if (protocol === 'https:') return true
  return (
    protocol === 'http:' &&
    (/^127(\.\d{1,3}){3}$/.test(hostname) || hostname === 'localhost' || hostname === '[::1]')
  )
}
