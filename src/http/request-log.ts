import type { FastifyInstance } from 'fastify'
import type { Service } from '../service/service.ts'

/**
 * One line in the log for each request, where its level is `debug` or below: who asked for what, what it got and in
 * how many milliseconds. Neither query, headers nor body, which may hold secrets. Above that level there is no hook.
 */
export function requestLog(app: FastifyInstance, { log }: Service): void {
  if (!log.isLevelEnabled('debug')) return
  app.addHook('onResponse', (request, reply, done) => {
    log.debug(
      {
        request: request.id,
        method: request.method,
        path: request.url.split('?')[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        customer: request.customer?.id ?? null,
      },
      'request',
    )
    done()
  })
}
