/** The address behind a reverse proxy: by which names the service is reached, and whose word on that counts. */
import { BlockList, isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** null: the service is reached where it listens */
    readonly publicAddress: PublicAddress | null
    /** the command that makes the first person in this store */
    readonly firstPerson: string
  }
}

/** Loopback and private networks, as RFC 1918 and RFC 4193 have them. */
const NEAR = new BlockList()
NEAR.addSubnet('127.0.0.0', 8)
NEAR.addSubnet('10.0.0.0', 8)
NEAR.addSubnet('172.16.0.0', 12)
NEAR.addSubnet('192.168.0.0', 16)
NEAR.addAddress('::1', 'ipv6')
NEAR.addSubnet('fc00::', 7, 'ipv6')

/**
 * Whether what an address says of a request (`X-Forwarded-…`, `X-Request-Id`) is believed, where there is a public
 * address: a proxy is on this machine or in its private network. Addresses of the internet say what they like.
 */
export function isTrustedProxy(address: string | undefined): boolean {
  return (
    address !== undefined && isIP(address) !== 0 && NEAR.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
  )
}

export type PublicAddressFault = 'malformed' | 'scheme' | 'credentials' | 'query' | 'path' | 'port'

export class PublicAddress {
  /** `https://shop.example`, without a slash: as browsers name the origin */
  readonly origin: string
  /** with the port, where it is not the usual one */
  readonly host: string
  /** without the port */
  readonly hostname: string
  readonly isHttps: boolean
  /** as a Host header may say it; proxies leave the port out */
  readonly #hosts: ReadonlySet<string>

  private constructor({ origin, hostname, host, port, protocol }: URL) {
    this.origin = origin
    this.host = host
    this.hostname = hostname
    this.isHttps = protocol === 'https:'
    const usual = this.isHttps ? 443 : 80
    this.#hosts = new Set([hostname, host, `${hostname}:${port === '' ? usual : port}`])
  }

  /**
   * Reads an address: http or https, a host, perhaps a port. The screens and their tools name paths from the root, so
   * it has none itself.
   * @returns what is wrong with it, where something is
   */
  static parse(text: string): PublicAddress | PublicAddressFault {
    if (text.includes('@')) return 'credentials'
    if (!URL.canParse(text)) return /^https?:\/\/[^/?#]+:[^/?#]*/i.test(text) ? 'port' : 'malformed'
    const url = new URL(text)
    if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'scheme'
    if (url.port === '0') return 'port'
    if (/[?#]/.test(text)) return 'query'
    return url.pathname === '/' ? new PublicAddress(url) : 'path'
  }

  /** Whether a host, perhaps with a port, is this one. */
  isAt(host: string): boolean {
    return this.#hosts.has(host.toLowerCase())
  }

  /** Whether a request came through it, by the host that it names, or its proxy, which takes nothing of that back. */
  isOf({ host, headers }: FastifyRequest): boolean {
    return this.isAt(host) || this.isAt(headers.host ?? '')
  }
}

/** A path as a link: whole where the request came through the public address. */
export function linkTo(request: FastifyRequest, path: string): string {
  const { publicAddress } = request.server
  return publicAddress?.isOf(request) ? publicAddress.origin + path : path
}

/** Whether the way from the reader is encrypted, as far as its last part tells. */
export function isEncrypted(request: FastifyRequest): boolean {
  const { publicAddress } = request.server
  return request.protocol === 'https' || (publicAddress?.isHttps === true && publicAddress.isOf(request))
}
