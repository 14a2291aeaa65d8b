/** A shop with an outbox, and a partner in memory that fails as a test says. */
import { vi } from 'vitest'
import { BY_KEY } from '../domain/people.ts'
import type { Day } from '../domain/shared/calendar.ts'
import { systemClock } from '../service/clock.ts'
import { strandedCount, waitedFor } from '../service/stranded.ts'
import { OWN } from '../store/claims.ts'
import type { NewOrder, OrderRecord } from '../store/orders.ts'
import type { PartnerLimits } from '../store/sources.ts'
import type { UpstreamClient } from '../upstream/client.ts'
import { UpstreamError } from '../upstream/errors.ts'
import type { AnsweredOrder } from '../upstream/read.ts'
import { besidePartner } from './beside-partner.ts'
import { temporaryFolder } from './folder.ts'

export const CENTS = 12_000
export const SETTLE_MS = 120

/** A partner in memory; what a test overrides is how it fails. */
export class Partner {
  url = 'https://partner.example'
  account = 'account'
  asks = CENTS
  /** what its orders say that they come to; null: nothing */
  charges: number | null = null
  readonly orderBook: AnsweredOrder[] = []
  readonly readings: number[] = []

  commit(cart: unknown): AnsweredOrder {
    const { devis } = cart as { devis: string }
    const order = {
      id: `${700 + this.orderBook.length}`,
      status: 'En cours',
      reference: devis,
      cents: this.charges,
    }
    this.orderBook.push(order)
    return order
  }

  simulate = (): Promise<{ prix_ht: number; lines: number[] }> =>
    Promise.resolve({ prix_ht: this.asks, lines: [this.asks] })
  order = (_area: string, cart: unknown): Promise<AnsweredOrder> => Promise.resolve(this.commit(cart))
  orders = (): Promise<AnsweredOrder[]> => {
    this.readings.push(performance.now())
    return Promise.resolve([...this.orderBook])
  }
}

/** A line of an order. */
const LINE = {
  id: 0,
  body: '{"produit":1,"variantes":[],"valeurs":{},"quantites_multiples":[1],"label":""}',
  cents: CENTS,
  costCents: CENTS,
  delai: null,
  leadTime: null,
  name: 'Carte',
  sourceId: null,
  summary: null,
  promised: null,
  agreed: 0,
  vatRegime: null,
} satisfies OrderRecord['lines'][number]

export const dropped = () =>
  Promise.reject(
    new UpstreamError('interrupted', { code: 'partner_broken', params: { cause: 'ECONNRESET' } }),
  )

/** @param retryMs the interval of tries; ten of them are that at which its orders are followed */
export async function outboxShop(folder = temporaryFolder(), retryMs = 20) {
  let shift = 0
  const clock = { ...systemClock, now: () => new Date(Date.now() + shift) }
  const environment = { COMPTOIR_SETTLE_MS: `${SETTLE_MS}`, COMPTOIR_RETRY_MS: `${retryMs}` }
  const partner = new Partner()
  /** What answers at the partner's address, and that address: a test may put another there, or none. */
  const upstream = { client: partner as unknown as UpstreamClient | null }
  /** One run of the program over the store. */
  const run = async () => {
    const options = { folder, clock, environment }
    const { service, partner: set } = await besidePartner(() => upstream.client, options)
    vi.spyOn(set.link, 'url', 'get').mockImplementation(() => upstream.client?.url ?? '')
    return { service, set }
  }
  const facade = ({ service, set }: Awaited<ReturnType<typeof run>>) => {
    const { outbox } = service
    const only = (order: number) => ({ order, part: null })
    return {
      start: () => set.outbox.start(OWN),
      stop: () => set.outbox.stop(),
      entries: async () => (await outbox.open()).entries,
      /** of an order's only transmission */
      entry: async (order: number) => (await outbox.ofOrder(order))[0],
      retry: (order: number, acceptCents: number | null, to?: string | null) =>
        outbox.retry(only(order), { acceptCents, to }, BY_KEY),
      identify: (order: number, upstreamId: string) => outbox.identify(only(order), upstreamId, BY_KEY),
      accept: (order: number, cents: number) => outbox.accept(only(order), cents, BY_KEY),
      cancel: (order: number) => outbox.cancel(only(order), { reason: '', keepServices: false }, BY_KEY),
      counts: () => outbox.counts(),
      acceptances: (order: number) => outbox.acceptances(order),
      stranded: async () => strandedCount(await waitedFor(service)),
      kick: () => outbox.kick(),
      lookAtOrders: () => set.outbox.lookAtOrders(),
    }
  }
  const first = await run()
  const { store, events, customers } = first.service
  const { id } = first.set
  const outbox = facade(first)
  return {
    store,
    outbox,
    /** Another run, as after a restart. */
    make: async () => facade(await run()),
    partner,
    upstream,
    /** what is known of the partner, as the service has it */
    link: first.set.link,
    events,
    /** The partner's catalogue is read at an address: its one product is called so there. */
    async synced(url: string, name: string): Promise<void> {
      const produit = {
        ...{ id: 1, nom: name, nombre_visuels_min: 1, nombre_visuels_max: 1, delais: [], options: [] },
        quantites: { range: true as const, min: 1 },
      }
      const none = { leadTimes: [], familles: [], printTariffs: [], displayTariffs: [] }
      await first.service.catalogue.load({ produits: [produit], ...none }, id)
      await store.sources.setCatalogueUrl(id, url)
    },
    /** Sets the partner again, as it is. */
    async setAgain(): Promise<void> {
      await this.limit({})
    },
    /** Sets what the partner is asked at most. */
    async limit(limits: PartnerLimits): Promise<void> {
      const { name, url } = first.set.link.source
      await first.service.partners.keep({ name, url: url!, token: null, limits })
    },
    /** Sets the wall clock forward or back. */
    setClock: (ms: number) => (shift += ms),
    /** Writes an order with its entry. @param costs cents of each of its lines @param agreed of each, 1: at a price that was set by hand @param promised the day of each */
    async place(
      reference = 'R',
      costs = [CENTS],
      agreed: readonly number[] = [],
      promised: readonly Day[] = [],
    ): Promise<number> {
      const customer = await customers.ensure('Atelier', { canOrder: true })
      const order: NewOrder = {
        area: 'print',
        customerId: customer.id,
        status: first.service.outbox.firstState([id]),
        reference,
        recipient: '',
        address: '{"pays":"France","code_postal":"69001"}',
        delai: null,
        prix_ht: CENTS,
        costHt: CENTS,
        remise_ht: 0,
        total_ht: CENTS,
        tva: 2400,
        total_ttc: 14_400,
        vatRate: '20',
        vatRegime: null,
        vat: null,
        catalogueVersion: 1,
        placedBy: null,
        services: null,
        quoteId: null,
        quoteRevision: null,
        createdAt: clock.now().toISOString(),
        lines: costs.map((costCents, i) => ({
          ...LINE,
          ...{ cents: costCents, costCents, agreed: agreed[i] ?? 0, sourceId: id },
          promised: promised[i] ?? null,
        })),
      }
      const { outbox: transmissions } = first.service
      const placed = await store.orders.place({
        orders: [order],
        transmissions: (made) => transmissions.transmissionsOf(made),
        key: null,
        quote: null,
      })
      if (!('orders' in placed)) throw new Error('the order was not placed')
      transmissions.placed(placed.transmissions)
      return placed.orders[0]!.id
    },
    /** what its customer would pay by now */
    today: async (orderId: number) => first.service.orderPrices.today((await store.orders.byId(orderId))!),
    stays: async (orderId: number) => first.service.orderPrices.stays((await store.orders.byId(orderId))!),
    phase: async (orderId: number) => (await store.outbox.ofOrder(orderId))[0]?.phase,
  }
}

export const settled = (holds: () => void) => vi.waitFor(holds, { timeout: 60_000, interval: 5 })
