/** The steps of an order to the partner: simulated, sent once, looked up where in doubt (docs/outbox.md). */
import type { Coded } from '../domain/messages.ts'
import type { Area } from '../domain/order.ts'
import type { Received } from '../domain/outbox.ts'
import { isBusy, isDiskFailure } from '../store/errors.ts'
import type { Claim } from '../store/claims.ts'
import type { OutboxView } from '../store/outbox.ts'
import type { Store } from '../store/store.ts'
import type { UpstreamClient } from '../upstream/client.ts'
import { isRefusal, UpstreamError } from '../upstream/errors.ts'
import type { AnsweredCart, AnsweredOrder } from '../upstream/read.ts'
import type { Logger } from './log.ts'
import { costsOfLines, linesOf, upstreamCart } from './outbox-cart.ts'
import type { OutboxMoves } from './outbox-moves.ts'
import type { ToldCarts } from './told-carts.ts'
import {
  chargedFor,
  doubtOf,
  lagsAlone,
  idsUnder,
  isStop,
  isVain,
  lookUp,
  mixedUp,
  oddAnswer,
  provesNothingSent,
  type Shown,
  whyOf,
  withCancelled,
} from './outbox-proof.ts'

/** A partner that answers and cannot tell so many times in a row will not: then a person must. */
const VAIN_TRIES = 5
/** So many of the latest orders that a partner has are held against its list. */
const KNOWN = 500

export interface StepServices {
  readonly store: Store
  readonly toldCarts: ToldCarts
  readonly log: Logger
}

/** The work that steps are a part of. */
export interface Work {
  /** the signal of its end */
  readonly stop: () => AbortSignal | undefined
  /** under which it is done by one process alone */
  readonly claim: () => Claim
}

/** A reading of the partner's list of one area. */
interface List {
  readonly client: UpstreamClient
  /** on the clock that nobody sets */
  readonly startedAt: number
  readonly orders: Promise<AnsweredOrder[]>
  /** the latest order that was known to be there when the reading began: a whole list shows it */
  readonly latest: Promise<{ readonly id: string; readonly devis: string } | null>
}

export class OutboxSteps {
  readonly #with: StepServices
  readonly #moves: OutboxMoves
  readonly #stop: () => AbortSignal | undefined
  readonly #claim: () => Claim
  readonly #lists = new Map<Area, List>()
  /** what was placed in this run, by its id: what is older may have been sent by a run that this store knows nothing of */
  readonly #placedHere = new Set<number>()

  /** what a person has said to send, in this run */
  readonly #toldToSend = new Set<number>()

  constructor(services: StepServices, moves: OutboxMoves, { stop, claim }: Work) {
    this.#with = services
    this.#moves = moves
    this.#stop = stop
    this.#claim = claim
  }

  get #stopped(): boolean {
    return this.#stop()?.aborted ?? true
  }

  /** A transmission was placed in this run: nothing was ever sent of it. */
  placed(id: number): void {
    this.#placedHere.add(id)
  }

  /** A person has said to send it, whatever the partner's list can tell. */
  toldToSend(id: number): void {
    this.#toldToSend.add(id)
  }

  /** The next step of an entry that is due. */
  async step(client: UpstreamClient, entry: OutboxView): Promise<void> {
    if (entry.phase === 'sending') {
      // Nothing is under way any more, and what came of it was never written: it is in doubt.
      await this.#moves.move(entry, 'no_proof', {
        nextAt: this.#moves.settledAt(),
        lastError: { code: 'outbox_end_unknown' },
      })
      return
    }
    if (entry.upstream !== null && entry.upstream !== client.url) {
      await this.#moves.move(entry, 'unknown', {
        lastError: { code: 'outbox_other_partner', params: { made: entry.upstream, set: client.url } },
      })
      return
    }
    await (entry.phase === 'doubtful' ? this.#lookUp(client, entry) : this.#send(client, entry))
  }

  /** Simulates the cart, compares its total with what the user accepted, and sends it: once. */
  async #send(client: UpstreamClient, entry: OutboxView): Promise<void> {
    const order = (await this.#with.store.orders.byId(entry.orderId))!
    const cart = upstreamCart(order, entry)
    const signal = this.#stop()
    let simulated: AnsweredCart
    try {
      // Sent before, given back by a person or from before this run: the partner's list has the last word.
      const sentBefore = entry.attempts > 0 || !this.#placedHere.has(entry.id)
      if (sentBefore && (await this.#settledAlready(client, entry))) return
      simulated = await client.simulate(order.area, cart, signal)
    } catch (error) {
      await this.#notSent(entry, error)
      return
    }
    const lines = linesOf(order, entry)
    await this.#with.toldCarts.keep(client, order.area, lines, simulated)
    if (simulated.prix_ht !== entry.acceptedCents) {
      await this.#moves.move(entry, 'price_changed', {
        upstreamCents: simulated.prix_ht,
        lastError: {
          code: 'outbox_price_moved',
          params: { asked: simulated.prix_ht, accepted: entry.acceptedCents },
        },
      })
      return
    }
    if (this.#stopped) return
    const under = this.#claim()
    const told = lines.flatMap((_, i) => simulated.lines[i] ?? [])
    const ofLines = costsOfLines(lines, simulated.prix_ht, told.length === lines.length ? told : undefined)
    const isKept = lines.every(({ id, costCents }) => ofLines.get(id) === costCents)
    const costs = { more: simulated.prix_ht - entry.costCents, ofLines }
    const sending = await this.#moves.move(
      entry,
      'attempt',
      {
        attempts: entry.attempts + 1,
        lookups: 0,
        // While it is on its way the partner may have it.
        received: 'maybe',
        lastAttemptAt: this.#moves.now(),
        costCents: simulated.prix_ht,
        upstreamCents: simulated.prix_ht,
        lastError: null,
        upstream: client.url,
        account: client.account,
      },
      { under, ...(!isKept && { costs }) },
    )
    // It is written, and nothing of it has left.
    if (this.#stopped) {
      await this.#moves.move(sending, 'not_sent', { received: entry.received, nextAt: this.#moves.now() })
      return
    }
    let answer: AnsweredOrder
    try {
      answer = await client.order(order.area, cart, signal, under.holds)
    } catch (error) {
      await this.#afterSending(sending, error, entry.received)
      return
    }
    // Should this not be written, the order stays `sending`: in doubt, looked up, and found.
    const isAnother =
      answer.id !== null && (await this.#with.store.outbox.isAnother(entry, client.url, answer.id))
    const odd = oddAnswer(entry, answer, isAnother)
    if (odd) {
      await this.#moves.move(sending, 'no_proof', { lastError: odd, nextAt: this.#moves.settledAt() })
    } else await this.#found(sending, answer)
  }

  /** What the end of a request proves. @param before what was known before it: proof that it came to nothing leaves that */
  async #afterSending(entry: OutboxView, error: unknown, before: Received): Promise<void> {
    const lastError = whyOf(error)
    if (isRefusal(error)) await this.#moves.move(entry, 'refusal', { lastError, received: before })
    else if (provesNothingSent(error))
      await this.#moves.move(entry, 'not_sent', {
        lastError,
        received: before,
        nextAt: this.#moves.retryAt(),
      })
    else await this.#moves.move(entry, 'no_proof', { lastError, nextAt: this.#moves.settledAt() })
  }

  /** A step before the sending failed: nothing was ordered. */
  async #notSent(entry: OutboxView, error: unknown): Promise<void> {
    if (!(error instanceof UpstreamError)) throw error
    if (isStop(error)) return
    if (isRefusal(error)) await this.#moves.move(entry, 'refusal', { lastError: whyOf(error) })
    else if (error.kind === 'unreadable') await this.#inVain(entry, 'not_sent', error)
    else await this.#moves.move(entry, 'not_sent', { lastError: whyOf(error), nextAt: this.#moves.retryAt() })
  }

  /** Looks a doubtful order up in the partner's list, by its devis. */
  async #lookUp(client: UpstreamClient, entry: OutboxView): Promise<void> {
    const unsettled = this.#moves.evidenceFrom(entry) - performance.now()
    if (unsettled > 0) {
      // The clock that set the time was moved since.
      await this.#moves.move(entry, 'no_proof', { nextAt: this.#moves.later(unsettled) })
      return
    }
    const list = this.#list(client, entry)
    let orders: AnsweredOrder[]
    try {
      orders = await list.orders
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      if (isStop(error)) return
      if (isVain(error)) await this.#inVain(entry, 'no_proof', error)
      else
        await this.#moves.move(entry, 'no_proof', { lastError: whyOf(error), nextAt: this.#moves.retryAt() })
      return
    }
    const shown = await this.#shown(client, entry, orders)
    if (shown.kind === 'order') await this.#found(entry, shown.order, shown.lastError)
    else {
      const doubt =
        shown.kind === 'doubt'
          ? shown.doubt
          : (doubtOf(client, entry, orders, await list.latest) ?? (await this.#mixedUp(entry, orders)))
      if (doubt === null)
        await this.#moves.move(entry, 'not_found', { nextAt: this.#moves.now(), lookups: 0, lastError: null })
      else await this.#cannotTell(entry, 'no_proof', doubt, orders)
    }
  }

  /**
   * Whether the list settles an order that is about to be sent: it holds it, or cannot tell. Where a person was asked, and
   * said to send, it is sent although the list cannot tell.
   */
  async #settledAlready(client: UpstreamClient, entry: OutboxView): Promise<boolean> {
    const told = this.#toldToSend.has(entry.id)
    try {
      const list = this.#list(client, entry)
      const orders = await list.orders
      const shown = await this.#shown(client, entry, orders)
      if (shown.kind === 'order') await this.#found(entry, shown.order, shown.lastError)
      if (shown.kind === 'order' || told) return shown.kind === 'order'
      const doubt =
        shown.kind === 'doubt'
          ? shown.doubt
          : doubtOf(client, { ...entry, attempts: 0 }, orders, await list.latest)
      // This store may be a copy, and the order sent from the other.
      if (doubt) await this.#cannotTell(entry, 'not_sent', doubt, orders)
      return doubt !== null
    } catch (error) {
      if (told && isVain(error)) return false
      throw error
    }
  }

  async #mixedUp(entry: OutboxView, orders: readonly AnsweredOrder[]): Promise<Coded | null> {
    return mixedUp(entry, orders, await this.#with.store.outbox.sent(entry.sourceId, KNOWN))
  }

  /** What the partner's list shows of an order. */
  async #shown(client: UpstreamClient, entry: OutboxView, orders: readonly AnsweredOrder[]): Promise<Shown> {
    const taken = new Set<string>()
    for (const id of idsUnder(entry.devis, orders))
      if (await this.#with.store.outbox.isAnother(entry, client.url, id)) taken.add(id)
    return lookUp(orders, entry.devis, taken)
  }

  /** The partner's list, shared by those who may use it: it must have been asked for after each had settled. */
  #list(client: UpstreamClient, entry: OutboxView): List {
    const running = this.#lists.get(entry.area)
    if (running && running.client === client && running.startedAt >= this.#moves.evidenceFrom(entry)) {
      return running
    }
    const latest = this.#with.store.outbox.latestThere(client.url, client.account, entry.area)
    // Who waits for it learns that it failed; nobody does where the list itself cannot be read.
    latest.catch(() => undefined)
    const orders = client.orders(entry.area, this.#stop())
    const list: List = { client, startedAt: performance.now(), orders, latest }
    this.#lists.set(entry.area, list)
    const forget = () => {
      if (this.#lists.get(entry.area) === list) this.#lists.delete(entry.area)
    }
    orders.then(forget, forget)
    return list
  }

  /** The partner has it. Under an id that cannot be kept, a person must name it. @param odd what should be told of it */
  async #found(
    entry: OutboxView,
    { id, status, cents }: AnsweredOrder,
    odd: Coded | null = null,
  ): Promise<void> {
    if (id !== null) {
      const { upstreamCents, lastError } = chargedFor(entry, cents, odd)
      await this.#moves.move(entry, 'found', {
        ...{ upstreamId: id, partnerStatus: status, upstreamCents },
        lastError: withCancelled(null, status, lastError),
      })
    } else
      await this.#moves.move(entry, 'unknown', {
        received: 'yes',
        lastError: { code: 'outbox_id_unreadable' },
      })
  }

  /** A step that fails by a defect of ours will not mend itself: after so many in a row a person is told. */
  async defect(id: number, error: unknown): Promise<void> {
    // The disk's failures and another program's lock pass, and nothing could be written now.
    if (isDiskFailure(error) || isBusy(error)) return
    try {
      const entry = await this.#with.store.outbox.byId(id)
      if (entry?.phase === 'ready') await this.#inVain(entry, 'not_sent', error)
      else if (entry?.phase === 'doubtful') await this.#inVain(entry, 'no_proof', error)
    } catch (failure) {
      this.#with.log.error({ err: failure, transmission: id }, 'the outbox cannot be written')
    }
  }

  /**
   * The list proves nothing. One that lags may show later what it lacks; nothing else in it mends itself. As long as it
   * comes to show what it lacked before it does no more than lag, and patience begins anew: with each order that is sent
   * meanwhile it lacks another.
   */
  async #cannotTell(
    entry: OutboxView,
    again: 'not_sent' | 'no_proof',
    doubt: Coded,
    orders: readonly AnsweredOrder[],
  ): Promise<void> {
    const lookups = lagsAlone(entry, doubt, orders) ? 1 : entry.lookups + 1
    if (doubt.code === 'outbox_list_lacks' && lookups < VAIN_TRIES)
      await this.#moves.move(entry, again, { lookups, lastError: doubt, nextAt: this.#moves.retryAt() })
    else await this.#moves.move(entry, 'unknown', { lastError: doubt, received: 'maybe' })
  }

  /** One more try in a row that told nothing: another follows, until a person must look. */
  async #inVain(entry: OutboxView, again: 'not_sent' | 'no_proof', error: unknown): Promise<void> {
    const lookups = entry.lookups + 1
    const lastError = whyOf(error)
    if (lookups >= VAIN_TRIES) await this.#moves.move(entry, 'unknown', { lookups, lastError })
    else await this.#moves.move(entry, again, { lookups, lastError, nextAt: this.#moves.retryAt() })
  }
}
