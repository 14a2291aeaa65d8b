/** What who may not see purchase prices reads of a quote's lines, and what stays of them as he saves it. */
import { expect, test } from 'vitest'
import { ADDRESS, faultsOf, json, world } from '../../testing/app.ts'
import { add } from '../../testing/people.ts'
import { CARDS, create, FLYERS, print } from '../../testing/quotes.ts'
import { signedIn } from '../../testing/signed-in.ts'
import type { Loose } from '../../testing/shop.ts'

const cards = (more: Loose = {}) => ({ ...print(CARDS), ...more })
const design = (more: Loose = {}) => ({
  ...{ area: 'free', text: 'Création graphique\ndeux propositions', quantity: 1.5, unitCents: 6000 },
  ...more,
})
const heading = (text: string) => ({ area: 'heading', text })
const quoteOf = (...lines: Loose[]) => ({ reference: 'REF', address: ADDRESS, lines })

async function shop() {
  const here = await world()
  await add(here.service, 'Ada', 'administrateur')
  await add(here.service, 'Zoé', 'vendeur')
  return { ...here, zoe: await signedIn(here, 'Zoé') }
}

test('reads none of what tells them, saves the rest, and leaves them as they were', async () => {
  const made = await shop()
  await made.service.changeSettings({ markUps: { general: { percent: '10', rounding: 'cent' }, items: [] } })
  const lines = [cards({ sale: { by: 'margin', percent: '50' } }), design({ costCents: 1234 })]
  const quote = await create(made, quoteOf(...lines))
  const read = json(await made.zoe.get(`/api/quotes/${quote.id}`))
  expect(JSON.stringify(read)).not.toMatch(/2150|1234|50\.0|"50"/)
  expect(read.lines[0]).toMatchObject({
    sale: { by: 'margin', percent: null },
    amounts: { netCents: 4300, costCents: null, profitCents: null, margin: null, underCost: null },
  })
  expect(read.amounts).toMatchObject({ netCents: 13_300, costCents: null, profitCents: null, margin: null })
  const [line, service] = read.lines
  const saved = await made.zoe.send({
    method: 'PUT',
    url: `/api/quotes/${quote.id}`,
    payload: {
      ...quoteOf(
        { ...print({ ...CARDS, quantites_multiples: [250] }), sale: line.sale, discount: '5' },
        design({ text: service.text, costCents: null, quantity: 3 }),
      ),
      version: 1,
    },
  })
  expect(saved.statusCode).toBe(200)
  const now = json(await made.desk.get(`/api/quotes/${quote.id}`))
  expect(now.lines).toMatchObject([
    { sale: { by: 'margin', percent: '50' }, discount: '5' },
    { costCents: 1234, quantity: 3 },
  ])
})

test('sends lines without ids in another order: each stays sold as it was', async () => {
  const made = await shop()
  const sales = [
    { by: 'markup', percent: '50' },
    { by: 'fixed', cents: 100 },
  ]
  const quote = await create(made, quoteOf(...sales.map((sale) => cards({ sale }))))
  const read = json(await made.zoe.get(`/api/quotes/${quote.id}`))
  const lines = read.lines.map(({ sale }: Loose) => cards({ sale })).reverse()
  const save = (version: number, all: Loose[]) =>
    made.zoe.send({
      ...{ method: 'PUT', url: `/api/quotes/${quote.id}` },
      payload: { ...quoteOf(...all), version },
    })
  const answer = await save(1, lines)
  expect(answer.statusCode).toBe(200)
  expect(json(answer).lines.map(({ id }: Loose) => id)).toEqual([quote.lines[1].id, quote.lines[0].id])
  const now = async () => json(await made.desk.get(`/api/quotes/${quote.id}`))
  expect((await now()).lines).toMatchObject([...sales].reverse().map((sale) => ({ sale })))
  expect((await now()).totals).toEqual(quote.totals)
  // One that is copied is sold as its original, also where another one comes between.
  expect((await save(2, [lines[1], lines[0], lines[1]])).statusCode).toBe(200)
  expect((await now()).lines).toMatchObject([sales[0], sales[1], sales[0]].map((sale) => ({ sale })))
})

test('of one item at two percentages each line keeps its own, a copy has its original’s, another new one is refused', async () => {
  const made = await shop()
  const sold = (percent: string, more: Loose = {}) => cards({ sale: { by: 'markup', percent }, ...more })
  const quote = await create(
    made,
    quoteOf(sold('12', { delai: 2 }), sold('50', { discount: '5' }), heading('x')),
  )
  const [one, other, title] = json(await made.zoe.get(`/api/quotes/${quote.id}`)).lines
  const save = async (version: number, ...lines: Loose[]) =>
    made.zoe.send({
      method: 'PUT',
      url: `/api/quotes/${quote.id}`,
      payload: { ...quoteOf(...lines), version },
    })
  const percents = async () =>
    json(await made.desk.get(`/api/quotes/${quote.id}`)).lines.flatMap(
      ({ sale }: Loose) => sale?.percent ?? [],
    )
  const unnamed = ({ id: _id, ...line }: Loose) => line
  // What is asked for beside the item tells them apart.
  expect((await save(1, unnamed(other), unnamed(one), title)).statusCode).toBe(200)
  expect(await percents()).toEqual(['50', '12'])
  const copy = { ...other, id: 'copy' }
  expect((await save(2, one, other, copy, title)).statusCode).toBe(200)
  expect(await percents()).toEqual(['12', '50', '50'])
  const elsewhere = { ...other, id: 'elsewhere' }
  expect((await save(3, one, other, title, elsewhere)).statusCode).toBe(200)
  expect(await percents()).toEqual(['12', '50', '50'])
  // Behind one that asks for the same but is told from it, it is none of that one's.
  expect(faultsOf(await save(4, other, one, { ...one, id: 'third', discount: '7' }, title))).toEqual([
    '/lines/2/sale/percent field_required',
  ])
  // Which of them a changed line was is a guess without its id, as it is of one that nothing tells from another.
  const more = { ...other.line, quantites_multiples: [250] }
  expect(faultsOf(await save(4, unnamed({ ...other, line: more }), title))).toEqual([
    '/lines/0/sale/percent field_required',
  ])
  expect((await save(4, { ...other, line: more }, title)).statusCode).toBe(200)
  expect(await percents()).toEqual(['50'])
})

test('of lines that nothing tells apart but what is not shown, one that comes without its id is refused', async () => {
  const made = await shop()
  const sold = (percent: string) => cards({ sale: { by: 'markup', percent } })
  const quote = await create(made, quoteOf(sold('12'), sold('50')))
  const [one, other] = json(await made.zoe.get(`/api/quotes/${quote.id}`)).lines
  const save = async (version: number, ...lines: Loose[]) =>
    made.zoe.send({
      method: 'PUT',
      url: `/api/quotes/${quote.id}`,
      payload: { ...quoteOf(...lines), version },
    })
  const { id: _id, ...unnamed } = other
  expect(faultsOf(await save(1, unnamed))).toEqual(['/lines/0/sale/percent field_required'])
  const answer = await save(1, one, other, { ...other, id: 'copy' })
  expect(answer.statusCode).toBe(200)
  const { lines } = json(await made.desk.get(`/api/quotes/${quote.id}`))
  expect(lines.map(({ sale }: Loose) => sale.percent)).toEqual(['12', '50', '50'])
  const larger = { ...other, id: 'larger', line: { ...other.line, quantites_multiples: [250] } }
  expect(faultsOf(await save(2, one, larger))).toEqual(['/lines/1/sale/percent field_required'])
})

test('null of a line with its id is what that line has, never what another one of its item has', async () => {
  const made = await shop()
  const more = { ...CARDS, quantites_multiples: [250] }
  const other = { ...print(more), sale: { by: 'margin', percent: '30' } }
  const sales = [{ by: 'markup', percent: '20' }, null, { by: 'fixed', cents: 5000 }]
  for (const sale of sales) {
    const { id } = await create(made, quoteOf(cards({ sale }), other))
    const [line, second] = json(await made.zoe.get(`/api/quotes/${id}`)).lines
    const put = (by: string) =>
      made.zoe.send({
        ...{ method: 'PUT', url: `/api/quotes/${id}` },
        payload: { ...quoteOf({ ...line, sale: { by, percent: null } }, second), version: 1 },
      })
    expect(faultsOf(await put('margin'))).toEqual(['/lines/0/sale/percent field_required'])
  }
})

test('of services each keeps its cost by its id; one without takes none that another has', async () => {
  const made = await shop()
  const costs = async (before: readonly number[], change: (lines: Loose[]) => Loose[]) => {
    const quote = await create(made, quoteOf(...before.map((costCents) => design({ costCents }))))
    const { lines } = json(await made.zoe.get(`/api/quotes/${quote.id}`))
    const payload = { ...quoteOf(...change(lines)), version: 1 }
    const saved = await made.zoe.send({ method: 'PUT', url: `/api/quotes/${quote.id}`, payload })
    expect(saved.statusCode).toBe(200)
    const now = json(await made.desk.get(`/api/quotes/${quote.id}`))
    return now.lines.map(({ costCents }: Loose) => costCents)
  }
  const unnamed = ({ id: _id, ...line }: Loose) => line
  expect(await costs([345, 777, 999], ([a, b, c]) => [c!, a!, b!])).toEqual([999, 345, 777])
  expect(await costs([345, 777, 999], ([a, , c]) => [{ ...c, id: 'new' }, a!])).toEqual([null, 345])
  // Right below one that is the same a new one is its copy.
  expect(await costs([345, 777, 999], ([a, , c]) => [a!, { ...c, id: 'new' }])).toEqual([345, 345])
  expect(await costs([345, 777], ([, b]) => [unnamed(b!)])).toEqual([null])
  expect(await costs([345, 345], ([, b]) => [unnamed(b!)])).toEqual([345])
  expect(await costs([345, 777], ([a, b]) => [a!, b!, { ...b, id: 'copy' }])).toEqual([345, 777, 777])
  expect(await costs([345], ([a]) => [{ ...unnamed(a!), quantity: 3 }])).toEqual([345])
  expect(await costs([345], ([a]) => [{ ...unnamed(a!), text: 'Pose' }])).toEqual([345])
  expect(await costs([345], ([a]) => [a!, { ...unnamed(a!), text: 'Pose' }])).toEqual([345, null])
})

test('cannot say a cost, as little as a percentage', async () => {
  const { zoe } = await shop()
  expect((await zoe.post('/api/quotes', quoteOf(design({ costCents: 5 })))).statusCode).toBe(403)
  expect((await zoe.post('/api/quotes', quoteOf(design({ costCents: null })))).statusCode).toBe(201)
})

test('is not sold at another price in silence where no line says what the percentage was', async () => {
  const made = await shop()
  const hidden = (by: string) => ({ sale: { by, percent: null } })
  const quote = await create(made, quoteOf(cards({ sale: { by: 'markup', percent: '50' } }), print(FLYERS)))
  const refused = async (answer: Promise<{ statusCode: number; body: string }>) => {
    const { statusCode, body } = await answer
    const { errors } = JSON.parse(body) as Loose
    expect(statusCode).toBe(400)
    expect(errors[0].message).toContain('prix fixe')
    return errors.map(({ path, code }: Loose) => `${path} ${code}`)
  }
  const all = quoteOf(cards(hidden('margin')), heading('x'), cards(hidden('markup')))
  for (const url of ['/api/quotes', '/api/quotes/price'])
    expect(await refused(made.zoe.post(url, all))).toEqual([
      '/lines/0/sale/percent field_required',
      '/lines/2/sale/percent field_required',
    ])
  // Lines of a quote are priced as it has them.
  const priced = await made.zoe.post('/api/quotes/price', {
    ...quoteOf(cards(hidden('markup'))),
    quoteId: quote.id,
  })
  expect(json(priced).lines[0].amounts.netCents).toBe(quote.lines[0].amounts.netCents)
  const payload = { ...quoteOf(...quote.lines), version: 1 }
  payload.lines = [
    { ...quote.lines[0], ...hidden('markup') },
    { ...quote.lines[1], ...hidden('markup') },
  ]
  const put = { method: 'PUT' as const, url: `/api/quotes/${quote.id}`, payload }
  expect(await refused(made.zoe.send(put))).toEqual(['/lines/1/sale/percent field_required'])
  expect(json(await made.desk.get(`/api/quotes/${quote.id}`)).version).toBe(1)
  // Who may see them is told the same, and says it.
  expect(faultsOf(await made.desk.post('/api/quotes', all))).toEqual([
    '/lines/0/sale/percent field_required',
    '/lines/2/sale/percent field_required',
  ])
})

test('are told apart from no cost at all by nobody, and what a service costs stays unknown', async () => {
  const made = await shop()
  const quote = await create(made, quoteOf(cards(), design()))
  const read = json(await made.zoe.get(`/api/quotes/${quote.id}`))
  expect(read.amounts).toMatchObject({ costCents: null, profitCents: null, unknownCosts: null })
  const lines = [cards(), design({ costCents: null }), design({ text: 'Pose' })]
  const payload = { ...quoteOf(...lines), version: 1 }
  await made.zoe.send({ method: 'PUT', url: `/api/quotes/${quote.id}`, payload })
  const now = json(await made.desk.get(`/api/quotes/${quote.id}`))
  expect(now.lines.slice(1)).toMatchObject([{ costCents: null }, { costCents: null }])
  expect(now.amounts.unknownCosts).toBe(2)
})

test('cannot ask for a price on them, but for a fixed one', async () => {
  const { zoe } = await shop()
  const asked = (sale: Loose) => zoe.post('/api/quotes/price', quoteOf(cards({ sale })))
  expect((await asked({ by: 'margin', percent: '0' })).statusCode).toBe(403)
  expect((await asked({ by: 'markup', percent: '0' })).statusCode).toBe(403)
  const fixed = json(await asked({ by: 'fixed', cents: 1 }))
  expect(fixed.lines[0].amounts).toMatchObject({ netCents: 1, underCost: null, profitCents: null })
})
