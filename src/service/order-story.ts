/** The story of an order: what people noted of it, and what became of its transmissions, in the order of time. */
import type { JournalEntry } from '../domain/journal.ts'
import type { Coded } from '../domain/messages.ts'
import type { OrderEvent, OrderEventView } from '../store/order-events.ts'
import type { OutboxView } from '../store/outbox.ts'
import type { Store } from '../store/store.ts'

/** What the partner counts for it, where that is what is told. */
const chargedOf = (reason: Coded) => reason.params?.['charged']

/**
 * What a move of a transmission adds to the story; null: nothing that was not told. A try that fails as the one before did is
 * no news, nor is that it is on its way: how that ends is.
 * @param at ISO
 */
export function eventOf(before: OutboxView, after: OutboxView, at: string): OrderEvent | null {
  const { part, phase, partnerStatus, upstreamId, lastError: reason } = after
  if (phase === 'sending') return null
  // What was sent and came back unsent is where it was.
  const phaseBefore = before.phase === 'sending' && phase === 'ready' ? 'ready' : before.phase
  const isSame =
    phase === phaseBefore &&
    partnerStatus === before.partnerStatus &&
    (reason === null ||
      (reason.code === before.lastError?.code && chargedOf(reason) === chargedOf(before.lastError)))
  return isSame ? null : { part, at, phase, partnerStatus, upstreamId, reason }
}

/** A step of the story: what a person or a tool did, or what became of a transmission. */
export type StoryStep = { readonly at: string } & (
  | { readonly what: 'placed' }
  | { readonly what: 'noted'; readonly entry: JournalEntry }
  | { readonly what: 'moved'; readonly event: OrderEventView; readonly isFirst: boolean }
)

/** The steps of an order's story, the newest first. @param createdAt when it was placed, ISO */
export async function storyOf(
  store: Store,
  { id, createdAt }: { readonly id: number; readonly createdAt: string },
): Promise<StoryStep[]> {
  const [entries, events] = [await store.journal.ofOrder(id), await store.orderEvents.ofOrder(id)]
  const received = new Set<number>()
  const steps: StoryStep[] = [
    ...(entries.some(({ action }) => action === 'order_placed')
      ? []
      : [{ at: createdAt, what: 'placed' as const }]),
    ...entries.map((entry) => ({ at: entry.at, what: 'noted' as const, entry })),
    ...events.map((event) => {
      const isFirst = event.phase === 'sent' && !received.has(event.part)
      if (isFirst) received.add(event.part)
      return { at: event.at, what: 'moved' as const, event, isFirst }
    }),
  ]
  // Of one moment the later is what was written later.
  return steps.sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0)).reverse()
}
