import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { configurationKey, nextRequests, type Configuration, type Observation, type Space } from './index.ts'

const space: Space = {
  options: [
    { key: 'format', variants: [1, 2, 3], optional: false },
    { key: 'finish', variants: [4, 5], optional: true },
  ],
  values: [{ key: 'width', type: 'decimal' }],
  quantities: { range: true, min: 25, max: 4000 },
  visuals: { min: 1, max: 3 },
}
const hints = { options: { width: 'Largeur (cm)' } }
const answer = (configuration: Configuration): Observation => ({
  configuration,
  cents: { 'J+3': 1000 + 5 * configuration.quantities.reduce((sum, q) => sum + q, 0) },
})

describe('nextRequests', () => {
  it('asks only what the space allows, and nothing twice', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1000 }), fc.integer({ min: 1, max: 30 }), (seed, n) => {
        const observations = nextRequests(space, [], n, seed, hints).map(answer)
        const next = nextRequests(space, observations, n, seed, hints)
        const all = [...observations.map(({ configuration }) => configuration), ...next]
        expect(new Set(all.map(configurationKey)).size).toBe(all.length)
        for (const { choices, values, quantities } of all) {
          expect([1, 2, 3]).toContain(choices.format)
          expect([undefined, 4, 5]).toContain(choices.finish)
          expect(values.width).toBeGreaterThan(0)
          expect(quantities.length).toBeGreaterThanOrEqual(1)
          expect(quantities.length).toBeLessThanOrEqual(3)
          for (const quantity of quantities) {
            expect(Number.isInteger(quantity) && quantity >= 25 && quantity <= 4000).toBe(true)
          }
        }
      }),
      { seed: 4, numRuns: 12 },
    )
  })

  it('gives the same requests for the same seed', () => {
    const observations = nextRequests(space, [], 20, 3, hints).map(answer)
    expect(nextRequests(space, observations, 10, 3, hints)).toEqual(
      nextRequests(space, observations, 10, 3, hints),
    )
  })

  it('draws back from values that were refused', () => {
    const first = nextRequests(space, [], 20, 5, hints)
    const accepted = first.filter(({ values }) => values.width! <= 90)
    const refused = first.filter(({ values }) => values.width! > 90)
    const next = nextRequests(space, accepted.map(answer), 20, 5, { ...hints, refused })
    const widest = Math.max(...next.map(({ values }) => values.width!))
    expect(widest).toBeLessThan(Math.max(...refused.map(({ values }) => values.width!)))
  })

  it('stops where a small space has been asked through', () => {
    const tiny: Space = {
      options: [{ key: 'a', variants: [1, 2], optional: false }],
      values: [],
      quantities: { range: false, available: [100, 200] },
      visuals: { min: 1, max: 1 },
    }
    const asked = nextRequests(tiny, [], 50, 1)
    expect(asked.map(({ choices, quantities }) => `${choices.a} × ${quantities.join()}`).sort()).toEqual([
      '1 × 100',
      '1 × 200',
      '2 × 100',
      '2 × 200',
    ])
    expect(nextRequests(tiny, asked.map(answer), 50, 1)).toEqual([])
  })
})
