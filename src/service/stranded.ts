/** Which partner must be set, and at which address, for the orders that wait for it in vain. */
import { isSameName } from '../domain/shared/sources.ts'
import type { Coded } from '../domain/messages.ts'
import type { OutboxView } from '../store/outbox.ts'
import type { Store } from '../store/store.ts'
import { whyStranded } from './outbox-why.ts'
import type { Partners } from './partners.ts'

/** How a partner must be set for its orders to go on. */
interface Wanted {
  /** a name that means this partner and no other, set with this address */
  readonly name: string
  readonly url: string
}

/** Why an order waits for its partner in vain, and how that must be set. */
export interface Stranding extends Wanted {
  readonly why: Coded
}

/** A partner that orders wait for in vain. */
export interface WaitedFor extends Wanted {
  /** how many transmissions wait for it */
  readonly orders: number
}

interface Services {
  readonly store: Store
  readonly partners: Partners
}

/**
 * The partners that orders wait for in vain, each once, in the order in which they came.
 * @param of the one of this source; null: those that were taken away; undefined: all
 */
export async function waitedFor(services: Services, of?: number | null): Promise<WaitedFor[]> {
  const { store, partners } = services
  const isMeant = ({ sourceId }: OutboxView) =>
    of === undefined || (of === null ? partners.byId(sourceId) === undefined : sourceId === of)
  const groups = new Map<string, WaitedFor>()
  for (const entry of (await store.outbox.open()).entries) {
    const stranding = isMeant(entry) ? strandingOf(services, entry) : null
    if (stranding === null) continue
    const { name, url } = stranding
    const key = JSON.stringify([name, url])
    groups.set(key, { name, url, orders: (groups.get(key)?.orders ?? 0) + 1 })
  }
  return [...groups.values()]
}

/** How many transmissions wait in vain for them. */
export const strandedCount = (waiting: readonly WaitedFor[]): number =>
  waiting.reduce((sum, { orders }) => sum + orders, 0)

/** Of one order; null where it is not stranded. */
export function strandingOf(services: Services, entry: OutboxView): Stranding | null {
  const url = services.partners.byId(entry.sourceId)?.link.url ?? null
  const why = whyStranded(entry, url)
  return why && { why, ...(url === null ? takenAway(services, entry) : madeFor(entry)) }
}

/** One that was taken away comes back at the address that it had. */
function takenAway({ store, partners }: Services, { sourceId, partner, upstream }: OutboxView): Wanted {
  const url = store.sources.byId(sourceId)?.url ?? upstream ?? ''
  // Where another is called so by now, its name would move that one to this address.
  const isTaken = (name: string) => partners.all().some(({ link }) => isSameName(link.source.name, name))
  let name = partner
  for (let i = 2; isTaken(name); i++) name = `${partner} ${i}`
  return { name, url }
}

/** One that has another address by now had the one that the order was made for. */
const madeFor = ({ partner, upstream }: OutboxView): Wanted => ({ name: partner, url: upstream ?? '' })
