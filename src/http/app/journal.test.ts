/** Who made, sent, accepted and placed what, and what the journal is told of it and of everything that is changed. */
import { expect, test } from 'vitest'
import { acceptedCosts } from '../../store/fixtures/order-facts.ts'
import { ADDRESS, json, world } from '../../testing/app.ts'
import { add } from '../../testing/people.ts'
import { CARDS, print } from '../../testing/quotes.ts'
import { signedIn } from '../../testing/signed-in.ts'

const QUOTE = { address: ADDRESS, lines: [print(CARDS)] }

async function shop() {
  const here = await world()
  await add(here.service, 'Ada', 'administrateur')
  await add(here.service, 'Zoé')
  const { service } = here
  const begun = (await service.journal.list({ person: null }, 1, 0)).total
  /** What was noted since, the oldest first. */
  const told = async () => {
    const { total, entries } = await service.journal.list({ person: null }, 100, 0)
    return entries
      .slice(0, total - begun)
      .reverse()
      .map(({ person, by, action, facts }) => [person ?? by, action, facts])
  }
  return { ...here, told, ada: await signedIn(here, 'Ada'), zoe: await signedIn(here, 'Zoé') }
}

test('quotes say who made, sent and accepted them, orders who placed them; the journal who did what', async () => {
  const { ada, zoe, desk, told, service } = await shop()
  const made = json(await zoe.post('/api/quotes', QUOTE))
  expect(made).toMatchObject({ madeBy: 'Zoé', sentBy: null, acceptedBy: null })
  const state = (who: typeof ada, to: string) =>
    who.send({ method: 'PUT', url: `/api/quotes/${made.id}/state`, payload: { state: to } })
  expect(json(await state(zoe, 'sent'))).toMatchObject({ sentBy: 'Zoé', acceptedBy: null })
  expect(json(await state(ada, 'accepted'))).toMatchObject({
    madeBy: 'Zoé',
    sentBy: 'Zoé',
    acceptedBy: 'Ada',
  })
  const { orders, quote } = json(await ada.post(`/api/quotes/${made.id}/order`, {}))
  expect(quote).toMatchObject({ madeBy: 'Zoé', sentBy: 'Zoé', acceptedBy: 'Ada' })
  const { number } = quote
  const order = `/api/orders/${orders[0]}`
  expect(json(await zoe.get(order))).toMatchObject({ placedBy: 'Ada' })
  const copy = json(await desk.post(`/api/quotes/${made.id}/duplicate`, {}))
  expect(copy).toMatchObject({ madeBy: null, sentBy: null, acceptedBy: null })
  await zoe.send({ method: 'DELETE', url: `/api/quotes/${copy.id}` })
  await acceptedCosts(service.store, await service.orders.detail(orders[0]), [3000])
  await ada.post(`${order}/reprice`, {})
  expect(await told()).toEqual([
    ['Zoé', 'quote_made', { quote: made.id }],
    ['Zoé', 'quote_sent', { quote: made.id, number }],
    ['Ada', 'quote_accepted', { quote: made.id, number }],
    ['Ada', 'order_placed', { order: orders[0], quote: made.id, number }],
    ['key', 'quote_made', { quote: copy.id }],
    ['Zoé', 'quote_deleted', { quote: copy.id }],
    ['Ada', 'order_repriced', { order: orders[0], before: 2150, after: 3000 }],
  ])
})

test('what is refused is not told: nothing was changed', async () => {
  const { zoe, ada, told } = await shop()
  const made = json(await zoe.post('/api/quotes', QUOTE))
  await zoe.send({
    method: 'PUT',
    url: `/api/quotes/${made.id}/state`,
    payload: { state: 'sent', version: 9 },
  })
  await zoe.send({ method: 'DELETE', url: `/api/quotes/${made.id}?version=9` })
  await zoe.post(`/api/quotes/${made.id}/order`, { version: 9 })
  await ada.send({ method: 'PUT', url: '/api/settings', payload: { quoteValidityDays: -1 } })
  await ada.send({ method: 'PUT', url: '/api/settings', payload: { quoteValidityDays: 30 } })
  expect(await told()).toEqual([['Zoé', 'quote_made', { quote: made.id }]])
})

test('settings, mark-ups, customers, tokens and partners: who changed them, and no secret', async () => {
  const { ada, told, service } = await shop()
  const put = (url: string, payload: object) => ada.send({ method: 'PUT', url, payload })
  const general = { percent: '20', rounding: 'cent' }
  const own = (percent: string) => [{ area: 'print', item: 10, percent, rounding: 'ninety' }]
  await put('/api/settings', { quoteValidityDays: 45, markUps: { general, items: own('12.5') } })
  await put('/api/settings', { markUps: { general, items: own('15') } })
  const tariffs = service.store.sources.all().find(({ kind }) => kind === 'tariffs')!
  const sources = [{ source: tariffs.id, percent: '30', rounding: 'cent' }]
  await put('/api/settings', { markUps: { general, sources, items: [] } })
  const customer = { name: 'Zoé & Cie', canOrder: true, discount: '5', products: null, families: null }
  const { id } = json(await ada.post('/api/customers', customer))
  await put(`/api/customers/${id}`, { ...customer, discount: '6' })
  const token = json(await ada.post(`/api/customers/${id}/tokens`, {}))
  await ada.send({ method: 'DELETE', url: `/api/tokens/${token.id}` })
  const partner = { name: 'Nord', url: 'http://127.0.0.1:1', token: 'jeton-secret' }
  expect((await ada.post('/api/partners', partner)).statusCode).toBe(201)
  await put('/api/partners/Nord', { name: 'Sud', url: partner.url })
  await ada.send({ method: 'DELETE', url: '/api/partners/Sud' })
  const { url } = partner
  const item = { of: 'print', id: 10, name: service.catalogue.snapshot.nameOf('print', 10) }
  const entries = await told()
  expect(entries.map(([who, ...what]) => (who === 'Ada' ? what : who))).toEqual([
    ['mark_up_changed', { before: '0', roundingBefore: 'cent', after: '20', roundingAfter: 'cent' }],
    ['mark_up_changed', { ...item, after: '12.5', roundingAfter: 'ninety' }],
    ['setting_changed', { setting: 'quoteValidityDays', before: 30, after: 45 }],
    [
      'mark_up_changed',
      { ...item, before: '12.5', roundingBefore: 'ninety', after: '15', roundingAfter: 'ninety' },
    ],
    ['mark_up_changed', { of: 'tariffs', id: tariffs.id, after: '30', roundingAfter: 'cent' }],
    ['mark_up_changed', { ...item, before: '15', roundingBefore: 'ninety' }],
    ['customer_created', { name: 'Zoé & Cie' }],
    ['customer_changed', { name: 'Zoé & Cie' }],
    ['token_created', { id: token.id, customer: 'Zoé & Cie' }],
    ['token_revoked', { id: token.id }],
    ['partner_added', { name: 'Nord', url, token: 1 }],
    ['partner_changed', { name: 'Sud', url }],
    ['partner_removed', { name: 'Sud' }],
  ])
  expect(JSON.stringify(entries)).not.toContain('jeton-secret')
  expect(JSON.stringify(entries)).not.toContain(token.token)
})

test('many mark-ups of one change are told up to a hundred, and how many more there were', async () => {
  const { ada, service } = await shop()
  const items = Array.from({ length: 103 }, (_, i) => ({
    area: 'display',
    item: 1_000 + i,
    percent: '5',
    rounding: 'cent',
  }))
  const markUps = { general: { percent: '0', rounding: 'cent' }, items }
  await ada.send({ method: 'PUT', url: '/api/settings', payload: { markUps } })
  const { entries } = await service.journal.list({ person: null }, 200, 0)
  const told = entries.filter(({ action }) => action.startsWith('mark_up')).toReversed()
  expect(told).toHaveLength(101)
  // It has no name any more.
  const first = { of: 'display', id: 1_000, name: '1000', after: '5', roundingAfter: 'cent' }
  expect(told[0]).toMatchObject({ action: 'mark_up_changed', facts: first })
  expect(told.at(-1)).toMatchObject({ action: 'mark_ups_changed', facts: { count: 3 } })
})
