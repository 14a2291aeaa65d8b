/** VAT of lines of their own: whatever a quote is made of, its totals are the sums of what its lines come to at their rates. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { completeAddress } from '../../domain/address.ts'
import { percentOf } from '../../domain/decimal.ts'
import { amountsOf } from '../../domain/quote/amounts.ts'
import { PLAIN_LINE, type KeptLine } from '../../domain/quote/facts.ts'
import { DEFAULT_SETTINGS } from '../../domain/settings.ts'
import { DEFAULT_VAT_REGIMES, type VatRegime } from '../../domain/vat-regimes.ts'
import type { Customer } from '../customers.ts'
import { NO_PRICE } from './lines.ts'
import { QuotePricing } from './prices.ts'

type Services = ConstructorParameters<typeof QuotePricing>[0]
const services: Pick<Services, 'settings' | 'catalogue'> = {
  settings: { current: DEFAULT_SETTINGS } as Services['settings'],
  catalogue: { snapshot: { sources: [] } } as unknown as Services['catalogue'],
}
const pricing = new QuotePricing(services as Services)

const [WITHIN_EU, EXPORT, , BOOKS] = DEFAULT_VAT_REGIMES as [VatRegime, VatRegime, VatRegime, VatRegime]
const FRANCE = completeAddress({ pays: 'France', code_postal: '69001' })
const REUNION = completeAddress({ pays: 'France', code_postal: '97400' })
const BELGIUM = completeAddress({ pays: 'Belgique', code_postal: '1000' })

const line = fc.record({
  area: fc.constantFrom('print' as const, 'display' as const, 'free' as const),
  cents: fc.integer({ min: 0, max: 5_000_000 }),
  discount: fc.constantFrom(null, '3', '12.5'),
  days: fc.constantFrom(2, 5),
  vatRegime: fc.constantFrom(null, BOOKS, EXPORT),
  role: fc.constantFrom('included' as const, 'included' as const, 'option' as const),
})
const discount = fc.oneof(
  fc.constant(null),
  fc.integer({ min: 0, max: 10_000 }).map((n) => ({ percent: String(n / 100) })),
  fc.integer({ min: 0, max: 10_000_000 }).map((cents) => ({ cents })),
)
const customer = fc
  .constantFrom('0', '2.5', '7', '100')
  .map((percent) => ({ discount: percent }) as unknown as Customer)

const kept = (
  lines: readonly { area: 'print' | 'display' | 'free'; cents: number; days: number }[],
): KeptLine[] =>
  lines.map(({ cents, days, ...more }, i) => {
    const price = { ...NO_PRICE, status: 'firm', label: `J+${days}`, days, delai: days } as const
    return {
      ...PLAIN_LINE,
      ...{
        id: String(i),
        line: { produit: 1 },
        delai: days,
        leadTimeLabel: null,
        name: '',
        parts: [],
        names: {},
      },
      ...{ problem: null, promised: null, price: { ...price, priceCents: cents, costCents: cents } },
      ...more,
    }
  })
const lines = fc.array(line, { minLength: 1, maxLength: 12 }).map(kept)
const of = (address: typeof FRANCE, vatRegime: VatRegime | null = null) =>
  ({ state: 'draft', address, vatRegime }) as const
const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, each) => sum + each, 0)

test('the parts are the whole to the cent, and the whole is what it is at one rate; no tax is off by more than its orders', () => {
  fc.assert(
    fc.property(
      lines,
      discount,
      customer,
      fc.constantFrom(FRANCE, REUNION),
      (some, off, account, address) => {
        const quote = { ...of(address), lines: some, discount: off }
        const totals = pricing.totals(quote, account)
        const plain = pricing.totals(
          { ...quote, lines: some.map((each) => ({ ...each, vatRegime: null })) },
          account,
        )
        expect(totals === null).toBe(plain === null)
        if (totals === null) return
        const { vat, ...amounts } = totals
        expect(sumOf(vat.map(({ base }) => base))).toBe(totals.prix_total_ht)
        expect(sumOf(vat.map(({ tax }) => tax))).toBe(totals.prix_tva)
        const net = amountsOf(some, off).whole!.netCents
        expect({ ...amounts, prix_tva: 0, prix_final_ttc: 0, prix_ht: net }).toEqual({
          ...{ prix_ht: plain!.prix_ht, prix_total_ht: plain!.prix_total_ht },
          ...{ remise_grand_compte_ht: plain!.remise_grand_compte_ht, prix_tva: 0, prix_final_ttc: 0 },
        })
        // Print, display by two lead times, and services.
        for (const { rate, base, tax } of vat)
          expect(Math.abs(percentOf(base, rate) - tax)).toBeLessThanOrEqual(2)
      },
    ),
  )
})

test('where each line goes by the quote, or has its rate, all is what it was without', () => {
  const same = { ...BOOKS, rate: '20.0' }
  fc.assert(
    fc.property(lines, discount, customer, (some, off, account) => {
      const own = some.map((each, i) => ({ ...each, vatRegime: i % 2 === 0 ? same : null }))
      const plain = some.map((each) => ({ ...each, vatRegime: null }))
      const quote = { ...of(FRANCE), state: 'sent' as const, discount: off }
      const [found, expected] = [own, plain].map((all) => pricing.totals({ ...quote, lines: all }, account))
      expect({ ...found, vat: found?.vat.length }).toEqual({ ...expected, vat: expected?.vat.length })
    }),
  )
})

test('a quote that charges no VAT charges none of any line', () => {
  const untaxed = fc.constantFrom(of(BELGIUM), of(FRANCE, EXPORT), of(BELGIUM, WITHIN_EU))
  fc.assert(
    fc.property(lines, discount, customer, untaxed, (some, off, account, exempt) => {
      const totals = pricing.totals({ ...exempt, lines: some, discount: off }, account)
      if (totals === null) return
      expect(totals.vat).toEqual([{ rate: '0', base: totals.prix_total_ht, tax: 0 }])
    }),
  )
})

test('the order of the lines is nothing to the totals', () => {
  const mixed = lines.chain((some) =>
    fc.record({
      some: fc.constant(some),
      others: fc.shuffledSubarray(some, { minLength: some.length, maxLength: some.length }),
    }),
  )
  fc.assert(
    fc.property(mixed, discount, customer, ({ some, others }, off, account) => {
      const quote = { ...of(FRANCE), discount: off }
      expect(pricing.totals({ ...quote, lines: others }, account)).toEqual(
        pricing.totals({ ...quote, lines: some }, account),
      )
    }),
  )
})
