/** What changes a quote at the application API: today’s prices, another counter, and what was sent (docs/quotes.md). */
import { describe, expect, test } from 'vitest'
import { ADDRESS, faultsOf, json, world, type World } from '../../testing/app.ts'
import { shop, type Loose } from '../../testing/shop.ts'
import { CARDS, FLYERS, print, QUOTE, DAY, create, put, move, dearer } from '../../testing/quotes.ts'

describe('a draft whose prices moved', () => {
  test('keeps what it shows until today’s prices are taken; the difference is told line by line', async () => {
    const made = await world()
    const { id } = await create(made, { ...QUOTE, lines: [print(CARDS), print(FLYERS)] })
    const prices = async () => json(await made.desk.get(`/api/quotes/${id}/prices`))
    expect(await prices()).toMatchObject({ moved: false, lines: [null, null], totals: { prix_ht: 3597 } })
    await dearer(made)
    expect(await prices()).toMatchObject({
      version: 1,
      moved: true,
      lines: [{ priceCents: 3000, status: 'firm' }, null],
      totals: { prix_ht: 4447 },
    })
    const { lines } = json(await made.desk.get(`/api/quotes/${id}`))
    const kept = json(await put(made, `/api/quotes/${id}`, { ...QUOTE, note: 'new', lines, version: 1 }))
    expect(kept.lines.map((line: Loose) => line.price.priceCents)).toEqual([2150, 1447])
    expect(kept.totals.prix_ht).toBe(3597)
    const repriced = json(await made.desk.post(`/api/quotes/${id}/reprice`, { how: 'take', version: 2 }))
    expect(repriced).toMatchObject({ version: 3, note: 'new', totals: { prix_ht: 4447 } })
    expect(await prices()).toMatchObject({ moved: false, lines: [null, null] })
  })

  test('a line that is changed or added is priced today, one of the same as is there already, too', async () => {
    const made = await world()
    const { id, lines } = await create(made)
    await dearer(made)
    const changed = await put(made, `/api/quotes/${id}`, {
      ...QUOTE,
      lines: [lines[0], lines[0], print({ ...CARDS, label: 'B' })],
      version: 1,
    })
    expect(json(changed).lines.map((line: Loose) => line.price.priceCents)).toEqual([2150, 3000, 3000])
  })

  test('is neither sent nor ordered at the old ones', async () => {
    const made = await world()
    const { id } = await create(made)
    await dearer(made)
    for (const refused of [
      await move(made, id, 'sent'),
      await made.desk.post(`/api/quotes/${id}/order`, {}),
    ]) {
      expect(refused.statusCode).toBe(409)
      expect(faultsOf(refused)).toEqual([' price_changed'])
    }
    await made.desk.post(`/api/quotes/${id}/reprice`, { how: 'take' })
    expect(json(await move(made, id, 'sent'))).toMatchObject({ state: 'sent', totals: { prix_ht: 3000 } })
  })

  test('a discount that changed moves the total of a draft, and keeps what was sent from being ordered', async () => {
    const made = await world()
    const customer = await made.service.customers.ensure('Client', { discount: '10' })
    const draft = await create(made, { ...QUOTE, customerId: customer.id })
    const sent = await create(made, { ...QUOTE, customerId: customer.id })
    await move(made, sent.id, 'sent')
    await made.service.customers.ensure('Client', { discount: '5' })
    const compared = json(await made.desk.get(`/api/quotes/${draft.id}/prices`))
    expect(compared).toMatchObject({ moved: true, lines: [null] })
    expect(faultsOf(await made.desk.post(`/api/quotes/${draft.id}/order`, {}))).toEqual([' price_changed'])
    expect(faultsOf(await made.desk.post(`/api/quotes/${sent.id}/order`, {}))).toEqual([' totals_changed'])
    expect(json(await made.desk.get(`/api/quotes/${sent.id}`)).totals).toEqual(draft.totals)
  })

  test('what was sent is not compared: its prices are a fact', async () => {
    const made = await world()
    const { id } = await create(made)
    await move(made, id, 'sent')
    await dearer(made)
    expect(json(await made.desk.get(`/api/quotes/${id}/prices`))).toMatchObject({ moved: false })
    expect(faultsOf(await made.desk.post(`/api/quotes/${id}/reprice`, { how: 'take' }))).toEqual([
      ' quote_state',
    ])
  })
})

describe('two who change one quote', () => {
  test.each([
    [
      'a save',
      (made: World, id: number) => put(made, `/api/quotes/${id}`, { ...QUOTE, note: 'B', version: 1 }),
    ],
    ['a move', (made: World, id: number) => move(made, id, 'sent', { version: 1 })],
    ['an order', (made: World, id: number) => made.desk.post(`/api/quotes/${id}/order`, { version: 1 })],
    [
      'today’s prices',
      (made: World, id: number) => made.desk.post(`/api/quotes/${id}/reprice`, { how: 'take', version: 1 }),
    ],
    [
      'a delete',
      (made: World, id: number) => made.desk.send({ method: 'DELETE', url: `/api/quotes/${id}?version=1` }),
    ],
  ])('%s of what the other has changed is refused, and shows how it stands', async (_name, change) => {
    const made = await world()
    const { id, version } = await create(made)
    expect(version).toBe(1)
    const first = json(await put(made, `/api/quotes/${id}`, { ...QUOTE, note: 'A', version: 1 }))
    expect(first.version).toBe(2)
    const refused = await change(made, id)
    expect(refused.statusCode).toBe(409)
    expect(faultsOf(refused)).toEqual([' quote_changed'])
    expect(json(refused).present).toEqual(first)
    expect(json(await made.desk.get(`/api/quotes/${id}`))).toEqual(first)
  })

  test('of saves at the same time one is kept, whole', async () => {
    const made = await world()
    const { id } = await create(made)
    const saves = await Promise.all(
      ['A', 'B', 'C'].map((note) => put(made, `/api/quotes/${id}`, { ...QUOTE, note, version: 1 })),
    )
    expect(saves.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
    const kept = json(saves.find(({ statusCode }) => statusCode === 200)!)
    expect(json(await made.desk.get(`/api/quotes/${id}`)).note).toBe(kept.note)
  })

  test('a catalogue that marks lines is nobody’s change', async () => {
    const made = await world()
    const { id } = await create(made)
    await made.service.catalogue.importBundle({ format: 'comptoir-bundle/1', delais: [] })
    made.service.events.emit('catalogue', { version: 0 })
    await made.service.quoteChecks.ended()
    const marked = json(await made.desk.get(`/api/quotes/${id}`))
    expect(marked).toMatchObject({ version: 1, lines: [{ problem: expect.any(String) }] })
  })

  test('a draft that was saved while something in it was gone has a total once it is there again', async () => {
    const made = await world()
    const { id } = await create(made)
    const load = async (bundle: object) => {
      await made.service.catalogue.importBundle(bundle)
      made.service.events.emit('catalogue', { version: 0 })
      await made.service.quoteChecks.ended()
    }
    await load({ format: 'comptoir-bundle/1', delais: [] })
    const saved = json(await put(made, `/api/quotes/${id}`, { ...QUOTE, note: 'A', version: 1 }))
    expect(saved).toMatchObject({ version: 2, totals: null })
    await load(shop())
    const back = json(await made.desk.get(`/api/quotes/${id}`))
    expect(back).toMatchObject({ version: 2, lines: [{ problem: null }], totals: { prix_ht: 2150 } })
    expect(json(await made.desk.get(`/api/quotes/${id}/prices`))).toMatchObject({
      ...{ moved: false, totals: { prix_ht: 2150 } },
    })
  })
})

describe('a quote that was sent', () => {
  const deliver = (made: World, id: number, address: Loose, version: number) =>
    put(made, `/api/quotes/${id}/delivery`, { address, note: 'Quai 3', version })

  test('without an address is completed, then ordered at its prices', async () => {
    const made = await world()
    const { id } = await create(made, { ...QUOTE, address: {} })
    expect(json(await move(made, id, 'sent')).state).toBe('sent')
    await dearer(made)
    const completed = await deliver(made, id, ADDRESS, 2)
    expect(json(completed)).toMatchObject({
      address: ADDRESS,
      note: 'Quai 3',
      totals: { prix_ht: 2150 },
      obstacles: [],
    })
    await move(made, id, 'accepted')
    expect((await made.desk.post(`/api/quotes/${id}/order`, {})).statusCode).toBe(201)
    expect(faultsOf(await deliver(made, id, ADDRESS, 5))).toEqual([' quote_state'])
  })

  test('refuses an address with another VAT: its total was sent', async () => {
    const made = await world()
    const { id } = await create(made, { ...QUOTE, address: {} })
    await move(made, id, 'sent')
    const refused = await deliver(made, id, { ...ADDRESS, code_postal: '97110' }, 2)
    expect(refused.statusCode).toBe(400)
    expect(faultsOf(refused)).toEqual(['/address/code_postal vat_changed'])
    expect(json(refused).detail).toContain('de 20 à 8,5 %')
    expect(faultsOf(await deliver(made, id, { ...ADDRESS, pays: 'Suisse' }, 2))).toEqual([
      '/address/pays vat_changed',
    ])
    expect(faultsOf(await deliver(made, id, { ...ADDRESS, pays: 'Frence' }, 2))).toEqual([
      '/address/pays country_unknown',
    ])
    expect(json(await made.desk.get(`/api/quotes/${id}`)).address.pays).toBe('')
  })

  test('holds the delivery days counted from its day; a draft counts from today', async () => {
    const made = await world()
    const promised = (quote: Loose) => quote.lines.map((line: Loose) => line.promised)
    const read = async (id: number) => json(await made.desk.get(`/api/quotes/${id}`))
    // START is a Monday; lead time 2 is J+2.
    const draft = await create(made)
    const sent = await create(made)
    expect(promised(draft)).toEqual(['2026-03-04'])
    expect(promised(json(await move(made, sent.id, 'sent')))).toEqual(['2026-03-04'])
    made.clock.advance(3 * DAY)
    expect(promised(await read(draft.id))).toEqual(['2026-03-09'])
    expect(promised(await read(sent.id))).toEqual(['2026-03-04'])
    const { quote } = json(await made.desk.post(`/api/quotes/${draft.id}/order`, {}))
    made.clock.advance(3 * DAY)
    expect(promised(quote)).toEqual(['2026-03-09'])
    expect(promised(await read(draft.id))).toEqual(['2026-03-09'])
  })

  test('quote and order promise by the shop’s own calendar', async () => {
    const made = await world()
    const closures = [{ from: '2026-03-03', to: '2026-03-04', reason: 'Inventaire' }]
    const calendar = { region: '', cutOff: '00:00', closures }
    await made.service.changeSettings({ calendar })
    expect(json(await made.desk.get('/api/status')).calendar).toEqual(calendar)
    // Any hour of a Monday counts as of Tuesday, which is closed as Wednesday is.
    const draft = await create(made)
    expect(draft.lines[0].promised).toBe('2026-03-09')
    expect((await made.desk.post(`/api/quotes/${draft.id}/order`, {})).statusCode).toBe(201)
    expect(json(await made.desk.get('/api/orders/1')).promised).toEqual(['2026-03-09'])
  })

  test('files that arrive later move what is promised, in the quote and in its order; a day that is over does not', async () => {
    const made = await world()
    const promised = ({ lines }: Loose) => lines[0].promised
    const draft = await create(made, { ...QUOTE, filesOn: '2026-03-06' })
    expect(draft.filesOn).toBe('2026-03-06')
    expect(promised(draft)).toBe('2026-03-10')
    expect(promised(await create(made, { ...QUOTE, filesOn: '2026-02-01' }))).toBe('2026-03-04')
    const { id } = draft
    const sent = json(await move(made, id, 'sent'))
    expect([sent.filesOn, promised(sent)]).toEqual(['2026-03-06', '2026-03-10'])
    expect((await made.desk.post(`/api/quotes/${id}/order`, {})).statusCode).toBe(201)
    expect(json(await made.desk.get('/api/orders/1')).promised).toEqual(['2026-03-10'])
    // A copy is another job, whose files come when they come.
    expect(json(await made.desk.post(`/api/quotes/${id}/duplicate`, {})).filesOn).toBeNull()
  })

  test('has the total in the list that was sent, whatever became of the catalogue since', async () => {
    const made = await world()
    const ids: Record<string, number> = {}
    for (const state of ['sent', 'accepted', 'refused'] as const) {
      const { id } = await create(made)
      await move(made, id, 'sent')
      if (state !== 'sent') await move(made, id, state)
      ids[state] = id
    }
    const draft = await create(made)
    await made.service.catalogue.importBundle({ format: 'comptoir-bundle/1', delais: [] })
    made.service.events.emit('catalogue', { version: 0 })
    await made.service.quoteChecks.ended()
    const listed = json(await made.desk.get('/api/quotes')) as Loose[]
    const of = (id: number) => listed.find((quote) => quote['id'] === id)
    for (const state of ['sent', 'accepted', 'refused'])
      expect(of(ids[state]!), state).toMatchObject({ state, totalCents: 2150 })
    expect(of(ids['sent']!)).toMatchObject({ invalid: expect.any(String) })
    expect(of(draft.id)).toMatchObject({ invalid: expect.any(String) })
  })

  test('names what was withdrawn since by its name', async () => {
    const made = await world()
    const { id } = await create(made, { ...QUOTE, lines: [print({ ...CARDS, variantes: [402] })] })
    await move(made, id, 'sent')
    const bundle = shop()
    bundle.produits[0].options[0].variantes.pop()
    delete bundle.tarifs.print[0].variantes[402]
    await made.service.catalogue.importBundle(bundle)
    made.service.events.emit('catalogue', { version: 0 })
    await made.service.quoteChecks.ended()
    const [line] = json(await made.desk.get(`/api/quotes/${id}`)).lines
    expect(line.problem).toContain('« Recyclé 300 g »')
    expect(line.problem).not.toContain('402')
    expect(line.name).toBe('Cartes de visite')
    expect(line.summary).toEqual(['Papier\u00a0: Recyclé 300 g'])
  })
})

test('an address field of another type is refused at its place, and empties nothing', async () => {
  const made = await world()
  const address = { ...ADDRESS, code_postal: 97400, telephone: true, ville: null }
  const wrong = ['/address/code_postal field_type', '/address/telephone field_type']
  expect(faultsOf(await made.desk.post('/api/quotes', { ...QUOTE, address })).toSorted()).toEqual(wrong)
  const { id, version } = await create(made, { ...QUOTE, address: ADDRESS })
  for (const path of [`/api/quotes/${id}`, `/api/quotes/${id}/delivery`])
    expect(
      faultsOf(await put(made, path, { ...QUOTE, note: '', address, version })).toSorted(),
      path,
    ).toEqual(wrong)
  expect(json(await made.desk.get(`/api/quotes/${id}`))).toMatchObject({ version, address: ADDRESS })
})
