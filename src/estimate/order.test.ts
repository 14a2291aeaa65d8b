/** The common sense of prices, on tariffs drawn at random, few of whose prices are known. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fit, type Configuration, type Observation, type Space } from './index.ts'
import { fewerCopies, neverCheaper } from './order.ts'

const QUANTITIES = [50, 100, 250, 500, 1000, 2500, 5000]
const SPACE: Space = {
  options: [{ key: 'paper', variants: [1, 2, 3], optional: false }],
  values: [],
  quantities: { range: false, available: QUANTITIES },
  visuals: { min: 1, max: 4 },
}
const of = (paper: number, ...quantities: number[]): Configuration => ({
  ...{ choices: { paper }, values: {}, quantities },
})

/** Prices that grow with the quantity by any steps, a factor for the paper, and a dearer fast lead time. */
const anyTariff = fc
  .record({
    first: fc.integer({ min: 500, max: 9000 }),
    steps: fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 6, maxLength: 6 }),
    papers: fc.tuple(
      fc.double({ min: 0.3, max: 3, noNaN: true }),
      fc.double({ min: 0.3, max: 3, noNaN: true }),
    ),
    fast: fc.double({ min: 1, max: 1.5, noNaN: true }),
  })
  .map(({ first, steps, papers, fast }) => {
    const list = steps.reduce<number[]>((prices, step) => [...prices, prices.at(-1)! + step], [first])
    return (paper: number, quantity: number) => {
      const price = Math.round(list[QUANTITIES.indexOf(quantity)]! * [1, ...papers][paper - 1]!)
      return { 'J+2': Math.round(price * fast), 'J+5': price }
    }
  })

const anyAsked = fc.uniqueArray(fc.tuple(fc.constantFrom(1, 2, 3), fc.constantFrom(...QUANTITIES)), {
  ...{ minLength: 7, maxLength: 14, selector: String },
})

describe('estimates', () => {
  it('never fall as the quantity grows, nor rise at a slower lead time; what was seen of more copies bounds them', () => {
    fc.assert(
      fc.property(anyTariff, anyAsked, fc.constantFrom(1, 2, 3), (tariff, asked, paper) => {
        const answers = asked.map(([p, q]): Observation => ({
          configuration: of(p, q),
          cents: tariff(p, q),
        }))
        const estimator = fit(SPACE, answers)
        const estimates = QUANTITIES.map((quantity) => estimator.estimate(of(paper, quantity)))
        for (const [i, now] of estimates.entries()) {
          const [fast, slow] = [now.get('J+2')!, now.get('J+5')!]
          expect(fast.cents).toBeGreaterThanOrEqual(slow.cents)
          for (const one of [fast, slow]) {
            expect(one.low).toBeLessThanOrEqual(one.cents)
            expect(one.high).toBeGreaterThanOrEqual(one.cents)
          }
          for (const [p, q] of asked) {
            if (p !== paper) continue
            const known = tariff(p, q)['J+5']
            if (q >= QUANTITIES[i]!) expect(slow.high).toBeLessThanOrEqual(known)
            if (q <= QUANTITIES[i]!) expect(slow.low).toBeGreaterThanOrEqual(known)
          }
          const before = estimates[i - 1]?.get('J+5')?.cents ?? 0
          expect(slow.cents).toBeGreaterThanOrEqual(before)
        }
      }),
      { seed: 1, numRuns: 80 },
    )
  })

  it('follow a partner whose answers fall', () => {
    const prices = [9000, 8000, 7000, 6000, 5000, 4000, 3000]
    const answers = QUANTITIES.filter((q) => q !== 500).map((q): Observation => ({
      configuration: of(1, q),
      cents: { 'J+5': prices[QUANTITIES.indexOf(q)]! },
    }))
    expect(fit(SPACE, answers).estimate(of(1, 5000)).get('J+5')!.cents).toBeLessThan(9000)
  })
})

describe('fewerCopies', () => {
  const fewer = fewerCopies(SPACE)

  it('steps each visual down to the usual quantities below, as far as all have one', () => {
    expect(fewer(of(1, 1000)).map(({ quantities }) => quantities)).toEqual([[500], [250], [100]])
    expect(fewer(of(1, 1000, 120)).map(({ quantities }) => quantities)).toEqual([
      [500, 100],
      [250, 50],
    ])
    expect(fewer(of(1, 50))).toEqual([])
  })
})

describe('neverCheaper', () => {
  const answers = [
    { a: 100, b: 90, c: 80 },
    { a: 120, b: 120, c: 130 },
  ].map((cents, i): Observation => ({ configuration: of(1, QUANTITIES[i]!), cents }))

  it('names those that a lead time never cost less than, in an order that none comes before what it is held against', () => {
    expect([...neverCheaper(answers, ['a', 'b', 'c'])]).toEqual([
      ['b', []],
      ['c', []],
      ['a', ['b']],
    ])
  })
})
