import { describe, expect, test } from 'vitest'
import type { CheckedLine } from '../domain/areas.ts'
import type { LeadTimePrice } from '../domain/tariff.ts'
import { MarkUpService } from './mark-ups.ts'
import type { SettingsService } from './settings.ts'

const HALF = { percent: '50', rounding: 'cent' } as const
const LINE = { product: { produit: { id: 1 }, source: { id: 1 } } } as unknown as CheckedLine
const leadTime = { id: 1, days: 2, label: 'J+2' }

function service(general: { percent: string; rounding: 'cent' | 'ten_cents' | 'ninety' } = HALF) {
  const settings = { current: { markUps: { general, items: [] as never[] } } }
  return { settings, markUps: new MarkUpService(settings as unknown as SettingsService) }
}

describe('what is sold', () => {
  test.each<[what: string, price: Partial<LeadTimePrice>, sold: object]>([
    ['a price', { cents: 1000, reason: null }, { cents: 1500, costCents: 1000, reason: null }],
    [
      'one that was observed',
      { cents: 1000, reason: null, known: { kind: 'observed', cents: 1000, observedAt: 'x' } },
      {
        cents: 1500,
        costCents: 1000,
        reason: null,
        known: { kind: 'observed', cents: 1500, observedAt: 'x' },
      },
    ],
    [
      'an estimate, its interval and its words',
      {
        cents: null,
        reason: { code: 'only_estimated', params: { cents: 1000, percent: 20 } },
        known: { kind: 'estimated', cents: 1000, low: 800, high: 1200, outside: true },
      },
      {
        cents: null,
        costCents: 1000,
        reason: { code: 'only_estimated', params: { cents: 1500, percent: 20 } },
        known: { kind: 'estimated', cents: 1500, low: 1200, high: 1800, outside: true },
      },
    ],
    [
      'none, for a reason without an amount',
      { cents: null, reason: { code: 'no_lead_time' } },
      { cents: null, costCents: null, reason: { code: 'no_lead_time' } },
    ],
    [
      'one that is too large by its mark-up',
      { cents: Number.MAX_SAFE_INTEGER, reason: null },
      { cents: null, costCents: Number.MAX_SAFE_INTEGER, reason: { code: 'price_too_large' } },
    ],
  ])('%s', (_what, price, sold) => {
    const { markUps } = service()
    const source = { leadTime, ...price } as LeadTimePrice
    expect(markUps.sold(LINE, [source])).toEqual([{ leadTime, ...sold }])
    expect(markUps.soldAt(LINE, source)).toEqual({ leadTime, ...sold })
  })

  test('a reason alone', () => {
    const { markUps } = service()
    const reason = { code: 'only_estimated', params: { cents: 1000 } } as const
    expect(markUps.soldAt(LINE, reason)).toEqual({ code: 'only_estimated', params: { cents: 1500 } })
  })

  test('without a mark-up: the very same', () => {
    const { markUps } = service({ percent: '0.0', rounding: 'cent' })
    const prices: LeadTimePrice[] = [{ leadTime, cents: 1000, reason: null }]
    expect(markUps.sold(LINE, prices)).toBe(prices)
    expect(markUps.soldAt(LINE, prices[0]!)).toBe(prices[0])
  })

  test('at the mark-ups that are set by now', () => {
    const { markUps, settings } = service()
    expect(markUps.of('print', 1, 1)).toEqual(HALF)
    settings.current = { markUps: { general: { percent: '0', rounding: 'ninety' } as never, items: [] } }
    expect(markUps.of('print', 1, 1)).toEqual({ percent: '0', rounding: 'ninety' })
  })
})
