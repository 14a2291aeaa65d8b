/** The outbox: every order reaches its partners exactly once, or a person is told why not (docs/outbox.md). */
import { isCancelUndecided, STATUS_OF_PHASE } from '../domain/outbox.ts'
import type { JournalAction, JournalNote } from '../domain/journal.ts'
import { withoutCosts } from '../domain/outbox-problems.ts'
import type { Actor } from '../domain/people.ts'
import type { FaultParams } from '../domain/reasons.ts'
import { orderNumber } from '../domain/order.ts'
import type { OrderRecord, PlacedTransmission } from '../store/orders.ts'
import {
  BY_PERSON,
  Moved,
  type MoveEffects,
  type OutboxCounts,
  type OutboxRecord,
  type OutboxView,
} from '../store/outbox.ts'
import type { PriceAcceptance } from '../store/order-events.ts'
import type { Readable } from '../store/readable.ts'
import type { Store } from '../store/store.ts'
import type { CatalogueService } from './catalogue.ts'
import { noteOf } from './notes.ts'
import { endOf, type Ending } from './order-end.ts'
import { costsOfLines, linesOf, uniqueDevis } from './outbox-cart.ts'
import { copiesOf, isPossible, present, type OutboxDecision, type OutboxEntry } from './outbox-entry.ts'
import { destined, heldBy, type Sending } from './outbox-held.ts'
import type { OutboxMoves } from './outbox-moves.ts'
import { entryOf, followed, isNumberOpen, oddAnswer, shownOf, withCancelled } from './outbox-proof.ts'
import { isElsewhere } from './outbox-why.ts'
import type { Peers } from './peers.ts'
import type { Partner, Partners } from './partners.ts'
import { Invalid, Refusal } from './refusal.ts'
import { strandingOf } from './stranded.ts'
import { UpstreamError } from '../upstream/errors.ts'
import type { AnsweredOrder } from '../upstream/read.ts'

export interface OutboxServices {
  readonly store: Store
  readonly catalogue: CatalogueService
  readonly partners: Partners
  readonly moves: OutboxMoves
  readonly peers: Peers
}

/** A person waits for it. */
const LONGEST_LOOK_MS = 10_000
/** So many lines tell an order from another. */
const SHOWN_LINES = 3

/** A transmission as it is named from outside. */
export interface TransmissionId {
  readonly order: number
  /** null: the order's only one */
  readonly part: number | null
}

type Body = Readonly<Record<string, unknown>>

export class OutboxService {
  readonly #with: OutboxServices

  constructor(services: OutboxServices) {
    this.#with = services
    services.peers.on('placed', ({ source, ids }) => this.#placed(source, ids))
    services.peers.on('send', ({ source, id }) => this.#toldToSend(source, id))
  }

  /** The state that an order begins in. @param sources of its lines */
  firstState(sources: readonly number[]) {
    return this.#partnersOf(sources).length === 0 ? ('enregistree' as const) : STATUS_OF_PHASE.ready
  }

  /** The sources of lines that are partners', each once, in the order of the lines. */
  #partnersOf(sources: readonly (number | null)[]): number[] {
    return [...new Set(sources)].filter(
      (id): id is number => id !== null && this.#with.partners.byId(id) !== undefined,
    )
  }

  /** The transmissions of a new order: one for each partner that has lines in it. */
  transmissionsOf(order: OrderRecord): OutboxRecord[] {
    if (order.status !== STATUS_OF_PHASE.ready) return []
    const { partners } = this.#with
    const sources = this.#partnersOf(order.lines.map(({ sourceId }) => sourceId))
    return sources.map((sourceId, i) => {
      const costCents = order.lines.reduce(
        (sum, line) => sum + (line.sourceId === sourceId ? line.costCents : 0),
        0,
      )
      return {
        orderId: order.id,
        part: i + 1,
        parts: sources.length,
        sourceId,
        area: order.area,
        devis: uniqueDevis(order),
        phase: 'ready',
        partnerStatus: null,
        attempts: 0,
        lookups: 0,
        nextAt: order.createdAt,
        lastAttemptAt: null,
        lastError: null,
        received: 'no',
        upstreamId: null,
        costCents,
        acceptedCents: costCents,
        upstreamCents: null,
        upstream: partners.byId(sourceId)?.link.url ?? null,
        account: null,
      }
    })
  }

  /** New transmissions are written: nothing was ever sent of them, and now they may be. */
  placed(transmissions: readonly PlacedTransmission[]): void {
    for (const [source, placed] of Map.groupBy(transmissions, ({ sourceId }) => sourceId)) {
      const ids = placed.map(({ id }) => id)
      this.#placed(source, ids)
      this.#with.peers.tellPlaced(source, ids)
    }
  }

  #placed(source: number, ids: readonly number[]): void {
    const outbox = this.#with.partners.byId(source)?.outbox
    for (const id of ids) outbox?.placed(id)
    outbox?.kick()
  }

  #toldToSend(source: number, id: number): void {
    const outbox = this.#with.partners.byId(source)?.outbox
    outbox?.toldToSend(id)
    outbox?.kick()
  }

  /** Has every partner's outbox look at what is due, now. */
  kick(): void {
    for (const { outbox } of this.#with.partners.all()) outbox.kick()
  }

  async open(): Promise<Readable<OutboxEntry>> {
    const { entries, unreadable } = await this.#with.store.outbox.open()
    return { entries: await Promise.all(entries.map((entry) => this.#present(entry))), unreadable }
  }

  /** The transmissions of an order, in their order; none of lines of our own tariffs alone. */
  async ofOrder(orderId: number): Promise<OutboxEntry[]> {
    const entries = await this.#with.store.outbox.ofOrder(orderId)
    return Promise.all(entries.map((entry) => this.#present(entry)))
  }

  /** The address of the partner as it is set; null where it no longer is. */
  #urlOf({ sourceId }: OutboxView): string | null {
    return this.#with.partners.byId(sourceId)?.link.url ?? null
  }

  /** The prices that a person accepted after the one that the order was made at, in their order. */
  acceptances(orderId: number): Promise<PriceAcceptance[]> {
    return this.#with.store.orderEvents.acceptances(orderId)
  }

  counts(sourceId: number | null = null): Promise<OutboxCounts> {
    return this.#with.store.outbox.counts(sourceId)
  }

  /**
   * A person's decision: try again.
   * @throws Refusal `not_found`, `outbox_state`; of its partner's address by now, as {@link destined} does
   */
  async retry(id: TransmissionId, { acceptCents, to }: Sending, by: Actor): Promise<OutboxEntry> {
    const entry = await this.#decided(id, 'retry')
    const acceptedCents = acceptCents ?? entry.acceptedCents
    const { moves } = this.#with
    const url = this.#urlOf(entry)
    const where = await destined(this.#with, entry, url, to)
    const accepts = acceptedCents !== entry.acceptedCents
    const facts = { ...where, ...(accepts && { cents: acceptedCents }) }
    const note = this.#note(by, 'outbox_retried', entry, facts)
    await this.#decide(
      entry,
      'retry',
      {
        nextAt: moves.now(),
        lookups: 0,
        lastError: null,
        acceptedCents,
        ...(accepts && { costCents: acceptedCents }),
        upstream: url ?? entry.upstream,
      },
      accepts ? await this.#accepted(note, entry, acceptedCents) : { note },
    )
    this.#toldToSend(entry.sourceId, entry.id)
    this.#with.peers.tell('send', { source: entry.sourceId, id: entry.id })
    return this.#shown(entry)
  }

  /**
   * A person's decision: what the partner has come to count for an order that it has is what that costs.
   * @throws Refusal `not_found`; `outbox_state` where it counts another amount by now
   */
  async accept(id: TransmissionId, cents: number, by: Actor): Promise<OutboxEntry> {
    const entry = await this.#decided(id, 'identify')
    if (entry.lastError?.code !== 'outbox_charged_more' || entry.upstreamCents !== cents)
      throw new Refusal('outbox_state', { phase: entry.phase })
    const changes = { lastError: null, acceptedCents: cents, costCents: cents }
    const note = this.#note(by, 'outbox_accepted', entry, { cents })
    await this.#decide(entry, 'identify', changes, await this.#accepted(note, entry, cents))
    return this.#shown(entry)
  }

  /**
   * A person's decision: it is this order at the partner; under the number that it has, what was told of it was seen, and of one
   * that the partner has cancelled that it is kept all the same. Where the partner's list does not show it the person is told,
   * and may say so again or name another.
   * @throws Refusal `not_found`, `outbox_state`; Invalid where it is another order's
   */
  async identify(id: TransmissionId, typedId: string, by: Actor): Promise<OutboxEntry> {
    // A number is one however it is written.
    const upstreamId = /^\d+$/.test(typedId) ? typedId.replace(/^0+(?=\d)/, '') : typedId
    const asked = await this.#decided(id, 'identify')
    const isMade = asked.phase === 'sent' || asked.phase === 'cancelled'
    const isSaidAgain = isMade && asked.upstreamId === upstreamId
    // What the partner itself answered is seen, and not put right, unless its list belies it.
    const isNamed = !isSaidAgain || isNumberOpen(asked)
    const isFixed =
      asked.phase === 'cancelled' || (isMade && asked.account !== BY_PERSON && !isNumberOpen(asked))
    if (isFixed && !isSaidAgain) throw new Refusal('outbox_state', { phase: asked.phase })
    const there = isSaidAgain ? null : await this.#orderThere(asked, upstreamId)
    // It may have moved meanwhile.
    const entry = await this.#decided(id, 'identify')
    const { store } = this.#with
    if (await store.outbox.isAnother(entry, entry.upstream ?? this.#urlOf(entry) ?? '', upstreamId)) {
      const reason = { code: 'upstream_id_taken', params: { id: upstreamId } } as const
      throw new Invalid([{ path: '/upstreamId', code: 'value_invalid', reason }])
    }
    const order = there === 'missing' ? null : there
    const changes: Partial<OutboxView> = {
      upstreamId,
      ...(isNamed && { account: BY_PERSON }),
      ...(!isSaidAgain && { partnerStatus: order?.status ?? null }),
      lastError:
        there === 'missing'
          ? { code: 'outbox_id_not_shown', params: { id: upstreamId } }
          : order && withCancelled(null, order.status, oddAnswer(entry, order, false)),
    }
    const note = isSaidAgain
      ? this.#noteOfSeen(by, entry)
      : this.#note(by, 'outbox_identified', entry, { id: upstreamId })
    await this.#decide(entry, 'identify', changes, { note })
    return this.#shown(entry)
  }

  /** What was seen by who says again that it is the order; amounts stay where who may not see costs is not told them. */
  #noteOfSeen(by: Actor, entry: OutboxView): JournalNote {
    if (isCancelUndecided(entry)) return this.#note(by, 'outbox_kept', entry)
    if (!entry.lastError) return this.#note(by, 'outbox_identified', entry, { id: entry.upstreamId ?? '' })
    const facts = withoutCosts(entry.lastError.params ?? {})
    return this.#note(by, 'outbox_seen', entry, { ...facts, seen: entry.lastError.code })
  }

  /** An order in the partner's list; `missing` from it; null where it cannot be read now. */
  async #orderThere(entry: OutboxView, upstreamId: string): Promise<AnsweredOrder | 'missing' | null> {
    const orders = await this.#listFor(entry)
    return orders && (entryOf(orders, upstreamId, entry.devis) ?? 'missing')
  }

  /** The partner's list, where it can be read now; else null. */
  async #listFor(entry: OutboxView): Promise<readonly AnsweredOrder[] | null> {
    const client = isElsewhere(entry, this.#urlOf(entry)) ? null : this.#partnerOf(entry)?.link.client
    if (!client) return null
    try {
      return await client.orders(entry.area, AbortSignal.timeout(LONGEST_LOOK_MS))
    } catch (error) {
      if (error instanceof UpstreamError) return null
      throw error
    }
  }

  /**
   * A person's decision: give it up. Of an order that goes on without it the cost goes, too; what the customer pays stays
   * until a person says so (`orders/ID/reprice`). An order of which nothing else is left is cancelled with it. Of what the partner
   * had its list is read once more before, for it may have taken it up again; where that cannot be, the journal says so.
   * @param ending what is said of that order's end
   * @throws Refusal `not_found`, `outbox_state`; Invalid for the reason
   */
  async cancel(id: TransmissionId, ending: Ending, by: Actor): Promise<OutboxEntry> {
    const { store, moves } = this.#with
    const unread = !(await this.#readAnew(await this.#decided(id, 'cancel')))
    const entry = await this.#decided(id, 'cancel')
    const order = (await store.orders.byId(entry.orderId))!
    const lines = linesOf(order, entry)
    const costs = { more: -entry.costCents, ofLines: new Map(lines.map((line) => [line.id, 0])) }
    const note = this.#note(by, 'outbox_cancelled', entry, unread ? { unread: 1 } : {})
    const end = await endOf(store, order, ending, { by, at: moves.now() })
    await this.#decide(entry, 'cancel', { lastError: null }, { costs, note, end })
    return this.#shown(entry)
  }

  /** Writes what the list of a partner that has it says of it now. @returns false: it cannot be read */
  async #readAnew(entry: OutboxView): Promise<boolean> {
    if (entry.phase !== 'sent') return true
    const orders = await this.#listFor(entry)
    const now = orders && followed(shownOf(orders, [entry])(entry), entry)
    try {
      if (now) await this.#with.moves.follow(entry, now)
    } catch (error) {
      // What has moved it meanwhile is read right after.
      if (!(error instanceof Moved)) throw error
    }
    return orders !== null
  }

  /** What comes of accepting what a partner asks for its lines of an order. */
  async #accepted(note: JournalNote, entry: OutboxView, cents: number): Promise<MoveEffects> {
    const { acceptedCents: beforeCents, upstreamCents: askedCents } = entry
    return {
      note,
      acceptance: { at: this.#with.moves.now(), beforeCents, askedCents, acceptedCents: cents },
      costs: await this.#costsOf(entry, cents),
    }
  }

  /** What an order costs once its lines of this partner cost so much. */
  async #costsOf(entry: OutboxView, cents: number): Promise<MoveEffects['costs']> {
    const order = await this.#with.store.orders.byId(entry.orderId)
    const ofLines = costsOfLines(order ? linesOf(order, entry) : [], cents)
    return { more: cents - entry.costCents, ofLines }
  }

  #note(by: Actor, action: JournalAction, { orderId, partner }: OutboxView, facts: FaultParams = {}) {
    const change = { by, at: this.#with.moves.now() }
    return noteOf(change, action, { order: orderId, partner, ...facts })
  }

  /** Writes a person's decision. @throws Refusal `outbox_state` where it has moved since it was read */
  async #decide(
    entry: OutboxView,
    decision: OutboxDecision,
    changes: Partial<OutboxView>,
    effects: MoveEffects,
  ): Promise<void> {
    try {
      await this.#with.moves.move(entry, decision, changes, effects)
    } catch (error) {
      if (!(error instanceof Moved)) throw error
      const { phase } = (await this.#with.store.outbox.byId(entry.id)) ?? entry
      throw new Refusal('outbox_state', { phase })
    }
  }

  async #shown({ id }: OutboxView): Promise<OutboxEntry> {
    return this.#present((await this.#with.store.outbox.byId(id))!)
  }

  #partnerOf({ sourceId }: OutboxView): Partner | undefined {
    return this.#with.partners.byId(sourceId)
  }

  async #decided(id: TransmissionId, decision: OutboxDecision): Promise<OutboxView> {
    const entry = await this.#find(id)
    if (!entry) throw new Refusal('not_found', { what: 'transmission', id: orderNumber(id.order) })
    if (!isPossible(entry, decision) || !this.#isFree(entry, decision))
      throw new Refusal('outbox_state', { phase: entry.phase })
    return entry
  }

  /**
   * Whether a step under way leaves a decision open: it decides for itself in a moment. Nothing is sent of what is given
   * up before that is written, nor of what is only looked for, however long the partner's list is.
   */
  #isFree(entry: OutboxView, decision: OutboxDecision): boolean {
    const underWay = this.#partnerOf(entry)?.outbox.isUnderWay(entry.id) ?? false
    if (!underWay) return true
    return entry.phase === 'ready' ? decision === 'cancel' : entry.phase === 'doubtful'
  }

  async #present(entry: OutboxView): Promise<OutboxEntry> {
    const { decisions, ...shown } = present(entry, this.#partnerOf(entry)?.link ?? null)
    const { lines, total } = await this.#with.store.outbox.lines(entry, SHOWN_LINES)
    const held = decisions.includes('retry') ? await heldBy(this.#with, entry, this.#urlOf(entry)) : null
    return {
      ...shown,
      stranded: strandingOf(this.#with, entry),
      held,
      endsOrder: decisions.includes('cancel') && (await this.#with.store.outbox.endsOrder(entry)),
      decisions: decisions.filter(
        (decision) => this.#isFree(entry, decision) && (decision !== 'retry' || held === null),
      ),
      lines: lines.map(({ name, body }) => ({ name, quantity: copiesOf(JSON.parse(body) as Body) })),
      lineCount: total,
    }
  }

  async #find({ order, part }: TransmissionId): Promise<OutboxView | undefined> {
    const entries = await this.#with.store.outbox.ofOrder(order)
    if (part === null) return entries.length === 1 ? entries[0] : undefined
    return entries.find((entry) => entry.part === part)
  }
}
