/** The key of the screens and of `/api/`: as a bearer, or as the session that a browser gets in exchange for it. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { resolve } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../service/refusal.ts'
import { sendRefusal } from '../errors.ts'
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
  }

  is(given: string): boolean {
    return sameText(given, this.#key)
  }

  /** The cookie that a browser gets in exchange for the key. */
  cookie(request: FastifyRequest): string {
    const secure = isEncrypted(request) ? '; Secure' : ''
    return `${cookieName(request)}=${this.#session}; Path=/; HttpOnly; SameSite=Strict${secure}`
  }

  /** Lets through who has the key, or the session of it: a cookie of the name that is another's harms neither. */
  readonly check = (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    const bearer = bearerOf(request)
    const sessions = bearer === null ? sessionsOf(request) : []
    if (bearer === null ? sessions.some((one) => sameText(one, this.#session)) : this.is(bearer)) {
      done()
      return
    }
    const none = bearer === null && sessions.length === 0
    sendRefusal(request, reply, new Refusal(none ? 'key_required' : 'key_invalid'))
  }
}

function cookieName({ headers }: FastifyRequest): string {
  const port = /:(\d{1,5})$/.exec(headers.host ?? '')?.[1]
  return port === undefined ? COOKIE : `${COOKIE}_${port}`
}

function bearerOf({ headers }: FastifyRequest): string | null {
  return /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? null
}

/** Every cookie of our name: other programs of the host may have set one for a narrower path. */
function sessionsOf(request: FastifyRequest): string[] {
  const start = `${cookieName(request)}=`
  return (request.headers.cookie ?? '')
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
