/** The name of a request, by which its answer and the log speak of it. */
import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isTrustedProxy } from './public-address.ts'

/** of every answer */
export const REQUEST_ID = 'X-Request-Id' as const
/** What a proxy's own name for a request may be: it stands in the log and in a header as it is. */
const SANE = /^[\w.:+/=@-]{1,128}$/

/**
 * Names requests: each once, also beside other runs and other services.
 * @param behindProxy whether a proxy's own name for a request is taken over
 */
export function requestIds(behindProxy: boolean): (request: IncomingMessage) => string {
  const run = randomBytes(4).toString('hex')
  let count = 0
  return ({ headers, socket }) => {
    const given = behindProxy ? headers['x-request-id'] : undefined
    if (typeof given === 'string' && SANE.test(given) && isTrustedProxy(socket.remoteAddress)) return given
    count += 1
    return `${run}-${count.toString(36)}`
  }
}

/** Says in the answer which request it is of. */
export function tellRequestId(request: FastifyRequest, reply: FastifyReply): void {
  reply.header(REQUEST_ID, request.id)
}
