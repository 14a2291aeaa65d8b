/** Cart totals (bundle.md, "Carts"), by hand. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Rational } from '../testing/oracle.ts'
import {
  amountsOf,
  cartTotals,
  sameAmounts,
  sumOfTotals,
  totalsAt,
  totalsOf,
  withVat,
  type TaxedPrice,
} from './cart.ts'
import { percentOf } from './decimal.ts'
import { DEFAULT_VAT, type Vat } from './vat.ts'

const FRANCE = { pays: 'France', code_postal: '69001' }
const REUNION = { pays: '', code_postal: '97400' }
const GUYANE = { pays: 'FR', code_postal: '97300' }
const BELGIUM = { pays: 'Belgique', code_postal: '1000' }

describe('totals', () => {
  test('at a rate: the tax is of what the discount leaves, exact and rounded once; its rate and base are told', () => {
    const percentage = fc.integer({ min: 0, max: 100_000 }).map((n) => (n / 1000).toFixed(3))
    const cents = fc.array(fc.integer({ min: 0, max: 1e10 }), { maxLength: 20 })
    fc.assert(
      fc.property(cents, percentage, percentage, (lines, discount, rate) => {
        const totals = totalsAt(lines, discount, rate)
        const { prix_total_ht: base, prix_tva: tax } = totals
        const exact = new Rational(BigInt(base)).times(Rational.of(rate)).over(Rational.of(100))
        expect(BigInt(tax)).toBe(exact.halfUp())
        expect(totals.prix_final_ttc).toBe(base + tax)
        expect(totals.vat).toEqual([{ rate, base, tax }])
        expect(amountsOf({ ...totals, prix_tva: 0, prix_final_ttc: base })).toEqual(
          amountsOf(totalsAt(lines, discount, '0')),
        )
      }),
    )
  })

  test.each([
    // lines, discount %, address: prix_ht, remise, total_ht, tva, ttc
    [[10_000], '0', FRANCE, [10_000, 0, 10_000, 2000, 12_000]],
    [[], '10', FRANCE, [0, 0, 0, 0, 0]],
    [[2150, 1999, 1], '0', FRANCE, [4150, 0, 4150, 830, 4980]],
    // 3 % of 41.50 € is 1.245 €: up
    [[4150], '3', FRANCE, [4150, 125, 4025, 805, 4830]],
    // the discount is rounded once, on the sum: line by line it would be 3 × 1
    [[10, 10, 10], '5', FRANCE, [30, 2, 28, 6, 34]],
    // 8.5 % of 1.00 € is 8.5 cents: up
    [[100], '0', REUNION, [100, 0, 100, 9, 109]],
    [[101], '0', REUNION, [101, 0, 101, 9, 110]],
    [[99], '0', REUNION, [99, 0, 99, 8, 107]],
    [[12_345], '12.5', GUYANE, [12_345, 1543, 10_802, 0, 10_802]],
    [[12_345], '12.5', BELGIUM, [12_345, 1543, 10_802, 0, 10_802]],
    [[12_345], '12.5', FRANCE, [12_345, 1543, 10_802, 2160, 12_962]],
    [[12_345], '100', FRANCE, [12_345, 12_345, 0, 0, 0]],
    [[3], '50', FRANCE, [3, 2, 1, 0, 1]],
    [[0, 0], '0', FRANCE, [0, 0, 0, 0, 0]],
    [[2, 1], '0', FRANCE, [3, 0, 3, 1, 4]],
    [[12], '0', FRANCE, [12, 0, 12, 2, 14]],
    [[13], '0', FRANCE, [13, 0, 13, 3, 16]],
  ] as const)('%j at −%s %% for %j', (lines, discount, address, [ht, remise, total, tva, ttc]) => {
    expect(amountsOf(cartTotals(lines, discount, DEFAULT_VAT, address))).toEqual({
      prix_ht: ht,
      remise_grand_compte_ht: remise,
      prix_total_ht: total,
      prix_tva: tva,
      prix_final_ttc: ttc,
    })
  })

  test('agree with fractions', () => {
    const cents = fc.array(fc.integer({ min: 0, max: 1e10 }), { maxLength: 20 })
    const discount = fc.integer({ min: 0, max: 10_000 }).map((n) => (n / 100).toFixed(2))
    fc.assert(
      fc.property(
        cents,
        discount,
        fc.constantFrom(FRANCE, REUNION, GUYANE, BELGIUM),
        (lines, pct, address) => {
          const rates = new Map<unknown, string>([
            [FRANCE, '20'],
            [REUNION, '8.5'],
            [GUYANE, '0'],
            [BELGIUM, '0'],
          ])
          const of = (base: bigint, percentage: string) =>
            new Rational(base).times(Rational.of(percentage)).over(Rational.of(100)).halfUp()
          const ht = lines.reduce((sum, line) => sum + BigInt(line), 0n)
          const remise = of(ht, pct)
          const tva = of(ht - remise, rates.get(address)!)
          expect(Object.values(amountsOf(cartTotals(lines, pct, DEFAULT_VAT, address))).map(BigInt)).toEqual([
            ht,
            remise,
            ht - remise,
            tva,
            ht - remise + tva,
          ])
        },
      ),
    )
  })
})

describe('VAT of totals', () => {
  const of = (cents: number, address: { pays: string; code_postal: string }) =>
    cartTotals([cents], '0', DEFAULT_VAT, address)

  test.each([
    [FRANCE, '20', 25],
    [REUNION, '8.5', 10],
    [BELGIUM, '0', 0],
  ])('to %j: its rate, what it is on, what it comes to', (address, rate, tax) => {
    expect(of(123, address).vat).toEqual([{ rate, base: 123, tax }])
  })

  test('several carts of one rate are one amount, each rounded by itself; other rates stand beside it', () => {
    // 20 % of 13 and of 13 is 3 and 3; of 26 it would be 5
    expect(sumOfTotals([of(13, FRANCE), of(13, FRANCE)])).toEqual({
      ...{ prix_ht: 26, remise_grand_compte_ht: 0, prix_total_ht: 26, prix_tva: 6, prix_final_ttc: 32 },
      vat: [{ rate: '20', base: 26, tax: 6 }],
    })
    expect(sumOfTotals([of(100, FRANCE), of(100, REUNION), of(50, FRANCE)]).vat).toEqual([
      { rate: '20', base: 150, tax: 30 },
      { rate: '8.5', base: 100, tax: 9 },
    ])
  })

  test('that was not kept is worked out; that was kept stays', () => {
    const { vat: _vat, ...before } = sumOfTotals([of(13, FRANCE), of(13, FRANCE)])
    expect(withVat(before, '20', 2).vat).toEqual([{ rate: '20', base: 26, tax: 6 }])
    expect(withVat(of(100, REUNION), '20')).toEqual(of(100, REUNION))
  })

  test('that was not kept is no other amount', () => {
    const { vat: _vat, ...before } = of(100, FRANCE)
    expect(sameAmounts(before, of(100, FRANCE))).toBe(true)
    expect(sameAmounts(before, of(101, FRANCE))).toBe(false)
    expect(sameAmounts(null, of(100, FRANCE))).toBe(false)
    expect(sameAmounts(null, null)).toBe(true)
  })
})

describe('lines with VAT of their own', () => {
  const vatOf = (rate: string, name: string, mention = ''): Vat => ({ rate, reason: 'regime', name, mention })
  const OWN = [
    vatOf('5.5', 'Livres', 'article 278'),
    vatOf('5.5', 'Repas'),
    vatOf('0', 'Export', 'article 262'),
  ]
  const discounts = fc.integer({ min: 0, max: 10_000 }).map((n) => (n / 100).toFixed(2))
  const prices: fc.Arbitrary<TaxedPrice[]> = fc.array(
    fc.record({ cents: fc.integer({ min: 0, max: 1e9 }), vat: fc.constantFrom(null, ...OWN) }),
    { minLength: 1, maxLength: 12 },
  )
  const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, each) => sum + each, 0)

  test('the parts are the whole to the cent, each tax that of its base, the discount what it is without them', () => {
    fc.assert(
      fc.property(prices, discounts, (lines, discount) => {
        const totals = totalsOf(lines, discount, '20')
        const plain = totalsAt(
          lines.map(({ cents }) => cents),
          discount,
          '20',
        )
        const { vat } = totals
        expect(sumOf(vat.map(({ base }) => base))).toBe(totals.prix_total_ht)
        expect(sumOf(vat.map(({ tax }) => tax))).toBe(totals.prix_tva)
        expect(totals.prix_final_ttc).toBe(totals.prix_total_ht + totals.prix_tva)
        for (const { rate, base, tax } of vat) expect(tax).toBe(percentOf(base, rate))
        expect({ ...amountsOf(totals), prix_tva: 0, prix_final_ttc: 0 }).toEqual({
          ...amountsOf(plain),
          ...{ prix_tva: 0, prix_final_ttc: 0 },
        })
        // Each bears its part of the discount, to the cent.
        for (const part of vat) {
          const own = lines.filter((line) => line.vat?.name === part.name)
          const exact =
            sumOf(own.map(({ cents }) => cents)) * (1 - totals.remise_grand_compte_ht / (totals.prix_ht || 1))
          expect(Math.abs(part.base - exact)).toBeLessThan(1.01)
        }
      }),
    )
  })

  test('where all have one, the totals are those of one rate', () => {
    fc.assert(
      fc.property(prices, discounts, fc.constantFrom(null, ...OWN), (lines, discount, vat) => {
        const cents = lines.map((line) => line.cents)
        const { vat: parts, ...amounts } = totalsOf(
          cents.map((each) => ({ cents: each, vat })),
          discount,
          '20',
        )
        const { vat: plain, ...expected } = totalsAt(cents, discount, vat?.rate ?? '20')
        expect(amounts).toEqual(expected)
        const words = vat && { name: vat.name, mention: vat.mention }
        expect(parts).toEqual([{ ...plain[0], ...words }])
      }),
    )
  })

  test('their order is nothing to the totals, and neither is that of carts to their sum', () => {
    const mixed = prices.chain((lines) =>
      fc.record({
        lines: fc.constant(lines),
        others: fc.shuffledSubarray(lines, { minLength: lines.length, maxLength: lines.length }),
      }),
    )
    fc.assert(
      fc.property(mixed, discounts, ({ lines, others }, discount) => {
        const totals = totalsOf(lines, discount, '20')
        expect(totalsOf(others, discount, '20')).toEqual(totals)
        const carts = lines.map((line) => totalsOf([line], discount, '20'))
        expect(sumOfTotals(carts.toReversed())).toEqual(sumOfTotals(carts))
      }),
    )
  })

  test('what has another reason is another part; the highest rate comes first, that of the whole before others of the same rate', () => {
    const lines = [null, OWN[2]!, OWN[1]!, OWN[0]!, OWN[1]!].map((vat) => ({ cents: 1000, vat }))
    expect(totalsOf(lines, '0', '5.5').vat).toEqual([
      { rate: '5.5', base: 1000, tax: 55 },
      { rate: '5.5', name: 'Repas', mention: '', base: 2000, tax: 110 },
      { rate: '5.5', name: 'Livres', mention: 'article 278', base: 1000, tax: 55 },
      { rate: '0', name: 'Export', mention: 'article 262', base: 1000, tax: 0 },
    ])
  })
})
