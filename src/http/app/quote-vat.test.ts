/** VAT that does not go by the address: of the settings, companies, quotes, orders and files. */
import { expect, test } from 'vitest'
import { ADDRESS, faultsOf, json, world, type World } from '../../testing/app.ts'
import { openFile } from '../../testing/portable.ts'
import { DUPONT, makeCompany } from '../../testing/companies.ts'
import { create, move, print, put, CARDS, QUOTE } from '../../testing/quotes.ts'
import type { Loose } from '../../testing/shop.ts'
import { DEFAULT_VAT_REGIMES } from '../../domain/vat-regimes.ts'

const [WITHIN_EU, EXPORT, , BOOKS] = DEFAULT_VAT_REGIMES.map(({ id }) => id)
const FACT = { reason: 'regime', name: 'Livraison intracommunautaire', rate: '0' }
const MENTION = 'Exonération de TVA, article 262 ter I du CGI'

const settings = (here: World, vatRegimes: readonly object[]) => put(here, '/api/settings', { vatRegimes })
const read = async ({ desk }: World, id: unknown) => json(await desk.get(`/api/quotes/${id}`))
const order = ({ desk }: World, id: unknown) => desk.post(`/api/quotes/${id}/order`, {})
const save = async (here: World, { id, version }: Loose, more: object) =>
  json(await put(here, `/api/quotes/${id}`, { ...QUOTE, ...more, version }))
const codes = ({ obstacles }: Loose) =>
  (obstacles as { stops: string; code: string }[]).map(({ stops, code }) => `${stops} ${code}`)

test('a new quote has that of its company; it is taxed by it, sent and ordered with its words', async () => {
  const here = await world()
  const company = await makeCompany(here, { ...DUPONT, vatRegimeId: WITHIN_EU })
  expect(company).toMatchObject({ vatRegimeId: WITHIN_EU })
  const draft = await create(here, { ...QUOTE, companyId: company.id })
  const { prix_total_ht: ht } = draft['totals']
  expect(draft).toMatchObject({
    vatRegimeId: WITHIN_EU,
    vat: { ...FACT, mention: MENTION },
    totals: { prix_tva: 0, prix_final_ttc: ht, vat: [{ rate: '0', base: ht, tax: 0 }] },
    obstacles: [],
  })
  // What becomes of the settings is nothing to what was sent.
  expect(json(await move(here, draft['id'], 'sent'))).toMatchObject({ state: 'sent' })
  await settings(here, [])
  const sent = await read(here, draft['id'])
  expect(sent).toMatchObject({ vat: { ...FACT, mention: MENTION }, totals: { prix_tva: 0 }, obstacles: [] })
  const { orders } = json(await order(here, draft['id']))
  const detail = json(await here.desk.get(`/api/orders/${orders[0]}`))
  expect(detail).toMatchObject({
    vat: [{ rate: '0', base: ht, tax: 0 }],
    vatRegime: { name: FACT.name, mention: MENTION },
    order: { prix_fact_total_tva: 0, prix_fact_total_ttc: ht },
  })
})

test('it may be any rate, is chosen and taken off on the draft, and stays where nothing is said of it', async () => {
  const here = await world()
  const draft = await create(here)
  const { prix_total_ht: ht } = draft['totals']
  expect(draft).toMatchObject({ vatRegimeId: null, vat: { rate: '20', reason: 'country' } })
  const books = await save(here, draft, { vatRegimeId: BOOKS })
  expect(books).toMatchObject({ vat: { rate: '5.5' }, totals: { prix_tva: Math.round(ht * 0.055) } })
  const kept = await save(here, books, { note: 'autre chose' })
  expect(kept).toMatchObject({ vatRegimeId: BOOKS, totals: books['totals'] })
  const copy = json(await here.desk.post(`/api/quotes/${draft['id']}/duplicate`, {}))
  expect(copy).toMatchObject({ vatRegimeId: BOOKS, totals: books['totals'] })
  const off = await save(here, kept, { vatRegimeId: null })
  expect(off).toMatchObject({ vatRegimeId: null, vat: { rate: '20', reason: 'country' } })
  expect(off['totals']).toEqual(draft['totals'])
  const preview = json(await here.desk.post('/api/quotes/price', { ...QUOTE, vatRegimeId: BOOKS }))
  expect(preview['totals']).toEqual(books['totals'])
  const gone = json(await here.desk.post('/api/quotes/price', { ...QUOTE, vatRegimeId: 'autre' }))
  expect(gone['totals'], 'as by the address').toEqual(draft['totals'])
  const unknown = await put(here, `/api/quotes/${draft['id']}`, {
    ...QUOTE,
    ...{ vatRegimeId: 'autre', version: off['version'] },
  })
  expect(faultsOf(unknown)).toEqual(['/vatRegimeId vat_regime_unknown'])
  const history = json(await here.desk.get(`/api/quotes/${draft['id']}/history`)) as unknown as Loose[]
  expect(
    history.map(({ message }) => message as string),
    'each choice once',
  ).toEqual([
    'Brouillon 1, TVA : Taux réduit (livres) (5,5 %) → selon l’adresse',
    'Brouillon 1, TVA : selon l’adresse → Taux réduit (livres) (5,5 %)',
    'Brouillon 1 créé',
  ])
  expect(history[0]).toMatchObject({ action: 'quote_vat', by: 'key', at: off['updatedAt'] })
})

test('one that needs a VAT number keeps a quote from being sent and ordered, not from being written', async () => {
  const here = await world()
  const draft = await create(here, { ...QUOTE, vatRegimeId: WITHIN_EU })
  expect(codes(draft)).toEqual(['both vat_number_required'])
  const refused = ['/vatRegimeId vat_number_required']
  expect(faultsOf(await move(here, draft['id'], 'sent'))).toEqual(refused)
  expect(faultsOf(await order(here, draft['id']))).toEqual(refused)
  const company = await makeCompany(here, { ...DUPONT, vatNumber: '' })
  const named = await save(here, draft, { companyId: company.id })
  expect(codes(named)).toEqual(['both vat_number_required'])
  const { version, name } = company
  await put(here, `/api/companies/${company.id}`, { name, version, vatNumber: 'DE 123456789' })
  expect(codes(await read(here, draft['id']))).toEqual([])
  expect((await order(here, draft['id'])).statusCode).toBe(201)
})

test('a draft whose own was taken out of the settings keeps it, in all that it tells, and says so; one that changed is shown first', async () => {
  const here = await world()
  const draft = await create(here, { ...QUOTE, vatRegimeId: EXPORT })
  const { prix_total_ht: ht } = draft['totals']
  await settings(here, [{ ...DEFAULT_VAT_REGIMES[1], rate: '10' }])
  const dearer = json(await here.desk.get(`/api/quotes/${draft['id']}/prices`))
  expect(dearer).toMatchObject({ moved: true, totals: { prix_tva: Math.round(ht / 10) } })
  expect(faultsOf(await move(here, draft['id'], 'sent'))).toEqual([' price_changed'])
  const held = { vat: { rate: '0', name: 'Exportation' }, totals: { vat: [{ rate: '0', base: ht, tax: 0 }] } }
  expect(await read(here, draft['id']), 'the rate and the totals are of one day').toMatchObject(held)
  const other = json(await here.desk.post('/api/quotes/price', { ...QUOTE, vatRegimeId: EXPORT }))
  expect(other['totals'].vat).toEqual([{ rate: '10', base: ht, tax: Math.round(ht / 10) }])
  await settings(here, [])
  const gone = await read(here, draft['id'])
  expect(gone).toMatchObject({
    vatRegimeId: EXPORT,
    vat: { rate: '0', reason: 'regime', name: 'Exportation' },
    totals: { vat: [{ rate: '0', base: ht, tax: 0 }] },
  })
  expect(json(await here.desk.get(`/api/quotes/${draft['id']}/prices`))).toMatchObject({ moved: false })
  expect(gone['obstacles']).toMatchObject([{ path: '/vatRegimeId', code: 'vat_regime_gone', stops: 'both' }])
  expect(gone['obstacles'][0].message).toMatch(/« Exportation ».* : choisissez la TVA de l’adresse/)
  // It can still be written, and copied, with what it says.
  const written = await save(here, gone, { note: 'plus tard', vatRegimeId: EXPORT })
  expect(written).toMatchObject({ vat: gone['vat'], totals: gone['totals'] })
  expect(codes(json(await here.desk.post(`/api/quotes/${draft['id']}/duplicate`, {})))).toEqual([
    'both vat_regime_gone',
  ])
  const settled = await save(here, written, { vatRegimeId: null })
  expect(codes(settled)).toEqual([])
  expect(settled).toMatchObject({ vat: { rate: '20' }, totals: { prix_tva: Math.round(ht / 5) } })
  // The table of the settings is no other thing: today's is taken by a person.
  const { vat } = json(await here.desk.get('/api/settings'))
  await put(here, '/api/settings', { vat: { ...vat, rate: '10' } })
  expect(await read(here, draft['id'])).toMatchObject({ vat: settled['vat'], totals: settled['totals'] })
  const taken = json(await here.desk.post(`/api/quotes/${draft['id']}/reprice`, { how: 'take' }))
  expect(taken).toMatchObject({ vat: { rate: '10' }, totals: { prix_tva: Math.round(ht / 10) } })
  expect((await move(here, draft['id'], 'sent')).statusCode).toBe(200)
})

test('what was sent takes an address of another country, for its VAT does not go by it; a revision starts with it', async () => {
  const here = await world()
  const draft = await create(here, { ...QUOTE, vatRegimeId: EXPORT })
  const sent = json(await move(here, draft['id'], 'sent'))
  const address = { ...ADDRESS, pays: 'Suisse', code_postal: '1200', ville: 'Genève' }
  const delivery = { address, note: '', version: sent['version'] }
  const delivered = json(await put(here, `/api/quotes/${draft['id']}/delivery`, delivery))
  expect(delivered).toMatchObject({ address: { pays: 'Suisse' }, vat: { reason: 'regime', rate: '0' } })
  const revised = json(await here.desk.post(`/api/quotes/${draft['id']}/revise`, {}))
  expect(revised).toMatchObject({ state: 'draft', vatRegimeId: EXPORT, totals: sent['totals'] })
  await save(here, revised, { vatRegimeId: null })
  const before = json(await here.desk.get(`/api/quotes/${draft['id']}/revisions/1`))
  expect(before).toMatchObject({ vatRegimeId: EXPORT, vat: { reason: 'regime' }, totals: { prix_tva: 0 } })
  const left = json(await here.desk.post(`/api/quotes/${draft['id']}/give-up`, {}))
  expect(left).toMatchObject({ state: 'sent', vatRegimeId: EXPORT, vat: { reason: 'regime' } })
})

test('a company keeps its own where nothing is said of it; one that the settings do not have is refused', async () => {
  const here = await world()
  const { id, name } = await makeCompany(here, { ...DUPONT, vatRegimeId: EXPORT })
  const change = (more: object, version: number) =>
    put(here, `/api/companies/${id}`, { name, version, ...more })
  expect(json(await change({}, 1))).toMatchObject({ vatRegimeId: EXPORT })
  expect(faultsOf(await change({ vatRegimeId: 'autre' }, 2))).toEqual(['/vatRegimeId vat_regime_unknown'])
  await settings(here, [])
  expect(json(await change({ vatRegimeId: EXPORT }, 2))).toMatchObject({ vatRegimeId: EXPORT })
  // Nothing is charged that nobody chose: a new quote of it says which rate is gone, and so does one that it is put on.
  const draft = await create(here, { ...QUOTE, companyId: id })
  expect(draft).toMatchObject({ vatRegimeId: EXPORT, vat: { rate: '0', name: 'Exportation' } })
  const other = await save(here, await create(here), { companyId: id, vatRegimeId: EXPORT })
  for (const quote of [draft, other]) {
    expect(codes(quote)).toEqual(['both vat_regime_gone'])
    expect(quote['obstacles'][0].message).toContain('« Exportation »')
  }
  const foreign = await create(here)
  const refused = { ...QUOTE, vatRegimeId: EXPORT, version: foreign['version'] }
  expect(faultsOf(await put(here, `/api/quotes/${foreign['id']}`, refused))).toEqual([
    '/vatRegimeId vat_regime_unknown',
  ])
  const use = async (regime: unknown) => json(await here.desk.get(`/api/vat-regimes/use?id=${regime}`))
  expect(await use(EXPORT)).toEqual({ companies: 1, drafts: 2 })
  expect(await use(BOOKS)).toEqual({ companies: 0, drafts: 0 })
  await move(here, draft['id'], 'refused')
  await settings(here, [DEFAULT_VAT_REGIMES[1]!])
  expect(codes(await read(here, other['id'])), 'it is back').toEqual([])
  expect(json(await change({ vatRegimeId: null }, 3))).toMatchObject({ vatRegimeId: null })
  expect(await use(EXPORT)).toEqual({ companies: 0, drafts: 1 })
})

test('a file says it; where the settings have it in the same words it is taken over, else it is the draft’s until another is chosen, with a note', async () => {
  const here = await world()
  const draft = await create(here, { ...QUOTE, vatRegimeId: BOOKS, lines: [print(CARDS)] })
  await move(here, draft['id'], 'sent')
  const file = (await here.desk.get(`/api/quotes/${draft['id']}/file`)).body
  const send = async (path: string) => json(await openFile(here, file, path, 'en'))
  const mention = DEFAULT_VAT_REGIMES[3]!.mention
  const vat = { rate: '5.5', reason: 'regime', name: 'Taux réduit (livres)', mention }
  expect(await send('')).toMatchObject({ verdict: 'intact', quote: { vat } })
  const { quote: same } = await send('/draft')
  expect(same).toMatchObject({ vatRegimeId: BOOKS, vat })
  await settings(here, [{ ...DEFAULT_VAT_REGIMES[3], mention: 'autrement' }])
  const { quote: other } = await send('/draft')
  expect(other).toMatchObject({ vat, totals: { prix_final_ttc: same['totals'].prix_final_ttc } })
  expect(codes(other)).toEqual(['both vat_regime_gone'])
  const { quote: priced } = await send('/draft?prices=customer')
  expect(priced).toMatchObject({ vat, totals: draft['totals'] })
  const kept = await save(here, other, { note: 'plus tard' })
  expect(kept).toMatchObject({ vat, vatRegimeId: other['vatRegimeId'] })
  expect(codes(await save(here, kept, { vatRegimeId: null }))).toEqual([])
  expect(other['internalNote']).toContain('VAT of the file: Taux réduit (livres) (5.5%)')
})

test('a private customer elsewhere in the Union is charged the standard rate by what is delivered', async () => {
  const here = await world()
  const draft = await create(here, {
    ...QUOTE,
    address: { ...ADDRESS, pays: 'Belgique', code_postal: '1000' },
  })
  expect(draft).toMatchObject({ vat: { rate: '0', reason: 'elsewhere' }, totals: { prix_tva: 0 } })
  const { prix_total_ht: ht } = draft['totals']
  const { address } = draft
  expect(await save(here, draft, { address, vatRegimeId: 'normal' })).toMatchObject({
    vat: { rate: '20', mention: 'TVA au taux normal, article 278 du CGI' },
    totals: { prix_tva: Math.round(ht / 5) },
    obstacles: [],
  })
})

test('a store that never had them begins with the usual ones, which every screen knows', async () => {
  const here = await world()
  const { vatRegimes } = json(await here.desk.get('/api/status'))
  expect(vatRegimes).toEqual(DEFAULT_VAT_REGIMES)
  await settings(here, [])
  expect(json(await here.desk.get('/api/settings'))).toMatchObject({ vatRegimes: [], vat: { rate: '20' } })
})
