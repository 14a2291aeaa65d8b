import { isIP } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../service/refusal.ts'
import type { Service } from '../service/service.ts'
import { sendRefusal } from './errors.ts'
import { addVary } from './headers.ts'
import type { PublicAddress } from './public-address.ts'

const METHODS = 'GET, HEAD, POST, OPTIONS'
/** What a page may send and read: every header that the document names. */
const HEADERS = 'Authorization, Content-Type, Accept-Language, Idempotency-Key, If-None-Match, Last-Event-ID'
const EXPOSED =
  'Allow, Comptoir-Price-Observed, Content-Language, ETag, Link, Location, Retry-After, WWW-Authenticate, X-Request-Id, X-Total-Count'
const PREFLIGHT_SECONDS = '600'

const hostName = (host: string) => {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(host)
  return (bracketed ? bracketed[1]! : host.replace(/:\d+$/, '')).toLowerCase()
}

/** What pages of origins that the settings name may call: the partner API, and the document of it. */
const isOpen = (url: string) => url.startsWith('/0.2/') || /^\/openapi\.json(\?|$)/.test(url)

/**
 * Refuses requests under a name that is not this machine's, so that no web page can reach the service through a
 * domain of its own (DNS rebinding), and requests of web pages from origins that the settings do not name.
 *
 * @param listensOn the host of the server: it and, on loopback, its other names are right; so is any literal address,
 *   which no domain can stand for.
 * @param publicly the address behind a proxy: its name is right with its port, and pages of it are our own; a proxy that
 *   forwards the name of another is not asked by a page of ours
 */
export function hostCheck(listensOn: string, service: Service, publicly: PublicAddress | null) {
  const names = new Set([listensOn.toLowerCase(), 'localhost'])
  const isOurs = (host: string) => {
    const name = hostName(host)
    return publicly?.isAt(host) || names.has(name) || isIP(name) !== 0
  }
  // Callers name one host, time and again.
  let lastRight: string | undefined
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    const host = request.headers.host ?? ''
    if (host !== lastRight) {
      if (!isOurs(host)) {
        sendRefusal(request, reply, new Refusal('forbidden'))
        return
      }
      lastRight = host
    }
    // A proxy may go by the other one.
    if (isNamedTwice(request.raw.rawHeaders)) {
      sendRefusal(request, reply, new Refusal('request_malformed'))
      return
    }
    if (publicly && request.headers['x-forwarded-host'] !== undefined && !isOurs(request.host)) {
      sendRefusal(request, reply, new Refusal('forbidden'))
      return
    }
    const { corsOrigins } = service.settings.current
    // Also without an origin: what a cache keeps of this answer is no answer for a page of another one.
    const open = corsOrigins.length > 0 && isOpen(request.url)
    if (open) addVary(reply, 'Origin')
    const { origin } = request.headers
    if (origin === undefined || isOwn(origin, request, publicly)) {
      done()
      return
    }
    if (!open || !corsOrigins.includes(origin)) {
      sendRefusal(request, reply, new Refusal('forbidden'))
      return
    }
    reply.header('Access-Control-Allow-Origin', origin)
    if (request.method === 'OPTIONS') {
      reply
        .header('Access-Control-Allow-Methods', METHODS)
        .header('Access-Control-Allow-Headers', HEADERS)
        .header('Access-Control-Max-Age', PREFLIGHT_SECONDS)
        .code(204)
        .send()
      return
    }
    reply.header('Access-Control-Expose-Headers', EXPOSED)
    done()
  }
}

/** Whether a request has two Host headers, which no client sends (RFC 9112, 3.2). @param raw names and values in turn */
function isNamedTwice(raw: readonly string[]): boolean {
  let hosts = 0
  for (let i = 0; i < raw.length; i += 2)
    if (raw[i]!.length === 4 && raw[i]!.toLowerCase() === 'host') hosts++
  return hosts > 1
}

/** Whether a page is one of ours. Through the public address there is one origin: its name by http is another's. */
function isOwn(origin: string, request: FastifyRequest, publicly: PublicAddress | null): boolean {
  if (origin === publicly?.origin) return true
  const { host } = request.headers
  return !publicly?.isOf(request) && (origin === `http://${host}` || origin === `https://${host}`)
}
