/** Quotes, their lines and orders as spreadsheets, over HTTP. */
import { parse } from 'csv-parse/sync'
import type { LightMyRequestResponse } from 'fastify'
import { streamXlsxRows } from 'hucre/xlsx'
import { describe, expect, test, vi } from 'vitest'
import { faultsOf, json, world } from '../../../testing/app.ts'
import { makeCompany } from '../../../testing/companies.ts'
import { add } from '../../../testing/people.ts'
import { CARDS, create, FLYERS, move, print, QUOTE } from '../../../testing/quotes.ts'
import { signedIn } from '../../../testing/signed-in.ts'
import { severalSources } from '../../../testing/sources.ts'

type Row = Record<string, unknown>

/** The rows of a workbook by their headings. */
async function sheetOf(answer: LightMyRequestResponse): Promise<Row[]> {
  const rows: unknown[][] = []
  for await (const { values } of streamXlsxRows(new Uint8Array(answer.rawPayload))) rows.push(values)
  const [headings, ...entries] = rows
  return entries.map((cells) => Object.fromEntries(headings!.map((name, i) => [name, cells[i] ?? null])))
}

const csvOf = ({ body }: LightMyRequestResponse) =>
  parse(body, { bom: true, delimiter: ';', columns: true }) as Record<string, string>[]

const day = (text: string) => new Date(`${text}T00:00:00.000Z`)

const design = { area: 'free', text: 'Création graphique', quantity: 1.5, unitCents: 6000, costCents: 4000 }

describe('quotes', () => {
  test('each is a row: cents as numbers, days as days, who, for whom, and what it comes to', async () => {
    const here = await world()
    const company = await makeCompany(here)
    const lines = [print(CARDS), design, { ...print(FLYERS), role: 'option' }]
    const { id, totals } = await create(here, {
      ...QUOTE,
      companyId: company.id,
      lines,
      discount: { percent: '10' },
    })
    await move(here, id, 'sent')
    const { number } = json(await move(here, id, 'refused', { reason: 'Trop cher, dit-il' }))
    await create(here, { ...QUOTE, reference: '=2+2' })
    const answer = await here.desk.get('/api/quotes/export')
    expect(answer.headers).toMatchObject({
      'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'content-disposition': 'attachment; filename="devis-2026-03-02.xlsx"',
      'cache-control': 'no-store',
    })
    const [draft, refused] = await sheetOf(answer)
    expect(refused).toMatchObject({
      Numéro: number,
      Révision: 1,
      État: 'Refusé',
      'Créé le': day('2026-03-02'),
      'Envoyé le': day('2026-03-02'),
      'Décidé le': day('2026-03-02'),
      Client: company.name,
      Ville: 'Lyon',
      Lignes: 3,
      'Avant remises HT': (2150 + 9000) / 100,
      'Remises HT': 11.15,
      'Total HT': totals.prix_total_ht / 100,
      'Taux de TVA (%)': 20,
      'Total TTC': totals.prix_final_ttc / 100,
      'Motif de refus ou d’annulation': 'Trop cher, dit-il',
    })
    expect(draft).toMatchObject({ Numéro: 'Brouillon 2', Référence: '=2+2', 'Envoyé le': null })
  })

  test('as CSV: what French Excel opens, in English with commas and points', async () => {
    const here = await world()
    await create(here, { ...QUOTE, reference: '=2+2' })
    const french = await here.desk.get('/api/quotes/export?format=csv')
    expect(french.headers['content-disposition']).toBe('attachment; filename="devis-2026-03-02.csv"')
    expect(french.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
    expect(csvOf(french)).toMatchObject([
      { Référence: "'=2+2", 'Total HT': '21,50', 'Créé le': '02/03/2026', 'Code postal': '69001' },
    ])
    const english = await here.desk.get('/api/quotes/export?format=csv', { 'accept-language': 'en' })
    expect(english.headers).toMatchObject({
      'content-disposition': 'attachment; filename="quotes-2026-03-02.csv"',
      'content-language': 'en',
    })
    const [row] = parse(english.body, { bom: true, columns: true }) as Row[]
    expect(row).toMatchObject({ State: 'Draft', 'Total excl. tax': '21.50', 'Made on': '2026-03-02' })
  })

  test('are those that the list of the same filters shows, however many pages of it', async () => {
    const here = await world()
    const company = await makeCompany(here)
    for (let i = 0; i < 45; i++) {
      const { id } = await create(here, {
        ...{ ...QUOTE, reference: i % 2 === 0 ? `Été ${i}` : `Hiver ${i}` },
        ...(i % 3 === 0 && { companyId: company.id }),
      })
      if (i % 5 === 0) await move(here, id, 'sent')
    }
    for (const query of [
      '',
      'search=ete',
      'state=sent',
      `company=${company.id}`,
      'search=ete&state=draft',
      'search=rien',
    ]) {
      const listed = (await here.desk.get(`/api/quotes?limit=500&${query}`)).json<{ number: string }[]>()
      const exported = await sheetOf(await here.desk.get(`/api/quotes/export?${query}`))
      const numbers = exported.map((row) => row['Numéro'])
      expect(new Set(numbers), query).toEqual(new Set(listed.map(({ number }) => number)))
      expect(numbers, query).toHaveLength(listed.length)
    }
  })

  test('what their lines cost and bring is left out for who may not see it, in every export', async () => {
    const here = await world()
    await add(here.service, 'Ada', 'administrateur')
    await add(here.service, 'Zoé', 'vendeur')
    const [ada, zoe] = [await signedIn(here, 'Ada'), await signedIn(here, 'Zoé')]
    const { id } = await create(here, { ...QUOTE, lines: [print(CARDS), design] })
    expect((await here.desk.post(`/api/quotes/${id}/order`, {})).statusCode).toBe(201)
    for (const path of ['quotes/export', 'quotes/export/lines', 'orders/export']) {
      const [seen] = await sheetOf(await ada.get(`/api/${path}`))
      expect(Object.keys(seen!), path).toContain('Coût HT')
      for (const format of ['xlsx', 'csv']) {
        const answer = await zoe.get(`/api/${path}?format=${format}`)
        const [row] = format === 'csv' ? csvOf(answer) : await sheetOf(answer)
        expect(Object.keys(row!).join(), path).not.toMatch(/Coût|Gain|Marge/)
      }
      expect((await here.anyone.get(`/api/${path}`)).statusCode).toBe(401)
    }
  })
})

test('lines: each with its quote, its group, what it stands for, its price and where that is from', async () => {
  const here = await world()
  const heading = { area: 'heading', text: 'Papeterie' }
  const alternative = { ...print({ ...CARDS, quantites_multiples: [250] }), role: 'alternative' }
  const first = { ...print({ ...CARDS, label: 'Stand B12' }), discount: '10' }
  const quote = await create(here, { ...QUOTE, lines: [design, heading, first, alternative] })
  const rows = await sheetOf(await here.desk.get('/api/quotes/export/lines'))
  expect(rows).toMatchObject([
    {
      ...{ Devis: 'Brouillon 1', Place: 1, Groupe: null, Rayon: 'Prestation', Produit: 'Création graphique' },
      ...{
        Quantité: 1.5,
        'Prix unitaire HT': 60,
        'Net HT': 90,
        'Coût HT': 60,
        'Gain HT': 30,
        'Marge (%)': 33.3,
      },
    },
    {
      ...{ Place: 3, Groupe: 'Papeterie', Rayon: 'Imprimés', Libellé: 'Stand B12', Quantité: 100 },
      ...{ 'Prix unitaire HT': 0.215, 'Avant remises HT': 21.5, 'Remises HT': 2.15, 'Net HT': 19.35 },
      ...{ 'Provenance du prix': 'Ferme', Source: 'Nos tarifs', 'Dans le total': 'Incluse' },
      Livraison: day(String(quote['lines'][2].promised)),
    },
    { Place: 4, 'Dans le total': 'Variante', 'À la place de': 3, Quantité: 250 },
  ])
})

test('orders: with their services, the quote that they are of, and how each transmission stands', async () => {
  const here = await world()
  const { id } = await create(here, { ...QUOTE, lines: [print(CARDS), design] })
  const { quote } = json(await here.desk.post(`/api/quotes/${id}/order`, {}))
  const rows = await sheetOf(await here.desk.get('/api/orders/export'))
  expect(rows).toMatchObject([
    {
      ...{
        Numéro: 'C000001',
        État: 'Enregistrée',
        Devis: quote.number,
        Révision: 1,
        Ville: 'Lyon',
        Lignes: 1,
      },
      ...{
        'Produits HT': 21.5,
        'Remise du compte HT': 0,
        'Prestations HT': 90,
        'Total HT': 111.5,
        TVA: 22.3,
        'Total TTC': 133.8,
      },
      ...{ 'Passée le': day('2026-03-02'), Transmissions: null, 'Coût HT': 81.5 },
    },
  ])
  const only = (query: string) => here.desk.get(`/api/orders/export?${query}`).then(sheetOf)
  expect(await only(`quote=${quote.number}`)).toHaveLength(1)
  expect(await only('area=display')).toHaveLength(0)
  expect(await only('status=transmise')).toHaveLength(0)
})

test('a cost that is known in part says of what: quotes and the orders made of them alike, after the customer’s discount', async () => {
  const here = await world()
  const unknown = { ...design, costCents: null }
  const account = { name: 'Dix', discount: '10', canOrder: true, products: null, families: null }
  const { id: customerId } = json(await here.desk.post('/api/customers', account))
  const { id } = await create(here, { ...QUOTE, customerId, lines: [print(CARDS), design, unknown] })
  const { id: plain } = await create(here, { ...QUOTE, customerId, lines: [print(CARDS), design] })
  for (const each of [id, plain]) await here.desk.post(`/api/quotes/${each}/order`, {})
  const column = 'Vendu sans coût connu HT'
  for (const path of ['quotes', 'orders']) {
    const rows = await sheetOf(await here.desk.get(`/api/${path}/export`))
    const told = rows.map((row) => [row['Coût HT'], row[column]])
    for (const row of rows) {
      const known = (row['Total HT'] as number) - ((row[column] as number | null) ?? 0)
      const profit = row['Gain HT'] as number
      expect(profit + 81.5, path).toBeCloseTo(known, 9)
      expect(row['Marge (%)'], path).toBeCloseTo((profit / known) * 100, 1)
    }
    expect(told, path).toEqual([
      [81.5, null],
      [81.5, 81],
    ])
  }
})

test('orders say when and by whom they were handed over, and why one was cancelled', async () => {
  const here = await world()
  for (let i = 0; i < 3; i++) {
    const { id } = await create(here)
    await here.desk.post(`/api/quotes/${id}/order`, {})
  }
  await add(here.service, 'Zoé')
  const zoé = await signedIn(here, 'Zoé')
  await zoé.send({ method: 'PUT', url: '/api/orders/1/handover', payload: { done: true } })
  await here.desk.post('/api/orders/2/cancel', { reason: 'Salon annulé' })
  const [open, cancelled, handed] = await sheetOf(await here.desk.get('/api/orders/export'))
  const none = { 'Remise le': null, 'Remise par': null, 'Motif d’annulation': null }
  expect(handed).toMatchObject({ ...none, 'Remise le': day('2026-03-02'), 'Remise par': 'Zoé' })
  expect(cancelled).toMatchObject({ ...none, État: 'Annulée', 'Motif d’annulation': 'Salon annulé' })
  // Nothing of it is delivered any more; how many lines it had stays, as its amounts do.
  expect(cancelled).toMatchObject({ Lignes: handed!['Lignes'], 'Dernière livraison': null })
  expect(cancelled).toMatchObject({ 'Annulé HT': handed!['Total HT'], 'Total HT': null, TVA: null })
  expect(cancelled).toMatchObject({ 'Total TTC': null, 'Gain HT': null, 'Coût HT': null, 'Marge (%)': null })
  expect([open!['Annulé HT'], open!['Taux de TVA (%)']]).toEqual([null, cancelled!['Taux de TVA (%)']])
  const sum = [open, cancelled, handed].reduce((all, row) => all + Number(row!['Total HT'] ?? 0), 0)
  const { months } = json(await here.desk.get('/api/dashboard'))
  expect(Math.round(sum * 100)).toBe(months.at(-1).turnoverCents)
  expect(handed!['Dernière livraison']).not.toBeNull()
  expect(open).toMatchObject(none)
})

test('an order of two days tells the first and the last that was promised, one of a day that one', async () => {
  const here = await world()
  const { leadTimes } = json(await here.desk.get('/api/products/10')) as {
    leadTimes: { id: number; days: number }[]
  }
  const [soon, later] = leadTimes.toSorted((a, b) => a.days - b.days)
  const promised: string[][] = []
  for (const delais of [[soon!.id, later!.id], [later!.id]]) {
    const quote = await create(here, { ...QUOTE, lines: delais.map((delai) => print(CARDS, delai)) })
    promised.push(quote.lines.map((line: { promised: string }) => line.promised))
    await here.desk.post(`/api/quotes/${quote.id}/order`, {})
  }
  expect(promised[0]![0]).not.toBe(promised[0]![1])
  const rows = await sheetOf(await here.desk.get('/api/orders/export'))
  const told = rows.map((row) => [row['Première livraison'], row['Dernière livraison']])
  expect(told.reverse()).toEqual(promised.map((days) => [day(days[0]!), day(days.at(-1)!)]))
})

test('lines that were given up are no lines of an order that goes on', async () => {
  const here = await severalSources()
  const lines = here.partners.map(({ base }) =>
    print({ produit: base + 1, quantites_multiples: [100] }, base + 9),
  )
  const { id } = await create(here, { ...QUOTE, lines: [print(CARDS), ...lines] })
  await here.desk.post(`/api/quotes/${id}/order`, {})
  await here.desk.post('/api/outbox/1-1/resolve', { cancel: true })
  const [row] = await sheetOf(await here.desk.get('/api/orders/export'))
  expect(row).toMatchObject({ Lignes: lines.length })
})

test('why VAT is another than the country’s is told of quotes and of orders', async () => {
  const here = await world()
  const { id } = await create(here, { ...QUOTE, lines: [print(CARDS)], vatRegimeId: 'exportation' })
  await create(here, { ...QUOTE, lines: [print(CARDS)] })
  await here.desk.post(`/api/quotes/${id}/order`, {})
  const told = async (what: string) =>
    (await sheetOf(await here.desk.get(what))).map((row) => row['Motif de TVA'])
  const words = expect.stringContaining('262') as string
  expect(await told('/api/quotes/export')).toEqual([null, words])
  expect(await told('/api/orders/export')).toEqual([words])
})

test('an order on its way to partners says how it stands with each, and its number there', async () => {
  const here = await world()
  const { id } = await create(here)
  await here.desk.post(`/api/quotes/${id}/order`, {})
  const { orderList } = here.service.store
  const {
    entries: [order],
  } = await orderList.byIds([1])
  const sent = { partner: 'Presses du Sud', phase: 'sent', partnerStatus: null, upstreamId: '4711' } as const
  const refused = { partner: 'Atelier', phase: 'refused', partnerStatus: null, upstreamId: null } as const
  const making = { ...sent, partnerStatus: 'En fabrication' }
  vi.spyOn(orderList, 'byIds').mockResolvedValue({
    entries: [{ ...order!, transmissions: [sent, refused, making] }],
    unreadable: 0,
  })
  const [row] = await sheetOf(await here.desk.get('/api/orders/export'))
  expect(row!['Transmissions']).toBe(
    'Presses du Sud : Transmise (4711)\nAtelier : Refusée\nPresses du Sud : En fabrication (4711)',
  )
})

test('only a known format is answered, and a store that does not answer is said so before anything is sent', async () => {
  const here = await world()
  const wrong = await here.desk.get('/api/quotes/export?format=pdf')
  expect(wrong.statusCode).toBe(400)
  expect(faultsOf(wrong)).toEqual([' value_invalid'])
  vi.spyOn(here.service.store.quotes, 'idsBefore').mockRejectedValue(
    Object.assign(new Error('x'), { code: 'away' }),
  )
  const failed = await here.desk.get('/api/quotes/export')
  expect(failed.statusCode).toBe(500)
  expect(failed.headers).not.toHaveProperty('content-disposition')
  expect(failed.json()).toHaveProperty('detail')
})

test('HEAD tells the name of the file and reads nothing', async () => {
  const here = await world()
  const read = vi.spyOn(here.service.store.quotes, 'idsBefore')
  const answer = await here.desk.send({ method: 'HEAD', url: '/api/quotes/export?format=csv' })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-disposition']).toContain('devis-2026-03-02.csv')
  expect(read).not.toHaveBeenCalled()
})
