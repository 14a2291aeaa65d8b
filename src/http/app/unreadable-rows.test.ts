/** A store of which rows cannot be read, put back as it is: who asks reaches the others. */
import { expect, test } from 'vitest'
import { examine } from '../../service/maintenance.ts'
import { put } from '../../store/work.ts'
import { json, world, type World } from '../../testing/app.ts'
import { printCart } from '../../testing/carts.ts'
import { SHOP } from '../../testing/shop.ts'
import { create, move, QUOTE } from '../../testing/quotes.ts'

const spoil = ({ service }: World, table: string, column: string, id: number, value = '{') =>
  service.store.engine.write(() => put(`UPDATE ${table} SET ${column} = ? WHERE id = ?`, value, id))

const idsOf = (answer: { json<T>(): T }) => answer.json<{ id: number }[]>().map(({ id }) => id)
const ENGLISH = { 'accept-language': 'en' }

test('a quote that cannot be read keeps no other from the list, from its exports or from what walks over all', async () => {
  const here = await world()
  const ids = [await create(here), await create(here), await create(here)].map(({ id }) => Number(id))
  await spoil(here, 'quotes', 'lines', ids[1]!)
  const listed = await here.desk.get('/api/quotes')
  expect(listed.statusCode).toBe(200)
  expect(idsOf(listed)).toEqual([ids[2], ids[0]])
  expect(listed.headers).toMatchObject({ 'x-total-count': '3', 'x-unreadable-count': '1' })
  const rows = (await here.desk.get('/api/quotes/export?format=csv', ENGLISH)).body.trim().split('\r\n')
  expect(rows).toHaveLength(4)
  expect(rows.at(-1)).toContain('1 entry cannot be read and is missing here')
  expect((await here.desk.get('/api/quotes/export/lines?format=csv')).body).toContain(
    '1 entrée ne peut pas être lue',
  )
  const opened = await here.desk.get(`/api/quotes/${ids[1]}`, ENGLISH)
  expect(opened.statusCode).toBe(500)
  expect(json(opened)['detail']).toMatch(
    /^What was asked for is in the store, but cannot be read: it is damaged/,
  )
  expect((await here.service.store.quotes.open()).map(({ id }) => id)).toEqual([ids[2], ids[0]])
  const after = await here.service.store.quotes.openBefore(ids[2]!, 1)
  expect(after).toEqual({ quotes: [], last: ids[1] })
})

test('an order that cannot be read, likewise; nor an accepted quote the rest of the day', async () => {
  const here = await world()
  const tool = here.partner(await here.token('Zoé', { canOrder: true }))
  const order = async () =>
    json(await tool.post('/0.2/print/panier/validate/', printCart))['id'] as unknown as number
  const ids = [await order(), await order()]
  await spoil(here, 'orders', 'services', ids[0]!)
  const listed = await here.desk.get('/api/orders')
  expect(idsOf(listed)).toEqual([ids[1]])
  expect(listed.headers).toMatchObject({ 'x-total-count': '2', 'x-unreadable-count': '1' })
  const rows = (await here.desk.get('/api/orders/export?format=csv', ENGLISH)).body.trim().split('\r\n')
  expect(rows).toHaveLength(3)
  const opened = await here.desk.get(`/api/orders/${ids[0]}`)
  expect(json(opened)['detail']).toContain('ne peut pas être lu : c’est endommagé')

  const quotes = [await create(here), await create(here)].map(({ id }) => Number(id))
  for (const id of quotes) for (const state of ['sent', 'accepted']) await move(here, id, state)
  await spoil(here, 'quotes', 'lines', quotes[0]!)
  const day = await here.desk.get('/api/day')
  expect(day.statusCode).toBe(200)
})

test('a tool’s list of orders is one, whatever of an order cannot be read', async () => {
  const here = await world()
  const tool = here.partner(await here.token('Zoé', { canOrder: true }))
  const order = async () => Number(json(await tool.post('/0.2/print/panier/validate/', printCart))['id'])
  const ids = [await order(), await order()]
  await spoil(here, 'orders', 'address', ids[0]!)
  const listed = await tool.get('/0.2/print/commande/')
  const found = json(listed) as unknown as { id: number; adresse_livraison: object | null }[]
  expect(found.map(({ id }) => id).toSorted()).toEqual(ids)
  expect(found.find(({ id }) => id === ids[0])).toMatchObject({ adresse_livraison: null })
  expect(found.find(({ id }) => id === ids[1])!.adresse_livraison).toMatchObject({ ville: 'Lyon' })
})

/** What can be read, and was written by nothing of ours. */
const IMPOSSIBLE = ['abc', '', '+275760-09-13T00:00:00.001Z', '9999-99-99T00:00:00Z', 'null', '[]', '5']

test.each([
  ['quotes', 'state', ['/api/quotes', '/api/quotes/export?format=csv']],
  ['quotes', 'created_at', ['/api/quotes', '/api/quotes/export?format=csv']],
  ['quotes', 'updated_at', ['/api/quotes', '/api/quotes/export/lines?format=csv']],
  ['quotes', 'discount', ['/api/quotes', '/api/quotes/export?format=csv']],
  ['orders', 'area', ['/api/orders', '/api/orders/export?format=csv']],
  ['orders', 'created_at', ['/api/orders', '/api/orders/export?format=csv', '/api/day', '/api/dashboard']],
  ['orders', 'services', ['/api/orders', '/api/orders/export?format=csv', '/api/day', '/api/dashboard']],
  ['journal', 'actor', ['/api/journal']],
  ['journal', 'facts', ['/api/journal']],
] as const)(
  '%s.%s that nothing of ours wrote keeps no other row from its lists',
  async (table, column, lists) => {
    const here = await world()
    const tool = here.partner(await here.token('Zoé', { canOrder: true }))
    const ids = [await create(here), await create(here)].map(({ id }) => Number(id))
    await tool.post('/0.2/print/panier/validate/', printCart)
    await tool.post('/0.2/print/panier/validate/', printCart)
    for (const value of IMPOSSIBLE) {
      await spoil(here, table, column, ids[0]!, value)
      for (const list of lists) {
        const listed = await here.desk.get(list)
        expect(listed.statusCode, `${list} with ${value}`).toBe(200)
        if (list === `/api/${table}`) expect(listed.headers).toMatchObject({ 'x-unreadable-count': '1' })
        if (list.includes('format=csv')) expect(listed.body).toContain('1 entrée ne peut pas être lue')
      }
      const opened = await here.desk.get(`/api/${table}/${ids[0]}`, ENGLISH)
      if (table !== 'journal')
        expect(json(opened)['detail']).toMatch(/^What was asked for is in the store, but/)
      const tools = await tool.get('/0.2/print/commande/')
      const shown = table === 'orders' && column === 'area' ? 1 : 2
      expect(json(tools)).toHaveLength(shown)
    }
  },
)

test('a tool’s list of orders stays JSON whatever stands for an address or a line', async () => {
  const here = await world()
  const tool = here.partner(await here.token('Zoé', { canOrder: true }))
  await tool.post('/0.2/print/panier/validate/', printCart)
  for (const value of IMPOSSIBLE) {
    await spoil(here, 'orders', 'address', 1, value)
    await spoil(here, 'orders', 'vat_regime', 1, value)
    await spoil(here, 'order_lines', 'body', 1, value)
    expect(json(await tool.get('/0.2/print/commande/'))).toMatchObject([
      { id: 1, adresse_livraison: null, lignes: [{ id: 1 }, { id: 2, produit: 30 }] },
    ])
  }
})

const ORDERED = '/0.2/print/commande/'

test.each(['{}', ' {"produit":10}', '{ }'])(
  'an order with a line of %s is one, in its list and alone',
  async (body) => {
    const here = await world()
    const tool = here.partner(await here.token('Zoé', { canOrder: true }))
    await tool.post('/0.2/print/panier/validate/', printCart)
    await spoil(here, 'order_lines', 'body', 1, body)
    const line = { id: 1, ...(JSON.parse(body) as object) }
    expect(json(await tool.get(ORDERED))).toMatchObject([{ lignes: [line, { id: 2, produit: 30 }] }])
    expect(json(await tool.get(`${ORDERED}1/`))).toMatchObject({ lignes: [line, { id: 2, produit: 30 }] })
    if (body !== ' {"produit":10}')
      expect((await here.service.store.examine()).wrong).toMatchObject({ code: 'store_damaged' })
  },
)

test.each([
  ['products', '/0.2/print/produit/', '{'],
  ['products', '/0.2/print/produit/', '{}'],
  ['products', '/0.2/print/produit/', 'null'],
  ['products', '/0.2/print/produit/', '[]'],
  ['print_tariffs', '/0.2/print/produit/', '{'],
  ['families', '/0.2/display/famille/', '{'],
  ['families', '/0.2/display/famille/', '{}'],
  ['display_tariffs', '/0.2/display/famille/', 'null'],
] as const)('%s that cannot be read keep nothing else from %s: %s', async (table, path, body) => {
  const here = await world()
  const tool = here.partner(await here.token('Zoé', { canOrder: true }))
  const ids = idsOf(await tool.get(path))
  const id = ids[0]!
  await spoil(here, table, 'body', id, body)
  await here.service.store.engine.write(() => put('UPDATE catalogue SET version = version + 1'))
  await here.service.catalogue.reload()
  expect(idsOf(await tool.get(path))).toEqual(ids.slice(1))
  expect((await here.desk.get('/api/catalogue')).statusCode).toBe(200)
  expect((await tool.get('/0.2/display/format/')).statusCode).toBe(200)
  expect(json(await here.desk.get('/api/status'))).toMatchObject({ unreadableItems: 1 })
  if (path.includes('produit')) {
    const page = await tool.get(`${path}${id}/`)
    expect(page.statusCode).toBe(500)
    expect(json(page)['errors']).toMatchObject([{ path: '', code: 'internal_error' }])
  }
  const told = (await examine(here.service)).find(({ found }) => found.code === 'catalogue_unread')
  expect(told).toMatchObject({ name: 'catalogue', ok: false })
  // Loaded anew, it is there again.
  await here.service.catalogue.importBundle(SHOP)
  expect(idsOf(await tool.get(path))).toEqual(ids)
})

test.each([
  ['lines', '[null]'],
  ['lines', '[{}]'],
  ['lines', '[5]'],
  ['totals', '{}'],
  ['address', '{}'],
])('a quote whose %s are %s keeps no other from its lists', async (column, value) => {
  const here = await world()
  const ids = [await create(here), await create(here)].map(({ id }) => Number(id))
  await spoil(here, 'quotes', column, ids[0]!, value)
  const listed = await here.desk.get('/api/quotes')
  expect(idsOf(listed)).toEqual([ids[1]])
  expect(listed.headers).toMatchObject({ 'x-unreadable-count': '1' })
  for (const of of ['', '/lines'])
    expect((await here.desk.get(`/api/quotes/export${of}?format=csv`)).body).toContain(
      '1 entrée ne peut pas être lue',
    )
  expect((await here.desk.get(`/api/quotes/${ids[0]}`)).statusCode).toBe(500)
})

test.each(['150', '-5', 'x', ''])(
  'an account whose discount is %j is sold nothing, and is named',
  async (discount) => {
    const here = await world()
    const tool = here.partner(await here.token('Zoé', { canOrder: true }))
    const { id } = (await here.service.customers.byName('Zoé'))!
    const quote = await create(here, { ...QUOTE, customerId: id })
    for (const state of ['sent', 'accepted']) await move(here, Number(quote.id), state)
    await spoil(here, 'customers', 'discount', id, discount)
    await here.service.customers.reload()
    for (const path of ['panier/', 'panier/validate/']) {
      const refused = await tool.post(`/0.2/print/${path}`, printCart, ENGLISH)
      expect(refused.statusCode).toBe(500)
      expect(json(refused)['detail']).toMatch(/^The discount of Zoé in this store is none: nothing is sold/)
    }
    const ordered = await here.desk.post(`/api/quotes/${quote.id}/order`, {}, ENGLISH)
    expect(ordered.statusCode).toBeGreaterThanOrEqual(400)
    expect(json(await tool.get(ORDERED))).toEqual([])
    expect((await here.desk.get('/api/quotes')).statusCode).toBe(200)
    const told = (await examine(here.service)).find(({ found }) => found.code === 'discounts_unread')
    expect(told).toMatchObject({ ok: false, found: { names: ['Zoé'] } })
    expect((await here.service.store.examine()).wrong).toMatchObject({
      problem: `customers.discount: impossible value, id ${id}`,
      table: 'customers',
    })
    // Given anew, it is sold to again.
    await here.service.customers.update(id, { discount: '5' })
    expect((await tool.post('/0.2/print/panier/', printCart)).statusCode).toBe(200)
  },
)
