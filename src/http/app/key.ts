/** The key of the screens and of `/api/`: as a bearer, or as the session that a browser gets in exchange for it. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { resolve } from 'node:path'
import type { FastifyRequest } from 'fastify'
import { keepOutOfLogs } from '../../service/log-secrets.ts'
import { isEncrypted } from '../public-address.ts'

/**
 * Cookies are shared by every port of a host. So the name of ours holds the port, that a second Comptoir does not log
 * out the first, and its value is not the key but a session made from it: another program of the machine that is sent
 * the cookie learns nothing of the key, and another Comptoir, even one with the same key, does not take it.
 */
const COOKIE = 'comptoir'

export class Key {
  readonly #key: string
  readonly #session: string

  /** @param folder the data folder that the key opens */
  constructor(key: string, folder: string) {
    this.#key = key
    this.#session = createHmac('sha256', key)
      .update(`session\n${resolve(folder)}`)
      .digest('base64url')
    keepOutOfLogs(key)
    keepOutOfLogs(this.#session)
  }

  is(given: string): boolean {
    return sameText(given, this.#key)
  }

  /** The cookie that a browser gets in exchange for the key. */
  cookie(request: FastifyRequest): string {
    const secure = isEncrypted(request) ? '; Secure' : ''
    return `${cookieName(request)}=${this.#session}; Path=/; HttpOnly; SameSite=Strict${secure}`
  }

  /** The sessions that a browser shows: a cookie of the name that is another's does no harm. */
  sessionsOf(request: FastifyRequest): string[] {
    return cookiesNamed(request, cookieName(request))
  }

  isSession(given: string): boolean {
    return sameText(given, this.#session)
  }
}

const cookieName = (request: FastifyRequest) => `${COOKIE}${portOf(request)}`

/** `_4580`; nothing where the host is named without a port. Through the public address it is that one's, whichever service answers. */
export function portOf(request: FastifyRequest): string {
  const { publicAddress } = request.server
  const host = publicAddress?.isOf(request) ? publicAddress.host : request.headers.host
  const port = /:(\d{1,5})$/.exec(host ?? '')?.[1]
  return port === undefined ? '' : `_${port}`
}

export function bearerOf({ headers }: FastifyRequest): string | null {
  return /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? null
}

/** Every cookie of a name: other programs of the host may have set one for a narrower path. */
export function cookiesNamed({ headers }: FastifyRequest, name: string): string[] {
  const start = `${name}=`
  return (headers.cookie ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(start))
    .map((part) => part.slice(start.length))
}

/** Compares two texts in a time that tells nothing of where they differ. */
function sameText(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}
