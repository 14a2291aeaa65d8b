/** Which partner must be set, and at which address, for the orders that wait for it in vain. */
import { isSameName } from '../domain/shared/sources.ts'
import type { OutboxView } from '../store/outbox.ts'
import { whyStranded } from './outbox-why.ts'
import type { Service } from './service.ts'

/** What sets a partner so that its orders go on. */
export interface WaitedFor {
  /** a name that means this partner and no other, set with this address */
  readonly name: string
  readonly url: string
  /** how many transmissions wait for it */
  readonly orders: number
}

type Services = Pick<Service, 'store' | 'partners'>

/**
 * The partners that orders wait for in vain, each once, in the order in which they came.
 * @param of the one of this source; null: those that were taken away; undefined: all
 */
export async function waitedFor({ store, partners }: Services, of?: number | null): Promise<WaitedFor[]> {
  const urlOf = (id: number) => partners.byId(id)?.link.url ?? null
  const groups = new Map<string, WaitedFor>()
  for (const entry of await store.outbox.open()) {
    const url = urlOf(entry.sourceId)
    const isMeant = of === undefined || (of === null ? url === null : entry.sourceId === of)
    if (!isMeant || whyStranded(entry, url) === null) continue
    const wanted = url === null ? takenAway({ store, partners }, entry) : madeFor(entry)
    const key = JSON.stringify(wanted)
    groups.set(key, { ...wanted, orders: (groups.get(key)?.orders ?? 0) + 1 })
  }
  return [...groups.values()]
}

/** How many transmissions wait in vain for them. */
export const strandedCount = (waiting: readonly WaitedFor[]): number =>
  waiting.reduce((sum, { orders }) => sum + orders, 0)

/** One that was taken away comes back at the address that it had. */
function takenAway({ store, partners }: Services, { sourceId, partner, upstream }: OutboxView) {
  const url = store.sources.byId(sourceId)?.url ?? upstream ?? ''
  // Where another is called so by now, its name would move that one to this address.
  const isTaken = (name: string) => partners.all().some(({ link }) => isSameName(link.source.name, name))
  let name = partner
  for (let i = 2; isTaken(name); i++) name = `${partner} ${i}`
  return { name, url }
}

/** One that has another address by now had the one that the order was made for. */
const madeFor = ({ partner, upstream }: OutboxView) => ({ name: partner, url: upstream ?? '' })
