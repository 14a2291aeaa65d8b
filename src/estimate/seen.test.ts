import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { fit, type Configuration, type Observation, type Space } from './index.ts'
import { seenOf } from './seen.ts'

const SPACE: Space = {
  options: [{ key: 'fabric', variants: [1, 2], optional: false }],
  values: [
    { key: 'w', type: 'integer' },
    { key: 'h', type: 'integer' },
    { key: 'poles', type: 'integer' },
  ],
  quantities: { range: true, min: 1, max: 1000 },
  visuals: { min: 1, max: 3 },
}
const HINTS = { options: { w: 'Largeur (mm)', h: 'Hauteur (mm)', poles: 'Nombre de mâts' } }

const banner = (w: number, h: number, quantities = [1], fabric = 1, poles = 2): Configuration => ({
  choices: { fabric },
  values: { w, h, poles },
  quantities,
})
const seen = seenOf(SPACE, HINTS, [
  { configuration: banner(900, 600), cents: 6662 },
  { configuration: banner(600, 2000), cents: 9000 },
  { configuration: banner(900, 600, [10]), cents: 20_000 },
])

test.each([
  ['the same', banner(900, 600), false],
  ['between those that were seen', banner(800, 1200, [5]), false],
  ['a wider one', banner(2001, 600), true],
  ['a smaller one', banner(500, 600), true],
  ['one of a greater area, each of whose sides was seen', banner(900, 2000), true],
  ['more copies', banner(900, 600, [11]), true],
  ['a choice that was never asked for', banner(900, 600, [1], 2), true],
  ['another number of what is no length', banner(900, 600, [1], 1, 3), true],
])('outside of what was seen, or not: %s', (_what, configuration, outside) => {
  expect(seen.isOutside(configuration)).toBe(outside)
})

test.each([
  ['wider', banner(2000, 600), 9000],
  ['larger the other way up', banner(600, 900), 6662],
  ['more copies', banner(900, 600, [12]), 20_000],
  ['larger, and more copies', banner(1000, 2000, [10]), 20_000],
  ['smaller', banner(899, 600), 0],
  ['larger, of another choice', banner(2000, 600, [1], 2), 0],
  ['larger, of another value', banner(2000, 600, [1], 1, 3), 0],
  ['as many copies, of more visuals', banner(900, 600, [5, 5]), 0],
])('costs no less than what is smaller: %s', (_what, configuration, cents) => {
  expect(seen.least(configuration)).toBe(cents)
})

test.each([
  ['narrower', banner(600, 600), 6662],
  ['smaller the other way up, of fewer copies', banner(600, 900, [9]), 20_000],
  ['larger', banner(2100, 600), Infinity],
  ['smaller, of another choice', banner(600, 600, [1], 2), Infinity],
])('costs no more than what is larger: %s', (_what, configuration, cents) => {
  expect(seen.most(configuration)).toBe(cents)
})

test('one answer that is dearer than that of something larger shows that prices may fall', () => {
  expect(seen.grows).toBe(true)
  const answers = [
    { configuration: banner(900, 600), cents: 6662 },
    { configuration: banner(900, 700), cents: 6661 },
  ]
  expect(seenOf(SPACE, HINTS, answers).grows).toBe(false)
})

describe('estimates', () => {
  /** Answers that grow, at random: what is fitted to them may fall anywhere. */
  const anyAnswers = fc
    .uniqueArray(
      fc.record({
        size: fc.tuple(fc.integer({ min: 2, max: 30 }), fc.integer({ min: 2, max: 30 })),
        copies: fc.constantFrom(1, 5, 10),
        cents: fc.integer({ min: 500, max: 50_000 }),
      }),
      { minLength: 6, maxLength: 12, selector: ({ size, copies }) => `${size.join()} ${copies}` },
    )
    .map((answers) => {
      const amount = ({ size, copies }: (typeof answers)[number]) => size[0] * size[1] * copies
      const prices = answers.map(({ cents }) => cents).sort((a, b) => a - b)
      return answers
        .toSorted((a, b) => amount(a) - amount(b))
        .map((one, i) => ({ ...one, cents: prices[i]! }))
    })

  it('are never below a price that was seen of a smaller size or of fewer copies', () => {
    fc.assert(
      fc.property(
        anyAnswers,
        fc.tuple(fc.integer({ min: 2, max: 60 }), fc.integer({ min: 2, max: 60 })),
        fc.constantFrom(1, 7, 20),
        (answers, [w, h], copies) => {
          const observations = answers.map(({ size, copies: few, cents }): Observation => ({
            configuration: banner(size[0] * 100, size[1] * 100, [few]),
            cents: { 'J+5': cents },
          }))
          const estimate = fit(SPACE, observations, HINTS)
            .estimate(banner(w * 100, h * 100, [copies]))
            .get('J+5')
          if (!estimate) return
          const smaller = answers.filter(
            ({ size, copies: few }) => size[0] <= w && size[1] <= h && few <= copies,
          )
          for (const { cents } of smaller) expect(estimate.low).toBeGreaterThanOrEqual(cents)
          expect(estimate.low).toBeLessThanOrEqual(estimate.cents)
          expect(estimate.high).toBeGreaterThanOrEqual(estimate.cents)
        },
      ),
      { seed: 1, numRuns: 60 },
    )
  })

  it('say that they are of what lies outside', () => {
    const sides: readonly (readonly [number, number])[] = [
      [600, 400],
      [700, 500],
      [900, 600],
      [800, 400],
      [650, 600],
      [750, 450],
    ]
    const estimator = fit(
      SPACE,
      sides.map(([w, h]) => ({ configuration: banner(w, h), cents: { 'J+5': 3000 + (w * h) / 100 } })),
      HINTS,
    )
    const outside = (w: number, h: number) => estimator.estimate(banner(w, h)).get('J+5')?.outside
    expect([outside(700, 550), outside(2000, 600)]).toEqual([false, true])
  })
})
