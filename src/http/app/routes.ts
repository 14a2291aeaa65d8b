/** The application API (contract.md): what the Vue application calls. One line a route; the rules are the service's. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import type { Area } from '../../domain/order.ts'
import { Invalid, Refusal } from '../../service/refusal.ts'
import type { OutboxEntry, OutboxService } from '../../service/outbox.ts'
import type { Service } from '../../service/service.ts'
import { requestLocale } from '../headers.ts'
import { pageHeaders, readPage } from '../paging.ts'
import { pathId } from '../path-id.ts'
import { sendEvents } from '../sse.ts'
import type { Key } from './key.ts'
import { quoteRoutes } from './quotes.ts'
import { bodyReader, DEFAULT_PAGE, queryText } from './requests.ts'
import { orderDetail, orderSummary } from './orders.ts'
import { outboxView } from './outbox.ts'
import { syncView, upstreamView } from './upstream.ts'
import {
  CustomerInput,
  MatrixRequest,
  PricesRequest,
  ResolveRequest,
  RetryRequest,
  SyncRequest,
  UpstreamInput,
} from './schemas.ts'

const read = {
  prices: bodyReader(PricesRequest),
  matrix: bodyReader(MatrixRequest),
  customer: bodyReader(CustomerInput),
  upstream: bodyReader(UpstreamInput),
  sync: bodyReader(SyncRequest),
  retry: bodyReader(RetryRequest),
  resolve: bodyReader(ResolveRequest),
}

/** Bodies that only ask. */
const READS = new Set(['/api/prices', '/api/price-matrix', '/api/quotes/price'])

/** Registers `/api/`, open to who has the key alone. */
export function appRoutes(app: FastifyInstance, service: Service, key: Key): void {
  app.addHook('onRequest', key.check)
  app.addHook('preHandler', async (request) => {
    // What writes below does so at once: where another program holds the store, it is waited for here, beside others.
    if (request.method !== 'GET' && !READS.has(request.routeOptions.url ?? '')) await service.store.writable()
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    reply.header('Cache-Control', 'no-store')
    done()
  })

  app.get('/api/status', () => service.status())
  app.get('/api/catalogue', async () => ({
    version: service.catalogue.snapshot.version,
    entries: await service.desk.catalogue(),
  }))
  app.get('/api/products/:id', (request, reply) => reply.send(service.desk.product(pathId(request))))
  app.get('/api/families/:id', (request, reply) => reply.send(service.desk.family(pathId(request))))
  app.get('/api/changes', (request) =>
    service.catalogue
      .changes(readPage(request.query).limit ?? DEFAULT_PAGE)
      .map(({ version, ...change }) => ({ ...change, catalogueVersion: version })),
  )

  app.post('/api/prices', async (request) => {
    const { area, line } = read.prices(request)
    return {
      leadTimes: await service.offers.offers(service.offers.check(area, line), requestLocale(request)),
    }
  })
  app.post('/api/price-matrix', async (request) => {
    const { area, line, quantities } = read.matrix(request)
    return { rows: await service.offers.matrix(area, line, quantities, requestLocale(request)) }
  })

  quoteRoutes(app, service)
  orderRoutes(app, service)
  customerRoutes(app, service)
  upstreamRoutes(app, service)

  app.get('/api/settings', () => service.settings.current)
  app.put('/api/settings', (request) => service.settings.update(request.body))
  app.get('/api/events', (request, reply) => events(service, request, reply))
}

function orderRoutes(app: FastifyInstance, service: Service): void {
  app.get('/api/orders', (request, reply) => {
    const page = readPage(request.query)
    const area = queryText(request, 'area')
    const filter = {
      search: queryText(request, 'search'),
      area: area === 'print' || area === 'display' ? (area as Area) : null,
      status: queryText(request, 'status') || null,
    }
    const found = service.orders.summaries(filter, page.limit ?? DEFAULT_PAGE, page.offset)
    pageHeaders(reply, request.url, { ...page, limit: page.limit ?? DEFAULT_PAGE }, found.total)
    return found.orders.map(orderSummary)
  })
  app.get('/api/orders/:id', (request) => orderDetail(service, pathId(request), requestLocale(request)))
}

function customerRoutes(app: FastifyInstance, service: Service): void {
  const { customers } = service
  app.get('/api/customers', () => customers.all())
  app.post('/api/customers', (request, reply) =>
    reply.code(201).send(customers.create(read.customer(request))),
  )
  app.put('/api/customers/:id', (request) => customers.update(pathId(request), read.customer(request)))
  app.get('/api/tokens', () => customers.tokens())
  app.post('/api/customers/:id/tokens', (request, reply) =>
    reply.code(201).send(customers.createToken(pathId(request))),
  )
  app.delete('/api/tokens/:id', (request, reply) => {
    customers.revokeToken(pathId(request))
    return reply.code(204).send()
  })
}

function upstreamRoutes(app: FastifyInstance, service: Service): void {
  const { upstream, outbox } = service
  const info = (request: FastifyRequest) => upstreamView(upstream, requestLocale(request))
  app.get('/api/upstream', info)
  app.put('/api/upstream', async (request) => {
    const { url, token } = read.upstream(request)
    await upstream.set(url, token ?? null)
    return info(request)
  })
  app.post('/api/upstream/check', async (request) => {
    await upstream.check()
    return info(request)
  })
  app.delete('/api/upstream', (request) => {
    upstream.clear()
    return info(request)
  })
  const sync = (request: FastifyRequest) => syncView(service.sync.state, requestLocale(request))
  app.get('/api/sync', sync)
  app.post('/api/sync', (request, reply) => {
    const prices = request.body === undefined ? 0 : (read.sync(request).prices ?? 0)
    if (service.sync.state.state === 'running') throw new Refusal('sync_running')
    const running = service.sync.run(prices)
    if (service.upstream.client === null) return running
    running.catch((error: unknown) => service.log.warn({ err: error }, 'the sync failed'))
    return reply.code(202).send(sync(request))
  })
  app.delete('/api/sync', async (request) => {
    await service.sync.cancel()
    return sync(request)
  })
  app.get('/api/outbox', (request) =>
    outbox.entries().map((entry) => outboxView(entry, requestLocale(request))),
  )
  app.post('/api/outbox/:id/retry', (request) => {
    const acceptCents = request.body === undefined ? null : (read.retry(request).acceptCents ?? null)
    return outboxView(outbox.retry(pathId(request), acceptCents), requestLocale(request))
  })
  app.post('/api/outbox/:id/resolve', (request) =>
    outboxView(resolved(outbox, pathId(request), read.resolve(request)), requestLocale(request)),
  )
}

/** A person's decision about an order. @throws Refusal, Invalid */
function resolved(
  outbox: OutboxService,
  id: number,
  { upstreamId, cancel }: Static<typeof ResolveRequest>,
): OutboxEntry {
  if (cancel) return outbox.cancel(id)
  if (upstreamId === null || upstreamId === undefined) {
    throw new Invalid([{ path: '/upstreamId', code: 'field_required' }])
  }
  if (typeof upstreamId === 'number' && !Number.isSafeInteger(upstreamId)) {
    throw new Invalid([{ path: '/upstreamId', code: 'field_type', params: { expected: 'string' } }])
  }
  return outbox.identify(id, `${upstreamId}`.trim())
}

/** Tells an open window what changed, each thing once however often it did; ends with the window. */
function events(service: Service, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const changed = new Set<string>()
  return sendEvents(service, request, reply, {
    start(wake) {
      const listeners = (['catalogue', 'orders', 'outbox', 'sync', 'status'] as const).map((type) => {
        const listener = () => {
          changed.add(type)
          wake()
        }
        service.events.on(type, listener)
        return () => service.events.off(type, listener)
      })
      return () => listeners.forEach((stop) => stop())
    },
    next() {
      const events = [...changed].map((type) => ({ data: JSON.stringify({ type }) }))
      changed.clear()
      return events
    },
  })
}
