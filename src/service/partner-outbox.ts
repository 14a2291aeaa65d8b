/** The work of the outbox towards one partner: what is due is stepped on, beside what waits for other partners. */
import { setMaxListeners } from 'node:events'
import type { Coded } from '../domain/messages.ts'
import { type Claim, OWN } from '../store/claims.ts'
import { Moved, type OutboxView } from '../store/outbox.ts'
import type { Store } from '../store/store.ts'
import type { UpstreamClient } from '../upstream/client.ts'
import type { Clock } from './clock.ts'
import type { Events } from './events.ts'
import type { Logger } from './log.ts'
import { StatusFollower } from './outbox-follow.ts'
import type { OutboxMoves } from './outbox-moves.ts'
import { OutboxSteps } from './outbox-steps.ts'
import type { PartnerLink } from './partner-link.ts'
import type { SettingsService } from './settings.ts'
import type { ToldCarts } from './told-carts.ts'

export interface PartnerOutboxServices {
  readonly store: Store
  readonly link: PartnerLink
  readonly moves: OutboxMoves
  readonly toldCarts: ToldCarts
  readonly settings: SettingsService
  readonly events: Events
  readonly clock: Clock
  readonly log: Logger
}

const BATCH = 200
const LONGEST_TIMER_MS = 60_000
/** How much later than planned a step may be set for before the clock that set it is taken for wrong. */
const CLOCK_SLACK_MS = 60_000

export class PartnerOutbox {
  readonly #with: PartnerOutboxServices
  readonly #steps: OutboxSteps
  readonly #follower: StatusFollower
  /** by the transmission's id */
  readonly #underWay = new Map<number, Promise<void>>()
  #timer: NodeJS.Timeout | null = null
  /** a step failed by our own fault (a full disk): until then all rest */
  #restUntil = 0
  #stop: AbortController | null = null
  #claim: Claim = OWN
  /** it is still to be noted what a stopped program left in doubt */
  #doubting = false
  #goingOn: Promise<void> = Promise.resolve()
  /** it was asked for another look while one was under way */
  #again = false
  #looking: Promise<void> | null = null

  constructor(services: PartnerOutboxServices) {
    this.#with = services
    this.#steps = new OutboxSteps(services, services.moves, {
      stop: () => this.#stop?.signal,
      claim: () => this.#claim,
    })
    this.#follower = new StatusFollower(services)
  }

  /**
   * Begins to work: what a stopped program was sending is in doubt first. When it stopped is not known, so that what
   * is in doubt settles from now on.
   * @param claim under which it alone works for the partner: without it nothing is sent
   */
  start(claim: Claim): void {
    this.#claim = claim
    this.#stop = new AbortController()
    // Each request that waits listens.
    setMaxListeners(0, this.#stop.signal)
    this.#with.moves.started()
    this.#doubting = true
    this.#with.events.on('partner', this.#partner)
    this.partnerSet()
  }

  /** What a stopped program may have sent is in doubt, before anything else is done. */
  async #doubt(): Promise<void> {
    const { moves, store, link } = this.#with
    const nextAt = moves.settledAt()
    for (const entry of await store.outbox.uncertain(link.id)) {
      const lastError: Coded | null = entry.phase === 'sending' ? { code: 'outbox_stopped' } : entry.lastError
      await moves.move(entry, 'no_proof', { nextAt, lastError })
    }
    this.#doubting = false
  }

  /** Another process set it: what a step has stopped meanwhile, which still had the address before, goes on, too. */
  readonly #partner = (id: number) => {
    if (id === this.#with.link.id) this.partnerSet()
  }

  /** The partner was set: what was made for it, and stopped for another address alone, goes on where it was never sent. */
  partnerSet(): void {
    this.#goingOn = this.#goingOn
      .then(() => this.#goOn())
      .catch((error: unknown) => this.#with.log.error({ err: error }, 'the outbox cannot be written'))
      .then(() => this.kick())
  }

  async #goOn(): Promise<void> {
    const { store, link, moves } = this.#with
    for (const entry of await store.outbox.stoppedElsewhere(link.id, link.url))
      await moves.move(entry, 'partner_back', { nextAt: moves.now(), lookups: 0, lastError: null })
  }

  /** Stops after the steps under way: each of them leaves the store knowing what it knows. */
  async stop(): Promise<void> {
    this.#stop?.abort()
    this.#with.events.off('partner', this.#partner)
    if (this.#timer) clearTimeout(this.#timer)
    await this.#goingOn
    await this.#looking
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

  /** Asks now what has become of the orders that the partner has, because a person wants to know. */
  lookAtOrders(): void {
    this.#follower.ask()
    this.kick()
  }

  /** Whether a step of a transmission is under way: it decides for itself in a moment. */
  isUnderWay(id: number): boolean {
    return this.#underWay.has(id)
  }

  /** A transmission was placed in this run: nothing was ever sent of it. */
  placed(id: number): void {
    this.#steps.placed(id)
  }

  /** A person has said to send it, whatever the partner's list can tell. */
  toldToSend(id: number): void {
    this.#steps.toldToSend(id)
  }

  #schedule(milliseconds: number): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#timer = null
      this.#look()
    }, milliseconds)
    this.#timer.unref()
  }

  /** Looks at what is due; where it is looked at already, once more after that. */
  #look(): void {
    if (this.#looking) {
      this.#again = true
      return
    }
    this.#looking = this.#work().finally(() => {
      this.#looking = null
      if (!this.#again) return
      this.#again = false
      this.kick()
    })
  }

  /** What happens here must not end the program: it is tried again. */
  async #work(): Promise<void> {
    if (this.#stopped) return
    let wait = this.#with.settings.current.retryMs
    try {
      if (this.#doubting) await this.#doubt()
      wait = await this.#begin()
    } catch (error) {
      this.#with.log.error({ err: error }, 'the outbox cannot be read')
    }
    if (!this.#stopped && this.#timer === null) this.#schedule(wait)
  }

  /** Begins the steps that are due. @returns for how long there is nothing to look at, in milliseconds */
  async #begin(): Promise<number> {
    const { store, link, settings, clock, moves } = this.#with
    const { client, id, concurrency } = link
    const { retryMs, settleMs } = settings.current
    if (!client) return LONGEST_TIMER_MS
    const rest = this.#restUntil - performance.now()
    if (rest > 0) return rest
    const horizon = moves.later(retryMs + settleMs + CLOCK_SLACK_MS)
    const due = await store.outbox.due(id, moves.now(), horizon, BATCH)
    for (const entry of due.entries) {
      if (this.#stopped || this.#underWay.size >= concurrency) break
      if (!this.#underWay.has(entry.id)) this.#run(client, entry)
    }
    this.#follower.follow(client, this.#stop?.signal)
    const next = await store.outbox.nextDue(id)
    const wait = next === null ? LONGEST_TIMER_MS : Date.parse(next) - clock.now().getTime()
    // While steps run, the end of each looks again; what cannot be read stays due.
    const soonest = this.#underWay.size > 0 || due.unreadable > 0 ? retryMs : 0
    return Math.min(Math.max(wait, soonest, 0), LONGEST_TIMER_MS, this.#follower.wait)
  }

  #run(client: UpstreamClient, entry: OutboxView): void {
    const { settings, log } = this.#with
    const step = this.#steps
      .step(client, entry)
      .catch(async (error: unknown) => {
        // A person decided meanwhile: the step could not be written, and nothing was sent.
        if (error instanceof Moved) return
        this.#restUntil = performance.now() + settings.current.retryMs
        log.error({ err: error, order: entry.orderId, partner: entry.partner }, 'the outbox failed')
        await this.#steps.defect(entry.id, error)
      })
      .finally(() => {
        this.#underWay.delete(entry.id)
        if (!this.#stopped) this.#schedule(0)
      })
    this.#underWay.set(entry.id, step)
  }
}
