/**
 * Orders that go from their partner's list without a word: told once, as a question to a person, and never sent again.
 *
 * A list may leave out what is old, or what is done. An order counts as gone only while nothing says that it is done, and once it
 * is missing from three whole readings in a row: at once where the list shows an older order of ours which is done (it reaches
 * back beyond it, and keeps what is done); else after an hour, where it went too long before its promised day to be done, from a
 * list that shows an older one, or is so short that it leaves nothing recent out.
 */
import type { Coded } from '../domain/messages.ts'
import { localDay } from '../domain/shared/calendar.ts'
import { mayBeDone, saysDone, saysUnmade } from '../domain/shared/order-states.ts'
import { DEFAULT_CALENDAR, deliveryDay } from '../domain/shared/working-days.ts'
import { BY_PERSON, type OutboxView } from '../store/outbox.ts'
import type { UpstreamClient } from '../upstream/client.ts'
import type { AnsweredOrder } from '../upstream/read.ts'
import { GONE_THERE, isShown } from './outbox-proof.ts'
import { isElsewhere } from './outbox-why.ts'

const READINGS = 3
const HOUR_MS = 3_600_000
/** How many working days before its promised day an order may be done, and on its way. */
const DELIVERY_DAYS = 2
/** No list leaves out what was sent this lately, for its age alone; */
const RECENT_MS = 30 * 24 * HOUR_MS
/** or has so few entries because it is cut after the latest. */
const FEWEST_OF_CUT = 10

type ShownOf = (entry: OutboxView) => readonly AnsweredOrder[]

export class GoneOrders {
  /** by their transmission's id: in how many readings in a row each was missing, and since when */
  readonly #missing = new Map<number, { readonly readings: number; readonly since: Date }>()

  /**
   * Notes a whole reading of one area.
   * @param entries what the partner has of it @param shown what the list shows of each @param length how many orders it shows
   * @returns what is to be told of those that are gone
   */
  noted(
    client: Pick<UpstreamClient, 'url' | 'account'>,
    entries: readonly OutboxView[],
    shown: ShownOf,
    length: number,
    now: Date,
  ): ReadonlyMap<OutboxView, Coded> {
    const there = entries.filter((entry) => isShown(shown(entry), entry))
    const reach = oldest(there)
    const reachOfDone = oldest(there.filter((entry) => isDone(shown(entry), entry)))
    const told = new Map<OutboxView, Coded>()
    for (const entry of entries) {
      if (shown(entry).length > 0 || !isFollowed(client, entry)) {
        this.#missing.delete(entry.id)
        continue
      }
      const { readings, since } = this.#missing.get(entry.id) ?? { readings: 0, since: now }
      this.#missing.set(entry.id, { readings: readings + 1, since })
      const isReached = entry.orderId > reach || (length < FEWEST_OF_CUT && isRecent(entry, now))
      const isUndone = now.getTime() - since.getTime() >= HOUR_MS && isBeforeDone(entry, since)
      if (readings + 1 >= READINGS && (entry.orderId > reachOfDone || (isReached && isUndone)))
        told.set(entry, { code: GONE_THERE, params: { id: entry.upstreamId!, day: localDay(since) } })
    }
    return told
  }
}

/** The id of the oldest order; none: infinite. */
const oldest = (entries: readonly OutboxView[]): number => Math.min(...entries.map(({ orderId }) => orderId))

/** Whether a list shows an order as done, or its customer has it. */
const isDone = (ours: readonly AnsweredOrder[], { handedAt }: OutboxView): boolean =>
  handedAt !== null || ours.some(({ status }) => status !== null && saysDone(status))

/** Whether it was sent so lately that no list leaves it out as old. */
const isRecent = ({ lastAttemptAt }: OutboxView, now: Date): boolean =>
  lastAttemptAt !== null && now.getTime() - Date.parse(lastAttemptAt) < RECENT_MS

/** Whether an instant is too long before the day that was promised of an order for that to be done. */
const isBeforeDone = ({ promised }: OutboxView, at: Date): boolean =>
  promised !== null && deliveryDay(DEFAULT_CALENDAR, localDay(at), DELIVERY_DAYS) < promised

/** Whether the list is held to it: ours by the partner's own answer, at this address and account, not done, and nothing else to be looked into. */
const isFollowed = (client: Pick<UpstreamClient, 'url' | 'account'>, entry: OutboxView): boolean =>
  entry.phase === 'sent' &&
  entry.lastError === null &&
  entry.upstreamId !== null &&
  entry.account !== BY_PERSON &&
  entry.account === client.account &&
  !isElsewhere(entry, client.url) &&
  entry.handedAt === null &&
  !saysUnmade(entry.partnerStatus) &&
  !mayBeDone(entry.partnerStatus ?? '')
