/** What the lines of a quote come to: shares that are exact, prices on costs, and what changes no total. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { percentOf } from '../decimal.ts'
import { beforeWhole } from '../shared/before-whole.ts'
import { takenIn } from '../shared/line-choices.ts'
import { basesOf, type LineRole } from '../shared/line-roles.ts'
import { spread } from '../spread.ts'
import { afterAccount, amountsOf, soldOffer } from './amounts.ts'
import { PLAIN_LINE, type KeptLine, type Offer } from './facts.ts'
import type { QuoteDiscount, Sale } from './lines.ts'

const offer = (priceCents: number | null, costCents = priceCents, more: Partial<Offer> = {}): Offer => ({
  ...{ label: 'J+2', days: 2, delai: 2, status: 'firm', priceCents, costCents },
  ...{ low: null, high: null, observedAt: null, reason: null },
  ...more,
})

const line = (price: Offer, more: Partial<KeptLine> = {}): KeptLine => ({
  ...PLAIN_LINE,
  ...{ id: 'a', area: 'print', line: { produit: 1 }, delai: 2, leadTimeLabel: 'J+2', name: 'Cartes' },
  ...{ parts: [], names: {}, problem: null, promised: null, price },
  ...more,
})
const heading = line(offer(null), { area: 'heading' })

const cents = fc.integer({ min: 0, max: 10_000_000 })
const percent = fc.integer({ min: 0, max: 10_000 }).map((n) => String(n / 100))
const sale: fc.Arbitrary<Sale | null> = fc.oneof(
  fc.constant(null),
  fc.record({ by: fc.constant('markup' as const), percent }),
  fc.record({ by: fc.constant('margin' as const), percent: fc.integer({ min: 0, max: 99 }).map(String) }),
  fc.record({ by: fc.constant('fixed' as const), cents }),
)
const discount: fc.Arbitrary<QuoteDiscount | null> = fc.oneof(
  fc.constant(null),
  fc.record({ percent }),
  fc.record({ cents }),
)
const product = fc
  .record({
    price: fc.tuple(cents, cents),
    sale,
    discount: fc.option(percent),
    role: fc.constantFrom<LineRole>('included', 'option', 'alternative'),
    item: fc.integer({ min: 1, max: 5 }),
  })
  .map(({ price: [price, cost], item, ...more }) =>
    line(offer(price, cost), { ...more, line: { produit: item } }),
  )
const lines = fc.array(fc.oneof({ weight: 6, arbitrary: product }, fc.constant(heading)), { maxLength: 12 })

describe('a spread', () => {
  test('is exact, gives nobody more than his weight, and the greater weight never the smaller share', () => {
    const whole = fc.array(cents, { minLength: 1, maxLength: 20 }).chain((weights) => {
      const sum = weights.reduce((all, weight) => all + weight, 0)
      return fc.tuple(fc.constant(weights), fc.integer({ min: 0, max: sum }))
    })
    fc.assert(
      fc.property(whole, ([weights, total]) => {
        const shares = spread(total, weights)
        expect(shares.reduce((all, share) => all + share, 0)).toBe(total)
        const sum = weights.reduce((all, weight) => all + weight, 0)
        shares.forEach((share, i) => {
          expect(share).toBeLessThanOrEqual(weights[i]!)
          expect(Math.abs(share - (sum === 0 ? 0 : (total * weights[i]!) / sum))).toBeLessThan(1)
          weights.forEach((weight, j) => {
            if (weight > weights[i]!) expect(shares[j]!).toBeGreaterThanOrEqual(share)
          })
        })
      }),
    )
  })

  test('gives what is left to the largest remainders', () => {
    expect(spread(100, [1, 1, 1])).toEqual([34, 33, 33])
    expect(spread(10, [999, 1, 500])).toEqual([7, 0, 3])
    expect(spread(1, [5, 5], ['b', 'a'])).toEqual([0, 1])
    expect(spread(0, [0, 0])).toEqual([0, 0])
  })
})

describe('a price on a cost', () => {
  const priceOf = (cost: number, by: Sale) => soldOffer(offer(1, cost), by).priceCents!

  test.each<[Sale, number, number]>([
    [{ by: 'markup', percent: '30' }, 1000, 1300],
    [{ by: 'markup', percent: '12.5' }, 333, 375],
    [{ by: 'margin', percent: '30' }, 1000, 1429],
    [{ by: 'margin', percent: '99.9' }, 1, 1000],
    [{ by: 'margin', percent: '0' }, 777, 777],
    [{ by: 'fixed', cents: 5 }, 777, 5],
  ])('%j of %i is %i', (by, cost, price) => {
    expect(priceOf(cost, by)).toBe(price)
  })

  test('a margin is the mark-up that leaves it, and is what it says to half a cent', () => {
    const pairs = [
      ['50', '100'],
      ['20', '25'],
      ['75', '300'],
      ['60', '150'],
      ['0', '0'],
    ] as const
    fc.assert(
      fc.property(cents, fc.constantFrom(...pairs), (cost, [margin, markup]) => {
        expect(priceOf(cost, { by: 'margin', percent: margin })).toBe(
          priceOf(cost, { by: 'markup', percent: markup }),
        )
      }),
    )
    fc.assert(
      fc.property(cents, fc.integer({ min: 0, max: 99 }), (cost, margin) => {
        const price = priceOf(cost, { by: 'margin', percent: String(margin) })
        expect(Math.abs(price * (100 - margin) - cost * 100)).toBeLessThanOrEqual((100 - margin) / 2)
        expect(price).toBeGreaterThanOrEqual(cost)
      }),
    )
  })

  test('an estimate stays one, its interval scaled; a fixed price has no width, and stays an estimate', () => {
    const estimate = offer(1200, 1000, { status: 'estimated', low: 1080, high: 1320 })
    expect(soldOffer(estimate, { by: 'markup', percent: '50' })).toMatchObject({
      ...{ status: 'estimated', priceCents: 1500, low: 1350, high: 1650 },
    })
    const fixed = soldOffer(estimate, { by: 'fixed', cents: 900 })
    expect(fixed).toMatchObject({ status: 'estimated', priceCents: 900, low: 900, high: 900 })
    expect(amountsOf([line(estimate, { sale: { by: 'fixed', cents: 900 } })], null)).toMatchObject({
      uncertainty: 0,
      lines: [{ netCents: 900, underCost: true, profitCents: -100, margin: '-11.1' }],
    })
  })
})

describe('the lines of a quote', () => {
  test('their nets sum to the whole, each between nothing and its list price', () => {
    fc.assert(
      fc.property(lines, discount, (all, off) => {
        const { lines: amounts, whole } = amountsOf(all, off)
        const included = amounts.filter((_, i) => all[i]!.area !== 'heading' && all[i]!.role === 'included')
        if (included.length === 0) expect(whole).toBeNull()
        if (whole === null) return
        const sum = included.reduce((total, each) => total + each!.netCents, 0)
        expect(sum).toBe(whole.netCents)
        expect(whole.listCents - whole.discountCents - whole.wholeCents).toBe(sum)
        for (const each of amounts) {
          if (!each) continue
          expect(each.netCents).toBeGreaterThanOrEqual(0)
          expect(each.netCents).toBeLessThanOrEqual(each.listCents)
          expect(each.profitCents).toBe(each.netCents - each.costCents!)
        }
      }),
    )
  })

  test('options and alternatives change no total, and have the same part of the discount of the whole', () => {
    fc.assert(
      fc.property(lines, discount, (all, off) => {
        const alone = all.filter(({ role }) => role === 'included')
        expect(amountsOf(all, off).whole).toEqual(amountsOf(alone, off).whole)
        const others = amountsOf(all, off).lines.filter((_, i) => all[i]!.role !== 'included')
        const whole = amountsOf(all, off).whole
        for (const each of others) {
          if (!each || !whole) continue
          const before = beforeWhole(whole)
          const part = before === 0 ? null : (whole.wholeCents / before) * beforeWhole(each)
          if (part !== null) expect(Math.abs(each.wholeCents - part)).toBeLessThan(0.51)
        }
      }),
    )
  })

  test('the customer’s own discount is out of the profits of the lines, to the cent, and brings one under its cost', () => {
    const discounted = (percents: string, all: KeptLine[], off: QuoteDiscount | null) => {
      const { lines: amounts, whole } = amountsOf(all, off)
      const prix_ht = whole?.netCents ?? 0
      const remise_grand_compte_ht = percentOf(prix_ht, percents)
      return { amounts, whole, off: remise_grand_compte_ht, prix_ht, remise_grand_compte_ht }
    }
    fc.assert(
      fc.property(lines, discount, percent, (all, off, percents) => {
        const { amounts, whole, ...totals } = discounted(percents, all, off)
        const left = afterAccount(amounts, all, totals)
        const included = left.filter((_, i) => all[i]!.role === 'included')
        if (!whole || included.some((each) => each?.profitCents == null)) return
        const sum = included.reduce((profit, each) => profit + each!.profitCents!, 0)
        expect(sum).toBe(whole.netCents - totals.off - whole.costCents!)
      }),
    )
    const [sold, other] = [line(offer(4389, 3990)), line(offer(9000, 3000), { role: 'option' })]
    const left = afterAccount(amountsOf([sold, other], null).lines, [sold, other], {
      ...{ prix_ht: 4389, remise_grand_compte_ht: 1097 },
    })
    expect(left[0]).toMatchObject({ netCents: 4389, profitCents: 3292 - 3990, underCost: true })
    expect(left[1]).toMatchObject({ netCents: 9000, profitCents: 9000 - 2249 - 3000, underCost: false })
  })

  test('what is left of an option is told as it would be, were it taken', () => {
    const all = [line(offer(10_000)), line(offer(20_000), { role: 'option' })]
    const of = (off: QuoteDiscount) => amountsOf(all, off).lines[1]
    expect(of({ percent: '10' })).toMatchObject({ wholeCents: 2000, netCents: 18_000, underCost: true })
    expect(of({ percent: '10' })!.profitCents).toBe(18_000 - 20_000)
    const only = amountsOf([line(offer(20_000), { role: 'option' })], { percent: '10' }).lines
    expect(only[0]).toMatchObject({ wholeCents: 2000, netCents: 18_000 })
  })

  test('their order changes no amount', () => {
    const shuffled = lines.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
    )
    fc.assert(
      fc.property(shuffled, discount, ([all, other], off) => {
        const [before, after] = [amountsOf(all, off), amountsOf(other, off)]
        expect(after.whole).toEqual(before.whole)
        const nets = (of: readonly KeptLine[], { lines: amounts }: typeof before) =>
          of.map((each, i) => `${JSON.stringify(each)} ${amounts[i]?.netCents}`).sort()
        expect(nets(other, after)).toEqual(nets(all, before))
      }),
    )
  })

  test('a discount of 0 takes nothing off, one of 100 all', () => {
    fc.assert(
      fc.property(fc.array(product, { minLength: 1, maxLength: 6 }), (some) => {
        const all = some.map((each) => ({ ...each, role: 'included' as const }))
        expect(amountsOf(all, { percent: '0' }).whole).toEqual(amountsOf(all, null).whole)
        expect(amountsOf(all, { percent: '100' }).whole!.netCents).toBe(0)
        const [none, every] = ['0', '100'].map((off) => all.map((each) => ({ ...each, discount: off })))
        expect(amountsOf(every!, null).whole!.netCents).toBe(0)
        expect(amountsOf(none!, null).whole!.discountCents).toBe(0)
      }),
    )
  })

  test('an amount takes off what there is at most, and a percentage is rounded once', () => {
    const two = [line(offer(1005)), line(offer(995))]
    expect(amountsOf(two, { cents: 9999 }).whole!.netCents).toBe(0)
    expect(amountsOf(two, { percent: '33.33' }).whole!.wholeCents).toBe(percentOf(2000, '33.33'))
  })

  test('what a group comes to is as wide as the estimates in its total', () => {
    const guess = offer(1000, 800, { status: 'estimated', low: 900, high: 1100 })
    const all = [heading, line(guess), line(guess), line(guess, { role: 'option' }), heading, line(offer(5))]
    expect(amountsOf(all, null).subtotalWidths).toEqual([400, null, null, null, null, null])
  })

  test('a heading has the sum of its group; while one of it has no price, none', () => {
    const all = [line(offer(1)), heading, line(offer(2)), line(offer(4), { role: 'option' }), line(offer(8))]
    expect(amountsOf(all, null).subtotals).toEqual([null, 10, null, null, null])
    // Its lines are read before the discount of the whole, which the totals take off.
    expect(amountsOf(all, { percent: '50' }).subtotals[1]).toBe(10)
    expect(amountsOf([...all, line(offer(null))], null).subtotals[1]).toBeNull()
    expect(amountsOf([heading, ...all], null).subtotals).toEqual([1, null, 10, null, null, null])
  })
})

describe('an alternative', () => {
  const included = line(offer(1))
  const alternative = line(offer(2), { role: 'alternative' })
  const option = line(offer(3), { role: 'option' })

  test('stands for the nearest included line above it in its group', () => {
    const all = [alternative, included, option, alternative, alternative, heading, alternative]
    expect(basesOf(all)).toEqual([null, null, null, 1, 1, null, null])
  })

  test('changes places with that line when it is taken in; the others stand for it then', () => {
    const dear = line(offer(9), { role: 'alternative', name: 'other' })
    const all = takenIn([included, alternative, dear], 2)
    expect(all.map(({ role, price }) => [role, price.priceCents])).toEqual([
      ['included', 9],
      ['alternative', 2],
      ['alternative', 1],
    ])
    expect(basesOf(all)).toEqual([null, 0, 0])
    expect(takenIn([included, option], 1).map(({ role }) => role)).toEqual(['included', 'included'])
  })
})
