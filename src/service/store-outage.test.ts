import { expect, onTestFinished, test, vi } from 'vitest'
import { world } from '../testing/app.ts'
import { CARDS, printCart } from '../testing/carts.ts'
import { startPostgres } from '../testing/postgres-server.ts'

test('the database away: prices go on, an order is refused and not acknowledged, and all heals by itself', async () => {
  const server = await startPostgres({ fsync: false })
  onTestFinished(server.stop)
  const { token, partner, anyone, service, logged } = await world({
    ...{ store: await server.create(), logLevel: 'info' },
  })
  const tool = partner(await token('Zoé', { canOrder: true }))
  expect((await tool.post('/0.2/print/panier/validate/', printCart)).statusCode).toBe(201)

  let told = 0
  service.events.on('store', () => (told += 1))
  await server.crash()
  const price = await tool.post('/0.2/print/prix/', CARDS)
  expect(price.statusCode).toBe(200)
  const [order, english] = await Promise.all([
    tool.post('/0.2/print/panier/validate/', printCart),
    tool.post('/0.2/print/panier/validate/', printCart, { 'accept-language': 'en' }),
  ])
  for (const answer of [order, english]) {
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['retry-after']).toBe('5')
    expect(answer.json()).toMatchObject({ errors: [{ path: '', code: 'internal_error' }] })
  }
  expect(english.json()).toMatchObject({
    detail: 'The database does not answer. Nothing was saved: try again in a moment.',
  })
  const list = await tool.get('/0.2/print/commande/')
  expect(list.statusCode).toBe(503)
  expect((await anyone.get('/health')).statusCode).toBe(503)

  await vi.waitFor(() => expect(told).toBe(1), 10_000)

  await server.start()
  await vi.waitFor(async () => {
    expect((await anyone.get('/health')).statusCode).toBe(200)
  }, 10_000)
  await vi.waitFor(() => expect(told).toBe(2), 10_000)
  const said = logged.flatMap((line) => /"msg":"(the store .*?)"/.exec(line)?.[1] ?? [])
  expect(said).toEqual(['the store does not answer', 'the store answers again'])
  const after = await tool.post('/0.2/print/panier/validate/', printCart)
  expect(after.statusCode).toBe(201)
  expect(after.json<{ id: number }>().id).toBe(2)
})
