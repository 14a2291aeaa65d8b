/** What stands in the way of a quote, and its VAT, at the application API (docs/quotes.md). */
import { describe, expect, test } from 'vitest'
import { ADDRESS, faultsOf, json, world, type World } from '../../testing/app.ts'
import type { Loose } from '../../testing/shop.ts'
import { CARDS, print, QUOTE, create, move } from '../../testing/quotes.ts'

describe('what cannot be sent or ordered says what is missing', () => {
  const obstacles = (quote: Loose) =>
    quote.obstacles.map(({ path, code, stops }: Loose) => `${path} ${code} ${stops}`)

  test('nothing is missing of a whole quote', async () => {
    expect((await create(await world())).obstacles).toEqual([])
  })

  test.each([
    ['no line', { ...QUOTE, lines: [] }, ['/lines lines_required both']],
    [
      'a line that does not fit',
      { ...QUOTE, lines: [print(CARDS), print({ ...CARDS, quantites_multiples: [101] })] },
      ['/lines/1 price_unavailable both'],
    ],
    [
      'a lead time without a price',
      { ...QUOTE, lines: [print(CARDS, 99)] },
      ['/lines/0 price_unavailable both'],
    ],
    [
      'no address',
      { ...QUOTE, address: {} },
      ['nom', 'adresse1', 'code_postal', 'ville'].map((f) => `/address/${f} address_required order`),
    ],
    [
      'an address that cannot be',
      { ...QUOTE, address: { ...ADDRESS, pays: 'Frence', email: 'ada@' } },
      ['/address/pays country_unknown both', '/address/email email_invalid both'],
    ],
    [
      'a French postal code of letters',
      { ...QUOTE, address: { ...ADDRESS, pays: '', code_postal: 'ABC' } },
      ['/address/code_postal postal_code_invalid both'],
    ],
    [
      'an overseas department with a postal code of another',
      { ...QUOTE, address: { ...ADDRESS, pays: 'Martinique', code_postal: '75001' } },
      ['/address/code_postal postal_code_elsewhere both'],
    ],
    ['a validity that is over', { ...QUOTE, validUntil: '2026-03-01' }, ['/validUntil validity_over send']],
  ])('%s', async (_name, quote, expected) => {
    const made = await world()
    const saved = await create(made, quote)
    expect(obstacles(saved)).toEqual(expected)
    const stopping = (other: string) =>
      expected.filter((each) => !each.endsWith(other)).map((each) => each.replace(/ \w+$/, ''))
    const sending = await move(made, saved.id, 'sent')
    expect(sending.statusCode).toBe(stopping('order').length > 0 ? 400 : 200)
    if (sending.statusCode === 400) expect(faultsOf(sending)).toEqual(stopping('order'))
    const ordering = await made.desk.post(`/api/quotes/${saved.id}/order`, { expired: true })
    expect(ordering.statusCode).toBe(stopping('send').length > 0 ? 400 : 201)
    if (ordering.statusCode === 400) expect(faultsOf(ordering)).toEqual(stopping('send'))
  })

  test('messages are in the reader’s language, and a misspelt country is asked about', async () => {
    const made = await world()
    const { id } = await create(made, { ...QUOTE, address: { ...ADDRESS, pays: 'Frence' } })
    const message = async (language: string) =>
      json(await made.desk.get(`/api/quotes/${id}`, { 'accept-language': language })).obstacles[0].message
    expect(await message('fr')).toBe('Pays non reconnu. Vouliez-vous dire France ?')
    expect(await message('en')).toBe('Unknown country. Did you mean France?')
  })

  test('a refused or ordered quote has none: it is copied', async () => {
    const made = await world()
    const { id } = await create(made, { ...QUOTE, address: {} })
    expect(json(await move(made, id, 'refused')).obstacles).toEqual([])
    expect(json(await made.desk.post(`/api/quotes/${id}/duplicate`, {})).state).toBe('draft')
  })
})

describe('VAT of a quote', () => {
  test.each([
    ['France', '75001', '20', 'country'],
    ['FRA', '75001', '20', 'country'],
    ['fr', '75001', '20', 'country'],
    ['', '75001', '20', 'country'],
    ['France', '97110', '8.5', 'postal_code'],
    ['Guadeloupe', '97110', '8.5', 'postal_code'],
    ['Guyane', '', '0', 'postal_code'],
    ['Corse', '20000', '20', 'country'],
    ['Allemagne', '10115', '0', 'elsewhere'],
    ['Germany', '10115', '0', 'elsewhere'],
    ['Frence', '75001', '0', 'country_unknown'],
  ])('to %j %s: %s %%, because of %s', async (pays, code_postal, rate, reason) => {
    const made = await world()
    const quote = await create(made, { ...QUOTE, address: { ...ADDRESS, pays, code_postal } })
    expect(quote.vat).toEqual({ rate, reason })
    expect(quote.totals.prix_tva).toBe(Math.round((2150 * Number(rate)) / 100))
  })

  test('the order’s country is the table’s, so that the partner API sees the same rate', async () => {
    const made = await world()
    const { id } = await create(made, { ...QUOTE, address: { ...ADDRESS, pays: 'FRA' } })
    const [order] = json(await made.desk.post(`/api/quotes/${id}/order`, {})).orders
    const { order: placed } = json(await made.desk.get(`/api/orders/${order}`))
    expect(placed).toMatchObject({ prix_fact_total_tva: 430, adresse_livraison: { pays: 'France' } })
  })
})

describe('VAT of totals', () => {
  const OVERSEAS = { ...QUOTE, address: { ...ADDRESS, pays: '', code_postal: '97110' } }
  const VAT = [{ rate: '8.5', base: 2150, tax: 183 }]
  const table = (made: World, change: Loose) =>
    made.service.changeSettings({ vat: { ...made.service.settings.current.vat, ...change } })
  const order = async (made: World, id: number) => json(await made.desk.get(`/api/orders/${id}`))

  test('is told with its rate, of the quote and of its order, and stays when the table changes', async () => {
    const made = await world()
    const quote = await create(made, OVERSEAS)
    expect(quote.totals.vat).toEqual(VAT)
    const preview = json(await made.desk.post('/api/quotes/price', OVERSEAS))
    expect(preview.totals.vat).toEqual(VAT)
    await move(made, quote.id, 'sent')
    const { orders } = json(await made.desk.post(`/api/quotes/${quote.id}/order`, {}))
    await table(made, { exceptions: [{ postalPrefix: '971', rate: '9' }] })
    expect((await order(made, orders[0])).vat).toEqual(VAT)
    expect(json(await made.desk.get(`/api/quotes/${quote.id}`)).totals.vat).toEqual(VAT)
    expect(json(await made.desk.get(`/api/quotes/${quote.id}/prices`)).totals.vat).toEqual(VAT)
  })

  test.each([
    ['as it is', {}],
    ['changed since', { exceptions: [{ postalPrefix: '971', rate: '9' }] }],
  ])(
    'that was not kept is worked out, with the table %s; nothing else is said to have moved',
    async (_what, change) => {
      const made = await world()
      const { id } = await create(made, OVERSEAS)
      const ordered = await create(made, OVERSEAS)
      const { orders } = json(await made.desk.post(`/api/quotes/${ordered.id}/order`, {}))
      const { db } = made.service.store.sqlite
      db.exec("UPDATE quotes SET totals = json_remove(totals, '$.vat'); UPDATE orders SET vat_rate = NULL")
      if (Object.keys(change).length === 0) {
        expect(json(await made.desk.get(`/api/quotes/${id}/prices`)).moved).toBe(false)
      }
      await table(made, change)
      for (const quote of [id, ordered.id])
        expect(json(await made.desk.get(`/api/quotes/${quote}`)).totals.vat).toEqual(VAT)
      expect((await order(made, orders[0])).vat).toEqual(VAT)
    },
  )

  test('is not in the partner API, whose answers have the fields of its document alone', async () => {
    const made = await world()
    const client = made.partner(await made.token('Client', { canOrder: true }))
    const cart = { adresse_livraison: ADDRESS, lignes: [{ ...CARDS, delai: 2 }] }
    const amounts = ['prix_ht', 'remise_grand_compte_ht', 'prix_total_ht', 'prix_tva', 'prix_final_ttc']
    expect(Object.keys(json(await client.post('/0.2/print/panier/', cart)))).toEqual([
      ...['devis', ...amounts, 'lignes', 'adresse_livraison'],
    ])
    const placed = json(await client.post('/0.2/print/panier/validate/', cart))
    expect(Object.keys(placed)).toEqual(Object.keys((await order(made, placed.id)).order))
    expect(placed).not.toHaveProperty('vat')
  })
})
