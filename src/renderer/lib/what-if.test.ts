import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { boundsOf, NEXT_TO_NOTHING, whatIf, WORTH_MORE, WORTH_WAITING } from './what-if'

const price = (days: number, priceCents: number | null, more: object = {}) => ({
  label: `J+${days}`,
  days,
  status: priceCents === null ? ('unavailable' as const) : ('firm' as const),
  priceCents,
  low: null,
  high: null,
  observedAt: null,
  ...more,
})
const estimate = (days: number, low: number, high: number) =>
  price(days, Math.round((low + high) / 2), { status: 'estimated', low, high })
const row = (quantity: number, ...leadTimes: ReturnType<typeof price>[]) => ({
  quantities: [quantity],
  leadTimes,
})

describe('what if', () => {
  test('the next quantity, where a piece is cheaper by it', () => {
    const own = row(1000, price(4, 10_000))
    const ideas = whatIf(own, 'J+4', [
      row(500, price(4, 8000)),
      own,
      row(1500, price(4, 12_000)),
      row(2000, price(4, 12_500)),
    ])
    expect(ideas).toMatchObject([
      {
        kind: 'more',
        copies: 500,
        cents: 2000,
        width: null,
        each: 0.08,
        eachBefore: 0.1,
        label: 'J+4',
        quantities: [1500],
      },
    ])
    expect(whatIf(own, 'J+4', [own, row(1500, price(4, 14_900))])).toEqual([])
  })

  test('the largest quantity that costs next to nothing more, or less; the next one is the one after it', () => {
    const own = row(1000, price(4, 10_000))
    const rows = [own, row(1500, price(4, 9_900)), row(2000, price(4, 10_300)), row(2500, price(4, 11_000))]
    expect(whatIf(own, 'J+4', rows)).toMatchObject([
      { kind: 'free', copies: 1000, cents: 300 },
      { kind: 'more', copies: 1500, cents: 1000 },
    ])
  })

  test('the next lead time that saves enough, of the same quantity', () => {
    const own = row(
      1000,
      price(2, 12_000),
      price(4, 10_000),
      price(6, 9_900),
      price(8, null),
      price(9, 9_000),
    )
    expect(whatIf(own, 'J+4', [])).toMatchObject([
      { kind: 'later', label: 'J+9', days: 9, cents: -1000, copies: 0, quantities: [1000] },
    ])
    expect(whatIf(own, 'J+9', [])).toEqual([])
    expect(whatIf(own, 'J+8', [])).toEqual([])
    expect(whatIf(own, null, [])).toEqual([])
  })

  test('an estimate is held to the end of its interval that says the least, and said to be one', () => {
    const own = row(1000, price(4, 10_000), estimate(6, 8_000, 9_700))
    expect(whatIf(own, 'J+4', [])).toMatchObject([{ kind: 'later', status: 'estimated', width: 1700 }])
    expect(whatIf(row(1000, price(4, 10_000), estimate(6, 8_000, 9_900)), 'J+4', [])).toEqual([])
    expect(whatIf(row(1000, price(4, 10_000), price(6, 9_000, { status: 'estimated' })), 'J+4', [])).toEqual(
      [],
    )
    expect(
      whatIf(
        row(1000, price(4, 10_000, { status: 'observed' }), price(6, 9_000, { status: 'observed' })),
        'J+4',
        [],
      ),
    ).toMatchObject([{ status: 'observed', width: null }])
  })

  test('a price of before prices moved says nothing beside one of after, and is one of its time beside another', () => {
    const old = { status: 'observed', beforeMove: true }
    const own = row(1000, price(4, 10_000), price(6, 8000, old))
    expect(whatIf(own, 'J+4', [own, row(1500, price(4, 12_000, old))])).toEqual([])
    const before = row(1000, price(4, 10_000, old))
    expect(whatIf(before, 'J+4', [before, row(1500, price(4, 12_000, old))])).toHaveLength(1)
  })

  test('a price that was remembered says nothing beside one of just now, unless both are of one asking', () => {
    const seen = (at: string) => ({ status: 'observed', observedAt: `2026-11-27T${at}Z` })
    const own = row(1000, price(4, 10_000))
    const grid = (at: string) => [
      row(1000, price(4, 10_000, seen('10:00:00.000'))),
      row(1500, price(4, 10_100, seen(at))),
    ]
    expect(whatIf(own, 'J+4', grid('09:40:00.000'))).toEqual([])
    expect(whatIf(own, 'J+4', grid('09:59:30.000'))).toMatchObject([{ kind: 'free', cents: 100 }])
    expect(whatIf(own, 'J+4', grid('10:05:00.000'))).toHaveLength(1)
    expect(whatIf(row(1000, price(4, 10_000), price(6, 9000, seen('09:00:00.000'))), 'J+4', [])).toEqual([])
    // Away, both are remembered, and said to be.
    const away = row(1000, price(4, 10_000, seen('10:00:00.000')))
    expect(whatIf(away, 'J+4', grid('09:40:00.000'))).toMatchObject([{ status: 'observed' }])
  })

  test('a quantity that its partner is being asked for anew says nothing yet', () => {
    const own = row(1000, price(4, 10_000))
    expect(whatIf(own, 'J+4', [own, { ...row(1500, price(4, 10_100)), pending: true }])).toEqual([])
    expect(whatIf(own, 'J+4', [own, { ...row(1500, price(4, 10_100)), pending: false }])).toHaveLength(1)
  })

  test('a grid of an earlier choice says nothing of other quantities', () => {
    const rows = [row(1000, price(4, 9_000)), row(2000, price(4, 9_100))]
    expect(whatIf(row(1000, price(4, 10_000)), 'J+4', rows)).toEqual([])
    expect(whatIf(row(1000, price(4, 9_000)), 'J+4', rows)).toHaveLength(1)
  })

  test('several visuals: each has at least as many', () => {
    const own = { quantities: [100, 500], leadTimes: [price(4, 10_000)] }
    const rows = [
      own,
      { quantities: [300, 300], leadTimes: [price(4, 9_000)] },
      { quantities: [500, 500], leadTimes: [price(4, 10_000)] },
      { quantities: [900, 900, 900], leadTimes: [price(4, 10_000)] },
    ]
    expect(whatIf(own, 'J+4', rows)).toMatchObject([{ kind: 'free', quantities: [500, 500], copies: 400 }])
  })

  const anyPrice = fc
    .record({
      cents: fc.option(fc.integer({ min: 0, max: 1_000_000 }), { nil: null }),
      spread: fc.integer({ min: 0, max: 50_000 }),
      status: fc.constantFrom('firm' as const, 'observed' as const, 'estimated' as const),
    })
    .map(
      ({ cents, spread, status }) =>
        (days: number) =>
          price(
            days,
            cents,
            cents === null
              ? {}
              : { status, ...(status === 'estimated' ? { low: cents - spread, high: cents + spread } : {}) },
          ),
    )
  const anyGrid = fc
    .array(fc.tuple(anyPrice, anyPrice, anyPrice), { minLength: 1, maxLength: 7 })
    .map((rows) =>
      rows.map((prices, i) => row((i + 1) * 250, ...prices.map((make, column) => make(2 + column * 2)))),
    )

  test('whatever the prices turn out to be within their intervals, what is said of them holds', () => {
    fc.assert(
      fc.property(anyGrid, fc.nat(6), fc.nat(2), (rows, r, c) => {
        const own = rows[r % rows.length]!
        const chosen = own.leadTimes[c]!
        const ideas = whatIf(own, chosen.label, rows)
        expect(new Set(ideas.map(({ kind }) => kind)).size).toBe(ideas.length)
        const before = boundsOf(chosen)
        if (!before) {
          expect(ideas).toEqual([])
          return
        }
        for (const idea of ideas) {
          const [least] = before
          const [, most] = boundsOf(idea.price)!
          const [copies] = idea.quantities as [number]
          const [own0] = own.quantities as [number]
          if (idea.kind === 'free') expect(most).toBeLessThanOrEqual(least * (1 + NEXT_TO_NOTHING))
          if (idea.kind === 'more')
            expect(most / copies).toBeLessThanOrEqual((least / own0) * (1 - WORTH_MORE) + 1e-9)
          if (idea.kind === 'later') {
            expect(most).toBeLessThanOrEqual(least * (1 - WORTH_WAITING))
            expect(idea.days).toBeGreaterThan(chosen.days)
          }
          // Exactly what choosing it costs, and never exact where one of both is an estimate.
          expect(idea.copies).toBe(copies - own0)
          expect(idea.cents).toBe(idea.price.priceCents! - chosen.priceCents!)
          const estimated = [idea.price, chosen].some(({ status }) => status === 'estimated')
          expect(idea.width === null).toBe(!estimated)
          expect(idea.status === 'estimated').toBe(estimated)
        }
      }),
    )
  })
})
