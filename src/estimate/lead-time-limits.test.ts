import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { leadTimeRefusals } from './lead-time-limits.ts'
import type { Configuration, Observation } from './types.ts'

const of = (copies: number, paper = 1): Configuration => ({
  ...{ choices: { paper }, values: {} },
  quantities: [copies],
})
const WORDS = 'Délai impossible au-delà de 1000 exemplaires.'

/** An answer of a partner that is too slow for so many copies in two days. */
const answer = (configuration: Configuration, most = 1000): Observation => {
  const [copies = 0] = configuration.quantities
  return copies > most
    ? { configuration, cents: { 'J+5': copies }, refused: { 'J+2': WORDS } }
    : { configuration, cents: { 'J+5': copies, 'J+2': 2 * copies } }
}
const refusedAt = (observations: readonly Observation[], configuration: Configuration) =>
  Object.fromEntries(leadTimeRefusals(observations)(configuration))

describe('a lead time that was refused in other quantities of the same choices', () => {
  it('is refused between two of them, in the words of the nearest below', () => {
    const asked = [500, 2000, 10_000].map((copies) => answer(of(copies)))
    expect(refusedAt(asked, of(5000))).toEqual({ 'J+2': { copies: 2000, message: WORDS } })
  })

  it('is refused of more copies, and open for fewer where anything has a price there', () => {
    const asked = [answer(of(2000)), answer(of(500, 2))]
    expect(refusedAt(asked, of(5000))).toHaveProperty('J+2')
    expect(refusedAt(asked, of(1000))).toEqual({})
  })

  it('is refused of fewer copies where only more have a price', () => {
    const few: Observation = {
      configuration: of(100),
      cents: {},
      refused: { 'J+9': 'À partir de 500 exemplaires.' },
    }
    const many: Observation = { configuration: of(500, 2), cents: { 'J+9': 1 } }
    expect(refusedAt([few, many], of(50))).toHaveProperty('J+9')
    expect(refusedAt([few, many], of(200))).toEqual({})
  })

  it('says nothing of other choices, nor between two where the partner has given a price', () => {
    const asked = [answer(of(2000)), answer(of(10_000))]
    expect(refusedAt(asked, of(5000, 2))).toEqual({})
    const odd: Observation = { configuration: of(6000), cents: { 'J+2': 1 } }
    expect(refusedAt([...asked, odd], of(5000))).toEqual({})
  })

  it('is no longer refused once the partner has answered with a price', () => {
    const refused = { ...answer(of(2000)), observedAt: 1 }
    const given: Observation = { configuration: of(2000), cents: { 'J+2': 1 }, observedAt: 2 }
    expect(refusedAt([given, refused], of(5000))).toEqual({})
  })

  it('is in no order of answers refused where a most of copies takes it', () => {
    const copies = fc.integer({ min: 1, max: 5000 })
    fc.assert(
      fc.property(
        fc.array(copies, { minLength: 1, maxLength: 20 }),
        copies,
        copies,
        (asked, most, wanted) => {
          const observations = asked.map((each) => answer(of(each), most))
          const found = refusedAt(observations, of(wanted))
          // Where nothing has a price the limit may be a least as well as a most.
          const isPriced = asked.some((each) => each <= most)
          if (isPriced && wanted <= most) expect(found).toEqual({})
          if (wanted > most && asked.some((each) => each > most && each <= wanted))
            expect(found).toHaveProperty('J+2')
          expect(refusedAt([...observations].reverse(), of(wanted))).toEqual(found)
        },
      ),
    )
  })
})
