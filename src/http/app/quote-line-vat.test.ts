/** VAT of lines of their own: of a quote, of what it becomes, and of what is told of both. */
import { expect, test } from 'vitest'
import type { PortableQuote } from '../../domain/quote/portable.ts'
import { contradictionsIn } from '../../domain/quote/portable-sums.ts'
import { DEFAULT_VAT_REGIMES } from '../../domain/vat-regimes.ts'
import { ADDRESS, faultsOf, json, world, type World } from '../../testing/app.ts'
import { openFile } from '../../testing/portable.ts'
import { create, move, print, put, CARDS, FLYERS, QUOTE } from '../../testing/quotes.ts'
import type { Loose } from '../../testing/shop.ts'

const [, EXPORT, , BOOKS] = DEFAULT_VAT_REGIMES as [object, Regime, object, Regime]
type Regime = (typeof DEFAULT_VAT_REGIMES)[number]

const service = (text: string, unitCents: number, more: object = {}) => ({
  ...{ area: 'free', text, quantity: 1, unitCents },
  ...more,
})
const MIXED = {
  ...QUOTE,
  lines: [
    { ...print(CARDS), id: 'cards' },
    { ...print(FLYERS), id: 'flyers', vatRegimeId: BOOKS.id },
    service('Livraison', 1000, { id: 'delivery' }),
    service('Livre d’or', 3001, { id: 'book', vatRegimeId: BOOKS.id }),
  ],
}
const settings = (here: World, vatRegimes: readonly object[]) => put(here, '/api/settings', { vatRegimes })
const save = (here: World, { id, version }: Loose, quote: object) =>
  put(here, `/api/quotes/${id}`, { ...quote, version })
const read = async ({ desk }: World, id: unknown) => json(await desk.get(`/api/quotes/${id}`))
const order = async ({ desk }: World, id: unknown) => json(await desk.post(`/api/quotes/${id}/order`, {}))
const codes = ({ obstacles }: Loose) =>
  (obstacles as { stops: string; path: string; code: string }[]).map(
    ({ stops, path, code }) => `${stops} ${path} ${code}`,
  )
const own = { rate: '5.5', reason: 'regime', name: BOOKS.name, mention: BOOKS.mention }
const part = { rate: '5.5', name: BOOKS.name, mention: BOOKS.mention }
const netsOf = ({ lines }: Loose) => (lines as Loose[]).map(({ amounts }) => amounts.netCents as number)
const percent = (cents: number, rate: number) => Math.round((cents * rate) / 100)

test('a quote with two rates: each part is rounded as it will be invoiced, what was sent keeps it, and so do its orders', async () => {
  const here = await world()
  const draft = await create(here, MIXED)
  const [cards, flyers, delivery, book] = netsOf(draft) as [number, number, number, number]
  const tax = (percents: readonly (readonly [number, number])[]) =>
    percents.reduce((sum, [cents, rate]) => sum + percent(cents, rate), 0)
  const taxes = { full: [cards, delivery] as const, reduced: [flyers, book] as const }
  const vat = [
    { rate: '20', base: cards + delivery, tax: tax(taxes.full.map((cents) => [cents, 20])) },
    { ...part, base: flyers + book, tax: tax(taxes.reduced.map((cents) => [cents, 5.5])) },
  ]
  expect(draft).toMatchObject({
    vat: { rate: '20', reason: 'country' },
    totals: { vat, prix_tva: vat[0]!.tax + vat[1]!.tax },
    lines: [
      { vatRegimeId: null, vat: null },
      { vatRegimeId: BOOKS.id, vat: own },
      { vatRegimeId: null, vat: null },
      { vatRegimeId: BOOKS.id, vat: own },
    ],
    obstacles: [],
  })
  const preview = json(await here.desk.post('/api/quotes/price', MIXED))
  expect(preview).toMatchObject({ totals: draft['totals'], lines: [{ vat: null }, { vat: own }, {}, {}] })
  const copy = json(await here.desk.post(`/api/quotes/${draft['id']}/duplicate`, {}))
  expect(copy).toMatchObject({ totals: draft['totals'], lines: [{ vat: null }, { vat: own }, {}, {}] })

  expect((await move(here, draft['id'], 'sent')).statusCode).toBe(200)
  await settings(here, [{ ...BOOKS, rate: '10', mention: 'autrement' }])
  const sent = await read(here, draft['id'])
  expect(sent).toMatchObject({
    totals: draft['totals'],
    lines: [{ vat: null }, { vat: own }, {}, {}],
    obstacles: [],
  })
  await settings(here, [])
  const { orders } = await order(here, draft['id'])
  expect(orders).toHaveLength(1)
  const detail = json(await here.desk.get(`/api/orders/${orders[0]}`))
  const ordered = [
    { rate: '20', base: cards, tax: percent(cards, 20) },
    { ...part, base: flyers, tax: percent(flyers, 5.5) },
  ]
  expect(detail).toMatchObject({
    vat: ordered,
    lineVat: [null, own],
    order: { prix_fact_total_tva: ordered[0]!.tax + ordered[1]!.tax },
    services: { totals: { vat: [{ rate: '20' }, part] }, lines: [{ text: 'Livraison' }, { vat: own }] },
    grandTotals: draft['totals'],
  })
})

test('what is chosen on a line is one of the settings; one that was taken out stays the draft’s, which says so by its line', async () => {
  const here = await world()
  const unknown = [CARDS, FLYERS].map((line) => ({ ...print(line), vatRegimeId: 'autre' }))
  const refused = ['/lines/0/vatRegimeId vat_regime_unknown', '/lines/1/vatRegimeId vat_regime_unknown']
  expect(faultsOf(await here.desk.post('/api/quotes', { ...QUOTE, lines: unknown }))).toEqual(refused)
  const draft = await create(here, MIXED)
  expect(faultsOf(await save(here, draft, { ...QUOTE, lines: unknown }))).toEqual(refused)
  const priced = json(await here.desk.post('/api/quotes/price', { ...QUOTE, lines: unknown }))
  expect(priced['lines'], 'it is no reason to know no price').toMatchObject([{ vat: null }, { vat: null }])

  const use = async () => json(await here.desk.get(`/api/vat-regimes/use?id=${BOOKS.id}`))
  await create(here)
  expect(await use()).toEqual({ companies: 0, drafts: 1 })
  await settings(here, [EXPORT])
  const gone = await read(here, draft['id'])
  expect(gone).toMatchObject({
    totals: draft['totals'],
    lines: [{}, { vatRegimeId: BOOKS.id, vat: own }, {}, {}],
  })
  const said = [1, 3].map((i) => `both /lines/${i}/vatRegimeId line_vat_regime_gone`)
  expect(codes(gone)).toEqual(said)
  expect(faultsOf(await move(here, draft['id'], 'sent'))).toHaveLength(2)
  const kept = json(await save(here, gone, { ...MIXED, note: 'plus tard' }))
  expect(kept).toMatchObject({ totals: draft['totals'] })
  expect(codes(json(await here.desk.post(`/api/quotes/${draft['id']}/duplicate`, {})))).toEqual(said)
  const plain = {
    ...MIXED,
    lines: MIXED.lines.map((line) => ({ ...line, vatRegimeId: null })),
  }
  const settled = json(await save(here, kept, plain))
  expect(codes(settled)).toEqual([])
  expect(settled['totals'].vat).toMatchObject([{ rate: '20', base: settled['totals'].prix_total_ht }])
  expect(await use()).toEqual({ companies: 0, drafts: 1 })
})

test('a rate that the settings have changed is shown first, and taken by a person', async () => {
  const here = await world()
  const draft = await create(here, MIXED)
  await settings(here, [{ ...BOOKS, rate: '10' }])
  expect(await read(here, draft['id'])).toMatchObject({
    totals: draft['totals'],
    lines: [{}, { vat: own }, {}, {}],
  })
  const prices = json(await here.desk.get(`/api/quotes/${draft['id']}/prices`))
  expect(prices).toMatchObject({ moved: true, totals: { vat: [{ rate: '20' }, { rate: '10' }] } })
  expect(faultsOf(await move(here, draft['id'], 'sent'))).toEqual([' price_changed'])
  const taken = json(await here.desk.post(`/api/quotes/${draft['id']}/reprice`, { how: 'take' }))
  expect(taken).toMatchObject({ totals: prices['totals'], lines: [{}, { vat: { rate: '10' } }, {}, {}] })
  expect((await move(here, draft['id'], 'sent')).statusCode).toBe(200)
})

test('words that the settings have changed are those of the totals, too, once it is sent or ordered', async () => {
  const here = await world()
  const [sent, ordered] = [await create(here, MIXED), await create(here, MIXED)]
  const mention = 'autrement'
  await settings(here, [{ ...BOOKS, mention }])
  const words = { totals: { vat: [{}, { mention }] }, lines: [{}, { vat: { mention } }, {}, {}] }
  expect(json(await move(here, sent['id'], 'sent'))).toMatchObject(words)
  const file = json(await here.desk.get(`/api/quotes/${sent['id']}/file`))
  const payload = Buffer.from(String(file['payload']), 'base64').toString('utf8')
  expect(contradictionsIn(JSON.parse(payload) as PortableQuote)).toEqual([])
  await order(here, ordered['id'])
  expect(await read(here, ordered['id'])).toMatchObject(words)
})

test('a quote that charges no VAT charges none of any line, which has its own again where the quote charges some', async () => {
  const here = await world()
  const draft = await create(here, { ...MIXED, vatRegimeId: EXPORT.id })
  const { prix_total_ht: ht } = draft['totals']
  expect(draft).toMatchObject({
    totals: { prix_tva: 0, vat: [{ rate: '0', base: ht, tax: 0 }] },
    lines: [{}, { vatRegimeId: BOOKS.id, vat: null }, {}, {}],
  })
  await settings(here, [EXPORT])
  expect(codes(await read(here, draft['id'])), 'it makes no difference').toEqual([])
  await settings(here, [EXPORT, BOOKS])
  const abroad = { ...MIXED, address: { ...ADDRESS, pays: 'Suisse', code_postal: '1200', ville: 'Genève' } }
  const away = json(await save(here, draft, { ...abroad, vatRegimeId: null }))
  expect(away['totals'].vat).toEqual([{ rate: '0', base: ht, tax: 0 }])
  const back = json(await save(here, away, { ...MIXED, vatRegimeId: null }))
  expect(back['totals'].vat).toMatchObject([{ rate: '20' }, part])
})

test('a wanted total is met with lines of several rates; what the customer took has its own', async () => {
  const here = await world()
  const lines = [
    ...MIXED.lines,
    service('Coffret', 5000, { id: 'box', role: 'option', vatRegimeId: BOOKS.id }),
  ]
  const draft = await create(here, { ...MIXED, lines })
  const wanted = draft['totals'].prix_final_ttc - 777
  const found = json(
    await here.desk.post(`/api/quotes/${draft['id']}/wanted-total`, { of: 'ttc', cents: wanted }),
  )
  expect(found['totals'].prix_final_ttc).toBe(wanted)
  const saved = json(await save(here, draft, { ...MIXED, lines, discount: found['discount'] }))
  expect(saved['totals']).toEqual(found['totals'])
  await move(here, draft['id'], 'sent')
  const chosen = json(await here.desk.post(`/api/quotes/${draft['id']}/choice`, { taken: ['box'] }))
  expect(chosen['totals'].vat[1].base).toBeGreaterThan(saved['totals'].vat[1].base)
  const accepted = await move(here, draft['id'], 'accepted', { taken: ['box'] })
  expect(json(accepted)['totals']).toEqual(chosen['totals'])
})

test('spreadsheets tell each rate of what has several, and its own of each line', async () => {
  const here = await world()
  const { id } = await create(here, MIXED)
  const plain = await create(here)
  await order(here, id)
  const csv = async (what: string) => {
    const [head, ...rows] = (await here.desk.get(`${what}?format=csv`)).body
      .replace('\uFEFF', '')
      .trim()
      .split('\r\n')
    const names = head!.split(';')
    return { names, rows }
  }
  const quotes = await csv('/api/quotes/export')
  expect(quotes.names).toContain('TVA par taux')
  const text = quotes.rows.join('\n').replaceAll(/[\u00a0\u202f]/g, ' ')
  expect(text).toContain('20 % de 31,50 € : 6,30 €')
  expect(text).toMatch(/5,5 % de [\d ,]+ € : [\d ,]+ € \(TVA au taux réduit, article 278-0 bis A 3° du CGI\)/)
  const lines = (await csv('/api/quotes/export/lines')).rows.join('\n')
  expect(lines).toMatch(/Livre d’or.*;5,5;/)
  expect(lines).toMatch(/Livraison.*;20;/)
  const orders = (await csv('/api/orders/export')).rows.join('\n').replaceAll(/[\u00a0\u202f]/g, ' ')
  expect(orders).toContain('20 % de 31,50 € : 6,30 €')
  await order(here, plain['id'])
  expect((await csv('/api/orders/export')).rows[0]).toContain(';20;')
})

test('a file says it of its lines; where the settings have it in the same words it is taken over, else the draft says by which lines', async () => {
  const here = await world()
  const draft = await create(here, MIXED)
  await move(here, draft['id'], 'sent')
  const file = (await here.desk.get(`/api/quotes/${draft['id']}/file`)).body
  const send = async (path: string) => json(await openFile(here, file, path, 'en'))
  const vat = { rate: '5.5', name: BOOKS.name, mention: BOOKS.mention }
  const opened = await send('')
  expect(opened).toMatchObject({
    verdict: 'intact',
    contradictions: [],
    quote: { lines: [{}, { vat }, {}, { vat }] },
  })
  expect(opened['quote'].lines[0]).not.toHaveProperty('vat')
  const { quote: same } = await send('/draft?prices=customer')
  expect(same).toMatchObject({
    totals: draft['totals'],
    lines: [{ vat: null }, { vatRegimeId: BOOKS.id, vat: own }, {}, {}],
  })
  expect(codes(same)).toEqual([])
  await settings(here, [EXPORT])
  const { quote: other } = await send('/draft')
  expect(other).toMatchObject({
    totals: draft['totals'],
    lines: [{ vat: null }, { vat: own }, {}, { vat: own }],
  })
  expect(codes(other)).toEqual([1, 3].map((i) => `both /lines/${i}/vatRegimeId line_vat_regime_gone`))
  expect(
    String(other['internalNote']).match(/VAT of the file: Taux réduit \(livres\) \(5\.5%\)/g),
  ).toHaveLength(1)
})
