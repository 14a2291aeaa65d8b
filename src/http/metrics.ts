import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import type { Service } from '../service/service.ts'
import type { Doorkeeper } from './app/access.ts'
import { RequestTimes } from './request-times.ts'
import { placedSince, type Placed } from './orders-placed.ts'

/**
 * `GET /metrics`: what an operator watches, as Prometheus reads it (server.md, "Figures"). It is opened as `/api/` is.
 * Requests are counted on the routes that are registered after it.
 */
export function metricsRoute(app: FastifyInstance, service: Service, door: Doorkeeper): void {
  const times = new RequestTimes(app)
  const placed = placedSince(service)
  // Made for who asks: a window, a command and a service that nobody watches have no figures.
  let figures: Promise<Registry> | null = null
  const registry = () => (figures ??= figuresOf(service, placed, app.server.listening))
  app.register((scope, _options, done) => {
    scope.addHook('onRequest', door.check)
    scope.get('/metrics', { config: { needs: 'settings' } }, async (_request, reply) => {
      const told = await registry()
      return reply
        .type(told.contentType)
        .header('Cache-Control', 'no-store')
        .send(`${times.text()}\n${await told.metrics()}`)
    })
    done()
  })
}

/** @param serves whether the process is a service's own, whose figures are told, too */
async function figuresOf(service: Service, placed: Placed, serves: boolean): Promise<Registry> {
  const [{ collectDefaultMetrics, Registry }, { serviceFigures }] = await Promise.all([
    import('prom-client'),
    import('./service-figures.ts'),
  ])
  // Never the library's own: several applications may run in one process.
  const registry = new Registry()
  serviceFigures(registry, service, placed)
  // They watch the event loop a hundred times a second: not where nobody reads them.
  if (serves) collectDefaultMetrics({ register: registry })
  return registry
}
