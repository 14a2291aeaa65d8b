/** Where things come from, as the screens are told: also of a partner that was taken away. */
import { expect, test } from 'vitest'
import { ADDRESS, json } from '../../testing/app.ts'
import { severalSources } from '../../testing/sources.ts'

const CARDS = { produit: 10, quantites_multiples: [100] }

async function shop() {
  const made = await severalSources()
  const [one, two] = made.partners as [(typeof made.partners)[0], (typeof made.partners)[0]]
  const print = (base: number, copies: readonly number[] = [100]) => ({
    produit: base + 1,
    quantites_multiples: copies,
  })
  const client = made.partner(await made.token('Atelier', { canOrder: true }))
  const order = async (lignes: object[]): Promise<number> =>
    json(await client.post('/0.2/print/panier/validate/', { adresse_livraison: ADDRESS, lignes })).id
  return { ...made, one, two, print, order }
}

test('orders say which sources their lines come from; a partner that was taken away is among them', async () => {
  const { desk, service, one, two, print, order } = await shop()
  expect(json(await desk.get('/api/orders/sources'))).toEqual([])
  await order([CARDS])
  await order([print(two.base), CARDS, print(two.base)])
  expect(json(await desk.get('/api/orders'))).toMatchObject([{ sources: [1, two.id] }, { sources: [1] }])
  await service.partners.remove(one.name)
  await service.partners.remove(two.name)
  expect(json(await desk.get('/api/orders/sources'))).toEqual([
    { id: 1, name: '', removed: false },
    { id: two.id, name: two.name, removed: true },
  ])
  expect(json(await desk.get('/api/sources'))).toEqual([
    { id: 1, name: '', removed: false },
    { id: one.id, name: one.name, removed: true },
    { id: two.id, name: two.name, removed: true },
  ])
})

test('what is on its way says what is ordered of that partner: the first lines, and how many there are', async () => {
  const { desk, one, two, print, order } = await shop()
  await order([CARDS, print(one.base), ...[10, 20, 30, 40].map((copies) => print(two.base, [copies]))])
  expect(json(await desk.get('/api/outbox'))).toMatchObject([
    { lineCount: 1, lines: [{ name: 'Carte Partenaire 1', quantity: 100 }] },
    { lineCount: 4, lines: [10, 20, 30].map((quantity) => ({ name: 'Carte Partenaire 2', quantity })) },
  ])
})

test('a quote’s line says where it comes from, also when its partner was taken away', async () => {
  const { desk, service, one, two, print } = await shop()
  const lines = [CARDS, print(one.base), print(two.base)].map((line) => ({
    area: 'print',
    line,
    delai: null,
  }))
  const quote = json(await desk.post('/api/quotes', { lines }))
  const sources = [
    { id: 1, name: '', removed: false },
    { id: one.id, name: one.name, removed: false },
    { id: two.id, name: two.name, removed: false },
  ]
  const told = (of: { lines: { source: unknown }[] }) => of.lines.map(({ source }) => source)
  expect(told(quote)).toEqual(sources)
  expect(told(json(await desk.post('/api/quotes/price', { lines })))).toEqual(sources)
  await service.partners.remove(two.name)
  expect(told(json(await desk.get(`/api/quotes/${quote.id}`)))).toEqual([
    ...sources.slice(0, 2),
    { ...sources[2], removed: true },
  ])
  // An id that no source has.
  const nowhere = [{ area: 'print', line: { ...CARDS, produit: 5 * 10 ** 12 }, delai: null }]
  expect(told(json(await desk.post('/api/quotes/price', { lines: nowhere })))).toEqual([null])
})

test('which partners gave no price of a draft’s lines is told, also of one that answers and does not work', async () => {
  const { desk, one, two, print } = await shop()
  const of = ({ base }: typeof one, copies = 100) => ({
    ...{ area: 'print', line: print(base, [copies]), delai: base + 9 },
  })
  const own = { area: 'print', line: CARDS, delai: null }
  const { id } = json(await desk.post('/api/quotes', { lines: [own, of(one), of(one, 200), of(two)] }))
  const unanswered = async () => json(await desk.get(`/api/quotes/${id}/prices`)).unanswered
  expect(await unanswered()).toEqual([])
  one.partner.fails = true
  expect(await unanswered()).toEqual([one.id])
  two.partner.online = false
  expect(await unanswered()).toEqual([one.id, two.id])
  one.partner.fails = false
  expect(await unanswered()).toEqual([two.id])
})
