/** Whether what a file says adds up: always in those of our own, and told where it does not. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contradictionsIn } from '../../domain/quote/portable-sums.ts'
import type { PortableQuote } from '../../domain/quote/portable.ts'
import { DEFAULT_VAT_REGIMES } from '../../domain/vat-regimes.ts'
import { ADDRESS, json, world, type World } from '../../testing/app.ts'
import { openFile, payloadOf, PORTABLE, signedFile } from '../../testing/portable.ts'
import { CARDS, create, FLYERS, move, print, put } from '../../testing/quotes.ts'
import type { Loose } from '../../testing/shop.ts'

const TOTEM = { famille: 7, format: 11, support: 21, impression: 31, quantite: 1 }

const opened = async (here: World, file: string) => json(await openFile(here, file))

async function fileOf(here: World, quote: Loose): Promise<string> {
  const { id } = await create(here, { address: ADDRESS, ...quote })
  expect((await move(here, Number(id), 'sent')).statusCode).toBe(200)
  return (await here.desk.get(`/api/quotes/${id}/file`)).body
}

const percent = fc.integer({ min: 0, max: 10_000 }).map((n) => (n / 100).toFixed(2))
const cents = fc.integer({ min: 0, max: 100_000 })
const standing = {
  role: fc.constantFrom('included', 'included', 'option', 'alternative'),
  discount: fc.option(percent),
  vatRegimeId: fc.constantFrom(null, null, 'livres', 'exportation', 'normal'),
}
const sale = fc.option(
  fc.oneof(fc.record({ by: fc.constant('markup'), percent }), fc.record({ by: fc.constant('fixed'), cents })),
)
const product = fc.constantFrom(
  print(CARDS),
  print(FLYERS),
  ...[1, 2].map((delai) => ({ area: 'display', line: TOTEM, delai })),
)
const line = fc.oneof(
  fc.tuple(product, fc.record({ ...standing, sale })).map(([of, more]) => ({ ...of, ...more })),
  fc.record({
    ...{ area: fc.constant('free'), text: fc.constant('Création'), unitCents: cents, ...standing },
    quantity: fc.integer({ min: 1, max: 9999 }).map((n) => n / 100),
  }),
  fc.constant({ area: 'heading', text: 'Groupe' }),
)
const discount = fc.option(fc.oneof(fc.record({ percent }), fc.record({ cents })))
/** What is never an option, so that there is something to send. */
const INCLUDED = { area: 'free', text: 'Livraison', quantity: 1, unitCents: 1234 }

test('every quote of ours, sent, adds up, wherever it is read and whatever became of the settings', async () => {
  const here = await world()
  const regimes = DEFAULT_VAT_REGIMES.filter(({ needsVatNumber }) => !needsVatNumber)
  const { desk, service } = here
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { maxLength: 8 }),
      discount,
      percent,
      fc.constantFrom(null, ...regimes.map(({ id }) => id)),
      async (lines, whole, off, vatRegimeId) => {
        const customerId = (await service.customers.ensure('Remisé', { discount: off })).id
        const file = await fileOf(here, {
          ...{ lines: [...lines, INCLUDED], discount: whole, customerId, vatRegimeId },
        })
        expect(await opened(here, file)).toMatchObject({ verdict: 'intact', contradictions: [] })
        // Read again once the VAT of the settings is another: what was sent keeps its own.
        const { vat } = json(await desk.get('/api/settings'))
        await put(here, '/api/settings', { vat: { ...vat, rate: vat['rate'] === '20' ? '19.6' : '20' } })
        const [{ id }] = json(await desk.get('/api/quotes?limit=1')) as unknown as [Loose]
        const later = (await desk.get(`/api/quotes/${id}/file`)).body
        expect(contradictionsIn(payloadOf(later) as PortableQuote)).toEqual([])
      },
    ),
    { numRuns: 25 },
  )
}, 60_000)

test('an amount that is another is told, whichever it is', () => {
  const quote = PORTABLE as unknown as PortableQuote
  expect(contradictionsIn(quote)).toEqual([])
  const amounts = [
    ...['listCents', 'discountCents', 'wholeCents', 'netCents'].map((field) => ['lines', 0, 'price', field]),
    ...['prix_ht', 'remise_grand_compte_ht', 'prix_total_ht', 'prix_tva', 'prix_final_ttc'].map((field) => [
      'totals',
      field,
    ]),
    ...['base', 'tax'].map((field) => ['totals', 'vat', 0, field]),
  ]
  fc.assert(
    fc.property(fc.constantFrom(...amounts), fc.integer({ min: 1, max: 5000 }), (path, more) => {
      const other = structuredClone(PORTABLE)
      const of = path.slice(0, -1).reduce<Loose>((at, key) => at[key] as Loose, other)
      of[path.at(-1)!] = Number(of[path.at(-1)!]) + more
      expect(contradictionsIn(other as unknown as PortableQuote)).not.toEqual([])
    }),
  )
})

const QUOTE = {
  discount: { cents: 3 },
  lines: [
    { area: 'heading', text: 'G1' },
    print(CARDS),
    { area: 'free', text: 'Livraison', quantity: 1.15, unitCents: 150 },
  ],
}

test('a file that contradicts itself is told so, and what a draft of it comes to', async () => {
  const here = await world()
  const said = payloadOf(await fileOf(here, QUOTE))
  const [heading, cards, free] = said['lines'] as [Loose, Loose, Loose]
  const { totals } = said as { totals: Loose }
  const small = {
    prix_ht: 100,
    remise_grand_compte_ht: 0,
    prix_total_ht: 100,
    prix_tva: 20,
    prix_final_ttc: 120,
  }
  const lies: [Loose, string[]][] = [
    [{ lines: [heading, cards, { ...free, quantity: 1000 }] }, ['/lines/2/price']],
    [{ lines: [{ ...heading, subtotalCents: 1 }, cards, free] }, ['/lines/0/subtotalCents']],
    [{ totals: { ...small, vat: [{ rate: '20', base: 100, tax: 20 }] } }, ['/totals/prix_ht']],
    [{ lines: [] }, ['/totals']],
    [{ totals: { ...totals, vat: [] } }, ['/totals/vat', '/totals/prix_tva']],
    [{ totals: null }, ['/totals']],
    [{ discount: null }, ['/discount']],
    [{ vat: { rate: '5.5', reason: 'country' } }, ['/totals/vat']],
    [
      { lines: [heading, cards, { ...free, vat: { rate: '5.5', name: 'Livres', mention: '' } }] },
      ['/totals/vat'],
    ],
    [
      { lines: [heading, { ...cards, price: null }, free] },
      ['/lines/0/subtotalCents', '/discount', '/totals'],
    ],
    [
      { lines: [heading, { ...cards, price: { ...cards['price'], netCents: 1 } }, free] },
      ['/lines/1/price', '/totals/prix_ht'],
    ],
  ]
  for (const [lie, contradictions] of lies) {
    const file = signedFile({ ...said, ...lie })
    expect(await opened(here, file)).toMatchObject({
      ...{ verdict: 'intact', contradictions },
      message: expect.stringMatching(
        /, intact\. .*Les montants de ce fichier ne se recoupent pas\.$/,
      ) as string,
    })
  }
  for (const rate of ['1000', '', '__proto__', '-1', '1e1']) {
    const file = signedFile({ ...said, vat: { rate, reason: 'country' } })
    expect(await opened(here, file)).toMatchObject({ verdict: 'unread', quote: null, contradictions: [] })
    const taxed = signedFile({ ...said, totals: { ...totals, vat: [{ rate, base: 1, tax: 1 }] } })
    expect(await opened(here, taxed)).toMatchObject({ verdict: 'unread' })
  }
  const noted = async (changes: Loose, prices: string): Promise<string> =>
    json(await openFile(here, signedFile({ ...said, ...changes }), `/draft?prices=${prices}`)).quote
      .internalNote
  const both = 'Total TTC du fichier : 1,20\u00a0€ ; de ce brouillon : 27,84\u00a0€.'
  expect(await noted(lies[2]![0], 'customer')).toContain(both)
  for (const told of [await noted(lies[2]![0], 'today'), await noted({}, 'customer')])
    expect(told).not.toContain('Total TTC')
})
