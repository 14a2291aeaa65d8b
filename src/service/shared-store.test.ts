import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { json, partnerOf, world, type World } from '../testing/app.ts'
import { postgresDatabase } from '../testing/engines.ts'
import { temporaryFolder } from '../testing/folder.ts'
import { printCart } from '../testing/carts.ts'
import { add, PASSWORD } from '../testing/people.ts'
import { BY_KEY } from '../domain/people.ts'
import { Store } from '../store/store.ts'
import { IDLE_MS } from './sessions.ts'

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

test('who has just signed in at one service is known at every other at once', async () => {
  const all = await services(2)
  const [first, second] = all as [World, World]
  await add(first.service, 'Anne')
  await soon(() => expect(second.service.people.any).toBe(true))
  const { token } = await first.service.sessions.signIn('Anne', PASSWORD, '127.0.0.1')
  expect((await second.service.sessions.find(token))?.person.name).toBe('Anne')
  expect(await second.service.sessions.find(`${token}x`)).toBeUndefined()
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

/** Two services with people, whose clocks go together. */
async function twoWithPeople() {
  const [first, second] = (await services(2)) as [World, World]
  await add(first.service, 'Ada', 'administrateur')
  const zoe = await add(first.service, 'Zoé')
  await soon(() => expect(second.service.people.all()).toHaveLength(2))
  const signIn = async (name: string) => {
    const answer = await first.anyone.post('/api/session', { name, password: PASSWORD })
    const cookie = String(answer.headers['set-cookie']).split(';')[0]!
    const at = (one: World) => async () => (await one.anyone.get('/api/session', { cookie })).statusCode
    return { at: { first: at(first), second: at(second) }, cookie }
  }
  const pass = (ms: number) => [first, second].forEach(({ clock }) => clock.advance(ms))
  return { first, second, zoe, signIn, pass }
}

test('a session that is used at one service is alive at the other, and over at both where it is not used', async () => {
  const { signIn, pass } = await twoWithPeople()
  const { at } = await signIn('Zoé')
  await soon(async () => expect(await at.second()).toBe(200))
  pass(IDLE_MS - 1_000)
  expect(await at.second()).toBe(200)
  pass(2_000)
  await soon(async () => expect(await at.first()).toBe(200))
  pass(IDLE_MS)
  expect([await at.first(), await at.second()]).toEqual([401, 401])
})

test('a session that is ended at one service, and one whose person has no access any more, are refused at the other', async () => {
  const { second, zoe, signIn } = await twoWithPeople()
  const within2s = (check: () => unknown) => vi.waitFor(check, { timeout: 2_000, interval: 20 })
  const [left, closed] = [await signIn('Zoé'), await signIn('Zoé')]
  await soon(async () => expect([await left.at.second(), await closed.at.second()]).toEqual([200, 200]))
  await second.anyone.send({ method: 'DELETE', url: '/api/session', headers: { cookie: left.cookie } })
  await within2s(async () => expect(await left.at.first()).toBe(401))
  expect(await closed.at.first()).toBe(200)
  await second.service.people.change(zoe.id, { disabled: true }, BY_KEY)
  await within2s(async () => expect(await closed.at.first()).toBe(401))
})

test('failed sign-ins of all services count together', async () => {
  const { first, second } = await twoWithPeople()
  const tried = async ({ anyone }: World) =>
    (await anyone.post('/api/session', { name: 'Zoé', password: 'une presse mal encrée' })).statusCode
  for (const one of [first, second, first, second, first]) expect(await tried(one)).toBe(401)
  await soon(async () => expect(await tried(second)).toBe(429))
})

test('a partner that is taken away has taken its products along once that is answered, and brings them back so', async () => {
  const { service, desk } = await world({ store: await postgresDatabase() })
  const { link } = await partnerOf(service, 'http://127.0.0.1:9')
  const { name } = link.source
  const entries = async () => json(await desk.get('/api/catalogue'))['entries'] as unknown[]
  const all = (await entries()).length
  expect(
    (await desk.send({ method: 'DELETE', url: `/api/partners/${encodeURIComponent(name)}` })).statusCode,
  ).toBe(200)
  const own = (await entries()).length
  expect(own).toBe(all / 2)
  await service.partners.keep({ name, url: 'http://127.0.0.1:9', token: 'jeton' })
  expect(await entries()).toHaveLength(all)
})

test('a service that is closed looks at its store no more, whatever it still hears', async () => {
  const listen = vi.spyOn(Store.prototype, 'listen')
  onTestFinished(() => listen.mockRestore())
  // Of a file nothing is heard by itself.
  const { service } = await world({ folder: temporaryFolder() })
  const [heard] = listen.mock.calls[0]!
  await service.close()
  const counts = vi.spyOn(service.store, 'counts')
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  heard.written()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(counts).not.toHaveBeenCalled()
})
