/** The outbox: every order reaches the partner exactly once, or a person is told why not (contract.md). */
import { randomBytes } from 'node:crypto'
import { cartTotals } from '../domain/cart.ts'
import { nextPhase, STATUS_OF_PHASE, type OutboxEvent, type OutboxPhase } from '../domain/outbox.ts'
import { orderNumber, type Area } from '../domain/order.ts'
import type { OrderRecord } from '../store/orders.ts'
import type { OutboxRecord, OutboxView } from '../store/outbox.ts'
import type { Store } from '../store/store.ts'
import type { UpstreamClient } from '../upstream/client.ts'
import { UpstreamError } from '../upstream/errors.ts'
import type { AnsweredCart, AnsweredOrder } from '../upstream/read.ts'
import type { Clock } from './clock.ts'
import type { CustomerService } from './customers.ts'
import type { Events } from './events.ts'
import type { Logger } from './log.ts'
import { upstreamCart } from './outbox-cart.ts'
import { Refusal } from './refusal.ts'
import type { SettingsService } from './settings.ts'
import type { UpstreamService } from './upstream.ts'

export interface OutboxServices {
  readonly store: Store
  readonly upstream: UpstreamService
  readonly settings: SettingsService
  readonly customers: CustomerService
  readonly events: Events
  readonly clock: Clock
  readonly log: Logger
}

/** How the outbox stands for an order, as the application API shows it (contract.md, `GET /api/outbox`). */
export interface OutboxEntry {
  readonly order: number
  readonly devis: string
  readonly area: Area
  readonly state: string
  readonly attempts: number
  readonly lastError: string | null
  readonly upstreamId: number | null
  readonly acceptedCents: number
  readonly upstreamCents: number | null
  readonly nextAttemptAt: string | null
}

/** A list that keeps failing to be read cannot tell: then a person must. */
const UNREADABLE_LOOKUPS = 3
const BATCH = 200
const FOLLOWED = 500
/** The status of transmitted orders is asked for this many times more rarely than the outbox is tried. */
const FOLLOW_FACTOR = 10
const LONGEST_TIMER_MS = 60_000
const SUFFIX_BYTES = 5

/** Statuses that say that the partner read the order and will not have it. */
const REFUSALS = new Set([400, 413, 422])

export class OutboxService {
  readonly #with: OutboxServices
  readonly #underWay = new Map<number, Promise<void>>()
  readonly #lists = new Map<Area, { readonly startedAt: string; readonly orders: Promise<AnsweredOrder[]> }>()
  #timer: NodeJS.Timeout | null = null
  #followedAt = 0
  #stopped = true

  constructor(services: OutboxServices) {
    this.#with = services
  }

  /** The state that a new order begins in. */
  get firstState() {
    return this.#with.upstream.url === null ? ('enregistree' as const) : STATUS_OF_PHASE.ready
  }

  /** Writes the entry of a new order, in the transaction that writes the order. */
  placed(order: OrderRecord): void {
    if (order.status !== STATUS_OF_PHASE.ready) return
    this.#with.store.outbox.insert({
      orderId: order.id,
      area: order.area,
      devis: uniqueDevis(order),
      phase: 'ready',
      attempts: 0,
      lookups: 0,
      nextAt: order.createdAt,
      lastAttemptAt: null,
      lastError: null,
      upstreamId: null,
      acceptedCents: order.prix_ht,
      upstreamCents: null,
    })
    this.kick()
  }

  /** Begins to work: what a stopped program was sending is in doubt first. */
  start(): void {
    const { store, settings } = this.#with
    this.#stopped = false
    for (const entry of store.outbox.interrupted()) {
      const settled = Date.parse(entry.lastAttemptAt ?? entry.nextAt) + settings.current.settleMs
      this.#move(entry, 'no_proof', {
        nextAt: new Date(settled).toISOString(),
        lastError: 'the program stopped while the order was being sent',
      })
    }
    this.kick()
  }

  /** Stops after the steps under way: each of them leaves the store knowing what it knows. */
  async stop(): Promise<void> {
    this.#stopped = true
    if (this.#timer) clearTimeout(this.#timer)
    await Promise.allSettled(this.#underWay.values())
  }

  /** Looks at what is due, now. */
  kick(): void {
    if (this.#stopped) return
    this.#schedule(0)
  }

  entries(): OutboxEntry[] {
    return this.#with.store.outbox.unsettled().map(present)
  }

  entry(orderId: number): OutboxEntry | null {
    const entry = this.#with.store.outbox.byOrder(orderId)
    return entry ? present(entry) : null
  }

  counts(): { waiting: number; attention: number } {
    return this.#with.store.outbox.counts()
  }

  /**
   * A person's decision: try again, at the price given or the one accepted before.
   * @throws Refusal `not_found`, `outbox_state`
   */
  retry(orderId: number, acceptCents: number | null): OutboxEntry {
    const entry = this.#decided(orderId, 'retry')
    this.#move(entry, 'retry', {
      nextAt: this.#now(),
      lookups: 0,
      lastError: null,
      acceptedCents: acceptCents ?? entry.acceptedCents,
    })
    this.kick()
    return this.entry(orderId)!
  }

  /** A person's decision: it is this order at the partner. @throws Refusal `not_found`, `outbox_state` */
  identify(orderId: number, upstreamId: number): OutboxEntry {
    const entry = this.#decided(orderId, 'identify')
    this.#move(entry, 'identify', { upstreamId, lastError: null })
    return this.entry(orderId)!
  }

  /** A person's decision: give it up. @throws Refusal `not_found`, `outbox_state` */
  cancel(orderId: number): OutboxEntry {
    this.#move(this.#decided(orderId, 'cancel'), 'cancel', {})
    return this.entry(orderId)!
  }

  #decided(orderId: number, event: OutboxEvent): OutboxView {
    const entry = this.#with.store.outbox.byOrder(orderId)
    if (!entry) throw new Refusal('not_found')
    try {
      nextPhase(entry.phase, event)
    } catch {
      throw new Refusal('outbox_state')
    }
    // A step under way decides for itself in a moment.
    if (this.#underWay.has(orderId)) throw new Refusal('outbox_state')
    return entry
  }

  #now(): string {
    return this.#with.clock.now().toISOString()
  }

  #later(milliseconds: number): string {
    return new Date(this.#with.clock.now().getTime() + milliseconds).toISOString()
  }

  #schedule(milliseconds: number): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#timer = null
      this.#work()
    }, milliseconds)
    this.#timer.unref()
  }

  #work(): void {
    if (this.#stopped) return
    const { store, upstream, settings, log } = this.#with
    const { client } = upstream
    const limit = settings.current.upstreamConcurrency
    if (client) {
      for (const entry of store.outbox.due(this.#now(), BATCH)) {
        if (this.#underWay.size >= limit) break
        if (this.#underWay.has(entry.orderId)) continue
        const step = this.#step(client, entry)
          .catch((error: unknown) => log.error({ err: error, order: entry.orderId }, 'the outbox failed'))
          .finally(() => {
            this.#underWay.delete(entry.orderId)
            if (!this.#stopped) this.#schedule(0)
          })
        this.#underWay.set(entry.orderId, step)
      }
      this.#follow(client)
    }
    const due = store.outbox.nextDue()
    const wait = due === null ? LONGEST_TIMER_MS : Date.parse(due) - this.#with.clock.now().getTime()
    // While steps run, the end of each looks again.
    const soonest = this.#underWay.size > 0 || !client ? settings.current.retryMs : 0
    this.#schedule(Math.min(Math.max(wait, soonest, 0), LONGEST_TIMER_MS, this.#followWait()))
  }

  #step(client: UpstreamClient, entry: OutboxView): Promise<void> {
    if (entry.phase === 'sending') {
      // Nothing is under way any more, and what came of it was never written: it is in doubt.
      const nextAt = this.#later(this.#with.settings.current.settleMs)
      this.#move(entry, 'no_proof', { nextAt, lastError: 'the end of the sending is not known' })
      return Promise.resolve()
    }
    return entry.phase === 'doubtful' ? this.#lookUp(client, entry) : this.#send(client, entry)
  }

  /** Simulates the cart, compares its total with what the user accepted, and sends it: once. */
  async #send(client: UpstreamClient, entry: OutboxView): Promise<void> {
    const order = this.#with.store.orders.byId(entry.orderId)!
    const cart = upstreamCart(order, entry.devis)
    let simulated: AnsweredCart
    try {
      // Sent before, found absent or given back by a person: the partner's list has the last word.
      if (entry.attempts > 0 && (await this.#settledAlready(client, entry))) return
      simulated = await client.simulate(order.area, cart)
    } catch (error) {
      this.#notSent(entry, error)
      return
    }
    if (simulated.prix_ht !== entry.acceptedCents) {
      this.#move(entry, 'price_changed', {
        upstreamCents: simulated.prix_ht,
        lastError: `the partner now asks ${euros(simulated.prix_ht)} instead of ${euros(entry.acceptedCents)}`,
      })
      return
    }
    const sending = this.#with.store.transaction(() => {
      if (simulated.prix_ht !== order.prix_ht) this.#reprice(order, simulated)
      return this.#move(entry, 'attempt', {
        attempts: entry.attempts + 1,
        lookups: 0,
        lastAttemptAt: this.#now(),
        upstreamCents: simulated.prix_ht,
        lastError: null,
      })
    })
    try {
      this.#found(sending, await client.order(order.area, cart))
    } catch (error) {
      this.#afterSending(sending, error)
    }
  }

  /** What the end of a request proves. */
  #afterSending(entry: OutboxRecord, error: unknown): void {
    if (error instanceof UpstreamError) {
      if (error.kind === 'refused' && REFUSALS.has(error.status ?? 0)) {
        this.#move(entry, 'refusal', { lastError: error.words || error.message })
        return
      }
      if (['unreachable', 'throttled', 'unauthorized', 'refused'].includes(error.kind)) {
        this.#move(entry, 'not_sent', { lastError: error.message, nextAt: this.#retryAt() })
        return
      }
    }
    this.#move(entry, 'no_proof', {
      lastError: (error as Error).message,
      nextAt: this.#later(this.#with.settings.current.settleMs),
    })
  }

  /** A step before the sending failed: nothing was ordered. */
  #notSent(entry: OutboxView, error: unknown): void {
    if (error instanceof UpstreamError && error.kind === 'refused' && REFUSALS.has(error.status ?? 0)) {
      this.#move(entry, 'refusal', { lastError: error.words || error.message })
      return
    }
    this.#move(entry, 'not_sent', { lastError: (error as Error).message, nextAt: this.#retryAt() })
  }

  /** Looks a doubtful order up in the partner's list, by its devis. */
  async #lookUp(client: UpstreamClient, entry: OutboxView): Promise<void> {
    let orders: AnsweredOrder[]
    try {
      orders = await this.#list(client, entry)
    } catch (error) {
      const unreadable = error instanceof UpstreamError && error.kind === 'unreadable'
      const lookups = unreadable ? entry.lookups + 1 : entry.lookups
      const lastError = (error as Error).message
      if (lookups >= UNREADABLE_LOOKUPS) this.#move(entry, 'unknown', { lookups, lastError })
      else this.#move(entry, 'no_proof', { lookups, lastError, nextAt: this.#retryAt() })
      return
    }
    const found = orders.find((order) => order.reference === entry.devis)
    if (found) this.#found(entry, found)
    else if (orders.some((order) => order.reference === null)) {
      this.#move(entry, 'unknown', {
        lastError: "the partner's list of orders does not show their references",
      })
    } else {
      this.#move(entry, 'not_found', { nextAt: this.#now(), lookups: 0, lastError: null })
    }
  }

  async #settledAlready(client: UpstreamClient, entry: OutboxView): Promise<boolean> {
    try {
      const found = (await this.#list(client, entry)).find((order) => order.reference === entry.devis)
      if (found) this.#found(entry, found)
      return found !== undefined
    } catch (error) {
      // A list that cannot tell is why a person was asked, and the person said to send.
      if (error instanceof UpstreamError && error.kind === 'unreadable') return false
      throw error
    }
  }

  /** The partner's list, shared by those who may use it: it must have been asked for after each was due. */
  #list(client: UpstreamClient, entry: OutboxView): Promise<AnsweredOrder[]> {
    const running = this.#lists.get(entry.area)
    if (running && running.startedAt >= entry.nextAt) return running.orders
    const orders = client.orders(entry.area)
    const list = { startedAt: this.#now(), orders }
    this.#lists.set(entry.area, list)
    const forget = () => {
      if (this.#lists.get(entry.area) === list) this.#lists.delete(entry.area)
    }
    orders.then(forget, forget)
    return orders
  }

  #found(entry: OutboxRecord, order: AnsweredOrder): void {
    this.#move(entry, 'found', { upstreamId: order.id, lastError: null }, order.status)
  }

  #retryAt(): string {
    return this.#later(this.#with.settings.current.retryMs)
  }

  /**
   * Writes the next phase with what is known, and the order's status with it.
   * @param status the partner's own, where it gives one
   */
  #move(
    entry: OutboxRecord,
    event: OutboxEvent,
    changes: Partial<OutboxRecord>,
    status: string | null = null,
  ): OutboxRecord {
    const { store, events } = this.#with
    const phase: OutboxPhase = nextPhase(entry.phase, event)
    const next: OutboxRecord = { ...entry, ...changes, phase }
    store.transaction(() => {
      store.outbox.update(next)
      store.orders.setStatus(entry.orderId, status ?? STATUS_OF_PHASE[phase])
    })
    events.emit('outbox')
    if (phase !== entry.phase) this.#tell(entry.orderId)
    return next
  }

  #tell(orderId: number): void {
    const order = this.#with.store.orders.byId(orderId)
    if (!order) return
    const { customerId, area, id, status } = order
    this.#with.events.emit('orders', { customerId, area, id, status })
  }

  /** The order at the price that the user accepted later: its amounts, and its lines' where the partner gives them. */
  #reprice(order: OrderRecord, simulated: AnsweredCart): void {
    const { store, settings, customers } = this.#with
    const address = JSON.parse(order.address) as { pays: string; code_postal: string }
    const discount = customers.byId(order.customerId)?.discount ?? '0'
    const totals = cartTotals([simulated.prix_ht], discount, settings.current.vat, address)
    store.orders.reprice(order.id, totals, simulated.lines)
  }

  #followWait(): number {
    return Math.max(0, this.#followedAt + this.#followInterval() - Date.now())
  }

  #followInterval(): number {
    return this.#with.settings.current.retryMs * FOLLOW_FACTOR
  }

  /** Asks, now and then, what has become of the transmitted orders. */
  #follow(client: UpstreamClient): void {
    if (this.#followWait() > 0) return
    this.#followedAt = Date.now()
    const { store, log } = this.#with
    const sent = new Map(store.outbox.sent(FOLLOWED).map((entry) => [entry.upstreamId, entry]))
    const areas = new Set([...sent.values()].map((entry) => entry.area))
    for (const area of areas) {
      client
        .orders(area)
        .then((orders) => {
          for (const { id, status } of orders) {
            const entry = sent.get(id)
            if (!entry || entry.area !== area || status === null || status === entry.status) continue
            store.orders.setStatus(entry.orderId, status)
            this.#tell(entry.orderId)
          }
        })
        .catch((error: unknown) =>
          log.warn({ err: error, area }, 'the status of transmitted orders cannot be read'),
        )
    }
  }
}

/** The user's reference with a short random suffix: the only handle for finding the order again at the partner. */
function uniqueDevis(order: OrderRecord): string {
  return `${order.reference || orderNumber(order.id)}-${randomBytes(SUFFIX_BYTES).toString('hex')}`
}

const euros = (cents: number) => `${(cents / 100).toFixed(2)} EUR`

function present(entry: OutboxView): OutboxEntry {
  const waits = ['ready', 'sending', 'doubtful'].includes(entry.phase)
  return {
    order: entry.orderId,
    devis: entry.reference,
    area: entry.area,
    state: entry.status,
    attempts: entry.attempts,
    lastError: entry.lastError,
    upstreamId: entry.upstreamId,
    acceptedCents: entry.acceptedCents,
    upstreamCents: entry.upstreamCents,
    nextAttemptAt: waits ? entry.nextAt : null,
  }
}
