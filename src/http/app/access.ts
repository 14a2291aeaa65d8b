/** Who asks, and whether he may: programs by the key, people by their session, one's own machine by the key's cookie. */
import type { FastifyRequest } from 'fastify'
import { BY_KEY, byPerson, type Actor } from '../../domain/people.ts'
import type { Locale } from '../../domain/messages.ts'
import { EVERY_RIGHT, ROLE_RIGHTS, type Right } from '../../domain/shared/rights.ts'
import { Refusal } from '../../service/refusal.ts'
import type { Service } from '../../service/service.ts'
import type { SignedIn } from '../../service/sessions.ts'
import { requestLocale } from '../headers.ts'
import { bearerOf, type Key } from './key.ts'
import { sessionTokensOf } from './session-cookie.ts'

/** What a route needs of who asks: a right; that he is known, whoever he is; nothing. */
export type Needed = Right | 'known' | 'nobody'

/** Who asks. */
export interface Access {
  readonly actor: Actor
  readonly rights: ReadonlySet<Right>
  /** null: no person, but who has the key */
  readonly signedIn: SignedIn | null
}

declare module 'fastify' {
  interface FastifyContextConfig {
    needs?: Needed
  }
  interface FastifyRequest {
    /** null before it is known, and where a route needs nobody */
    access: Access | null
  }
}

/** How an answer is written for who reads it. */
export interface Reader {
  readonly locale: Locale
  readonly rights: ReadonlySet<Right>
}

const NO_RIGHTS: ReadonlySet<Right> = new Set()
const BY_THE_KEY: Access = { actor: BY_KEY, rights: EVERY_RIGHT, signedIn: null }

export class Doorkeeper {
  readonly #key: Key
  readonly #service: Service

  constructor(key: Key, service: Service) {
    this.#key = key
    this.#service = service
  }

  /** Whether somebody shows the key. @throws Refusal `sign_in_throttled` where his network has shown many others */
  isKey(given: string, { ip }: FastifyRequest): boolean {
    return this.#service.wrongSecrets.checkKey(given, (text) => this.#key.is(text), ip)
  }

  /** @returns who asks, or why he is not let in @throws StoreError, Refusal `sign_in_throttled` */
  async #who(request: FastifyRequest): Promise<Access | Refusal> {
    const bearer = bearerOf(request)
    if (bearer !== null) return this.isKey(bearer, request) ? BY_THE_KEY : new Refusal('key_invalid')
    const { people, sessions } = this.#service
    if (!people.any) {
      const shown = this.#key.sessionsOf(request)
      if (shown.length === 0) return new Refusal('key_required')
      // Several are one try: other programs of the host may have set one for a narrower path.
      const isSession = () => shown.some((one) => this.#key.isSession(one))
      return this.#service.wrongSecrets.checkKey(shown.join(), isSession, request.ip)
        ? BY_THE_KEY
        : new Refusal('key_invalid')
    }
    for (const token of sessionTokensOf(request)) {
      const signedIn = await sessions.find(token)
      if (signedIn) return accessOf(signedIn)
    }
    return new Refusal('sign_in_required')
  }

  /** Lets through who may do what the route is for; a route that does not say so lets nobody through. */
  readonly check = async (request: FastifyRequest): Promise<void> => {
    const { needs } = request.routeOptions.config
    if (needs === 'nobody') return
    const access = await this.#who(request)
    if (access instanceof Refusal) throw access
    request.access = access
    const may = needs === 'known' || (needs !== undefined && access.rights.has(needs))
    if (!may) throw new Refusal('right_missing', { right: needs ?? '' })
  }

  /** Whether who was let in still would be: his session is in force. */
  stillKnows({ signedIn }: Access): boolean {
    return signedIn === null || this.#service.sessions.stands(signedIn)
  }
}

const accessOf = (signedIn: SignedIn): Access => ({
  actor: byPerson(signedIn.person.id),
  rights: new Set(ROLE_RIGHTS[signedIn.person.role]),
  signedIn,
})

/** Who asks, of a request that was let through. */
export function accessTo(request: FastifyRequest): Access {
  if (!request.access) throw new Error('nobody was let in')
  return request.access
}

export const actorOf = (request: FastifyRequest): Actor => accessTo(request).actor

export const readerOf = (request: FastifyRequest): Reader => ({
  locale: requestLocale(request),
  rights: request.access?.rights ?? NO_RIGHTS,
})
