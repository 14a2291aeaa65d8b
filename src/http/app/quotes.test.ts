/** Quotes at the application API: saved, listed, ordered. */
import { describe, expect, test } from 'vitest'
import { ADDRESS, faultsOf, json, world } from '../../testing/app.ts'
import type { Loose } from '../../testing/shop.ts'
import { CARDS, FLYERS, print, QUOTE, DAY, create, put, move, dearer } from '../../testing/quotes.ts'

const TOTEM = { famille: 7, format: 11, support: 21, impression: 31, quantite: 1 }

const display = (line: Loose, delai: number | null = 2) => ({ area: 'display', line, delai })

describe('quotes', () => {
  test('are saved with lines, words, prices and totals', async () => {
    const made = await world()
    const lines = [print({ ...CARDS, variantes: [402] }), print(FLYERS, null), display(TOTEM, 1)]
    const response = await made.desk.post('/api/quotes', { ...QUOTE, lines })
    expect(response.statusCode).toBe(201)
    const quote = json(response)
    expect(quote).toMatchObject({
      id: 1,
      number: 'Brouillon 1',
      revision: 1,
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
      vat: [{ rate: '20', base: 15_342, tax: 821 + 2248 }],
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

  test('a line that a customer does not see is priced once the quote is for another, or he sees it', async () => {
    const made = await world()
    const blind = await made.service.customers.ensure('Aveugle', { products: [] })
    const quote = await create(made, { ...QUOTE, customerId: blind.id })
    expect(quote.lines[0].problem).toMatch(/^Le compte « Aveugle » n’a pas accès à « \D+ » : /)
    await made.service.quoteChecks.run()
    expect(json(await made.desk.get('/api/quotes'))[0].invalid).toBe(quote.lines[0].problem)
    const change = { ...QUOTE, customerId: null }
    const other = json(await put(made, `/api/quotes/${quote.id}`, { ...change, version: 1 }))
    expect(other.lines[0]).toMatchObject({ problem: null, price: { priceCents: 2150 } })
    const again = await create(made, { ...QUOTE, customerId: blind.id })
    await made.service.customers.ensure('Aveugle', { products: null })
    const seen = await put(made, `/api/quotes/${again.id}`, { ...QUOTE, customerId: blind.id, version: 1 })
    expect(json(seen).lines[0]).toMatchObject({ problem: null, price: { priceCents: 2150 } })
  })

  test('a draft is changed; what was sent is not', async () => {
    const made = await world()
    const { id } = await create(made)
    const changed = json(
      await made.desk.send({
        method: 'PUT',
        url: `/api/quotes/${id}`,
        payload: { ...QUOTE, reference: 'NEW', lines: [print(FLYERS)], version: 1 },
      }),
    )
    expect(changed).toMatchObject({ id, reference: 'NEW', totals: { prix_ht: 1447 } })
    expect(json(await move(made, id, 'sent')).state).toBe('sent')
    const refused = await put(made, `/api/quotes/${id}`, { ...QUOTE, version: 3 })
    expect(refused.statusCode).toBe(409)
    expect(faultsOf(refused)).toEqual([' quote_state'])
    expect(json(refused).detail).toBe('Ce devis est déjà envoyé : cela n’est pas possible.')
    expect((await made.desk.send({ method: 'DELETE', url: `/api/quotes/${id}` })).statusCode).toBe(409)
    expect(json(await move(made, id, 'accepted')).state).toBe('accepted')
    for (const state of ['draft', 'sent', 'accepted', 'ordered'])
      expect((await move(made, id, state)).statusCode, state).toBe(409)
    expect((await move(made, id, 'nonsense')).statusCode).toBe(400)
    expect(json(await move(made, id, 'refused')).state).toBe('refused')
    expect((await made.desk.post(`/api/quotes/${id}/order`, {})).statusCode).toBe(409)
  })

  test('a draft is deleted, a duplicate is a new draft at today’s prices', async () => {
    const made = await world()
    const { id } = await create(made)
    await made.desk.post(`/api/quotes/${id}/order`, {})
    await dearer(made)
    const copy = await made.desk.post(`/api/quotes/${id}/duplicate`, {})
    expect(copy.statusCode).toBe(201)
    expect(json(copy)).toMatchObject({ id: 2, state: 'draft', orders: [], totals: { prix_ht: 3000 } })
    expect((await made.desk.send({ method: 'DELETE', url: '/api/quotes/2' })).statusCode).toBe(204)
    expect((await made.desk.get('/api/quotes/2')).statusCode).toBe(404)
    expect((await made.desk.get('/api/quotes/1')).statusCode).toBe(200)
  })

  test('is ordered once, at the prices that it shows, as partner orders of each area', async () => {
    const made = await world()
    const customer = await made.service.customers.ensure('Client', { discount: '10' })
    const lines = [print(CARDS), display(TOTEM, 2), display(TOTEM, 3), display({ ...TOTEM, quantite: 2 }, 2)]
    const quote = await create(made, { ...QUOTE, customerId: customer.id, lines })
    const response = await made.desk.post(`/api/quotes/${quote.id}/order`, {})
    expect(response.statusCode).toBe(201)
    expect(json(response)).toMatchObject({
      orders: [1, 2, 3],
      quote: { state: 'ordered', orders: [1, 2, 3] },
    })
    const client = made.partner(await made.token('Client'))
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
    const { number } = json(await made.desk.get(`/api/quotes/${id}`))
    expect(number).toMatch(/^D2026-[A-Z2-9]{4}-0001$/)
    expect(json(await made.desk.get('/api/orders'))[0].reference).toBe(number)
  })

  test('whose prices moved is shown before it is ordered; one that was sent keeps its prices', async () => {
    const made = await world()
    const draft = await create(made)
    const sent = await create(made)
    await move(made, sent.id, 'sent')
    await dearer(made)

    const refused = await made.desk.post(`/api/quotes/${draft.id}/order`, {})
    expect(refused.statusCode).toBe(409)
    expect(faultsOf(refused)).toEqual([' price_changed'])
    const repriced = json(await made.desk.post(`/api/quotes/${draft.id}/reprice`, { how: 'take' }))
    expect(repriced.totals.prix_ht).toBe(3000)
    expect((await made.desk.post(`/api/quotes/${draft.id}/order`, {})).statusCode).toBe(201)

    expect((await made.desk.post(`/api/quotes/${sent.id}/order`, {})).statusCode).toBe(201)
    const totals = json(await made.desk.get('/api/orders')).map((order: Loose) => order.totalHtCents)
    expect(totals).toEqual([2150, 3000])
  })

  test('needs lines and an address to be ordered', async () => {
    const made = await world()
    const { id } = await create(made, { lines: [] })
    expect(faultsOf(await made.desk.post(`/api/quotes/${id}/order`, {})).sort()).toEqual(
      ['/address/nom', '/address/adresse1', '/address/code_postal', '/address/ville']
        .map((p) => `${p} address_required`)
        .concat('/lines lines_required')
        .sort(),
    )
    expect(json(await made.desk.get(`/api/quotes/${id}`)).state).toBe('draft')
  })

  test('whose validity is over says so, and is ordered where that is confirmed', async () => {
    const made = await world()
    const { id } = await create(made, { ...QUOTE, validUntil: '2026-03-05' })
    const expired = async () => json(await made.desk.get(`/api/quotes/${id}`)).expired
    made.clock.advance(3 * DAY)
    expect(await expired()).toBe(false)
    made.clock.advance(DAY)
    expect(await expired()).toBe(true)
    expect(json(await made.desk.get('/api/quotes'))[0].expired).toBe(true)
    const refused = await made.desk.post(`/api/quotes/${id}/order`, {})
    expect(refused.statusCode).toBe(409)
    expect(faultsOf(refused)).toEqual([' quote_expired'])
    expect(json(refused).detail).toContain('5 mars 2026')
    const { quote } = json(await made.desk.post(`/api/quotes/${id}/order`, { expired: true }))
    expect(quote).toMatchObject({ state: 'ordered', expired: false })
  })

  test('are listed last changed first, found by reference, recipient, customer and number, and filtered by state', async () => {
    const made = await world()
    // The number of what is sent names the device: what is searched is no part of it.
    await put(made, '/api/device', { code: 'K7' })
    for (const reference of ['Alpha', 'Beta 100%', 'Gamma_x']) {
      await create(made, { ...QUOTE, reference, address: { ...ADDRESS, societe: `${reference} SARL` } })
      made.clock.advance(1000)
    }
    await move(made, 1, 'sent')
    const ids = async (query: string) =>
      json(await made.desk.get(`/api/quotes?${query}`)).map(({ id }: Loose) => id)
    expect(await ids('')).toEqual([1, 3, 2])
    expect(await ids('search=alpha')).toEqual([1])
    expect(await ids('search=sarl')).toEqual([1, 3, 2])
    expect(await ids('search=100%25')).toEqual([2])
    expect(await ids('search=%25')).toEqual([2])
    expect(await ids('search=a_x')).toEqual([3])
    for (const draft of ['Brouillon 2', 'draft 2']) expect(await ids(`search=${draft}`), draft).toEqual([2])
    expect(await ids('search=3'), 'a draft by its id').toEqual([3])
    expect(await ids('search=2'), 'and a number that it is in').toEqual([1, 2])

    for (const none of ['C000002', 'D000002', '2024-01', '2abc', 'D-'])
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
    ['POST', '/api/quotes', { lines: [], filesOn: '30/02/2026' }, ['/filesOn value_invalid']],
    ['PUT', '/api/quotes/99', { ...QUOTE, version: 1 }, [' not_found']],
    ['PUT', '/api/quotes/x', { ...QUOTE, version: 1 }, [' not_found']],
    ['PUT', '/api/quotes/1', QUOTE, ['/version field_required']],
    ['POST', '/api/quotes/99/reprice', { how: 'take' }, [' not_found']],
    ['GET', '/api/quotes/99/prices', undefined, [' not_found']],
    [
      'PUT',
      '/api/quotes/1/delivery',
      {},
      ['/address field_required', '/note field_required', '/version field_required'],
    ],
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

  test.each([
    ['GET', '/api/quotes/99', undefined, 'le devis 99'],
    ['POST', '/api/quotes', { lines: [], customerId: 99 }, 'le client 99'],
    ['GET', '/api/quotes/9007199254740991', undefined, 'le devis 9007199254740991'],
    ['POST', '/api/outbox/99/retry', {}, 'la transmission de la commande C000099'],
  ] as const)('%s %s %j: what is not found is named', async (method, url, payload, name) => {
    const { desk } = await world()
    const response = await desk.send({ method, url, payload: payload as Loose })
    expect(json(response)).toMatchObject({ detail: `Introuvable : ${name} n’existe pas ou plus.` })
  })
})

test('an id that no id can be is not found, wherever it is named', async () => {
  const { desk } = await world()
  const huge = '9'.repeat(20)
  const paths = [`quotes/${huge}`, `quotes/${huge}/prices`, `quotes/1/revisions/${huge}`, `orders/${huge}`]
  for (const path of [...paths, `companies/${huge}`, `products/${huge}`, 'quotes/1/revisions/x']) {
    const answer = await desk.get(`/api/${path}`)
    expect([answer.statusCode, answer.body.includes('NaN')], path).toEqual([404, false])
  }
})

describe('texts have bounds', () => {
  test.each<[string, Loose, string]>([
    ['note', { note: 'x'.repeat(20_001) }, '/note value_invalid'],
    ['reference', { reference: 'x'.repeat(201) }, '/reference value_invalid'],
    ['address', { address: { ...ADDRESS, ville: 'x'.repeat(201) } }, '/address/ville value_invalid'],
    [
      'instructions',
      { address: { ...ADDRESS, instructions: 'x'.repeat(4_001) } },
      '/address/instructions value_invalid',
    ],
    ['a character of none', { note: 'a\u0000b' }, '/note text_control'],
    ['a line of none', { lines: [{ area: 'heading', text: 'a\u0007' }] }, '/lines/0/text text_control'],
    ['two discounts', { discount: { percent: '10', cents: 500 } }, '/discount value_invalid'],
  ])('%s', async (_name, more, fault) => {
    const made = await world()
    expect(faultsOf(await made.desk.post('/api/quotes', { ...QUOTE, ...more }))).toEqual([fault])
    const quote = await create(made, { ...QUOTE, note: 'x'.repeat(20_000), reference: 'a\tb' })
    expect(quote).toMatchObject({ state: 'draft', reference: 'a\tb' })
  })
})

describe('nothing is lost', () => {
  test('a new quote whose answer was lost is made once', async () => {
    const made = await world()
    const body = { ...QUOTE, key: 'a-key-of-the-client' }
    const both = await Promise.all([made.desk.post('/api/quotes', body), made.desk.post('/api/quotes', body)])
    const again = await made.desk.post('/api/quotes', { ...body, note: 'later' })
    expect([...both, again].map((answer) => json(answer).id)).toEqual([1, 1, 1])
    expect(json(await made.desk.get('/api/quotes'))).toHaveLength(1)
  })

  test('200 lines, hostile texts: as they were sent', async () => {
    const made = await world()
    const hostile = ["'; DROP TABLE quotes; --", '<script>alert(1)</script>', '‮', 'é'.repeat(100)]
    const quote = {
      reference: hostile.join(' '),
      note: hostile.join('\n'),
      address: { ...ADDRESS, nom: hostile[2]!, instructions: hostile.join('') },
      lines: Array.from({ length: 200 }, (_, i) => print({ ...CARDS, label: `${hostile[i % 4]} ${i}` })),
    }
    const { id } = await create(made, quote)
    const saved = json(await made.desk.get(`/api/quotes/${id}`))
    expect(saved).toMatchObject({ reference: quote.reference, note: quote.note, address: quote.address })
    expect(saved.lines.map((line: Loose) => line.line)).toEqual(quote.lines.map(({ line }) => line))
    expect((await made.desk.post(`/api/quotes/${id}/order`, {})).statusCode).toBe(201)
  })
})

test('a state or an area that there is not is refused, where all would be answered else', async () => {
  const { desk } = await world()
  for (const url of ['/api/quotes?state=nope', '/api/quotes/export?state=nope', '/api/orders?area=nope'])
    expect(faultsOf(await desk.get(url))).toEqual([' value_invalid'])
})
