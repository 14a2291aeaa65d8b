/** What a document of estimates says: nothing more exactly than it is known, and what is added in sight adds up. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PortableQuote } from '../quote/portable.ts'
import { documentContent, type Standing } from './content.ts'
import { DEFAULT_LETTERHEAD, type DocumentBasis } from './letterhead.ts'
import { quoteMail } from './mail.ts'
import { SPECIMENS } from './specimen.ts'

const BASIS: DocumentBasis = {
  ...{ letterhead: DEFAULT_LETTERHEAD, buyer: 'company', language: 'fr' },
  numbers: { siret: '', vatNumber: '' },
}

/** The made-up quote, each product of it an estimate so wide, in cents. */
function estimated(width: number): PortableQuote {
  const lines = SPECIMENS.fr.lines.map((line) =>
    'line' in line && line.price
      ? { ...line, price: { ...line.price, status: 'estimated' as const, uncertainty: width } }
      : line,
  )
  return { ...SPECIMENS.fr, lines, indicative: true, uncertainty: width * 2 }
}

const cents = (text: string) =>
  Math.round(
    Number(
      text
        .replace(/[^\d,−]/g, '')
        .replace('−', '-')
        .replace(',', '.'),
    ) * 100,
  )

test('what a group comes to is no more exact than the estimates in it', () => {
  const rows = (quote: PortableQuote) =>
    documentContent(quote, BASIS).rows.flatMap((row) => (row.kind === 'heading' ? [row.total] : []))
  expect(rows(SPECIMENS.fr).join()).not.toContain('≈')
  expect(rows(estimated(2000))[0]).toMatch(/^≈/)
})

test('totals of estimates add up as they are printed, and the e-mail says the same total', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000 }), fc.integer({ min: 0, max: 20_000 }), (width, off) => {
      const quote = estimated(width)
      const whole = SPECIMENS.fr.totals!
      const net = whole.prix_ht - off
      const tax = Math.round(net / 5)
      const totals = {
        ...whole,
        ...{ remise_grand_compte_ht: off, prix_total_ht: net, prix_tva: tax, prix_final_ttc: net + tax },
        vat: [{ rate: '20', base: net, tax }],
      }
      const printed = documentContent({ ...quote, totals }, BASIS).totals
      const amounts = printed.map(({ value }) => cents(value))
      const at = printed.findIndex(({ label }) => label === 'Total HT')
      expect(amounts[at]).toBe(amounts.slice(0, at).reduce((sum, each) => sum + each, 0) || amounts[at])
      expect(amounts.at(-1)).toBe(amounts.slice(at, -1).reduce((sum, each) => sum + each, 0))
      for (const { value } of printed) expect(value).toMatch(/^≈/)
      const { text } = quoteMail({
        ...{ language: 'fr', issuer: { name: 'Nous', phone: '' }, number: 'D1', reference: '', contact: '' },
        ...{ from: '', validUntil: '2026-12-01', totals, uncertainty: quote.uncertainty, standing: 'open' },
      })
      expect(text).toContain(`d’environ ${printed.at(-1)!.value.replace(/^≈\u00a0/, '')} TTC`)
      expect(text, 'nobody is asked to sign an estimate').not.toContain('Bon pour accord')
    }),
  )
})

test('what was accepted lists what was taken; what was not is offered no more', () => {
  const quote = { ...SPECIMENS.fr, discount: { cents: 500 } }
  const told = (standing: Standing) =>
    documentContent(quote, BASIS, { standing, agreedAt: null, collected: false })
  expect(told('offer').aside?.small).toContain('quels que soient vos choix')
  expect(told('agreed').aside).toBeNull()
  expect(told('agreed').rows).toEqual(told('offer').rows)
})

test('nobody is asked to sign an estimate', () => {
  expect(documentContent(SPECIMENS.fr, BASIS).agreement).not.toBeNull()
  expect(documentContent(estimated(2000), BASIS).agreement).toBeNull()
})

test('of estimates the total says between what it lies', () => {
  const quote = estimated(2000)
  const whole = { standing: 'offer', agreedAt: null, collected: false } as const
  const grand = (range: { low: number; high: number } | null) =>
    documentContent(quote, BASIS, { ...whole, range })
      .totals.at(-1)!
      .small.replace(/\s/g, ' ')
  expect(grand({ low: 21_512, high: 56_488 })).toBe('entre 200 € et 600 €')
  expect(grand({ low: 100, high: 140 })).toBe('entre 1,00 € et 1,40 €')
  expect(grand(null)).toBe('')
})

test('a service is told at the price of one that was agreed, whatever its quantity makes of it', () => {
  const [free] = SPECIMENS.fr.lines.filter(({ area }) => area === 'free')
  for (const [quantity, unitCents, unit] of [
    [0.25, 4567, '45,67'],
    [0.01, 1050, '10,50'],
    [1.5, 3333, '33,33'],
    [1.33, 4555, '45,55'],
  ] as const) {
    const listCents = Math.round(quantity * unitCents)
    const price = { ...(free as { price: object }).price, listCents, netCents: listCents }
    const lines = [{ ...free!, quantity, unitCents, price }] as PortableQuote['lines']
    const [row] = documentContent({ ...SPECIMENS.fr, lines }, BASIS).rows
    expect(row!.kind === 'line' && row!.unit).toMatch(new RegExp(`^${unit}\\s€$`))
  }
})

test('the country of an address is in the language of an English document', () => {
  const quote = { ...SPECIMENS.fr, address: { ...SPECIMENS.fr.address, pays: 'ALLEMAGNE' } }
  const linesIn = (language: 'fr' | 'en') =>
    documentContent(quote, { ...BASIS, language }).parties.flatMap(({ lines }) => lines)
  expect(linesIn('en')).toContain('GERMANY')
  expect(linesIn('en')).not.toContain('ALLEMAGNE')
  expect(linesIn('fr')).toContain('ALLEMAGNE')
})

test('with several rates each line says its own, and each rate what it is on and why; with one nothing of it', () => {
  const plain = documentContent(SPECIMENS.fr, BASIS)
  expect(plain.columns.vat).toBe('')
  const books = {
    rate: '5.5',
    name: 'Taux réduit (livres)',
    mention: 'TVA au taux réduit, article 278-0 bis A 3° du CGI',
  }
  const lines = SPECIMENS.fr.lines.map((line, i) =>
    i === 1 && line.area !== 'heading' ? { ...line, vat: books } : line,
  )
  const vat = [
    { rate: '20', base: 300_00, tax: 60_00 },
    { ...books, base: 26_99, tax: 1_48 },
  ]
  const quote = { ...SPECIMENS.fr, lines, totals: { ...SPECIMENS.fr.totals!, vat } }
  const mixed = documentContent(quote, BASIS)
  const rates = mixed.rows.flatMap((row) => (row.kind === 'line' ? [row.vat.replaceAll('\u00a0', ' ')] : []))
  expect(mixed.columns.vat).toBe('TVA')
  expect(new Set(rates)).toEqual(new Set(['20 %', '5,5 %']))
  const told = mixed.totals.filter(({ label }) => label.startsWith('TVA')).map(({ small }) => small)
  expect(told[0]).toMatch(/^sur 300,00/)
  expect(told[1]).toMatch(/^sur 26,99.* · TVA au taux réduit, article 278-0 bis A 3° du CGI$/)
  const english = documentContent(quote, { ...BASIS, language: 'en' }).totals
  expect(english.some(({ small }) => small.includes('Reduced rate of VAT, article 278-0 bis A 3°'))).toBe(
    true,
  )
})
