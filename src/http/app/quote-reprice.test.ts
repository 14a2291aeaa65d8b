/** A draft whose prices moved: today's are taken, or absorbed, all together or line by line. */
import { describe, expect, test } from 'vitest'
import { ADDRESS, faultsOf, json, world, type World } from '../../testing/app.ts'
import { add } from '../../testing/people.ts'
import { CARDS, FLYERS, QUOTE, create, dearer, move, print } from '../../testing/quotes.ts'
import { shop, type Loose } from '../../testing/shop.ts'
import { signedIn } from '../../testing/signed-in.ts'

const cards = (copies: number) => print({ ...CARDS, quantites_multiples: [copies] })
const reprice = ({ desk }: World, id: number, wanted: Loose) => desk.post(`/api/quotes/${id}/reprice`, wanted)
const listed = (quote: Loose) => quote.lines.map((line: Loose) => line.amounts.listCents)
const costs = (quote: Loose) => quote.lines.map((line: Loose) => line.amounts.costCents)

/** A draft of two lines of cards that are dearer by now, and one of flyers that is as it was. */
async function overtaken() {
  const made = await world()
  const quote = await create(made, { ...QUOTE, lines: [cards(100), print(FLYERS), cards(100)] })
  await dearer(made)
  return { made, quote, was: listed(quote) }
}

describe('a draft whose prices moved', () => {
  test('takes today’s of one line alone: the other is asked about still', async () => {
    const { made, quote, was } = await overtaken()
    const taken = json(await reprice(made, quote.id, { version: 1, how: 'take', line: 2 }))
    expect(listed(taken)).toEqual([was[0], was[1], 3000])
    expect(taken.totals.prix_ht).toBe(was[0] + was[1] + 3000)
    expect(taken.lines[0]).toEqual(quote.lines[0])
    const left = json(await made.desk.get(`/api/quotes/${quote.id}/prices`))
    expect(left.lines.map((line: Loose) => line?.priceCents ?? null)).toEqual([3000, null, null])
  })

  test('absorbs what moved: the customer’s prices stay, the costs are today’s, what did not move is as it was', async () => {
    const { made, quote, was } = await overtaken()
    const kept = json(await reprice(made, quote.id, { version: 1, how: 'absorb' }))
    expect(listed(kept)).toEqual(was)
    expect(kept.totals).toEqual(quote.totals)
    expect(costs(kept)).toEqual([3000, was[1], 3000])
    expect(kept.lines[0]).toMatchObject({
      sale: { by: 'fixed', cents: was[0] },
      amounts: { underCost: true },
    })
    expect(kept.lines[1].sale).toBeNull()
    expect(json(await made.desk.get(`/api/quotes/${quote.id}/prices`)).moved).toBe(false)
    expect((await move(made, quote.id, 'sent')).statusCode).toBe(200)
  })

  test('takes nothing over before it is said how', async () => {
    const { made, quote, was } = await overtaken()
    const refused = async (payload: Loose) => {
      const answer = await reprice(made, quote.id, payload)
      return [answer.statusCode, ...faultsOf(answer)]
    }
    expect(await refused({})).toEqual([400, '/how field_required'])
    expect(await refused({ version: 1, line: 0 })).toEqual([400, '/how field_required'])
    expect(await refused({ how: null })).toEqual([400, '/how field_type'])
    expect(listed(json(await made.desk.get(`/api/quotes/${quote.id}`)))).toEqual(was)
  })

  test('absorbs one line alone', async () => {
    const { made, quote, was } = await overtaken()
    const kept = json(await reprice(made, quote.id, { version: 1, how: 'absorb', line: 0 }))
    expect(listed(kept)).toEqual(was)
    expect(kept.lines.map((line: Loose) => line.sale?.cents ?? null)).toEqual([was[0], null, null])
  })

  test('is absorbed by who may not see costs, too, and no cost is told', async () => {
    const { made, quote } = await overtaken()
    await add(made.service, 'Olga', 'administrateur')
    await add(made.service, 'Vera', 'vendeur')
    const vera = await signedIn(made, 'Vera')
    const response = await vera.post(`/api/quotes/${quote.id}/reprice`, { version: 1, how: 'absorb' })
    expect(response.statusCode).toBe(200)
    expect(json(response).totals).toEqual(quote.totals)
    expect(costs(json(response))).toEqual([null, null, null])
    expect(json(response).lines[0].amounts.underCost).toBeNull()
  })

  test('says of each line when its price was asked for; a save that changes nothing of it leaves that', async () => {
    const { made, quote } = await overtaken()
    const [first] = quote.lines
    expect(Date.parse(first.pricedAt)).not.toBeNaN()
    const saved = json(
      await made.desk.send({
        ...{ method: 'PUT', url: `/api/quotes/${quote.id}` },
        payload: { ...QUOTE, note: 'x', lines: [cards(100)], version: 1 },
      }),
    )
    expect(saved.lines[0].pricedAt).toBe(first.pricedAt)
  })

  test.each([
    [{ line: 9 }, '/line value_invalid'],
    [{ line: 3 }, '/line value_invalid'],
    [{ line: -1 }, '/line value_invalid'],
    [{ how: 'give' }, '/how value_invalid'],
  ])('is left as it is by %j', async (wanted, fault) => {
    const made = await world()
    const free = { area: 'free', text: 'Maquette', quantity: 1, unitCents: 5000 }
    const quote = await create(made, { ...QUOTE, lines: [cards(100), cards(100), cards(100), free] })
    const refused = await reprice(made, quote.id, { how: 'take', ...wanted, version: 1 })
    expect(refused.statusCode).toBe(400)
    expect(faultsOf(refused)[0]!.split(' ')[0]).toBe(fault.split(' ')[0])
  })
})

test('a line whose tariff has no price of its quantity any more keeps its last one, with why, until there is one again', async () => {
  const made = await world()
  const quote = await create(made, { address: ADDRESS, lines: [cards(100), print(FLYERS)] })
  const [was] = quote['lines'] as Loose[]
  const bundle = shop()
  const { grille } = bundle.tarifs.print[0] as { grille: { quantite: number }[] }
  bundle.tarifs.print[0].grille = grille.filter(({ quantite }) => quantite > 100)
  await made.service.catalogue.importBundle(bundle)
  const look = async () => json(await made.desk.get(`/api/quotes/${quote['id']}/prices`))
  expect((await look()).lines[0]).toMatchObject({ priceCents: null })
  const now = json(await reprice(made, quote['id'], { how: 'take' }))
  expect(now.lines[0]).toMatchObject({ price: { priceCents: was!['price'].priceCents }, amounts: null })
  expect(now.lines[0].problem).toMatch(/\S/)
  const lost = { price: now.lines[0].price as Loose, problem: now.lines[0].problem as string }
  const copy = json(await made.desk.post(`/api/quotes/${quote['id']}/duplicate`, {}))
  expect(copy.lines, 'a copy has what it was, too').toMatchObject([lost, { problem: null }])
  const { quotes } = json(await made.desk.get('/api/quotes/moved'))
  const broken = { lines: [{ at: 0, kind: 'invalid', message: lost.problem }] }
  expect(quotes, 'of both the report tells').toMatchObject([
    { id: copy['id'], ...broken },
    { id: quote['id'], ...broken },
  ])
  const same = await look()
  expect(same.lines[0]).toBeNull()
  expect(same.problems[0]).toBe(now.lines[0].problem)
  await made.service.quoteChecks.run()
  const url = `/api/quotes/${quote['id']}`
  const payload = { address: ADDRESS, lines: [cards(100), print(FLYERS)], version: now.version, note: 'x' }
  const saved = json(await made.desk.send({ method: 'PUT', url, payload }))
  expect(saved.lines[0]).toMatchObject({ problem: now.lines[0].problem, price: now.lines[0].price })
  await made.service.catalogue.importBundle(shop())
  await look()
  expect(json(await made.desk.get(url)).lines[0]).toMatchObject({ problem: null, price: was!['price'] })
})

test('a line that no longer fits stays what it was, at what it was sold at, where the others take today’s prices, and on a copy', async () => {
  const made = await world()
  const papered = { ...CARDS, variantes: [402, 411] }
  const quote = await create(made, { address: ADDRESS, lines: [print(papered), print(CARDS)] })
  const [was] = quote['lines'] as Loose[]
  const bundle = shop()
  const [papers] = (bundle.produits[0] as Loose).options as { variantes: { id: number }[] }[]
  papers!.variantes = papers!.variantes.filter(({ id }) => id !== 402)
  delete bundle.tarifs.print[0].variantes[402]
  bundle.tarifs.print[0].grille[0].prix = '3000'
  await made.service.catalogue.importBundle(bundle)
  const now = json(await made.desk.post(`/api/quotes/${quote['id']}/reprice`, { how: 'take' }))
  const kept = { summary: was!['summary'] as unknown, names: was!['names'] as unknown }
  expect(now.lines[0]).toMatchObject({ ...kept, price: { priceCents: was!['price'].priceCents } })
  const name = was!['names']['/variantes/0'] as string
  const problem = expect.stringContaining(`« ${name} »`) as string
  expect(now.lines[0].problem, 'what it chose by its name').toEqual(problem)
  const copy = json(await made.desk.post(`/api/quotes/${quote['id']}/duplicate`, {}))
  expect(copy.lines[0]).toMatchObject({ ...kept, price: now.lines[0].price as Loose, problem })
  expect(copy.lines[1]).toMatchObject({ problem: null, price: now.lines[1].price as Loose })
  expect(copy.totals).toBeNull()
})
