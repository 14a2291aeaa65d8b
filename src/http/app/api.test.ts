/** The application API (local-api.md): its key, prices with their provenance, orders, customers, settings. */
import { describe, expect, test } from 'vitest'
import { ADDRESS, caller, faultsOf, json, KEY, world, type World } from '../../testing/app.ts'
import type { Loose } from '../../testing/shop.ts'

const CARDS = { produit: 10, quantites_multiples: [100] }
const TOTEM = { famille: 7, format: 11, support: 21, impression: 31, quantite: 1 }
const display = (line: Loose, delai: number | null = 2) => ({ area: 'display', line, delai })

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
    const partnerToken = await token('A')
    for (const [headers, code] of [
      [{}, 'authentication_required'],
      [{ authorization: `Token ${partnerToken}` }, 'authentication_required'],
      [{ authorization: 'Bearer ' }, 'authentication_required'],
      [{ authorization: 'Bearer wrong' }, 'token_invalid'],
      [{ authorization: `Bearer ${partnerToken}` }, 'token_invalid'],
      [{ cookie: 'comptoir_80=wrong', host: 'localhost:80' }, 'token_invalid'],
      [{ cookie: 'comptoir_80=%E0%A4%A', host: 'localhost:80' }, 'token_invalid'],
      [{ cookie: `comptoir_80=${KEY}`, host: 'localhost:80' }, 'token_invalid'],
      [{ cookie: `comptoir_81=${KEY}`, host: 'localhost:80' }, 'authentication_required'],
      [{ cookie: `other_comptoir_80=${KEY}`, host: 'localhost:80' }, 'authentication_required'],
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
    const [session] = cookie.split(';')
    expect((await get('/api/status', { cookie: `a=b; ${session}; c=d` })).statusCode).toBe(200)
    // One of the same name that another program of the host has set, before or after it.
    const [name] = session!.split('=')
    for (const both of [`${name}=wrong; ${session}`, `${session}; ${name}=wrong`])
      expect((await get('/api/status', { cookie: both })).statusCode).toBe(200)
    expect((await get('/?key=wrong')).headers['set-cookie']).toBeUndefined()
  })

  test('the cookie is of one port and one data folder, and the key is not in it', async () => {
    const [one, other] = [await world(), await world()]
    const opened = async ({ app }: World, host: string) =>
      String((await caller(app, { host }).get(`/?key=${KEY}`)).headers['set-cookie']).split(';')[0]!
    const session = await opened(one, 'localhost:4580')
    expect(session).toMatch(/^comptoir_4580=[\w-]{43}$/)
    expect(session).not.toContain(KEY)
    expect(await opened(one, 'localhost:4581')).toMatch(/^comptoir_4581=/)
    // Another Comptoir with the same key does not take it, nor is it a bearer.
    const status = async ({ app }: World, headers: Record<string, string>) =>
      (await caller(app, { host: 'localhost:4580', ...headers }).get('/api/status')).statusCode
    expect(await status(one, { cookie: session })).toBe(200)
    expect(await status(other, { cookie: session })).toBe(401)
    expect(await status(one, { authorization: `Bearer ${session.split('=')[1]}` })).toBe(401)
    expect(await opened(other, 'localhost:4580')).not.toBe(session)
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
    dashboard: false,
    timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    vatRate: '20',
  })
})

test('the VAT of a delivery without an address is told with the status, and the screens hear of another', async () => {
  const { desk, service } = await world()
  const told: unknown[] = []
  service.events.on('status', () => told.push('status'))
  await service.changeSettings({ quoteValidityDays: 10 })
  expect(told).toEqual([])
  await service.changeSettings({ vat: { ...service.settings.current.vat, rate: '21' } })
  expect(told).toEqual(['status'])
  expect(json(await desk.get('/api/status')).vatRate).toBe('21')
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
          costCents: null,
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
          costCents: 2365,
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
          costCents: 2129,
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
    const client = partner(await token('A'))
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

describe('orders', () => {
  test('of every customer, newest first, with their lines in words', async () => {
    const { desk, partner, token } = await world()
    const order = async (name: string, area: string, cart: Loose) =>
      partner(await token(name, { canOrder: true })).post(`/0.2/${area}/panier/validate/`, cart)
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
      ['C000001', 'print', 'A', 'one', 'Ada Martin', 2657],
    ])
    const ids = async (query: string) =>
      json(await desk.get(`/api/orders?${query}`)).map(({ id }: Loose) => id)
    expect(await ids('area=print')).toEqual([1])
    expect(await ids('search=acme')).toEqual([2])
    expect(await ids('search=C000001')).toEqual([1])
    for (const none of ['D000001', '1-a', '1abc']) expect(await ids(`search=${none}`), none).toEqual([])
    expect(await ids('status=enregistree&limit=1')).toEqual([2])
    expect(await ids('status=refusee')).toEqual([])
    expect(await ids('quote=D000001')).toEqual([])
    // The recipient by name though a company is given, without accents either way.
    await order('Édith', 'print', {
      devis: 'trois',
      adresse_livraison: { ...ADDRESS, nom: 'Lefèvre', societe: 'Cœur & Fils' },
      lignes: [CARDS],
    })
    for (const words of ['lefevre', 'LEFÈVRE', 'coeur', 'edith', 'TROIS']) {
      expect(await ids(`search=${encodeURIComponent(words)}`), words).toEqual([3])
    }
    const detail = json(await desk.get('/api/orders/1'))
    expect(detail).toMatchObject({
      area: 'print',
      customer: 'A',
      leadTimes: ['J+2'],
      lineCents: [2657],
      lineNames: ['Cartes de visite'],
      lineSummaries: [['Papier\u00a0: Recyclé 300 g']],
      transmissions: [],
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
    [{ ...CUSTOMER, name: 'x'.repeat(101) }, 400, ['/name person_name_invalid']],
    [{ ...CUSTOMER, name: 'two\nlines' }, 400, ['/name person_name_invalid']],
    [{ ...CUSTOMER, name: 'turned\u202E' }, 400, ['/name person_name_invalid']],
    [{ ...CUSTOMER, products: ['x'] }, 400, ['/products/0 field_type']],
    [{ ...CUSTOMER, name: 'Taken' }, 409, [' name_taken']],
    [{ ...CUSTOMER, name: 'TAKEN' }, 409, [' name_taken']],
  ])('%j is refused', async (customer, status, faults) => {
    const { desk, service } = await world()
    await service.customers.ensure('Taken', {})
    const response = await desk.post('/api/customers', customer)
    expect(response.statusCode).toBe(status)
    expect(faultsOf(response)).toEqual(faults)
  })

  test('customers stand in the order of their names, whatever their case; a discount is refused in words', async () => {
    const { desk } = await world()
    for (const name of ['bravo', 'Écho', 'Alpha', 'Charlie'])
      await desk.post('/api/customers', { ...CUSTOMER, name })
    const names = json(await desk.get('/api/customers')).map(({ name }: Loose) => name)
    expect(names.filter((name: string) => name !== 'Comptoir')).toEqual(['Alpha', 'bravo', 'Charlie', 'Écho'])
    const refused = await desk.post('/api/customers', { ...CUSTOMER, discount: 'x' })
    expect(json(refused).errors[0].message).toBe('Un nombre de 0 à 100 est attendu.')
  })

  test('what is missing is named', async () => {
    const { desk } = await world()
    const words = async (method: 'GET' | 'POST', url: string) =>
      json(await desk.send({ method, url, headers: { 'accept-language': 'fr' } })).detail
    expect(await words('POST', '/api/customers/99/tokens')).toBe(
      'Introuvable : le client 99 n’existe pas ou plus.',
    )
    expect(await words('GET', '/api/products/99')).toBe('Introuvable : le produit 99 n’existe pas ou plus.')
    expect(await words('GET', '/api/orders/99')).toBe(
      'Introuvable : la commande C000099 n’existe pas ou plus.',
    )
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
      [{ vat: { ...service.settings.current.vat, rate: 'x' } }, '/vat/rate value_invalid'],
      [{ corsOrigins: 'x' }, '/corsOrigins field_type'],
      [{ corsOrigins: ['https://a.example', '*'] }, '/corsOrigins/1 value_invalid'],
      [{ corsOrigins: ['null'] }, '/corsOrigins/0 value_invalid'],
      [{ corsOrigins: ['https://a.example/app'] }, '/corsOrigins/0 value_invalid'],
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
    const cart = json(await partner(await token('A')).post('/0.2/print/panier/', { lignes: [CARDS] }))
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
