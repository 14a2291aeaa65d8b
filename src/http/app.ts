import Fastify, { type FastifyBaseLogger, type FastifyInstance, type RouteOptions } from 'fastify'
import type { DesktopControl } from './app/desktop.ts'
import type { LocalServerControl } from './app/local-server.ts'
import type { UpdatesControl } from './app/updates.ts'
import type { Service } from '../service/service.ts'
import { Refusal } from '../service/refusal.ts'
import { handleError, sendRefusal } from './errors.ts'
import { Doorkeeper } from './app/access.ts'
import { Key } from './app/key.ts'
import { appRoutes } from './app/routes.ts'
import { BODY_LIMIT_BYTES, readBodies } from './body.ts'
import { browserHeaders } from './browser.ts'
import { healthRoute } from './health.ts'
import { hostCheck } from './host.ts'
import { endUnfinished, hasBody, refuseConnection } from './let-go.ts'
import { metricsRoute } from './metrics.ts'
import { openApiRoutes } from './openapi/routes.ts'
import { partnerRoutes } from './partner/routes.ts'
import { isTrustedProxy, type PublicAddress } from './public-address.ts'
import { rendererRoutes } from './renderer.ts'
import { requestIds, tellRequestId } from './request-id.ts'
import { requestLog } from './request-log.ts'

export interface AppOptions {
  /** opens the application API and the screens */
  readonly key: string
  /** folder of the built renderer */
  readonly renderer: string
  /** the host that the server listens on; null behind the desktop application's own door */
  readonly host: string | null
  /** the command that makes the first person in this store, as it is typed on the service's machine */
  readonly firstPerson?: string
  /** the address behind a reverse proxy */
  readonly publicAddress?: PublicAddress | null
  /** beside the desktop application's window */
  readonly localServer?: LocalServerControl
  /** behind that window alone */
  readonly desktop?: DesktopControl
  /** of the desktop application, for its own window alone */
  readonly updates?: UpdatesControl
  /** tests need less of it */
  readonly patience?: Patience
  /** told of every route as it is registered */
  readonly onRoute?: (route: RouteOptions) => void
}

/** How long clients may take, in milliseconds: slow ones must not hold connections. */
export interface Patience {
  /** for the head of a request */
  readonly head: number
  /** for a whole request */
  readonly request: number
  /** for the body of a request without credentials, and for the rest of one that was answered before it had come */
  readonly rest: number
  /** between two requests */
  readonly idle: number
  /** without a byte in either direction: of a reader that is gone, or of one that does not read its answer */
  readonly silence: number
}

const PATIENCE: Patience = { head: 10_000, request: 30_000, rest: 10_000, idle: 72_000, silence: 300_000 }
/** How often late heads and requests are looked for, in parts of the shortest time that they may take. */
const CHECKS = 5
/** Connections at once; more are not taken. A desk has a few dozens. */
const CONNECTIONS = 4096
const PARAM_LENGTH = 200
const FIRST_PERSON = 'comptoir user create "…" --role administrateur'

/**
 * The whole HTTP interface over a service: the partner API, the application API and the screens. It does not listen:
 * the command line does, the desktop application passes it requests in process.
 */
export function buildApp(service: Service, options: AppOptions): FastifyInstance {
  const { patience = PATIENCE, publicAddress = null } = options
  const key = new Key(options.key, service.store.folder)
  const door = new Doorkeeper(key, service)
  const app = Fastify({
    loggerInstance: service.log as FastifyBaseLogger,
    logController: new Fastify.LogController({ disableRequestLogging: true }),
    // A logger of its own for each request would be made for the few that fail.
    childLoggerFactory: (logger) => logger,
    trustProxy: publicAddress ? isTrustedProxy : false,
    genReqId: requestIds(publicAddress !== null),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: patience.request,
    keepAliveTimeout: patience.idle,
    connectionTimeout: patience.silence,
    http: { headersTimeout: patience.head, connectionsCheckingInterval: patience.head / CHECKS },
    onProtoPoisoning: 'remove',
    onConstructorPoisoning: 'ignore',
    forceCloseConnections: 'idle',
    // A request that came in is answered, also while the service is closing.
    return503OnClosing: false,
    routerOptions: { maxParamLength: PARAM_LENGTH },
    frameworkErrors(error, request, reply) {
      // These come to no hook.
      tellRequestId(request, reply)
      return handleError.call(this, error, request, reply)
    },
    clientErrorHandler: refuseConnection,
    // Bodies are validated by the domain, which names faults of structure and of meaning together, with the same
    // schemas; answers are written from stored texts or by JSON.stringify, which is the fastest here. Fastify's own
    // compilers are not even loaded.
    schemaController: {
      compilersFactory: {
        buildValidator: () => () => (() => true) as never,
        buildSerializer: () => () => (data) => JSON.stringify(data),
      },
    },
  })
  app.decorate('publicAddress', publicAddress)
  app.decorate('localServer', options.localServer ?? null)
  app.decorate('desktop', options.desktop ?? null)
  app.decorate('updates', options.updates ?? null)
  app.decorate('firstPerson', options.firstPerson ?? FIRST_PERSON)
  app.server.maxConnections = CONNECTIONS
  readBodies(app)
  endUnfinished(app, patience.rest)
  app.setErrorHandler(handleError)
  app.setNotFoundHandler((request, reply) => sendRefusal(request, reply, new Refusal('not_found')))
  app.addHook('onRequest', (request, reply, done) => {
    tellRequestId(request, reply)
    done()
  })
  app.addHook('onSend', ({ raw }, reply, _payload, done) => {
    // The next request on the connection would find nobody. Who is still sending would lose his answer with it.
    if (service.events.ended && (raw.complete || !hasBody(raw))) reply.header('Connection', 'close')
    done()
  })
  if (options.host !== null) app.addHook('onRequest', hostCheck(options.host, service, publicAddress))

  app.decorateRequest('access', null)
  if (options.onRoute) app.addHook('onRoute', options.onRoute)

  metricsRoute(app, service, door)
  healthRoute(app, service)
  requestLog(app, service)

  app.register((scope, _options, done) => {
    partnerRoutes(scope, service)
    done()
  })
  app.register((scope, _options, done) => {
    appRoutes(scope, service, door)
    done()
  })
  app.register((scope, _options, done) => {
    browserHeaders(scope)
    openApiRoutes(scope)
    rendererRoutes(scope, options.renderer, { key, door, people: service.people })
    done()
  })
  return app
}
