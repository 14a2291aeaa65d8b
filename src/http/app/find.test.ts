/** One search over quotes, orders and customers, as the palette asks it. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold } from '../../domain/shared/fold.ts'
import { ADDRESS, json, world, type World } from '../../testing/app.ts'
import { openStored } from '../../testing/stored.ts'
import { TOTEM } from '../../testing/carts.ts'
import { CARDS, create, move, print, QUOTE } from '../../testing/quotes.ts'

const find = async ({ desk }: World, text: string) => {
  const answer = await desk.get(`/api/search?q=${encodeURIComponent(text)}`)
  expect(answer.statusCode, text).toBe(200)
  return json(answer)
}
const ids = (list: { id: number }[]) => list.map(({ id }) => id)

const company = async ({ desk }: World, name: string, ville: string) => {
  const address = { ...ADDRESS, societe: name, ville }
  const body = { name, addresses: [{ label: 'Siège', isDefault: true, address }] }
  const answer = await desk.post('/api/companies', body)
  expect(answer.statusCode).toBe(201)
  return json(answer).id as number
}

test('each kind is found by number, name, town and reference, in any order of words, without case and accents', async () => {
  const made = await world()
  const bakery = await company(made, 'Boulangerie Pâtissière', 'Quimper')
  const address = { ...ADDRESS, nom: 'Lefèvre', societe: '', ville: 'Concarneau' }
  const { id } = await create(made, { ...QUOTE, reference: 'Carte été', address })
  await create(made, { ...QUOTE, reference: 'Autre' })
  for (const text of ['lefevre', 'CONCARNEAU', 'ete concarneau', 'Carte Lefèvre', 'brouillon 1'])
    expect(ids((await find(made, text)).quotes), text).toEqual([id])
  const { orders } = json(await made.desk.post(`/api/quotes/${id}/order`, {}))
  const { number } = json(await made.desk.get(`/api/quotes/${id}`))
  for (const text of ['C1x', 'lefevre quimper'])
    expect(await find(made, text), text).toMatchObject({ quotes: [], orders: [] })
  for (const text of [number, number.toLowerCase(), 'concarneau lefevre'])
    expect(await find(made, text), text).toMatchObject({
      quotes: [{ id, number, reference: 'Carte été', recipient: 'Ada Lefèvre', state: 'ordered' }],
      orders: [{ id: orders[0], number: 'C000001', reference: 'Carte été', recipient: 'Ada Lefèvre' }],
    })
  expect(ids((await find(made, 'C000001')).orders)).toEqual([orders[0]])
  const plain = number.replaceAll('-', '')
  expect(await find(made, plain)).toMatchObject({ quotes: [{ id }], orders: [{ id: orders[0] }] })
  expect(ids(json(await made.desk.get(`/api/orders?search=${plain}`)))).toEqual([orders[0]])
  for (const text of ['patissiere', 'quimper', 'quim boul'])
    expect((await find(made, text)).companies, text).toMatchObject([{ id: bakery, town: 'Quimper' }])
})

test('an apostrophe is as good as another, or none', async () => {
  const made = await world()
  const address = { ...ADDRESS, nom: 'O’Brien', societe: '', ville: "L'Isle" }
  const { id } = await create(made, { ...QUOTE, address })
  const listed = async (text: string) =>
    ids((await made.desk.get(`/api/quotes?search=${encodeURIComponent(text)}`)).json<{ id: number }[]>())
  for (const text of ['obrien', "O'Brien", 'O’Brien', 'l’isle', 'lisle']) {
    expect(ids((await find(made, text)).quotes), text).toEqual([id])
    expect(await listed(text), text).toEqual([id])
  }
  expect(await find(made, "' ’")).toMatchObject({ quotes: [], orders: [] })
})

test('an order is found by the name of its customer as it is written, and in the lists by words in any order', async () => {
  const made = await world()
  const names = [
    'Agence n°7',
    'Dupont & Fils',
    'Saint-Étienne Métropole',
    "L’Atelier d'Éva",
    'A.B.C. Conseil',
  ]
  const more = ["O'Brien / Söhne", 'Café (Le Grand)']
  for (const name of [...names, ...more]) {
    const address = { ...ADDRESS, societe: '', nom: 'Durand', ville: 'Monaco' }
    const companyId = await company(made, name, 'Nice')
    const { id } = await create(made, { ...QUOTE, reference: '', address, companyId })
    const [order] = json(await made.desk.post(`/api/quotes/${id}/order`, {})).orders as number[]
    const listed = async (list: string, text: string) =>
      ids(
        json(await made.desk.get(`/api/${list}?search=${encodeURIComponent(text)}`)) as unknown as {
          id: number
        }[],
      )
    for (const text of [name, name.toUpperCase(), name.split(' ').reverse().join('  ')]) {
      const { orders } = await find(made, text)
      expect(orders, text).toMatchObject([{ id: order, recipient: name }])
      expect(await listed('orders', text), text).toEqual([order])
      expect(await listed('quotes', text), text).toEqual([id])
    }
    expect(await listed('orders', 'monaco durand')).toContain(order)
    expect(await listed('orders', `${name} Lille`)).toEqual([])
  }
  expect(json(await made.desk.get('/api/orders'))).toMatchObject([
    { company: 'Café (Le Grand)' },
    {},
    {},
    {},
    {},
    {},
    {},
  ])
})

test('the number that is meant comes first, then what changed last; of each kind five', async () => {
  const made = await world()
  const quotes = []
  for (let i = 0; i < 7; i++) quotes.push((await create(made, { ...QUOTE, reference: `Lot 3 ${i}` })).id)
  expect(ids((await find(made, 'lot')).quotes)).toEqual(quotes.toReversed().slice(0, 5))
  // The draft 3 is called so; the others have it in what they are called.
  expect(ids((await find(made, '3 ')).quotes)).toEqual([])
  expect(ids((await find(made, 'brouillon 3')).quotes)).toEqual([3])
})

test('a name with an error finds the customer whose name it resembles, and his quotes', async () => {
  const made = await world()
  const id = await company(made, 'Imprimeurs du Finistère', 'Brest')
  const quote = await create(made, { ...QUOTE, companyId: id })
  await create(made)
  expect(await find(made, 'imprimuers')).toMatchObject({
    companies: [{ id, near: true }],
    quotes: [{ id: quote.id, recipient: 'Imprimeurs du Finistère' }],
    orders: [],
  })
  expect((await find(made, 'zzzzzz')).companies).toEqual([])
})

test('a quote is found by its town, also once it was sent and has a number', async () => {
  const made = await world()
  const { id } = await create(made, { ...QUOTE, address: { ...ADDRESS, ville: 'Douarnenez' } })
  expect(ids((await find(made, 'douarnenez')).quotes)).toEqual([id])
  await move(made, id, 'sent')
  expect(ids((await find(made, 'douarnenez')).quotes)).toEqual([id])
})

test('an order is found by its postal code and by what was sold with it, also once another order has that', async () => {
  const made = await world()
  const free = (text: string) => ({ area: 'free', text, quantity: 1, unitCents: 4000 })
  const display = { area: 'display', line: TOTEM, delai: null }
  const address = { ...ADDRESS, code_postal: '29 900', ville: 'Concarneau' }
  const lines = [print(CARDS), display, free('Création graphique'), free('Pose')]
  const { id } = await create(made, { ...QUOTE, address, lines })
  const { orders } = json(await made.desk.post(`/api/quotes/${id}/order`, {}))
  const [first, second] = orders as [number, number]
  const listed = async (text: string) =>
    ids(json(await made.desk.get(`/api/orders?search=${encodeURIComponent(text)}`)) as never)
  for (const text of ['29900', '29 900', 'concarneau 29'])
    expect(await listed(text), text).toEqual([second, first])
  for (const text of ['creation', 'POSE', 'martin graphique']) {
    expect(await listed(text), text).toEqual([first])
    expect(ids((await find(made, text)).orders), text).toEqual([first])
  }
  expect(ids((await find(made, '29 900')).quotes)).toEqual([id])
  const ending = { reason: 'Autrement', keepServices: true }
  expect((await made.desk.post(`/api/orders/${first}/cancel`, ending)).statusCode).toBe(200)
  expect(await listed('creation graphique pose')).toContain(second)
})

test('what is collected is not found by the postal code of the shop', async () => {
  const made = await world()
  const issuer = { name: 'Imprimerie', address1: '1 quai', postalCode: '13001', town: 'Marseille' }
  const letterhead = json(await made.desk.get('/api/letterhead'))
  const payload = { issuer: { ...(letterhead as unknown as { issuer: object }).issuer, ...issuer } }
  await made.desk.send({ method: 'PUT', url: '/api/letterhead', payload })
  const { id } = await create(made, { ...QUOTE, collected: true })
  await made.desk.post(`/api/quotes/${id}/order`, {})
  expect(await find(made, '13001')).toMatchObject({ quotes: [], orders: [] })
})

test('whatever is typed is answered', async () => {
  const made = await world()
  await create(made)
  for (const text of [
    '',
    ' ',
    'a',
    '%',
    '"',
    "'; --",
    '\\',
    '-',
    '../',
    'C',
    'D2026-',
    '1'.repeat(400),
    'é '.repeat(500),
  ])
    await find(made, text)
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      async (text) => void (await find(made, text)),
    ),
    { numRuns: 60 },
  )
  expect((await made.desk.get('/api/search')).statusCode).toBe(200)
  expect((await made.desk.get('/api/search?q=a&q=b')).statusCode).toBe(200)
})

test('quotes that an earlier program wrote are found by their towns', async () => {
  const { service, ask } = await openStored('shop-of-bundle')
  const { db } = service.store.sqlite
  const [{ id, town } = { id: 0, town: '' }] = db
    .prepare<[], { id: number; town: string }>(
      `SELECT id, address ->> 'ville' AS town FROM quotes WHERE address ->> 'ville' <> '' ORDER BY id LIMIT 1`,
    )
    .all()
  expect(town).not.toBe('')
  const asked = { token: null, status: 200, answer: null }
  const found = (await ask({ ...asked, url: `/api/search?q=${encodeURIComponent(town)}` })).json()
  expect(found.quotes.length).toBeGreaterThan(0)
  expect(db.prepare('SELECT text FROM quote_texts WHERE quote_id = ?').pluck().get(id)).toContain(fold(town))
})
