import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Registry } from 'prom-client'
import type { Service } from '../service/service.ts'
import type { Doorkeeper } from './app/access.ts'
import { RequestTimes } from './request-times.ts'
import { serviceFigures } from './service-figures.ts'

/**
 * `GET /metrics`: what an operator watches, as Prometheus reads it (server.md, "Figures"). It is opened as `/api/` is.
 * Requests are counted on the routes that are registered after it.
 */
export function metricsRoute(app: FastifyInstance, service: Service, door: Doorkeeper): void {
  const times = new RequestTimes(app)
  // Never the library's own: several applications may run in one process.
  const registry = new Registry()
  serviceFigures(registry, service)
  // They watch the process all the time: only one that serves is watched.
  app.addHook('onListen', (done) => {
    collectDefaultMetrics({ register: registry })
    done()
  })
  app.register((scope, _options, done) => {
    scope.addHook('onRequest', door.check)
    scope.get('/metrics', { config: { needs: 'settings' } }, async (_request, reply) =>
      reply
        .type(registry.contentType)
        .header('Cache-Control', 'no-store')
        .send(`${times.text()}\n${await registry.metrics()}`),
    )
    done()
  })
}
