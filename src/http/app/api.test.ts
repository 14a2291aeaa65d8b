/** The application API (contract.md): its key, prices with their provenance, quotes, orders, customers, settings. */
import { describe, expect, test } from 'vitest'
import { ADDRESS, caller, faultsOf, json, KEY, world, type World } from '../../testing/app.ts'
import { shop, type Loose } from '../../testing/shop.ts'

const CARDS = { produit: 10, quantites_multiples: [100] }
const FLYERS = { produit: 30, quantites_multiples: [250] }
const TOTEM = { famille: 7, format: 11, support: 21, impression: 31, quantite: 1 }
const print = (line: Loose, delai: number | null = 2) => ({ area: 'print', line, delai })
const display = (line: Loose, delai: number | null = 2) => ({ area: 'display', line, delai })
const QUOTE = { reference: 'REF', address: ADDRESS, lines: [print(CARDS)] }
const DAY = 86_400_000

describe('the key', () => {
  const paths = [
    '/api/status',
    '/api/catalogue',
    '/api/quotes',
    '/api/orders',
    '/api/customers',
    '/api/tokens',
    '/api/settings',
    '/api/events',
    '/api/changes',
    '/api/products/10',
  ]

  test.each(paths)('%s is closed without it', async (url) => {
    const { app, token } = await world()
    const partnerToken = token('A')
    for (const [headers, code] of [
      [{}, 'authentication_required'],
      [{ authorization: `Token ${partnerToken}` }, 'authentication_required'],
      [{ authorization: 'Bearer ' }, 'authentication_required'],
      [{ authorization: 'Bearer wrong' }, 'token_invalid'],
      [{ authorization: `Bearer ${partnerToken}` }, 'token_invalid'],
      [{ cookie: 'comptoir_key=wrong' }, 'token_invalid'],
      [{ cookie: 'comptoir_key=%E0%A4%A' }, 'authentication_required'],
      [{ cookie: `other_comptoir_key=${KEY}` }, 'authentication_required'],
    ] as const) {
      const response = await caller(app, {}).get(url, headers as Record<string, string>)
      expect(response.statusCode, JSON.stringify(headers)).toBe(401)
      expect(faultsOf(response)).toEqual([` ${code}`])
    }
  })

  test('as a bearer or as the cookie that the printed address sets', async () => {
    const { app } = await world()
    const { get } = caller(app, {})
    expect((await get('/api/status', { authorization: `bearer ${KEY}` })).statusCode).toBe(200)
    const opened = await get(`/?key=${KEY}`)
    expect(opened.statusCode).toBe(303)
    expect(opened.headers['location']).toBe('/')
    const cookie = String(opened.headers['set-cookie'])
    expect(cookie).toContain('HttpOnly')
    expect(cookie).toContain('SameSite=Strict')
    expect((await get('/api/status', { cookie: `a=b; ${cookie.split(';')[0]}; c=d` })).statusCode).toBe(200)
    expect((await get('/?key=wrong')).headers['set-cookie']).toBeUndefined()
  })

  test('answers are never stored by a cache', async () => {
    const { desk } = await world()
    expect((await desk.get('/api/status')).headers['cache-control']).toBe('no-store')
  })
})

test('the status of a shop without an upstream', async () => {
  const { desk } = await world()
  expect(json(await desk.get('/api/status'))).toMatchObject({
    online: null,
    upstream: null,
    lastSync: null,
    products: 4,
    families: 3,
    pricePoints: 0,
    outbox: 0,
    needsAttention: 0,
  })
})

describe('prices', () => {
  test('each lead time, fastest first, firm from a tariff', async () => {
    const { desk } = await world()
    const response = await desk.post('/api/prices', { area: 'print', line: { ...CARDS, variantes: [411] } })
    expect(json(response)).toEqual({
      leadTimes: [
        {
          label: 'J+1',
          days: 1,
          delai: 1,
          status: 'unavailable',
          priceCents: null,
          low: null,
          high: null,
          observedAt: null,
          message: 'Le pelliculage mat demande deux jours.',
        },
        {
          label: 'J+2',
          days: 2,
          delai: 2,
          status: 'firm',
          priceCents: 2365,
          low: null,
          high: null,
          observedAt: null,
          message: '',
        },
        {
          label: 'J+5',
          days: 5,
          delai: 3,
          status: 'firm',
          priceCents: 2129,
          low: null,
          high: null,
          observedAt: null,
          message: '',
        },
      ],
    })
    expect(json(await desk.post('/api/prices', display(TOTEM))).leadTimes).toHaveLength(3)
  })

  test('the same faults as prix/', async () => {
    const { desk, partner, token } = await world()
    const client = partner(token('A'))
    for (const [area, line] of [
      ['print', { produit: 99, quantites_multiples: [0] }],
      ['print', {}],
      ['print', { ...CARDS, variantes: [401, 402], delai: 9 }],
      ['display', { ...TOTEM, format: 99, quantite: 'x' }],
    ] as const) {
      const api = await desk.post('/api/prices', { area, line })
      expect(api.statusCode).toBe(400)
      expect(api.body).toBe((await client.post(`/0.2/${area}/prix/`, line)).body)
    }
  })

  test.each([
    ['{}', ['/area field_required', '/line field_required']],
    ['[]', [' field_type']],
    ['{"area":"both","line":{}}', ['/area field_type']],
    ['{"area":"display","line":[]}', ['/line field_type']],
    ['', [' json_malformed']],
    ['{', [' json_malformed']],
  ])('%s is refused', async (body, faults) => {
    const { desk } = await world()
    const response = await desk.post('/api/prices', body)
    expect(response.statusCode).toBe(400)
    expect(faultsOf(response)).toEqual(faults)
  })

  test('neighbouring quantities in one request; a row that is not offered says why', async () => {
    const { desk } = await world()
    const rows = json(
      await desk.post('/api/price-matrix', {
        area: 'print',
        line: CARDS,
        quantities: [[100], [101], [250, 250]],
      }),
    ).rows
    expect(rows.map((row: Loose) => row.leadTimes.map((l: Loose) => l.priceCents))).toEqual([
      [3045, 2150, 1935],
      [],
      [null, 6480, 5832],
    ])
    expect(rows[1].message).toContain('101')
    const totems = json(
      await desk.post('/api/price-matrix', { area: 'display', line: TOTEM, quantities: [[1], [10]] }),
    ).rows
    expect(totems[1].leadTimes[2].priceCents).toBe(43_050)
    expect(json(await desk.post('/api/price-matrix', { area: 'print', line: {}, quantities: [] }))).toEqual({
      rows: [],
    })
  })
})

describe('quotes', () => {
  const create = async ({ desk }: World, quote: Loose = QUOTE) => json(await desk.post('/api/quotes', quote))

  test('are saved with lines, words, prices and totals', async () => {
    const made = await world()
    const lines = [print({ ...CARDS, variantes: [402] }), print(FLYERS, null), display(TOTEM, 1)]
    const response = await made.desk.post('/api/quotes', { ...QUOTE, lines })
    expect(response.statusCode).toBe(201)
    const quote = json(response)
    expect(quote).toMatchObject({
      id: 1,
      number: 'D000001',
      state: 'draft',
      expired: false,
      customer: 'Comptoir',
      reference: 'REF',
      validUntil: '2026-04-01',
      catalogueVersion: 1,
      indicative: false,
      orders: [],
      address: ADDRESS,
    })
    expect(
      quote.lines.map((line: Loose) => [line.name, line.leadTimeLabel, line.price.priceCents, line.problem]),
    ).toEqual([
      ['Cartes de visite', 'J+2', 2657, null],
      // the cheapest, where none was chosen
      ['Flyers A5', 'J+2', 1447, null],
      ['Totem carton', 'J+1', 11_238, null],
    ])
    expect(quote.lines[0].summary).toEqual(['Papier\u00a0: Recyclé 300 g'])
    // one order for the print lines and one for the display line, each rounded by itself: 20 % of 4104 and of 11238
    expect(quote.totals).toEqual({
      prix_ht: 15_342,
      remise_grand_compte_ht: 0,
      prix_total_ht: 15_342,
      prix_tva: 821 + 2248,
      prix_final_ttc: 18_411,
    })
    expect(json(await made.desk.get('/api/quotes/1'))).toEqual(quote)
    expect(json(await made.desk.post('/api/quotes/price', { ...QUOTE, lines })).totals).toEqual(quote.totals)
  })

  test('a line that does not fit is kept with its problem, and there is no total', async () => {
    const made = await world()
    const quote = await create(made, {
      ...QUOTE,
      lines: [print({ ...CARDS, quantites_multiples: [101] }), print(CARDS)],
    })
    expect(quote.lines[0].problem).toContain('101')
    expect(quote.totals).toBeNull()
    expect(json(await made.desk.get('/api/quotes'))[0].invalid).toContain('101')
    const refused = await made.desk.post(`/api/quotes/${quote.id}/order`, {})
    expect(refused.statusCode).toBe(400)
    expect(faultsOf(refused)).toEqual(['/lines/0 price_unavailable'])
  })

  test('a draft is changed; what was sent is not', async () => {
    const made = await world()
    const { id } = await create(made)
    const changed = json(
      await made.desk.send({
        method: 'PUT',
        url: `/api/quotes/${id}`,
        payload: { ...QUOTE, reference: 'NEW', lines: [print(FLYERS)] },
      }),
    )
    expect(changed).toMatchObject({ id, reference: 'NEW', totals: { prix_ht: 1447 } })
    const move = (state: string) =>
      made.desk.send({ method: 'PUT', url: `/api/quotes/${id}/state`, payload: { state } })
    expect(json(await move('sent')).state).toBe('sent')
    const refused = await made.desk.send({ method: 'PUT', url: `/api/quotes/${id}`, payload: QUOTE })
    expect(refused.statusCode).toBe(409)
    expect(faultsOf(refused)).toEqual([' quote_state'])
    expect((await made.desk.send({ method: 'DELETE', url: `/api/quotes/${id}` })).statusCode).toBe(409)
    expect(json(await move('accepted')).state).toBe('accepted')
    for (const state of ['draft', 'sent', 'accepted', 'ordered'])
      expect((await move(state)).statusCode, state).toBe(409)
    expect((await move('nonsense')).statusCode).toBe(400)
    expect(json(await move('refused')).state).toBe('refused')
    expect((await made.desk.post(`/api/quotes/${id}/order`, {})).statusCode).toBe(409)
  })

  test('a draft is deleted, a duplicate is a new draft at today’s prices', async () => {
    const made = await world()
    const { id } = await create(made)
    await made.desk.post(`/api/quotes/${id}/order`, {})
    const bundle = shop()
    bundle.tarifs.print[0].grille[0].prix = '3000'
    made.service.catalogue.importBundle(bundle)
    const copy = await made.desk.post(`/api/quotes/${id}/duplicate`, {})
    expect(copy.statusCode).toBe(201)
    expect(json(copy)).toMatchObject({ id: 2, state: 'draft', orders: [], totals: { prix_ht: 3000 } })
    expect((await made.desk.send({ method: 'DELETE', url: '/api/quotes/2' })).statusCode).toBe(204)
    expect((await made.desk.get('/api/quotes/2')).statusCode).toBe(404)
    expect((await made.desk.get('/api/quotes/1')).statusCode).toBe(200)
  })

  test('is ordered once, at the prices that it shows, as partner orders of each area', async () => {
    const made = await world()
    const customer = made.service.customers.ensure('Client', { discount: '10' })
    const lines = [print(CARDS), display(TOTEM, 2), display(TOTEM, 3), display({ ...TOTEM, quantite: 2 }, 2)]
    const quote = await create(made, { ...QUOTE, customerId: customer.id, lines })
    const response = await made.desk.post(`/api/quotes/${quote.id}/order`, {})
    expect(response.statusCode).toBe(201)
    expect(json(response)).toMatchObject({
      orders: [1, 2, 3],
      quote: { state: 'ordered', orders: [1, 2, 3] },
    })
    const client = made.partner(made.token('Client'))
    const [printed] = json(await client.get('/0.2/print/commande/'))
    const displayed = json(await client.get('/0.2/display/commande/'))
    expect(printed).toMatchObject({
      reference_client: 'REF',
      prix_fact_ht: 2150,
      remise_grand_compte_ht: 215,
    })
    expect(displayed.map((o: Loose) => [o.delai, o.prix_fact_ht, o.lignes.length])).toEqual([
      [3, 6825, 1],
      [2, 8190 + 13_860, 2],
    ])
    const sum = [printed, ...displayed].reduce((n, order: Loose) => n + order.prix_fact_total_ttc, 0)
    expect(sum).toBe(quote.totals.prix_final_ttc)
    const again = await made.desk.post(`/api/quotes/${quote.id}/order`, {})
    expect(again.statusCode).toBe(409)
    expect(faultsOf(again)).toEqual([' quote_state'])
    expect(json(await made.desk.get('/api/orders'))).toHaveLength(3)
  })

  test('many clicks at once make one order', async () => {
    const made = await world()
    const { id } = await create(made)
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => made.desk.post(`/api/quotes/${id}/order`, {})),
    )
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, ...Array(9).fill(409)])
    expect(json(await made.desk.get('/api/orders'))).toHaveLength(1)
  })

  test('without reference, the number of the quote is the order’s', async () => {
    const made = await world()
    const { id } = await create(made, { ...QUOTE, reference: null })
    await made.desk.post(`/api/quotes/${id}/order`, {})
    expect(json(await made.desk.get('/api/orders'))[0].reference).toBe('D000001')
  })

  test('whose prices moved is shown before it is ordered; one that was sent keeps its prices', async () => {
    const made = await world()
    const draft = await create(made)
    const sent = await create(made)
    await made.desk.send({ method: 'PUT', url: `/api/quotes/${sent.id}/state`, payload: { state: 'sent' } })
    const bundle = shop()
    bundle.tarifs.print[0].grille[0].prix = '3000'
    made.service.catalogue.importBundle(bundle)

    const refused = await made.desk.post(`/api/quotes/${draft.id}/order`, {})
    expect(refused.statusCode).toBe(409)
    expect(faultsOf(refused)).toEqual([' price_changed'])
    const saved = json(
      await made.desk.send({ method: 'PUT', url: `/api/quotes/${draft.id}`, payload: QUOTE }),
    )
    expect(saved.totals.prix_ht).toBe(3000)
    expect((await made.desk.post(`/api/quotes/${draft.id}/order`, {})).statusCode).toBe(201)

    expect((await made.desk.post(`/api/quotes/${sent.id}/order`, {})).statusCode).toBe(201)
    const totals = json(await made.desk.get('/api/orders')).map((order: Loose) => order.totalHtCents)
    expect(totals).toEqual([2150, 3000])
  })

  test('whose product has left the catalogue is marked, and not ordered', async () => {
    const made = await world()
    const { id } = await create(made)
    await made.desk.send({ method: 'PUT', url: `/api/quotes/${id}/state`, payload: { state: 'sent' } })
    const bundle = shop()
    bundle.produits.shift()
    bundle.tarifs.print.shift()
    made.service.catalogue.importBundle(bundle)
    made.service.catalogueChanged()
    const quote = json(await made.desk.get(`/api/quotes/${id}`))
    expect(quote.lines[0].problem).toContain('10')
    expect(quote.lines[0].price.priceCents).toBe(2150)
    expect(faultsOf(await made.desk.post(`/api/quotes/${id}/order`, {}))).toEqual([
      '/lines/0 price_unavailable',
    ])
    made.service.catalogue.importBundle(shop())
    made.service.catalogueChanged()
    expect(json(await made.desk.get(`/api/quotes/${id}`)).lines[0].problem).toBeNull()
    expect((await made.desk.post(`/api/quotes/${id}/order`, {})).statusCode).toBe(201)
  })

  test('needs lines and an address to be ordered', async () => {
    const made = await world()
    const { id } = await create(made, { lines: [] })
    expect(faultsOf(await made.desk.post(`/api/quotes/${id}/order`, {})).sort()).toEqual(
      ['/address/nom', '/address/adresse1', '/address/code_postal', '/address/ville']
        .map((p) => `${p} address_required`)
        .concat('/lines field_required')
        .sort(),
    )
    expect(json(await made.desk.get(`/api/quotes/${id}`)).state).toBe('draft')
  })

  test('expiry follows from the date: it never blocks an order', async () => {
    const made = await world()
    const { id } = await create(made, { ...QUOTE, validUntil: '2026-03-05' })
    const expired = async () => json(await made.desk.get(`/api/quotes/${id}`)).expired
    made.clock.advance(3 * DAY)
    expect(await expired()).toBe(false)
    made.clock.advance(DAY)
    expect(await expired()).toBe(true)
    expect(json(await made.desk.get('/api/quotes'))[0].expired).toBe(true)
    const { quote } = json(await made.desk.post(`/api/quotes/${id}/order`, {}))
    expect(quote).toMatchObject({ state: 'ordered', expired: false })
  })

  test('are listed last changed first, found by reference, recipient, customer and number, and filtered by state', async () => {
    const made = await world()
    for (const reference of ['Alpha', 'Beta 100%', 'Gamma_x']) {
      await create(made, { ...QUOTE, reference, address: { ...ADDRESS, societe: `${reference} SARL` } })
      made.clock.advance(1000)
    }
    await made.desk.send({ method: 'PUT', url: '/api/quotes/1/state', payload: { state: 'sent' } })
    const ids = async (query: string) =>
      json(await made.desk.get(`/api/quotes?${query}`)).map(({ id }: Loose) => id)
    expect(await ids('')).toEqual([1, 3, 2])
    expect(await ids('search=alpha')).toEqual([1])
    expect(await ids('search=sarl')).toEqual([1, 3, 2])
    expect(await ids('search=100%25')).toEqual([2])
    expect(await ids('search=%25')).toEqual([2])
    expect(await ids('search=a_x')).toEqual([3])
    expect(await ids('search=D000002')).toEqual([2])
    expect(await ids('search=2')).toEqual([2])
    for (const none of ['C000002', '2024-01', '2abc', 'D'])
      expect(await ids(`search=${none}`), none).toEqual([])
    expect(await ids('search=comptoir')).toEqual([1, 3, 2])
    expect(await ids('search=nothing')).toEqual([])
    expect(await ids('state=sent')).toEqual([1])
    expect(await ids('state=draft&search=beta')).toEqual([2])
    const page = await made.desk.get('/api/quotes?limit=1&offset=1')
    expect(json(page)[0].id).toBe(3)
    expect(page.headers['x-total-count']).toBe('3')
  })

  test.each([
    ['POST', '/api/quotes', '{}', ['/lines field_required']],
    [
      'POST',
      '/api/quotes',
      { lines: [{ area: 'print' }] },
      ['/lines/0/line field_required', '/lines/0/delai field_required'],
    ],
    ['POST', '/api/quotes', { lines: [{ ...display(TOTEM), delai: 'x' }] }, ['/lines/0/delai field_type']],
    [
      'POST',
      '/api/quotes',
      { lines: [], reference: 5, address: 'x' },
      ['/reference field_type', '/address field_type'],
    ],
    ['POST', '/api/quotes', { lines: [], customerId: 99 }, [' not_found']],
    ['POST', '/api/quotes', { lines: [], validUntil: 'tomorrow' }, ['/validUntil value_invalid']],
    ['POST', '/api/quotes', { lines: [], validUntil: '2026-02-30' }, ['/validUntil value_invalid']],
    ['PUT', '/api/quotes/99', QUOTE, [' not_found']],
    ['PUT', '/api/quotes/x', QUOTE, [' not_found']],
    ['PUT', '/api/quotes/1/state', {}, ['/state field_required']],
    ['PUT', '/api/quotes/1/state', { state: 5 }, ['/state field_type']],
    ['PUT', '/api/quotes/99/state', { state: 'sent' }, [' not_found']],
    ['POST', '/api/quotes/99/order', {}, [' not_found']],
    ['POST', '/api/quotes/99/duplicate', {}, [' not_found']],
    ['DELETE', '/api/quotes/99', undefined, [' not_found']],
  ] as const)('%s %s %j is refused', async (method, url, payload, faults) => {
    const made = await world()
    await create(made)
    const response = await made.desk.send({
      method,
      url,
      payload: payload as Loose,
      headers: payload === undefined ? {} : { 'content-type': 'application/json' },
    })
    expect(response.statusCode).toBe(faults[0] === ' not_found' ? 404 : 400)
    expect(faultsOf(response)).toEqual(faults)
  })
})

describe('orders', () => {
  test('of every customer, newest first, with their lines in words', async () => {
    const { desk, partner, token } = await world()
    const order = (name: string, area: string, cart: Loose) =>
      partner(token(name, { canOrder: true })).post(`/0.2/${area}/panier/validate/`, cart)
    await order('A', 'print', {
      devis: 'one',
      adresse_livraison: ADDRESS,
      lignes: [{ ...CARDS, variantes: [402] }],
    })
    await order('B', 'display', {
      devis: 'two',
      adresse_livraison: { ...ADDRESS, societe: 'ACME' },
      lignes: [TOTEM],
    })
    const orders = json(await desk.get('/api/orders'))
    expect(
      orders.map((o: Loose) => [o.number, o.area, o.customer, o.reference, o.recipient, o.totalHtCents]),
    ).toEqual([
      ['C000002', 'display', 'B', 'two', 'ACME', 6825],
      ['C000001', 'print', 'A', 'one', 'Martin', 2657],
    ])
    const ids = async (query: string) =>
      json(await desk.get(`/api/orders?${query}`)).map(({ id }: Loose) => id)
    expect(await ids('area=print')).toEqual([1])
    expect(await ids('search=acme')).toEqual([2])
    expect(await ids('search=C000001')).toEqual([1])
    for (const none of ['D000001', '1-a', '1abc']) expect(await ids(`search=${none}`), none).toEqual([])
    expect(await ids('status=enregistree&limit=1')).toEqual([2])
    expect(await ids('status=refusee')).toEqual([])
    const detail = json(await desk.get('/api/orders/1'))
    expect(detail).toMatchObject({
      area: 'print',
      customer: 'A',
      leadTimes: ['J+2'],
      lineCents: [2657],
      lineNames: ['Cartes de visite'],
      lineSummaries: [['Papier\u00a0: Recyclé 300 g']],
      outbox: null,
      order: { id: 1, reference_client: 'one' },
    })
    expect((await desk.get('/api/orders/99')).statusCode).toBe(404)
    expect((await desk.get('/api/orders/x')).statusCode).toBe(404)
  })
})

describe('customers, tokens and settings', () => {
  const CUSTOMER = { name: 'A', canOrder: true, discount: '5', products: null, families: [7] }

  test('a customer is made, changed and given a token, shown once and revoked', async () => {
    const { desk, partner } = await world()
    const made = await desk.post('/api/customers', CUSTOMER)
    expect(made.statusCode).toBe(201)
    const { id } = json(made)
    const created = await desk.post(`/api/customers/${id}/tokens`, {})
    expect(created.statusCode).toBe(201)
    const client = partner(json(created).token)
    expect(json(await client.get('/0.2/display/famille/'))).toHaveLength(1)
    await desk.send({ method: 'PUT', url: `/api/customers/${id}`, payload: { ...CUSTOMER, families: null } })
    expect(json(await client.get('/0.2/display/famille/'))).toHaveLength(3)
    const [token] = json(await desk.get('/api/tokens'))
    expect(token).toMatchObject({ customer: 'A', revokedAt: null })
    expect(JSON.stringify(token)).not.toContain(json(created).token)
    const revoke = () => desk.send({ method: 'DELETE', url: `/api/tokens/${token.id}` })
    expect((await revoke()).statusCode).toBe(204)
    expect((await revoke()).statusCode).toBe(404)
    expect((await client.get('/0.2/display/famille/')).statusCode).toBe(401)
  })

  test.each([
    [{ ...CUSTOMER, discount: '101' }, 400, ['/discount value_invalid']],
    [{ ...CUSTOMER, discount: '-1' }, 400, ['/discount value_invalid']],
    [{ ...CUSTOMER, discount: 5 }, 400, ['/discount field_type']],
    [{ ...CUSTOMER, name: ' ' }, 400, ['/name field_required']],
    [{ ...CUSTOMER, products: ['x'] }, 400, ['/products/0 field_type']],
    [{ ...CUSTOMER, name: 'Taken' }, 409, [' name_taken']],
  ])('%j is refused', async (customer, status, faults) => {
    const { desk, service } = await world()
    service.customers.ensure('Taken', {})
    const response = await desk.post('/api/customers', customer)
    expect(response.statusCode).toBe(status)
    expect(faultsOf(response)).toEqual(faults)
  })

  test('settings are changed one by one and kept', async () => {
    const { desk, service } = await world()
    const headers = { 'content-type': 'application/json' }
    const put = (payload: Loose) => desk.send({ method: 'PUT', url: '/api/settings', headers, payload })
    expect(json(await put({ quoteValidityDays: 10 })).quoteValidityDays).toBe(10)
    service.settings.reload()
    expect(json(await desk.get('/api/settings')).quoteValidityDays).toBe(10)
    for (const [payload, fault] of [
      [{ quoteValidityDays: 0 }, '/quoteValidityDays value_invalid'],
      [{ quoteValidityDays: '5' }, '/quoteValidityDays field_type'],
      [{ vat: { ...service.settings.current.vat, rate: 'x' } }, '/vat value_invalid'],
      [{ corsOrigins: 'x' }, '/corsOrigins field_type'],
      ['null', ' field_type'],
      ['[1]', ' field_type'],
    ] as const) {
      const response = await put(payload)
      expect(response.statusCode).toBe(400)
      expect(faultsOf(response)).toEqual([fault])
    }
    expect(json(await put({ unknown: 1, quoteValidityDays: 11 }))).not.toHaveProperty('unknown')
    expect(json(await desk.get('/api/settings')).quoteValidityDays).toBe(11)
  })

  test('the VAT table of the settings decides from the next cart on', async () => {
    const { desk, service, partner, token } = await world()
    const vat = { ...service.settings.current.vat, rate: '10' }
    await desk.send({ method: 'PUT', url: '/api/settings', payload: { vat } })
    const cart = json(await partner(token('A')).post('/0.2/print/panier/', { lignes: [CARDS] }))
    expect(cart.prix_tva).toBe(215)
  })
})

test('the catalogue at a glance, and one product or family with a line to start from', async () => {
  const { desk } = await world()
  const { entries } = json(await desk.get('/api/catalogue'))
  expect(
    entries.map((e: Loose) => [e.area, e.id, e.quantityMin, e.fastestDays, e.fromCents !== null]),
  ).toEqual([
    ['print', 10, 100, 1, true],
    ['print', 20, 1, 2, true],
    ['print', 30, 50, 1, true],
    ['print', 50, 1, 2, false],
    ['display', 7, 1, 1, true],
    ['display', 8, 10, 2, true],
    ['display', 9, 1, null, false],
  ])
  // the cheapest lead time: 965 cents for the smallest quantity of flyers, which have no option
  expect(entries[2]).toMatchObject({ fromCents: 965, fromQuantity: 50 })
  const product = json(await desk.get('/api/products/20'))
  expect(product).toMatchObject({
    mainLeadTime: 2,
    surface: { width: 44, height: 45, divisor: '1000', minimum: '0.5' },
  })
  expect((await desk.post('/api/prices', { area: 'print', line: product.defaultLine })).statusCode).toBe(200)
  const family = json(await desk.get('/api/families/7'))
  expect((await desk.post('/api/prices', { area: 'display', line: family.defaultLine })).statusCode).toBe(200)
  expect((await desk.get('/api/products/99')).statusCode).toBe(404)
  expect((await desk.get('/api/families/x')).statusCode).toBe(404)
})
