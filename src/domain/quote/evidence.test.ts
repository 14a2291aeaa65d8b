/** Until when the prices of a quote are known to hold. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, localDay } from '../shared/calendar.ts'
import { OWN_TARIFFS } from '../shared/sources.ts'
import { isBeyond } from '../shared/validity.ts'
import { affirmed, evidenceOf } from './evidence.ts'
import { PLAIN_LINE, type Offer, type SourcedLine } from './facts.ts'

const MADE = '2026-01-05T10:00:00.000Z'
const AGE = 30
const instant = fc
  .integer({ min: Date.parse('2026-01-01T12:00:00Z'), max: Date.parse('2027-12-31T12:00:00Z') })
  .map((time) => new Date(time).toISOString())

interface Given {
  readonly status: Offer['status']
  readonly source?: string | null
  readonly observedAt?: string | null
  readonly pricedAt?: string | null
  readonly priceCents?: number | null
}

/** @param given source null: the own tariffs */
function line(given: Given, more: Partial<SourcedLine> = {}): SourcedLine {
  const { status, source = null, observedAt = null, pricedAt = null, priceCents = 1000 } = given
  const interval = status === 'estimated' ? { low: 900, high: 1100 } : { low: null, high: null }
  const price = {
    label: 'J+2',
    days: 2,
    delai: 2,
    status,
    priceCents,
    costCents: 800,
    ...interval,
    observedAt,
  }
  return {
    ...PLAIN_LINE,
    ...{
      id: 'a',
      area: 'print',
      line: { produit: 1 },
      delai: 2,
      leadTimeLabel: 'J+2',
      name: 'Cartes',
      parts: [],
    },
    ...{ names: {}, problem: null, promised: null, pricedAt, price: { ...price, reason: null } },
    source:
      source === null
        ? { id: OWN_TARIFFS, name: '', removed: false }
        : { id: 2 + source.length, name: source, removed: false },
    ...more,
  }
}

const free: fc.Arbitrary<SourcedLine> = fc.constantFrom(
  line({ status: 'firm' }),
  line({ status: 'unavailable', source: 'A', priceCents: null }),
  line({ status: 'estimated', source: 'A' }, { role: 'option' }),
  line({ status: 'observed', source: 'A', observedAt: MADE }, { role: 'alternative' }),
  line({ status: 'firm' }, { area: 'free', source: null }),
  line({ status: 'unavailable', priceCents: null }, { area: 'heading', source: null }),
)
const source = fc.constantFrom('A', 'BB', 'CCC')
const seen = fc.oneof(
  fc.tuple(source, instant).map(([of, at]) => line({ status: 'firm', source: of, pricedAt: at })),
  fc
    .tuple(source, instant, instant)
    .map(([of, at, later]) => line({ status: 'observed', source: of, observedAt: at, pricedAt: later })),
)
const dateOf = ({ price, pricedAt }: SourcedLine) => price.observedAt ?? pricedAt!

test('own tariffs, services, and what is outside of the total limit nothing', () => {
  fc.assert(
    fc.property(fc.array(free), (lines) => {
      expect(evidenceOf(lines, MADE, AGE)).toBeNull()
      expect(isBeyond('9999-12-31', null)).toBe(false)
    }),
  )
})

test('what was seen holds to the end of the day that its age allows, the oldest first, in whatever order', () => {
  fc.assert(
    fc.property(fc.array(seen, { minLength: 1 }), fc.array(free), fc.nat(3650), (lines, others, age) => {
      const oldest = lines.map(dateOf).toSorted()[0]!
      const until = addDays(localDay(new Date(oldest)), age)
      const evidence = evidenceOf([...others, ...lines], MADE, age)!
      expect(evidence).toMatchObject({ until, estimated: 0 })
      expect(evidenceOf([...lines, ...others].reverse(), MADE, age)!.until).toBe(until)
      expect(isBeyond(until, evidence)).toBe(false)
      expect(isBeyond(addDays(until, 1), evidence)).toBe(true)
      for (const { source: name, at } of evidence.seen) {
        const own = lines.filter((each) => each.source!.name === name)
        expect(at).toBe(own.map(dateOf).toSorted()[0])
      }
      expect(evidence.seen).toHaveLength(new Set(lines.map((each) => each.source!.name)).size)
    }),
  )
})

test('an estimate that is in the total holds on no day, whatever stands beside it', () => {
  const estimate = line({ status: 'estimated', source: 'A', pricedAt: MADE })
  const fixed = { ...estimate, sale: { by: 'fixed', cents: 100 } as const }
  fc.assert(
    fc.property(fc.array(seen), fc.constantFrom(estimate, fixed), instant, (lines, one, at) => {
      const evidence = evidenceOf([...lines, one], MADE, AGE)!
      expect(evidence).toMatchObject({ until: null, estimated: 1 })
      expect(isBeyond(localDay(new Date(at)), evidence)).toBe(true)
    }),
  )
})

test('of a price whose day was not kept, it is known to be as old as the quote', () => {
  const old = line({ status: 'firm', source: 'A' })
  expect(evidenceOf([old], MADE, AGE)).toMatchObject({ seen: [{ source: 'A', at: MADE }] })
})

test('said again, a price rests on that; one that is another, older, or an estimate leaves the line as it is', () => {
  fc.assert(
    fc.property(seen, seen, (was, is) => {
      const line = affirmed(was, is)
      const latest = [dateOf(was), dateOf(is)].toSorted()[1]!
      expect(dateOf(line as SourcedLine)).toBe(latest)
      expect({ ...line, price: null, pricedAt: null }).toEqual({ ...was, price: null, pricedAt: null })
      expect(line.price.priceCents).toBe(was.price.priceCents)
      for (const other of [
        { ...is, price: { ...is.price, priceCents: 999 } },
        { ...is, price: { ...is.price, status: 'estimated' as const } },
        { ...is, price: { ...is.price, status: 'unavailable' as const, priceCents: null } },
        { ...is, problem: [] },
      ])
        expect(affirmed(was, other)).toBe(was)
    }),
  )
})
