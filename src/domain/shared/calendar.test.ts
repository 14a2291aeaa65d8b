import { afterEach, describe, expect, test } from 'vitest'
import { addDays, clockIn, daysBetween, isDay, localDay } from './calendar.ts'

describe('days', () => {
  test.each([
    ['2026-02-28', true],
    ['2024-02-29', true],
    ['2026-02-29', false],
    ['2026-13-01', false],
    ['2026-1-1', false],
    ['', false],
  ])('%j is a day of the calendar: %s', (text, expected) => {
    expect(isDay(text)).toBe(expected)
  })

  test('calendar days later, over the ends of months and years', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
    expect(addDays('2026-01-30', 30)).toBe('2026-03-01')
  })

  const zone = process.env['TZ']
  afterEach(() => {
    if (zone === undefined) delete process.env['TZ']
    else process.env['TZ'] = zone
  })

  test.each([
    ['Europe/Paris', '2026-03-29T22:30:00Z', '2026-03-30'],
    ['Europe/Paris', '2026-12-31T23:30:00Z', '2027-01-01'],
    ['America/Martinique', '2026-03-30T03:30:00Z', '2026-03-29'],
    ['Pacific/Noumea', '2026-03-29T13:30:00Z', '2026-03-30'],
  ])('in %s it is at %s the %s', (tz, instant, expected) => {
    process.env['TZ'] = tz
    expect(localDay(new Date(instant))).toBe(expected)
  })

  test.each(['UTC', 'America/Martinique', 'Pacific/Kiritimati'])(
    'seen from %s the clock of the shop is its own',
    (tz) => {
      process.env['TZ'] = tz
      const there = (instant: string) => clockIn('Europe/Paris', new Date(instant))
      const evening = there('2026-12-31T23:30:00Z')
      expect([localDay(evening), evening.getHours(), evening.getMinutes()]).toEqual(['2027-01-01', 0, 30])
      expect(there('2026-07-14T12:59:00Z').getHours()).toBe(14)
      const instant = new Date('2026-07-14T12:59:00Z')
      expect(clockIn('Nowhere/Here', instant)).toEqual(instant)
    },
  )
})

test('days between two, over a change of the clocks and a leap day', () => {
  expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2)
  expect(daysBetween('2028-03-01', '2028-02-28')).toBe(-2)
  expect(daysBetween('2026-01-01', '2026-01-01')).toBe(0)
})
