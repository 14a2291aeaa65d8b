import { expect, test } from 'vitest'
import type { Readiness, Status } from '../api/types'
import { catalogueState, checksOf, pricesState, worstOf } from './readiness'

const NOW = new Date('2026-03-02T09:00:00Z')
const NONE = { ready: 0, old: 0, estimated: 0, missing: 0, invalid: 0 }

test('a catalogue is of today, older, or not there', () => {
  expect(catalogueState('2026-03-01T09:00:00Z', NOW)).toBe('good')
  expect(catalogueState('2026-03-01T08:59:59Z', NOW)).toBe('fair')
  expect(catalogueState(null, NOW)).toBe('bad')
})

test('prices are as good as the worst of them; none that are needed are no fault', () => {
  expect(pricesState(NONE)).toBe('good')
  expect(pricesState({ ...NONE, ready: 4, old: 1 })).toBe('fair')
  expect(pricesState({ ...NONE, ready: 4, old: 1, missing: 1 })).toBe('bad')
  expect(pricesState({ ...NONE, invalid: 1 })).toBe('bad')
})

test('the whole is as good as its worst part', () => {
  const found = {
    ...{ prices: NONE, brokenQuotes: 0, diskLow: false },
    preparation: { failures: [] as Readiness['preparation']['failures'] },
  } as Readiness
  const status = { partners: [], outbox: 0, needsAttention: 0 } as unknown as Status
  const worst = (more: Partial<Readiness>, other: Partial<Status> = {}) =>
    worstOf(checksOf({ ...found, ...more }, { ...status, ...other }, NOW))
  expect(worst({})).toBe('good')
  expect(worst({ diskLow: true })).toBe('bad')
  expect(worst({ brokenQuotes: 1 })).toBe('bad')
  expect(worst({}, { outbox: 2 })).toBe('fair')
  expect(worst({}, { outbox: 2, needsAttention: 1 })).toBe('bad')
  const failed = { failures: [{ partner: 'Alpha', message: '' }] } as Readiness['preparation']
  expect(worst({ preparation: failed }), 'what failed just now is not all here').toBe('fair')
  const lastSync = NOW.toISOString()
  const partners = ['Alpha', 'Bêta'].map((name) => ({ name, lastSync })) as Status['partners']
  expect(
    checksOf({ ...found, preparation: failed }, { ...status, partners }, NOW).partners.map(
      ({ state }) => state,
    ),
  ).toEqual(['fair', 'good'])
  expect(worst({}, { partners: [{ lastSync: null }] as unknown as Status['partners'] })).toBe('bad')
})
