/**
 * Orders that go from their partner's list without a word: told once, as a question to a person, and never sent again.
 *
 * A list may leave out what is old, or what is done. An order counts as gone only while nothing says that it is done, from a list
 * that shows an older order of ours which is: so the list reaches back beyond it, and keeps what is done. And only once it is
 * missing from three whole readings in a row.
 */
import type { Coded } from '../domain/messages.ts'
import { localDay } from '../domain/shared/calendar.ts'
import { mayBeDone, saysDone, saysUnmade } from '../domain/shared/order-states.ts'
import { BY_PERSON, type OutboxView } from '../store/outbox.ts'
import type { UpstreamClient } from '../upstream/client.ts'
import type { AnsweredOrder } from '../upstream/read.ts'
import { GONE_THERE, isShown } from './outbox-proof.ts'
import { isElsewhere } from './outbox-why.ts'

const READINGS = 3

type ShownOf = (entry: OutboxView) => readonly AnsweredOrder[]

export class GoneOrders {
  /** by their transmission's id: in how many readings in a row each was missing, and since when */
  readonly #missing = new Map<number, { readonly readings: number; readonly since: Date }>()

  /**
   * Notes a whole reading of one area.
   * @param entries what the partner has of it @param shown what the list shows of each
   * @returns what is to be told of those that are gone
   */
  noted(
    client: Pick<UpstreamClient, 'url' | 'account'>,
    entries: readonly OutboxView[],
    shown: ShownOf,
    now: Date,
  ): ReadonlyMap<OutboxView, Coded> {
    const reach = oldestDone(entries, shown)
    const told = new Map<OutboxView, Coded>()
    for (const entry of entries) {
      if (shown(entry).length > 0 || !(entry.orderId > reach) || !isFollowed(client, entry)) {
        this.#missing.delete(entry.id)
        continue
      }
      const { readings, since } = this.#missing.get(entry.id) ?? { readings: 0, since: now }
      this.#missing.set(entry.id, { readings: readings + 1, since })
      if (readings + 1 >= READINGS)
        told.set(entry, { code: GONE_THERE, params: { id: entry.upstreamId!, day: localDay(since) } })
    }
    return told
  }
}

/** The id of the oldest order of ours that a list shows as done, or that its customer has; none: infinite. */
function oldestDone(entries: readonly OutboxView[], shown: ShownOf): number {
  const done = entries.filter((entry) => {
    const ours = shown(entry)
    const isDone = ours.some(({ status }) => status !== null && saysDone(status))
    return isShown(ours, entry) && (isDone || entry.handedAt !== null)
  })
  return Math.min(...done.map(({ orderId }) => orderId))
}

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
