/** What a refusal says, and what is asked to find out what it was about. */
import { describe, expect, it } from 'vitest'
import { suspicions } from './incompatible.ts'
import { nextRequests, type Configuration, type Observation, type Space } from './index.ts'

const of = (choices: Record<string, number>, values: Record<string, number> = {}): Configuration => ({
  ...{ choices, values, quantities: [100] },
})

describe('suspicions', () => {
  it('a refusal with one new pair is about that pair, and those that hold it blame nothing else', () => {
    const answered = [of({ a: 1, b: 1, c: 1 }), of({ a: 2, b: 1, c: 1 }), of({ a: 1, b: 2, c: 2 })]
    const refused = [of({ a: 2, b: 1, c: 2 }), of({ a: 2, b: 2, c: 2 }), of({ a: 2, b: 2, c: 2 })]
    // b=1 with c=2, too, is new in the first one.
    const open = suspicions(answered, refused)
    expect(open.isHopeless(of({ a: 2, b: 2, c: 1 }))).toBe(true)
    const more = suspicions([...answered, of({ a: 1, b: 1, c: 2 })], refused)
    expect(more.isHopeless(of({ a: 2, b: 1, c: 2 }))).toBe(true)
    expect(more.isHopeless(of({ a: 2, b: 2, c: 1 })), 'a=2 with c=2 explains all three').toBe(false)
  })

  it('a refusal of a value that was never taken does not count against choices', () => {
    const answered = [of({ a: 1, b: 1 }, { w: 100 }), of({ a: 2, b: 2 }, { w: 120 })]
    const wide = [of({ a: 1, b: 2 }, { w: 900 }), of({ a: 1, b: 2 }, { w: 880 })]
    expect(suspicions(answered, wide).isHopeless(of({ a: 1, b: 2 }, { w: 100 }))).toBe(false)
    expect(suspicions(answered, wide).isHopeless(of({ a: 1, b: 1 }, { w: 900 }))).toBe(true)
  })

  it('tells pairs that were refused beside other new things, those of usual choices first', () => {
    const answered = [of({ a: 1, b: 1, c: 1 }), of({ a: 2, b: 1, c: 1 }), of({ a: 1, b: 2, c: 2 })]
    const refused = [of({ a: 2, b: 2, c: 2 }), of({ a: 2, b: 2, c: 2 })]
    const names = suspicions(answered, refused).doubtful.map((pair) =>
      pair.map(({ option, variant }) => `${option}${variant}`).join(),
    )
    expect(names).toEqual(['a2,b2', 'a2,c2'])
  })
})

describe('nextRequests', () => {
  const space: Space = {
    options: [
      { key: 'a', variants: [1, 2, 3], optional: false },
      { key: 'b', variants: [1, 2, 3], optional: false },
      { key: 'c', variants: [1, 2, 3], optional: false },
    ],
    values: [{ key: 'n', type: 'integer' }],
    quantities: { range: false, available: [50, 100, 250, 500, 1000, 2500, 5000] },
    visuals: { min: 1, max: 1 },
  }
  const hints = { options: { n: 'Nombre de trous' } }

  /** So many requests to a partner that takes what `takes` says. */
  function asked(requests: number, takes: (configuration: Configuration, i: number) => boolean) {
    const answered: Observation[] = []
    const refused: Configuration[] = []
    for (let i = 0; i < requests;) {
      for (const configuration of nextRequests(space, answered, 10, 3, { ...hints, refused })) {
        const [copies] = configuration.quantities
        const cents = { 'J+3': 900 + 7 * copies! + 300 * (configuration.choices.a ?? 0) }
        if (takes(configuration, i++)) answered.push({ configuration, cents })
        else refused.push(configuration)
      }
    }
    return { answered: answered.map(({ configuration }) => configuration), refused }
  }

  it('asks again, beside what was answered, for what was refused beside other new things', () => {
    const start = asked(20, () => true).answered.filter(
      ({ choices: { a, b, c }, values }) => a !== 3 && (b !== 2 || c !== 2) && values.n! <= 4,
    )
    expect(start.length).toBeGreaterThan(5)
    const answered = [...start, of({ a: 1, b: 2, c: 1 }, { n: 2 }), of({ a: 1, b: 1, c: 2 }, { n: 2 })]
    const more = [50, 250, 500, 1000, 2500].flatMap((copies) => [
      { ...of({ a: 1, b: 1, c: 1 }, { n: 2 }), quantities: [copies] },
      { ...of({ a: 2, b: 1, c: 1 }, { n: 1 }), quantities: [copies] },
    ])
    const refused = [7, 8, 9].flatMap((n) => [
      of({ a: 3, b: 2, c: 2 }, { n }),
      of({ a: 1, b: 2, c: 2 }, { n }),
    ])
    const observations = [...answered, ...more].map((configuration) => ({
      configuration,
      cents: { 'J+3': 900 + 7 * configuration.quantities[0]! },
    }))
    const next = nextRequests(space, observations, 20, 3, { ...hints, refused })
    expect(next.some(({ choices }) => choices.a === 3)).toBe(true)
    expect(next.some(({ choices }) => choices.b === 2 && choices.c === 2)).toBe(true)
  })

  it('learns what does not go together, and hardly asks for it', () => {
    const { refused } = asked(120, ({ choices: { a, b } }) => !(a === 3 && b === 2))
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.length).toBeLessThanOrEqual(6)
  })

  it('asks for none of what is counted, too, unless that is refused', () => {
    const none = ({ values }: Configuration) => values.n === 0
    expect(asked(60, () => true).answered.filter(none).length).toBeGreaterThan(3)
    const strict = asked(60, (each) => !none(each))
    expect(strict.refused.length).toBeLessThanOrEqual(4)
  })
})
