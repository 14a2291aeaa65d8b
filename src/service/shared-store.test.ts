import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { world, type World } from '../testing/app.ts'
import { postgresDatabase } from '../testing/engines.ts'
import { temporaryFolder } from '../testing/folder.ts'
import { printCart } from '../testing/carts.ts'

/** So many services of one store, each with a folder of its own; the first one has loaded the catalogue. */
async function services(count: number): Promise<World[]> {
  const store = await postgresDatabase()
  const all: World[] = [await world({ store })]
  while (all.length < count) all.push(await world({ store, bundle: null }))
  return all
}

const soon = (check: () => unknown) => vi.waitFor(check, 5_000)

test('what one service writes the others know: catalogue, settings, customers, tokens', async () => {
  const [first, second] = (await services(2)) as [World, World]
  expect(second.service.catalogue.snapshot.productCount).toBe(first.service.catalogue.snapshot.productCount)
  await first.service.changeSettings({ rateLimitPerMinute: 77 })
  const token = await first.token('Zoé', { canOrder: true })
  await soon(() => expect(second.service.settings.current.rateLimitPerMinute).toBe(77))
  await soon(async () =>
    expect((await second.partner(token).get('/0.2/print/produit/')).statusCode).toBe(200),
  )
  const { id } = (await first.service.tokens.all())[0]!
  await first.service.tokens.revoke(id)
  await soon(async () =>
    expect((await second.partner(token).get('/0.2/print/produit/')).statusCode).toBe(401),
  )
})

test('orders of all at once: every number once, none left out, and each service shows them all', async () => {
  const all = await services(3)
  const token = await all[0]!.token('Zoé', { canOrder: true })
  for (const { service } of all) await service.refresh()
  const placed = await Promise.all(
    Array.from({ length: 60 }, (_, i) =>
      all[i % 3]!.partner(token).post('/0.2/print/panier/validate/', printCart),
    ),
  )
  expect(placed.map(({ statusCode }) => statusCode)).toEqual(placed.map(() => 201))
  const ids = placed.map((answer) => answer.json<{ id: number }>().id).sort((a, b) => a - b)
  expect(ids).toEqual(Array.from({ length: 60 }, (_, i) => i + 1))
  for (const { partner } of all) {
    const list = (await partner(token).get('/0.2/print/commande/')).json<{ id: number }[]>()
    expect(list).toHaveLength(60)
  }
})

test('one Idempotency-Key makes one order, whichever services are asked, at once or later', async () => {
  const all = await services(3)
  const token = await all[0]!.token('Zoé', { canOrder: true })
  for (const { service } of all) await service.refresh()
  const key = { 'idempotency-key': randomUUID() }
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, i) =>
      all[i % 3]!.partner(token).post('/0.2/print/panier/validate/', printCart, key),
    ),
  )
  expect(new Set(answers.map((answer) => answer.json<{ id: number }>().id)).size).toBe(1)
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 201))
  const other = await all[1]!
    .partner(token)
    .post('/0.2/print/panier/validate/', { ...printCart, devis: 'B' }, key)
  expect(other.statusCode).toBe(409)
})

test('an order that one service takes is told to who listens at another', async () => {
  const [first, second] = (await services(2)) as [World, World]
  const customer = await first.service.customers.ensure('Zoé', { canOrder: true })
  const { token } = await first.service.tokens.create(customer.id)
  await second.service.refresh()
  const from = await second.service.feed.position(null)
  let woken = 0
  const end = second.service.feed.watch(customer.id, () => (woken += 1))
  await first.partner(token).post('/0.2/print/panier/validate/', printCart)
  await soon(() => expect(woken).toBeGreaterThan(0))
  end()
  const { events } = await second.service.feed.after(from.id, customer.id)
  expect(events).toMatchObject([{ type: 'order' }])
})

test('the data folder of a service is made where it is missing: its own files are there', async () => {
  const folder = join(temporaryFolder(), 'new')
  const { service } = await world({ store: await postgresDatabase(), folder })
  const check = () =>
    service.partners.keep({ name: 'Atelier', url: 'https://partner.example', token: 'jeton' })
  await expect(check()).resolves.toMatchObject({ link: { hasToken: true } })
  expect(existsSync(join(folder, 'secret.key'))).toBe(true)
})
