import { describe, expect, test, vi } from 'vitest'
import { world, type World } from '../testing/app.ts'
import { postgresDatabase } from '../testing/engines.ts'

const AT = '2026-03-02T09:00:00.000Z'
/** Services of one store: a file has one. */
const ENGINES = [
  ['a file', () => Promise.resolve(null), 1],
  ['a database', postgresDatabase, 3],
] as const

async function services(store: string | null, count: number): Promise<World[]> {
  const all = [await world({ store })]
  while (all.length < count) all.push(await world({ store, bundle: null }))
  return all
}

/** Has the service tell a customer something. */
const tell = ({ service }: World, customer: number, n: number) =>
  service.store.events.tell(customer, 'order', { n }, AT)

describe.each(ENGINES)('in %s', (_, store, count) => {
  test('what is written while a reader is told is told once', async () => {
    const [here] = (await services(await store(), 1)) as [World]
    const { feed, store: kept } = here.service
    const { id: customer } = await here.service.customers.ensure('Zoé', {})
    const start = await feed.position(null)
    await tell(here, customer, 1)
    const bounds = kept.events.bounds.bind(kept.events)
    vi.spyOn(kept.events, 'bounds').mockImplementationOnce(async () => {
      const before = await bounds()
      await tell(here, customer, 2)
      return before
    })
    const told = await feed.after(start.id, customer)
    await tell(here, customer, 3)
    const later = await feed.after(told.position, customer)
    const ids = [...told.events, ...later.events].map(({ id }) => id)
    expect(ids).toEqual([1, 2, 3].map((n) => start.id + n))
  })

  test('with writers at every service, each reader is told each event once, in the order of ids', async () => {
    const all = await services(await store(), count)
    const { id: customer } = await all[0]!.service.customers.ensure('Zoé', {})
    const start = await all[0]!.service.feed.position(null)
    const total = 240
    let written = 0
    const write = async (at: World) => {
      while (written < total) await tell(at, customer, written++)
    }
    const read = async ({ service: { feed } }: World) => {
      const ids: number[] = []
      for (let position = start.id; ids.length < total;) {
        const found = await feed.after(position, customer)
        position = found.position
        ids.push(...found.events.map(({ id }) => id))
        if (found.events.length === 0) await new Promise(setImmediate)
      }
      return ids
    }
    const readers = [...all, ...all].map(read)
    await Promise.all([...all, ...all].map(write))
    const expected = Array.from({ length: total }, (__, i) => start.id + 1 + i)
    for (const ids of await Promise.all(readers)) expect(ids).toEqual(expected)
  })
})
