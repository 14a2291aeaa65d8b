/** The cookie of who has signed in. Scripts cannot read it, and other sites' requests do not carry it. */
import type { FastifyRequest } from 'fastify'
import { isEncrypted } from '../public-address.ts'
import { cookiesNamed, portOf } from './key.ts'

/** Over https browsers hold its prefix to it: set by this host, for all of it, and never sent in clear. */
function sessionCookieName(request: FastifyRequest): string {
  const name = `comptoir_session${portOf(request)}`
  return isEncrypted(request) ? `__Host-${name}` : name
}

/** @param token null: the cookie is taken away */
export function sessionCookie(request: FastifyRequest, token: string | null): string {
  const secure = isEncrypted(request) ? '; Secure' : ''
  const gone = token === null ? '; Max-Age=0' : ''
  return `${sessionCookieName(request)}=${token ?? ''}; Path=/; HttpOnly; SameSite=Strict${secure}${gone}`
}

/** Who is not known by so many is not known: each that is unknown is looked for in the store. */
const MOST_TOKENS = 8

/** The sessions that the request may mean: other programs of the host may have set a cookie for a narrower path. */
export const sessionTokensOf = (request: FastifyRequest): string[] =>
  cookiesNamed(request, sessionCookieName(request)).slice(0, MOST_TOKENS)
