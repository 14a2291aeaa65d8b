/** What was sent is a fact, whatever the catalogue becomes. */
import { expect, test } from 'vitest'
import { faultsOf, json, world } from '../../testing/app.ts'
import { create, move } from '../../testing/quotes.ts'
import { shop, type Loose } from '../../testing/shop.ts'

test('a quote whose product has left the catalogue is marked, keeps what was sent, and is not ordered', async () => {
  const made = await world()
  const { id } = await create(made)
  await move(made, id, 'sent')
  const fileOf = async () => JSON.parse((await made.desk.get(`/api/quotes/${id}/file`)).body) as Loose
  const file = await fileOf()
  const bundle = shop()
  bundle.produits.shift()
  bundle.tarifs.print.shift()
  await made.service.catalogue.importBundle(bundle)
  made.service.events.emit('catalogue', { version: 0 })
  await made.service.quoteChecks.ended()
  const quote = json(await made.desk.get(`/api/quotes/${id}`))
  expect(quote.lines[0].problem).toContain('« Cartes de visite »')
  expect(quote.lines[0].price.priceCents).toBe(2150)
  expect(quote, 'what was sent is a fact').toMatchObject({
    ...{ totals: { prix_ht: 2150 }, amounts: { netCents: 2150 }, lines: [{ amounts: { netCents: 2150 } }] },
  })
  expect(await fileOf()).toEqual(file)
  expect((await made.desk.get(`/api/quotes/export/lines?format=csv`)).body).toContain(';21,50;')
  expect(faultsOf(await made.desk.post(`/api/quotes/${id}/order`, {}))).toEqual([
    '/lines/0 price_unavailable',
  ])
  await made.service.catalogue.importBundle(shop())
  made.service.events.emit('catalogue', { version: 0 })
  await made.service.quoteChecks.ended()
  expect(json(await made.desk.get(`/api/quotes/${id}`)).lines[0].problem).toBeNull()
  expect((await made.desk.post(`/api/quotes/${id}/order`, {})).statusCode).toBe(201)
})

test('a draft whose product has left the catalogue has no total in an export', async () => {
  const made = await world()
  await create(made)
  const totals = async () => {
    const { body } = await made.desk.get('/api/quotes/export?format=csv&locale=fr')
    const [head = '', row = ''] = body.replace('\uFEFF', '').split(/\r?\n/)
    return row.split(';')[head.split(';').indexOf('Total HT')]
  }
  expect(await totals()).toBe('21,50')
  const bundle = shop()
  bundle.produits.shift()
  bundle.tarifs.print.shift()
  await made.service.catalogue.importBundle(bundle)
  made.service.events.emit('catalogue', { version: 0 })
  await made.service.quoteChecks.ended()
  expect(await totals()).toBe('')
})
