import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seeded, shuffled } from './random.ts'
import { fit, nextRequests, type Configuration, type Observation, type Space } from './index.ts'

const space: Space = {
  options: [
    { key: 'paper', variants: [1, 2, 3], optional: false },
    { key: 'sides', variants: [4, 5], optional: false },
    { key: 'finish', variants: [6, 7, 8], optional: false },
  ],
  values: [],
  quantities: { range: false, available: [50, 100, 250, 500, 1000, 2500, 5000] },
  visuals: { min: 1, max: 1 },
}

type Tariff = (configuration: Configuration) => Record<string, number>
const copies = ({ quantities }: Configuration): number => quantities[0]!

const additive: Tariff = (configuration) => {
  const { paper, sides, finish } = configuration.choices
  const fees = [0, 900, 1700][paper! - 1]! + [0, 650][sides! - 4]!
  const each = 7 + [0, 2, 5][finish! - 6]!
  const price = 3000 + fees + each * copies(configuration)
  return { 'J+2': Math.round(price * 1.25), 'J+5': Math.round(price) }
}

const multiplicative: Tariff = (configuration) => {
  const { paper, sides, finish } = configuration.choices
  const factor = [1, 1.2, 1.45][paper! - 1]! * [1, 1.6][sides! - 4]! * [1, 1.1, 0.9][finish! - 6]!
  const price = 900 * copies(configuration) ** 0.55 * factor
  return { 'J+2': Math.round(price * 1.25 + 800), 'J+5': Math.round(price) }
}

function learn(tariff: Tariff, answers: number, seed = 1): Observation[] {
  const observations: Observation[] = []
  while (observations.length < answers) {
    const next = nextRequests(space, observations, Math.min(20, answers - observations.length), seed)
    if (next.length === 0) break
    for (const configuration of next) observations.push({ configuration, cents: tariff(configuration) })
  }
  return observations
}

const anyConfiguration = fc
  .tuple(
    fc.constantFrom(1, 2, 3),
    fc.constantFrom(4, 5),
    fc.constantFrom(6, 7, 8),
    fc.constantFrom(50, 250, 1000, 5000),
  )
  .map(([paper, sides, finish, quantity]): Configuration => ({
    choices: { paper, sides, finish },
    values: {},
    quantities: [quantity],
  }))

describe('fit', () => {
  it('knows a product that always costs the same, or nearly always', () => {
    const same = fit(
      space,
      learn(() => ({ 'J+5': 1000 }), 20),
    )
    const usual = { choices: { paper: 1, sides: 4, finish: 6 }, values: {}, quantities: [250] }
    expect(same.estimate(usual).get('J+5')).toMatchObject({ cents: 1000 })
    const few = fit(
      space,
      learn((configuration) => ({ 'J+5': copies(configuration) > 2500 ? 1500 : 1000 }), 12),
    )
    expect(few.estimate(usual).get('J+5')!.cents).toBeGreaterThanOrEqual(1000)
  })

  it('names the free values that a configuration leaves out and no answer is without: none that an answer did without', () => {
    const free: Space = {
      ...space,
      values: ['width', 'height', 'folds'].map((key) => ({ key, type: 'integer' as const })),
    }
    const observations = learn(additive, 12).map(({ configuration, cents }, i) => ({
      configuration: { ...configuration, values: { width: 50 + i, height: 70, folds: i % 3 } },
      cents,
    }))
    const { lacking } = fit(free, observations)
    const { choices, quantities } = observations[0]!.configuration
    const left = (values: Configuration['values']) => lacking({ choices, quantities, values })
    expect(left({})).toEqual(['width', 'height'])
    expect(left({ height: 30 })).toEqual(['width'])
    expect(left({ width: 30, height: 30 })).toEqual([])
    expect(fit(free, observations.slice(0, 3)).lacking({ choices, quantities, values: {} })).toEqual([])
  })

  it('knows the other lead times of what was answered at one of them alone, by the few that have both', () => {
    const observations = learn(additive, 40).map(({ configuration, cents }, i) => ({
      configuration,
      cents: i < 3 ? cents : { 'J+5': cents['J+5']! },
    }))
    const { configuration, cents } = observations.at(-1)!
    const { cents: estimated, low, high } = fit(space, observations).estimate(configuration).get('J+2')!
    const truth = cents['J+5']! * 1.25
    expect(Math.abs(estimated / truth - 1)).toBeLessThan(0.002)
    expect(low).toBeLessThanOrEqual(Math.floor(truth))
    expect(high).toBeGreaterThanOrEqual(Math.ceil(truth))
  })

  it.each([
    ['additive', additive],
    ['multiplicative', multiplicative],
  ])('recovers an %s tariff', (_, tariff) => {
    const estimator = fit(space, learn(tariff, 80))
    fc.assert(
      fc.property(anyConfiguration, (configuration) => {
        const truth = tariff(configuration)
        const estimates = estimator.estimate(configuration)
        expect([...estimates.keys()].sort()).toEqual(Object.keys(truth).sort())
        for (const [label, { cents }] of estimates) {
          expect(Math.abs(cents - truth[label]!) / truth[label]!).toBeLessThan(0.005)
        }
      }),
      { seed: 1, numRuns: 60 },
    )
  })

  it('gives intervals that hold the estimate and are never negative', () => {
    const estimators = [12, 30].map((answers) => fit(space, learn(additive, answers)))
    fc.assert(
      fc.property(anyConfiguration, (configuration) => {
        for (const estimator of estimators) {
          const estimates = [...estimator.estimate(configuration).values()]
          expect(estimates).toHaveLength(2)
          for (const { cents, low, high } of estimates) {
            expect(low).toBeGreaterThanOrEqual(0)
            expect(low).toBeLessThanOrEqual(cents)
            expect(cents).toBeLessThanOrEqual(high)
            expect([cents, low, high].every(Number.isSafeInteger)).toBe(true)
          }
        }
      }),
      { seed: 2, numRuns: 40 },
    )
  })

  it('gives the same estimates whatever the order of the answers', () => {
    const observations = learn(multiplicative, 24)
    const configuration = { choices: { paper: 3, sides: 5, finish: 8 }, values: {}, quantities: [2500] }
    const expected = fit(space, observations).estimate(configuration)
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const other = fit(space, shuffled(seeded(seed), observations)).estimate(configuration)
        expect(other).toEqual(expected)
      }),
      { seed: 3, numRuns: 8 },
    )
  })

  it('asks more for more copies where the tariff does', () => {
    const estimator = fit(space, learn(additive, 40))
    const at = (quantity: number): number =>
      estimator
        .estimate({ choices: { paper: 2, sides: 5, finish: 7 }, values: {}, quantities: [quantity] })
        .get('J+5')!.cents
    const prices = [50, 100, 250, 500, 1000, 2500, 5000].map(at)
    expect(prices).toEqual([...prices].sort((a, b) => a - b))
  })

  it('lets the later of two answers to one configuration count', () => {
    const observations = learn(additive, 20)
    const first = observations[0]!
    const stale = { ...first, cents: { 'J+5': 1, 'J+2': 1 }, observedAt: 1 }
    const fresh = observations.map((observation) => ({ ...observation, observedAt: 2 }))
    expect(fit(space, [...fresh, stale]).estimate(first.configuration)).toEqual(
      fit(space, fresh).estimate(first.configuration),
    )
  })

  it('says what is missing when little is known', () => {
    expect(fit(space, []).missing).toBe('no_answers')
    const few = fit(space, learn(additive, 3))
    expect(few.missing).toBe('too_few_answers')
    expect(few.estimate(learn(additive, 1)[0]!.configuration).size).toBe(0)
  })

  it('finds the rounding and stays on it', () => {
    const rounded: Tariff = (configuration) =>
      Object.fromEntries(
        Object.entries(additive(configuration)).map(([label, price]) => [
          label,
          Math.ceil(price / 1000) * 1000 - 10,
        ]),
      )
    const estimator = fit(space, learn(rounded, 40))
    for (const { configuration } of learn(rounded, 20, 9)) {
      const estimates = estimator.estimate(configuration)
      expect(estimates.size).toBe(2)
      for (const { cents } of estimates.values()) expect(cents % 1000).toBe(990)
    }
  })
})
