import { expect, test, vi } from 'vitest'
import { world, type World } from '../testing/app.ts'
import { postgresDatabase } from '../testing/engines.ts'

const LIMIT = 200
const LIST = '/0.2/print/produit/10/'

async function services(count: number): Promise<World[]> {
  const store = await postgresDatabase()
  const all: World[] = [await world({ store })]
  await all[0]!.service.changeSettings({ rateLimitPerMinute: LIMIT })
  while (all.length < count) all.push(await world({ store, bundle: null }))
  return all
}

/** Asks until each service has refused. @returns how many requests were let through */
async function flood(all: readonly World[], token: string): Promise<number> {
  let answered = 0
  await Promise.all(
    all.map(async ({ partner, service }) => {
      const tool = partner(token)
      for (let n = 0; n < 2 * LIMIT; n++) {
        const { statusCode } = await tool.get(LIST)
        if (statusCode === 429) return
        expect(statusCode).toBe(200)
        answered += 1
        // As slow as the database is, by which they hear of each other: a busy machine overshoots no more than an idle one.
        await service.store.counts()
      }
      throw new Error('nothing was refused')
    }),
  )
  return answered
}

test('the limit of a token holds over the services together, within a fifth', async () => {
  const all = await services(4)
  const token = await all[0]!.token('Zoé')
  for (const { service } of all) await service.refresh()
  const answered = await flood(all, token)
  expect(answered).toBeGreaterThanOrEqual(LIMIT * 0.8)
  expect(answered).toBeLessThanOrEqual(LIMIT * 1.2)
})

test('all of it may be asked of one service; the others then refuse, and another token is another’s', async () => {
  const [first, second] = (await services(2)) as [World, World]
  const token = await first.token('Zoé')
  const other = await first.token('Paul')
  await second.service.refresh()
  expect(await flood([first], token)).toBe(LIMIT)
  // What was told last is heard a moment later, on a busy machine a longer one.
  const tool = second.partner(token)
  let answered = 0
  const refused = async () => {
    const { statusCode } = await tool.get(LIST)
    if (statusCode === 200) answered += 1
    expect(statusCode).toBe(429)
  }
  await vi.waitFor(refused, { timeout: 20_000, interval: 100 })
  expect(answered).toBeLessThanOrEqual(LIMIT * 0.2)
  expect((await second.partner(other).get(LIST)).statusCode).toBe(200)
})
