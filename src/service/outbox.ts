/** The outbox: every order reaches the partner exactly once, or a person is told why not (contract.md). */
import { randomBytes } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import type { Coded } from '../domain/messages.ts'
import { OUTBOX_MOVES, STATUS_OF_PHASE, type OutboxEvent, type Received } from '../domain/outbox.ts'
import { orderNumber, type Area } from '../domain/order.ts'
import type { OrderRecord } from '../store/orders.ts'
import type { OutboxCounts, OutboxView, PriceAcceptance } from '../store/outbox.ts'
import type { Store } from '../store/store.ts'
import type { UpstreamClient } from '../upstream/client.ts'
import type { Clock } from './clock.ts'
import type { CustomerService } from './customers.ts'
import type { Events } from './events.ts'
import type { Logger } from './log.ts'
import { StatusFollower } from './outbox-follow.ts'
import { OutboxMoves } from './outbox-moves.ts'
import { OutboxSteps } from './outbox-steps.ts'
import { isStranded, whyNow } from './outbox-why.ts'
import { Invalid, Refusal } from './refusal.ts'
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
  /** a code: the words are made where it is shown */
  readonly lastError: Coded | null
  readonly received: Received
  readonly upstreamId: string | null
  readonly acceptedCents: number
  readonly upstreamCents: number | null
  readonly nextAttemptAt: string | null
  readonly decisions: readonly OutboxDecision[]
}

/** What a person may do with an order that is on its way. */
const DECISIONS = ['retry', 'identify', 'cancel'] as const satisfies OutboxEvent[]
type OutboxDecision = (typeof DECISIONS)[number]

const BATCH = 200
const LONGEST_TIMER_MS = 60_000
const SUFFIX_BYTES = 5
/** How much later than planned a step may be set for before the clock that set it is taken for wrong. */
const CLOCK_SLACK_MS = 60_000

export class OutboxService {
  readonly #with: OutboxServices
  readonly #moves: OutboxMoves
  readonly #steps: OutboxSteps
  readonly #follower: StatusFollower
  readonly #underWay = new Map<number, Promise<void>>()
  #timer: NodeJS.Timeout | null = null
  /** a step failed by our own fault (a full disk): until then all rest */
  #restUntil = 0
  #stop: AbortController | null = null

  constructor(services: OutboxServices) {
    this.#with = services
    this.#moves = new OutboxMoves(services)
    this.#steps = new OutboxSteps(services, this.#moves, () => this.#stop?.signal)
    this.#follower = new StatusFollower(services, (orderId) => this.#moves.tell(orderId))
  }

  /** The state that a new order begins in. */
  get firstState() {
    return this.#with.upstream.url === null ? ('enregistree' as const) : STATUS_OF_PHASE.ready
  }

  /** Writes the entry of a new order, in the transaction that writes the order. */
  placed(order: OrderRecord): void {
    if (order.status !== STATUS_OF_PHASE.ready) return
    this.#steps.placed(order.id)
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
      received: 'no',
      upstreamId: null,
      acceptedCents: order.costHt,
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
    this.#moves.started()
    const nextAt = this.#moves.settledAt()
    for (const entry of this.#with.store.outbox.uncertain()) {
      const lastError: Coded | null = entry.phase === 'sending' ? { code: 'outbox_stopped' } : entry.lastError
      this.#moves.move(entry, 'no_proof', { nextAt, lastError })
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
    const { url } = this.#with.upstream
    return this.#with.store.outbox.unsettled().map((entry) => present(entry, url))
  }

  entry(orderId: number): OutboxEntry | null {
    const entry = this.#with.store.outbox.byOrder(orderId)
    return entry ? present(entry, this.#with.upstream.url) : null
  }

  /** The prices that a person accepted after the one that the order was made at, in their order. */
  acceptances(orderId: number): PriceAcceptance[] {
    return this.#with.store.outbox.acceptances(orderId)
  }

  counts(): OutboxCounts {
    return this.#with.store.outbox.counts()
  }

  /** How many orders wait in vain, because no partner is set or another than theirs. */
  stranded(): number {
    const { store, upstream } = this.#with
    return store.outbox.unsettled().filter((entry) => isStranded(entry, upstream.url)).length
  }

  /**
   * A person's decision: try again, at the price given or the one accepted before.
   * @throws Refusal `not_found`, `outbox_state`
   */
  retry(orderId: number, acceptCents: number | null): OutboxEntry {
    const entry = this.#decided(orderId, 'retry')
    const { acceptedCents: beforeCents, upstreamCents: askedCents } = entry
    const acceptedCents = acceptCents ?? beforeCents
    const { store, upstream } = this.#with
    store.transaction(() => {
      if (acceptedCents !== beforeCents) {
        store.outbox.accept(orderId, { at: this.#moves.now(), beforeCents, askedCents, acceptedCents })
      }
      this.#moves.move(entry, 'retry', {
        nextAt: this.#moves.now(),
        lookups: 0,
        lastError: null,
        acceptedCents,
        upstream: upstream.url ?? entry.upstream,
      })
    })
    this.#steps.toldToSend(orderId)
    this.kick()
    return this.entry(orderId)!
  }

  /** A person's decision: it is this order at the partner. @throws Refusal `not_found`, `outbox_state`; Invalid where it is another order's */
  identify(orderId: number, typedId: string): OutboxEntry {
    // A number is one however it is written.
    const upstreamId = /^\d+$/.test(typedId) ? typedId.replace(/^0+(?=\d)/, '') : typedId
    const entry = this.#decided(orderId, 'identify')
    const { store, upstream } = this.#with
    if (store.outbox.isAnother(orderId, entry.upstream ?? upstream.url ?? '', upstreamId)) {
      const reason = { code: 'upstream_id_taken', params: { id: upstreamId } } as const
      throw new Invalid([{ path: '/upstreamId', code: 'value_invalid', reason }])
    }
    // On a person's word alone: no list of the partner's is held to it.
    this.#moves.move(entry, 'identify', { upstreamId, account: null, lastError: null })
    return this.entry(orderId)!
  }

  /** A person's decision: give it up. @throws Refusal `not_found`, `outbox_state` */
  cancel(orderId: number): OutboxEntry {
    this.#moves.move(this.#decided(orderId, 'cancel'), 'cancel', {})
    return this.entry(orderId)!
  }

  #decided(orderId: number, decision: OutboxDecision): OutboxView {
    const entry = this.#with.store.outbox.byOrder(orderId)
    if (!entry) throw new Refusal('not_found', { what: 'transmission', id: orderNumber(orderId) })
    if (!isPossible(entry, decision)) throw new Refusal('outbox_state')
    // A step under way decides for itself in a moment.
    if (this.#underWay.has(orderId)) throw new Refusal('outbox_state')
    return entry
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
    const horizon = this.#moves.later(retryMs + settleMs + CLOCK_SLACK_MS)
    for (const entry of store.outbox.due(this.#moves.now(), horizon, BATCH)) {
      if (this.#underWay.size >= upstreamConcurrency) break
      if (!this.#underWay.has(entry.orderId)) this.#run(client, entry)
    }
    this.#follower.follow(client, this.#stop?.signal)
    const due = store.outbox.nextDue()
    const wait = due === null ? LONGEST_TIMER_MS : Date.parse(due) - clock.now().getTime()
    // While steps run, the end of each looks again.
    const soonest = this.#underWay.size > 0 ? retryMs : 0
    return Math.min(Math.max(wait, soonest, 0), LONGEST_TIMER_MS, this.#follower.wait)
  }

  #run(client: UpstreamClient, entry: OutboxView): void {
    const { settings, log } = this.#with
    const step = this.#steps
      .step(client, entry)
      .catch((error: unknown) => {
        this.#restUntil = performance.now() + settings.current.retryMs
        log.error({ err: error, order: entry.orderId }, 'the outbox failed')
        this.#steps.defect(entry.orderId, error)
      })
      .finally(() => {
        this.#underWay.delete(entry.orderId)
        if (!this.#stopped) this.#schedule(0)
      })
    this.#underWay.set(entry.orderId, step)
  }
}

/** A longer reference is sent cut: the suffix alone makes it unique, and partners keep no more. */
const SENT_LENGTH = 1000

/** The user's reference with a short random suffix: the only handle for finding the order again at the partner. */
function uniqueDevis(order: OrderRecord): string {
  const reference = order.reference.slice(0, SENT_LENGTH).toWellFormed()
  return `${reference || orderNumber(order.id)}-${randomBytes(SUFFIX_BYTES).toString('hex')}`
}

/** Whether a person may decide so: what the partner is known to have is neither sent again nor given up. */
const isPossible = ({ phase, received }: OutboxView, decision: OutboxDecision) =>
  OUTBOX_MOVES[phase][decision] !== undefined && (received !== 'yes' || decision === 'identify')

function present(entry: OutboxView, url: string | null): OutboxEntry {
  const waits = ['ready', 'sending', 'doubtful'].includes(entry.phase)
  return {
    order: entry.orderId,
    devis: entry.reference,
    area: entry.area,
    state: entry.status,
    attempts: entry.attempts,
    lastError: whyNow(entry, url),
    received: entry.received,
    upstreamId: entry.upstreamId,
    acceptedCents: entry.acceptedCents,
    upstreamCents: entry.upstreamCents,
    nextAttemptAt: waits ? entry.nextAt : null,
    decisions: DECISIONS.filter((decision) => isPossible(entry, decision)),
  }
}
