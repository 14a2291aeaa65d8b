import { timingSafeEqual } from 'node:crypto'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Customer } from '../../service/customers.ts'
import type { Authentication } from '../../service/tokens.ts'
import type { Service } from '../../service/service.ts'
import { Refusal } from '../../service/refusal.ts'
import { sendRefusal } from '../errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** whose token the request carries; set on every route of the partner API */
    customer: Customer | null
  }
}

const SCHEME = /^token +(\S+)$/i

/**
 * Authenticates a request by its `Authorization: Token …` header (partner-api.md 5) and holds it to the token's rate.
 * A hook in the callback form: it runs on every request, and a promise each would show.
 */
export function authentication(service: Service) {
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    const authenticated = authenticate(service, request)
    if (authenticated === null) {
      sendRefusal(request, reply, new Refusal('authentication_required'))
      return
    }
    if (authenticated === undefined) {
      service.wrongSecrets.token(request.ip)
      sendRefusal(request, reply, new Refusal('token_invalid'))
      return
    }
    const seconds = service.rates.take(authenticated.tokenId)
    if (seconds > 0) {
      sendRefusal(request, reply, new Refusal('too_many_requests', { seconds }))
      return
    }
    request.customer = authenticated.customer
    done()
  }
}

/** What a connection's last request carried, and whom it named: the next one mostly carries the same. */
interface Known {
  readonly header: Buffer
  readonly authentication: Authentication
}

const knownOf = new WeakMap<Socket, Known>()

/** Whose token a request carries; null where it carries none, undefined where none in force. */
function authenticate(service: Service, request: FastifyRequest): Authentication | null | undefined {
  const { socket } = request.raw
  const header = Buffer.from(request.headers.authorization ?? '')
  const known = knownOf.get(socket)
  const same = known?.header.length === header.length && timingSafeEqual(known.header, header)
  if (same && service.tokens.authenticateAgain(known.authentication)) return known.authentication
  const token = tokenOf(request)
  const authentication = token === null ? null : service.tokens.authenticate(token)
  if (authentication) knownOf.set(socket, { header, authentication })
  return authentication
}

/** The token that a request carries, or null. */
export function tokenOf({ headers }: FastifyRequest): string | null {
  return headers.authorization === undefined ? null : (SCHEME.exec(headers.authorization)?.[1] ?? null)
}

/** The customer of a request that {@link authentication} let through. */
export function customerOf(request: FastifyRequest): Customer {
  if (!request.customer) throw new Error('a partner route without authentication')
  return request.customer
}
