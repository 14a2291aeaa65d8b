/** The application API (local-api.md): what the screens call. One line a route; the rules are the service's. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as Type from 'typebox'
import { NamedSource, namedSource } from '../../domain/source.ts'
import type { Partner, PartnerInput as PartnerToSet } from '../../service/partners.ts'
import type { EventMap } from '../../service/events.ts'
import { watchingChanges, type Service } from '../../service/service.ts'
import { requestLocale } from '../headers.ts'
import { readPage, unreadableHeader } from '../paging.ts'
import { pathId, transmissionId } from '../path-id.ts'
import { sendEvents } from '../sse.ts'
import { accessTo, actorOf, readerOf, type Doorkeeper } from './access.ts'
import { pricedView, rowView } from './quote-view.ts'
import { companyRoutes } from './companies.ts'
import { companyImportRoutes } from './company-import.ts'
import { customerRoutes } from './customers.ts'
import { quoteNotesRoutes } from './quote-notes.ts'
import { quoteRevisionRoutes } from './quote-revisions.ts'
import { portableRoutes } from './portable.ts'
import { orderHistoryRoutes } from './order-history.ts'
import { orderRoutes } from './order-routes.ts'
import { quoteRehearsalRoutes } from './quote-rehearsal.ts'
import { quoteRoutes } from './quotes.ts'
import { bodyReader, DEFAULT_PAGE } from './requests.ts'
import { dashboardRoutes } from './dashboard.ts'
import { dayQueueRoutes } from './day-queue.ts'
import { deviceRoutes } from './device.ts'
import { diagnosticsRoutes } from './diagnostics.ts'
import { documentRoutes } from './documents.ts'
import { findRoutes } from './find.ts'
import { exportRoutes } from './export/routes.ts'
import { desktopRoutes } from './desktop.ts'
import { localServerRoutes } from './local-server.ts'
import { mailRoutes } from './mail.ts'
import { givenBackupRoutes } from './given-backup.ts'
import { ownTariffRoutes } from './own-tariffs.ts'
import { updateRoutes } from './updates.ts'
import { vatRegimeRoutes } from './vat-regimes.ts'
import { movedQuoteRoutes } from './moved-quotes.ts'
import { outboxView, resolved } from './outbox.ts'
import { peopleRoutes } from './people.ts'
import { readinessRoutes } from './readiness.ts'
import { sessionRoutes } from './session.ts'
import { shelfRoutes } from './shelf.ts'
import { signatureRoutes } from './signatures.ts'
import { nameIn, partnerView, syncsView } from './partners.ts'
import { storeRoutes } from './store.ts'
import { Status, statusView } from './status.ts'
import { Api, created } from './api.ts'
import {
  CatalogueChange,
  CatalogueChoices,
  CatalogueResponse,
  FamilyDetail,
  MatrixRequest,
  MatrixResponse,
  OutboxEntry as OutboxBody,
  PartnerChange,
  PartnerInfo,
  PartnerInput,
  PricesRequest,
  PricesResponse,
  ProductDetail,
  ResolveRequest,
  RetryRequest,
  Settings,
  SyncRequest,
  SyncState,
} from './schemas.ts'

const read = {
  prices: bodyReader(PricesRequest),
  matrix: bodyReader(MatrixRequest),
  partner: bodyReader(PartnerInput),
  partnerChange: bodyReader(PartnerChange),
  sync: bodyReader(SyncRequest),
  retry: bodyReader(RetryRequest),
  resolve: bodyReader(ResolveRequest),
}

/** Registers `/api/`, each route open to who has the right that it names. */
export function appRoutes(app: FastifyInstance, service: Service, door: Doorkeeper): void {
  app.addHook('onRequest', door.check)
  app.addHook('onSend', (_request, reply, _payload, done) => {
    reply.header('Cache-Control', 'no-store')
    // A page of another origin takes no answer for a script, a style or a picture of its own.
    reply.header('X-Content-Type-Options', 'nosniff')
    reply.header('Cross-Origin-Resource-Policy', 'same-origin')
    done()
  })

  // An answer reads anew what was written: where it cannot, what was written stays.
  app.addHook('preHandler', ({ method }, _reply, done) => watchingChanges(done, method !== 'GET'))

  const api = new Api(app)
  api.get('/api/status', 'desk', Status, async (request) =>
    statusView(await service.status(), readerOf(request)),
  )
  catalogueRoutes(api, service)
  quoteRoutes(api, service)
  exportRoutes(api, service)
  quoteNotesRoutes(api, service)
  quoteRevisionRoutes(api, service)
  quoteRehearsalRoutes(api, service)
  orderHistoryRoutes(api, service)
  orderRoutes(api, service)
  customerRoutes(api, service)
  companyRoutes(api, service)
  app.register((scope, _options, done) => {
    // CSV is read by both, each in bounds of its own.
    for (const routes of [companyImportRoutes, ownTariffRoutes])
      scope.register((apart, _own, ready) => {
        routes(apart, service)
        ready()
      })
    givenBackupRoutes(scope, service)
    portableRoutes(scope, service)
    signatureRoutes(scope, service)
    done()
  })
  partnerRoutes(api, service)
  outboxRoutes(api, service)
  sessionRoutes(api, service)
  peopleRoutes(api, service)
  shelfRoutes(api, service)
  readinessRoutes(api, service)
  movedQuoteRoutes(api, service)
  dashboardRoutes(api, service)
  dayQueueRoutes(api, service)
  findRoutes(api, service)
  api.get('/api/settings', 'costs', Settings, () => service.settings.current)
  api.put('/api/settings', 'settings', Settings, async (request) => {
    const before = service.settings.current
    const settings = await service.changeSettings(request.body)
    await service.journal.settings(actorOf(request), before, settings)
    return settings
  })
  deviceRoutes(api, service)
  localServerRoutes(api)
  desktopRoutes(api)
  updateRoutes(api)
  storeRoutes(api, service)
  diagnosticsRoutes(api, service)
  documentRoutes(api, service)
  mailRoutes(api, service)
  vatRegimeRoutes(api, service)
  api.stream('/api/events', 'desk', (request, reply) => events(service, door, request, reply))
}

function catalogueRoutes(api: Api, service: Service): void {
  api.get('/api/catalogue', 'desk', CatalogueResponse, async () => ({
    version: service.catalogue.snapshot.version,
    sources: service.catalogue.snapshot.sources.map(({ id, kind }) => ({
      ...{ id, kind },
      name: service.partners.byId(id)?.link.source.name ?? '',
    })),
    synonyms: service.settings.current.synonyms,
    entries: await service.desk.catalogue(),
  }))
  api.get('/api/catalogue/choices', 'desk', CatalogueChoices, () => service.desk.choiceNames())
  api.get('/api/sources', 'desk', Type.Array(NamedSource), () => service.store.sources.all().map(namedSource))
  api.get('/api/products/:id', 'desk', ProductDetail, (request) => service.desk.product(pathId(request)))
  api.get('/api/families/:id', 'desk', FamilyDetail, (request) => service.desk.family(pathId(request)))
  api.get('/api/changes', 'desk', Type.Array(CatalogueChange), async (request) => {
    const changes = await service.catalogue.changes(readPage(request.query).limit ?? DEFAULT_PAGE)
    return changes.map(({ version, ...change }) => ({ ...change, catalogueVersion: version }))
  })
  api.post('/api/prices', 'desk', PricesResponse, async (request) => {
    const { area, line, atOnce } = read.prices(request)
    const checked = service.offers.check(area, line)
    const offers = await (atOnce ? service.offers.atOnce(checked) : service.offers.offers(checked))
    return { leadTimes: offers.map((offer) => pricedView(offer, readerOf(request))) }
  })
  api.post('/api/price-matrix', 'desk', MatrixResponse, async (request) => {
    const { area, line, quantities } = read.matrix(request)
    const rows = await service.offers.matrix(area, line, quantities)
    return { rows: rows.map((row) => rowView(row, readerOf(request))) }
  })
}

function partnerRoutes(api: Api, service: Service): void {
  const { partners, journal } = service
  const shown = (request: FastifyRequest, partner: Partner) => partnerView(partner, requestLocale(request))
  api.get('/api/partners', 'sync', Type.Array(PartnerInfo), (request) =>
    partners.all().map((partner) => shown(request, partner)),
  )
  api.post('/api/partners', 'partners', PartnerInfo, async (request, reply) => {
    const input = partnerInput(request)
    const { partner } = await partners.set({ ...input, which: 'new' })
    await journal.note(actorOf(request), 'partner_added', factsOf(partner, input))
    return created(reply, shown(request, partner))
  })
  api.put('/api/partners/:name', 'partners', PartnerInfo, async (request) => {
    const { name, before, ...input } = partnerChange(request)
    const known = partners.byName(nameIn(request)).link.source.name
    const { partner } = await partners.set({
      ...input,
      name: known,
      rename: name ?? undefined,
      which: 'set',
      before,
    })
    await journal.note(actorOf(request), 'partner_changed', factsOf(partner, input))
    return shown(request, partner)
  })
  api.post('/api/partners/:name/check', 'sync', PartnerInfo, async (request) => {
    const partner = partners.byName(nameIn(request))
    await partner.link.resume()
    await partner.link.check()
    return shown(request, partner)
  })
  api.post('/api/partners/:name/sync', 'sync', PartnerInfo, (request, reply) => {
    const partner = partners.byName(nameIn(request))
    partner.sync.begin(pricesIn(request))
    partner.outbox.lookAtOrders()
    reply.code(202)
    return shown(request, partner)
  })
  api.delete('/api/partners/:name/sync', 'sync', PartnerInfo, async (request) => {
    const partner = partners.byName(nameIn(request))
    await partner.sync.giveUp()
    return shown(request, partner)
  })
  api.delete('/api/partners/:name', 'partners', Type.Array(PartnerInfo), async (request) => {
    const { name } = partners.byName(nameIn(request)).link.source
    await partners.remove(name)
    await journal.note(actorOf(request), 'partner_removed', { name })
    return partners.all().map((partner) => shown(request, partner))
  })
  const sync = (request: FastifyRequest) => syncsView(service.sync, requestLocale(request))
  api.get('/api/sync', 'desk', SyncState, sync)
  api.post('/api/sync', 'sync', SyncState, (request, reply) => {
    service.sync.begin(pricesIn(request))
    reply.code(202)
    return sync(request)
  })
  api.delete('/api/sync', 'sync', SyncState, async (request) => {
    await service.sync.giveUp()
    return sync(request)
  })
}

/** What the journal is told of a partner that was set: whether its token is another, never the token. */
const factsOf = ({ link }: Partner, { token }: Pick<PartnerToSet, 'token'>) => ({
  name: link.source.name,
  url: link.url,
  ...(token !== null && { token: 1 }),
})

/** How many price requests a sync may make. */
const pricesIn = (request: FastifyRequest) =>
  request.body === undefined ? 0 : (read.sync(request).prices ?? 0)

const partnerInput = (request: FastifyRequest): PartnerToSet => toSet(read.partner(request))

function partnerChange(request: FastifyRequest): PartnerToSet {
  const { before, ...input } = read.partnerChange(request)
  return { ...toSet(input), before: before ?? undefined }
}

function toSet({ name, url, token, limits }: PartnerChange): PartnerToSet {
  return { name: name ?? null, url: url ?? null, token: token ?? null, limits: limits ?? undefined }
}

function outboxRoutes(api: Api, { outbox }: Service): void {
  api.get('/api/outbox', 'desk', Type.Array(OutboxBody), async (request, reply) => {
    const { entries, unreadable } = await outbox.open()
    unreadableHeader(reply, unreadable)
    return entries.map((entry) => outboxView(entry, readerOf(request)))
  })
  api.post('/api/outbox/:id/retry', 'decide', OutboxBody, async (request) => {
    const { acceptCents = null, to } = request.body === undefined ? {} : read.retry(request)
    return outboxView(
      await outbox.retry(transmissionId(request), { acceptCents, to }, actorOf(request)),
      readerOf(request),
    )
  })
  api.post('/api/outbox/:id/resolve', 'decide', OutboxBody, async (request) =>
    outboxView(
      await resolved(outbox, transmissionId(request), read.resolve(request), actorOf(request)),
      readerOf(request),
    ),
  )
}

/** What happens in the service, and as what a window is told of it. */
const TOLD = [
  ['catalogue', 'catalogue'],
  ['orders', 'orders'],
  // What another service did with orders may have moved what waits for a person.
  ['ordersElsewhere', 'orders'],
  ['ordersElsewhere', 'outbox'],
  ['outbox', 'outbox'],
  ['settings', 'settings'],
  ['vat', 'vat'],
  ['customers', 'customers'],
  ['tokens', 'customers'],
  ['companies', 'companies'],
  ['people', 'people'],
  ['sync', 'sync'],
  ['readiness', 'readiness'],
  ['moved', 'moved'],
  ['status', 'status'],
  ['missed', 'missed'],
  // It asks how the service stands, and finds that it cannot say.
  ['store', 'status'],
] as const

/** A window that was told of something reads it anew: of many changes a second it is told together. */
const MOMENT_MS = 300

/**
 * Tells an open window what changed, each thing once however often it did, and of quotes the version that each has now;
 * ends with the window.
 */
function events(
  service: Service,
  door: Doorkeeper,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const access = accessTo(request)
  const changed = new Set<string>()
  const quotes = new Map<number, number | null>()
  /** while it runs the window was told something just now */
  let moment: NodeJS.Timeout | null = null
  let again = (): void => undefined
  return sendEvents(service, request, reply, {
    start(wake) {
      const onQuote = ({ id, version }: EventMap['quotes'][0]) => {
        quotes.set(id, version)
        changed.add('quotes')
        wake()
      }
      service.events.on('quotes', onQuote)
      const listeners = TOLD.map(([event, type]) => {
        const listener = () => {
          changed.add(type)
          wake()
        }
        service.events.on(event, listener)
        return () => service.events.off(event, listener)
      })
      service.events.on('people', wake)
      again = wake
      return () => {
        if (moment) clearTimeout(moment)
        service.events.off('quotes', onQuote)
        service.events.off('people', wake)
        listeners.forEach((stop) => stop())
      }
    },
    next() {
      if (moment || changed.size === 0) return []
      moment = setTimeout(() => {
        moment = null
        again()
      }, MOMENT_MS).unref()
      const events = [...changed].map((type) => ({
        data: JSON.stringify(type === 'quotes' ? { type, quotes: [...quotes] } : { type }),
      }))
      changed.clear()
      quotes.clear()
      return events
    },
    allowed: () => door.stillKnows(access),
  })
}
