/** The outbox: every order reaches the partner exactly once, or a person is told why not (contract.md). */
import { randomBytes } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { cartTotals } from '../domain/cart.ts'
import { nextPhase, STATUS_OF_PHASE, type OutboxEvent, type OutboxPhase } from '../domain/outbox.ts'
import { orderNumber, type Area } from '../domain/order.ts'
import type { OrderRecord } from '../store/orders.ts'
import type { OutboxRecord, OutboxView } from '../store/outbox.ts'
import type { Store } from '../store/store.ts'
import type { UpstreamClient } from '../upstream/client.ts'
import { UpstreamError, type UpstreamErrorKind } from '../upstream/errors.ts'
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

/** A partner that answers and cannot tell so many times in a row will not: then a person must. */
const VAIN_TRIES = 5
const BATCH = 200
const FOLLOWED = 500
/** The status of transmitted orders is asked for this many times more rarely than the outbox is tried. */
const FOLLOW_FACTOR = 10
const LONGEST_TIMER_MS = 60_000
const SUFFIX_BYTES = 5
/** How much later than planned a step may be set for before the clock that set it is taken for wrong. */
const CLOCK_SLACK_MS = 60_000

/** Statuses that say that the partner read the order and will not have it. */
const REFUSALS = new Set([400, 413, 422])

export class OutboxService {
  readonly #with: OutboxServices
  readonly #underWay = new Map<number, Promise<void>>()
  readonly #lists = new Map<Area, List>()
  /** orders placed in this run: what is older may have been sent by a run that this store knows nothing of */
  readonly #placedHere = new Set<number>()
  /** from when on a list tells whether an order is there, on a clock that nobody sets; absent: since the start */
  readonly #evidenceFrom = new Map<number, number>()
  #timer: NodeJS.Timeout | null = null
  #startedAt = 0
  #followedAt = -Infinity
  /** a step failed by our own fault (a full disk): until then all rest */
  #restUntil = 0
  #stop: AbortController | null = null

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
    this.#placedHere.add(order.id)
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
      upstream: this.#with.upstream.url,
      account: null,
    })
    this.kick()
  }

  /**
   * Begins to work: what a stopped program was sending is in doubt first. When it stopped is not known, so that what
   * is in doubt settles from now on.
   */
  start(): void {
    this.#stop = new AbortController()
    // Each request that waits listens.
    setMaxListeners(0, this.#stop.signal)
    this.#startedAt = performance.now()
    const nextAt = this.#settledAt()
    for (const entry of this.#with.store.outbox.uncertain()) {
      const lastError =
        entry.phase === 'sending' ? 'the program stopped while the order was being sent' : entry.lastError
      this.#move(entry, 'no_proof', { nextAt, lastError })
    }
    this.kick()
  }

  /** Stops after the steps under way: each of them leaves the store knowing what it knows. */
  async stop(): Promise<void> {
    this.#stop?.abort()
    if (this.#timer) clearTimeout(this.#timer)
    await Promise.allSettled(this.#underWay.values())
  }

  get #stopped(): boolean {
    return this.#stop?.signal.aborted ?? true
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
      upstream: this.#with.upstream.url ?? entry.upstream,
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

  /** What happens here must not end the program: it is tried again. */
  #work(): void {
    if (this.#stopped) return
    let wait = this.#with.settings.current.retryMs
    try {
      wait = this.#begin()
    } catch (error) {
      this.#with.log.error({ err: error }, 'the outbox cannot be read')
    }
    this.#schedule(wait)
  }

  /** Begins the steps that are due. @returns for how long there is nothing to look at, in milliseconds */
  #begin(): number {
    const { store, upstream, settings, clock } = this.#with
    const { client } = upstream
    const { retryMs, settleMs, upstreamConcurrency } = settings.current
    if (!client) return LONGEST_TIMER_MS
    const rest = this.#restUntil - performance.now()
    if (rest > 0) return rest
    const horizon = this.#later(retryMs + settleMs + CLOCK_SLACK_MS)
    for (const entry of store.outbox.due(this.#now(), horizon, BATCH)) {
      if (this.#underWay.size >= upstreamConcurrency) break
      if (!this.#underWay.has(entry.orderId)) this.#run(client, entry)
    }
    this.#follow(client)
    const due = store.outbox.nextDue()
    const wait = due === null ? LONGEST_TIMER_MS : Date.parse(due) - clock.now().getTime()
    // While steps run, the end of each looks again.
    const soonest = this.#underWay.size > 0 ? retryMs : 0
    return Math.min(Math.max(wait, soonest, 0), LONGEST_TIMER_MS, this.#followWait())
  }

  #run(client: UpstreamClient, entry: OutboxView): void {
    const { settings, log } = this.#with
    const step = this.#step(client, entry)
      .catch((error: unknown) => {
        this.#restUntil = performance.now() + settings.current.retryMs
        log.error({ err: error, order: entry.orderId }, 'the outbox failed')
      })
      .finally(() => {
        this.#underWay.delete(entry.orderId)
        if (!this.#stopped) this.#schedule(0)
      })
    this.#underWay.set(entry.orderId, step)
  }

  async #step(client: UpstreamClient, entry: OutboxView): Promise<void> {
    if (entry.phase === 'sending') {
      // Nothing is under way any more, and what came of it was never written: it is in doubt.
      this.#move(entry, 'no_proof', {
        nextAt: this.#settledAt(),
        lastError: 'the end of the sending is not known',
      })
      return
    }
    if (entry.upstream !== null && entry.upstream !== client.url) {
      this.#move(entry, 'unknown', {
        lastError: `the order was made for the partner at ${entry.upstream}; the one set now is ${client.url}`,
      })
      return
    }
    await (entry.phase === 'doubtful' ? this.#lookUp(client, entry) : this.#send(client, entry))
  }

  /** Simulates the cart, compares its total with what the user accepted, and sends it: once. */
  async #send(client: UpstreamClient, entry: OutboxView): Promise<void> {
    const order = this.#with.store.orders.byId(entry.orderId)!
    const cart = upstreamCart(order, entry.devis)
    const signal = this.#stop?.signal
    let simulated: AnsweredCart
    try {
      // Sent before, given back by a person or from before this run: the partner's list has the last word.
      const sentBefore = entry.attempts > 0 || !this.#placedHere.has(entry.orderId)
      if (sentBefore && (await this.#settledAlready(client, entry))) return
      simulated = await client.simulate(order.area, cart, signal)
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
    await this.#with.store.writable()
    if (this.#stopped) return
    const sending = this.#with.store.transaction(() => {
      if (simulated.prix_ht !== order.prix_ht) this.#reprice(order, simulated)
      return this.#move(entry, 'attempt', {
        attempts: entry.attempts + 1,
        lookups: 0,
        lastAttemptAt: this.#now(),
        upstreamCents: simulated.prix_ht,
        lastError: null,
        upstream: client.url,
        account: client.account,
      })
    })
    let answer: AnsweredOrder
    try {
      answer = await client.order(order.area, cart, signal)
    } catch (error) {
      this.#afterSending(sending, error)
      return
    }
    await this.#with.store.writable()
    // Should this not be written, the order stays `sending`: in doubt, looked up, and found.
    this.#found(sending, answer)
  }

  /** What the end of a request proves. */
  #afterSending(entry: OutboxRecord, error: unknown): void {
    const kind = error instanceof UpstreamError ? error.kind : 'interrupted'
    const lastError = (error as Error).message
    if (isRefusal(error)) {
      this.#move(entry, 'refusal', { lastError: error.words || lastError })
    } else if (NOT_SENT.has(kind)) {
      this.#move(entry, 'not_sent', { lastError, nextAt: this.#retryAt() })
    } else {
      this.#move(entry, 'no_proof', { lastError, nextAt: this.#settledAt() })
    }
  }

  /** A step before the sending failed: nothing was ordered. */
  #notSent(entry: OutboxView, error: unknown): void {
    const lastError = (error as Error).message
    if (isStop(error)) return
    if (isRefusal(error)) {
      this.#move(entry, 'refusal', { lastError: error.words || lastError })
      return
    }
    const vain = error instanceof UpstreamError && error.kind === 'unreadable'
    const lookups = vain ? entry.lookups + 1 : entry.lookups
    if (lookups >= VAIN_TRIES) this.#move(entry, 'unknown', { lookups, lastError })
    else this.#move(entry, 'not_sent', { lookups, lastError, nextAt: this.#retryAt() })
  }

  /** Looks a doubtful order up in the partner's list, by its devis. */
  async #lookUp(client: UpstreamClient, entry: OutboxView): Promise<void> {
    const unsettled = this.#evidence(entry) - performance.now()
    if (unsettled > 0) {
      // The clock that set the time was moved since.
      this.#move(entry, 'no_proof', { nextAt: this.#later(unsettled) })
      return
    }
    let orders: AnsweredOrder[]
    try {
      orders = await this.#list(client, entry)
    } catch (error) {
      if (isStop(error)) return
      const lookups = isVain(error) ? entry.lookups + 1 : entry.lookups
      const lastError = (error as Error).message
      if (lookups >= VAIN_TRIES) this.#move(entry, 'unknown', { lookups, lastError })
      else this.#move(entry, 'no_proof', { lookups, lastError, nextAt: this.#retryAt() })
      return
    }
    const found = find(orders, entry.devis)
    if (found) this.#found(entry, found)
    else {
      const doubt = doubtOf(client, entry, orders)
      if (doubt === null) this.#move(entry, 'not_found', { nextAt: this.#now(), lookups: 0, lastError: null })
      else this.#move(entry, 'unknown', { lastError: doubt })
    }
  }

  /** Whether the list holds an order that is about to be sent; one that cannot be read does not stand in the way. */
  async #settledAlready(client: UpstreamClient, entry: OutboxView): Promise<boolean> {
    try {
      const found = find(await this.#list(client, entry), entry.devis)
      if (found) this.#found(entry, found)
      return found !== undefined
    } catch (error) {
      // A list that cannot tell is why a person was asked, and the person said to send.
      if (isVain(error)) return false
      throw error
    }
  }

  /** From when on a list tells whether the order is there, on the clock that nobody sets. */
  #evidence(entry: OutboxView): number {
    const settling = entry.phase === 'doubtful' ? this.#with.settings.current.settleMs : 0
    return this.#evidenceFrom.get(entry.orderId) ?? this.#startedAt + settling
  }

  /** The partner's list, shared by those who may use it: it must have been asked for after each had settled. */
  #list(client: UpstreamClient, entry: OutboxView): Promise<AnsweredOrder[]> {
    const running = this.#lists.get(entry.area)
    if (running && running.client === client && running.startedAt >= this.#evidence(entry)) {
      return running.orders
    }
    const orders = client.orders(entry.area, this.#stop?.signal)
    const list: List = { client, startedAt: performance.now(), orders }
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

  #settledAt(): string {
    return this.#later(this.#with.settings.current.settleMs)
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
    const { store, events, settings } = this.#with
    const phase: OutboxPhase = nextPhase(entry.phase, event)
    const next: OutboxRecord = { ...entry, ...changes, phase }
    const shown = status ?? STATUS_OF_PHASE[phase]
    store.transaction(() => {
      store.outbox.update(next, entry.phase)
      store.orders.setStatus(entry.orderId, shown, this.#now())
    })
    if (phase === 'sent' || phase === 'cancelled') this.#evidenceFrom.delete(entry.orderId)
    else if (phase !== entry.phase) {
      const settling = phase === 'doubtful' ? settings.current.settleMs : 0
      this.#evidenceFrom.set(entry.orderId, performance.now() + settling)
    }
    events.emit('outbox')
    // Phases of one status look the same from outside.
    if (shown !== STATUS_OF_PHASE[entry.phase]) this.#tell(entry.orderId)
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
    return Math.max(0, this.#followedAt + this.#followInterval() - performance.now())
  }

  #followInterval(): number {
    return this.#with.settings.current.retryMs * FOLLOW_FACTOR
  }

  /** Asks, now and then, what has become of the orders that this partner has. */
  #follow(client: UpstreamClient): void {
    if (this.#followWait() > 0) return
    this.#followedAt = performance.now()
    const { store, log } = this.#with
    const entries = store.outbox
      .sent(FOLLOWED)
      .filter(({ upstream }) => (upstream ?? client.url) === client.url)
    for (const area of new Set(entries.map((entry) => entry.area))) {
      const sent = new Map(
        entries.flatMap((entry) => (entry.area === area ? [[entry.upstreamId, entry] as const] : [])),
      )
      client
        .orders(area, this.#stop?.signal)
        .then((orders) => {
          for (const { id, status } of orders) {
            const entry = sent.get(id)
            if (!entry || status === null || status === entry.status) continue
            store.transaction(() => store.orders.setStatus(entry.orderId, status, this.#now()))
            this.#tell(entry.orderId)
          }
        })
        .catch((error: unknown) => {
          if (!isStop(error))
            log.warn({ err: error, area }, 'the status of transmitted orders cannot be read')
        })
    }
  }
}

/** A reading of the partner's list of one area. */
interface List {
  readonly client: UpstreamClient
  /** on the clock that nobody sets */
  readonly startedAt: number
  readonly orders: Promise<AnsweredOrder[]>
}

/** Ends of the sending that prove that the partner did not act. */
const NOT_SENT: ReadonlySet<UpstreamErrorKind> = new Set([
  'unreachable',
  'throttled',
  'unauthorized',
  'refused',
  'cancelled',
])

/** The partner read the order and will not have it. */
function isRefusal(error: unknown): error is UpstreamError {
  return error instanceof UpstreamError && error.kind === 'refused' && REFUSALS.has(error.status ?? 0)
}

/** The partner answered, and not what was asked: silence and a refused token pass, this may not. */
function isVain(error: unknown): boolean {
  return error instanceof UpstreamError && ['unreadable', 'failed', 'refused'].includes(error.kind)
}

/** We are stopping: nothing came of the step, and nothing is written of it. */
function isStop(error: unknown): boolean {
  return error instanceof UpstreamError && error.kind === 'cancelled'
}

/** References as a partner may hand them back: with other blanks, in other capitals. */
const plain = (reference: string) => reference.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase()

function find(orders: readonly AnsweredOrder[], devis: string): AnsweredOrder | undefined {
  const wanted = plain(devis)
  return orders.find(({ reference }) => reference !== null && plain(reference) === wanted)
}

/** Why a list that does not hold an order does not prove that it is not there; null where it does. */
function doubtOf(client: UpstreamClient, entry: OutboxView, orders: readonly AnsweredOrder[]): string | null {
  if (orders.some(({ reference }) => reference === null)) {
    return "the partner's list of orders does not show their references"
  }
  // A partner that keeps no more than so many characters shows none that are longer.
  const wanted = plain(entry.devis)
  const longest = Math.max(...orders.map(({ reference }) => plain(reference ?? '').length))
  const cut = orders.find(({ reference }) => {
    const known = plain(reference ?? '')
    return known !== '' && known.length === longest && wanted.startsWith(known)
  })
  if (cut) return `the partner's order ${cut.id} may be this one: its reference is "${cut.reference}"`
  if (entry.account !== null && entry.account !== client.account) {
    return "the partner's token has changed since the order was sent: its list may be another account's"
  }
  return null
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
