import type { FastifyInstance } from 'fastify'
import type { Service } from '../service/service.ts'
import { pathOf } from './path.ts'

/**
 * One line in the log for each request that was answered, where its level is `info` or below: who asked for what, what
 * it got and in how many milliseconds. Neither query, headers nor body, which may hold secrets. Above that level, which
 * is the usual one, there is no hook: a line costs half of what a price does.
 */
export function requestLog(app: FastifyInstance, { log }: Service): void {
  if (!log.isLevelEnabled('info')) return
  app.addHook('onResponse', (request, reply, done) => {
    log.info(
      {
        request: request.id,
        ip: request.ip,
        method: request.method,
        path: pathOf(request.url),
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        customer: request.customer?.id ?? null,
      },
      'request',
    )
    done()
  })
}
