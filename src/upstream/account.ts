/** What a partner's address and token may be. */
import type { AddressFault } from '../domain/error-messages.ts'

const MAX_TOKEN_LENGTH = 4096

/**
 * Whether a token can stand in the header that it is sent in: one line of visible ASCII characters. Another would make
 * every request fail, with the token in the failure.
 */
export function isUsableToken(token: string): boolean {
  return token.length <= MAX_TOKEN_LENGTH && /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(token)
}

const PORT = /^([a-z]+:\/\/[^/?#]*):[^/?#:@\]]*(?=[/?#]|$)/i

/** `https:` only, except for loopback addresses (outbox.md), and nothing but a place. @returns null for a right one */
export function urlFault(text: string): AddressFault | null {
  if (!URL.canParse(text)) {
    if (text.includes('@')) return 'credentials'
    return PORT.test(text) && URL.canParse(text.replace(PORT, '$1')) ? 'port' : 'malformed'
  }
  const { protocol, hostname, username, password, search, hash, port } = new URL(text)
  if (username !== '' || password !== '') return 'credentials'
  if (search !== '' || hash !== '') return 'query'
  if (port === '0') return 'port'
  const loopback = /^127(\.\d{1,3}){3}$/.test(hostname) || hostname === 'localhost' || hostname === '[::1]'
  return protocol === 'https:' || (protocol === 'http:' && loopback) ? null : 'scheme'
}

/** What a name of this machine's stands for. */
const LOOPBACK: Readonly<Record<string, readonly string[]>> = { localhost: ['127.0.0.1', '[::1]'] }

/**
 * Whether an address is that of a service that listens on this machine: by its port, and by a loopback address on which
 * it is reached. By https it is not reached directly, and other addresses of this machine no partner may have by http.
 * @param listening `http://HOST:PORT`
 */
export function isServedAt(url: string, listening: string): boolean {
  if (!URL.canParse(url) || !URL.canParse(listening)) return false
  const [there, here] = [new URL(url), new URL(listening)]
  if (there.protocol !== 'http:' || there.port !== here.port) return false
  const named = LOOPBACK[here.hostname] ?? [here.hostname]
  const reached = (address: string) =>
    named.includes(address) ||
    // Who listens everywhere is reached at every address; on [::] those of the other kind, too.
    here.hostname === '[::]' ||
    (here.hostname === '0.0.0.0' && !address.startsWith('['))
  return (LOOPBACK[there.hostname] ?? [there.hostname]).some(reached)
}
