import { isIP } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../service/refusal.ts'
import type { Service } from '../service/service.ts'
import { sendRefusal } from './errors.ts'

const METHODS = 'GET, POST, OPTIONS'
const HEADERS = 'Authorization, Content-Type, Accept-Language, Idempotency-Key'
const EXPOSED = 'Link, X-Total-Count, ETag, Comptoir-Price-Observed, Retry-After'
const PREFLIGHT_SECONDS = '600'

const hostName = (host: string) => {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(host)
  return (bracketed ? bracketed[1]! : host.replace(/:\d+$/, '')).toLowerCase()
}

/**
 * Refuses requests under a name that is not this machine's, so that no web page can reach the service through a
 * domain of its own (DNS rebinding), and requests of web pages from origins that the settings do not name.
 *
 * @param listensOn the host of the server: it and, on loopback, its other names are right; so is any literal address,
 *   which no domain can stand for.
 */
export function hostCheck(listensOn: string, service: Service) {
  const names = new Set([listensOn.toLowerCase(), 'localhost'])
  const isOurs = (host: string) => {
    const name = hostName(host)
    return names.has(name) || isIP(name) !== 0
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
    const { origin } = request.headers
    if (origin === undefined || sameOrigin(origin, host)) {
      done()
      return
    }
    if (!service.settings.current.corsOrigins.includes(origin) || !request.url.startsWith('/0.2/')) {
      sendRefusal(request, reply, new Refusal('forbidden'))
      return
    }
    reply.header('Access-Control-Allow-Origin', origin).header('Vary', 'Origin')
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

function sameOrigin(origin: string, host: string): boolean {
  return origin === `http://${host}` || origin === `https://${host}`
}
