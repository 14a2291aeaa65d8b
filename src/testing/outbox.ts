/** A shop with an outbox, and a partner in memory that fails as a test says. */
import pino from 'pino'
import { onTestFinished, vi } from 'vitest'
import { CatalogueService } from '../service/catalogue.ts'
import { systemClock } from '../service/clock.ts'
import { CustomerService } from '../service/customers.ts'
import { Events } from '../service/events.ts'
import { OutboxService } from '../service/outbox.ts'
import { SettingsService } from '../service/settings.ts'
import type { UpstreamService } from '../service/upstream.ts'
import type { OrderRecord } from '../store/orders.ts'
import { Store } from '../store/store.ts'
import type { UpstreamClient } from '../upstream/client.ts'
import { UpstreamError } from '../upstream/errors.ts'
import type { AnsweredOrder } from '../upstream/read.ts'
import { temporaryFolder } from './folder.ts'

export const CENTS = 12_000
export const SETTLE_MS = 120

/** A partner in memory; what a test overrides is how it fails. */
export class Partner {
  url = 'https://partner.example'
  account = 'account'
  asks = CENTS
  readonly orderBook: AnsweredOrder[] = []
  readonly readings: number[] = []

  commit(cart: unknown): AnsweredOrder {
    const { devis } = cart as { devis: string }
    const order = { id: `${700 + this.orderBook.length}`, status: 'En cours', reference: devis }
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

export const dropped = () =>
  Promise.reject(
    new UpstreamError('interrupted', { code: 'partner_broken', params: { cause: 'ECONNRESET' } }),
  )

export function outboxShop(folder = temporaryFolder()) {
  const store = new Store(folder)
  onTestFinished(() => store.close())
  let shift = 0
  const clock = { ...systemClock, now: () => new Date(Date.now() + shift) }
  const log = pino({ level: 'silent' })
  const settings = new SettingsService(store, {
    COMPTOIR_SETTLE_MS: `${SETTLE_MS}`,
    COMPTOIR_RETRY_MS: '20',
  })
  const customers = new CustomerService(store, new CatalogueService(store, clock), clock)
  const partner = new Partner()
  const upstream = {
    client: partner as unknown as UpstreamClient | null,
    get url() {
      return this.client?.url ?? null
    },
  }
  const events = new Events()
  const make = () => {
    const outbox = new OutboxService({
      store,
      upstream: upstream as unknown as UpstreamService,
      settings,
      customers,
      events,
      clock,
      log,
    })
    onTestFinished(() => outbox.stop())
    return outbox
  }
  const outbox = make()
  return {
    store,
    outbox,
    make,
    partner,
    upstream,
    settings,
    log,
    events,
    /** Sets the wall clock forward or back. */
    setClock: (ms: number) => (shift += ms),
    /** Writes an order with its entry. */
    place(reference = 'R', by = outbox): number {
      const customer = customers.ensure('Atelier', { canOrder: true })
      return store.transaction(() => {
        const order: Omit<OrderRecord, 'id'> = {
          area: 'print',
          customerId: customer.id,
          status: by.firstState,
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
          catalogueVersion: 1,
          quoteId: null,
          createdAt: clock.now().toISOString(),
          lines: [],
        }
        const { id } = store.orders.insert(order)
        by.placed({ ...order, id })
        return id
      })
    },
    phase: (id: number) => store.outbox.byOrder(id)?.phase,
  }
}

export const settled = (holds: () => void) => vi.waitFor(holds, { timeout: 60_000, interval: 5 })
