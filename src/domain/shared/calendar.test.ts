import { afterEach, describe, expect, test } from 'vitest'
import { addDays, daysBetween, deliveryDay, isDay, isWorkingDay, localDay } from './calendar.ts'

describe('delivery days', () => {
  test.each([
    ['2026-11-20', 1, '2026-11-23', 'a Friday: the next working day is Monday'],
    ['2026-11-21', 0, '2026-11-23', 'a Saturday counts as placed on Monday'],
    ['2026-11-21', 1, '2026-11-24', 'so J+1 of a Saturday is Tuesday'],
    ['2026-11-22', 1, '2026-11-24', 'and of a Sunday too'],
    ['2026-11-23', 0, '2026-11-23', 'the same day, where it is a working day'],
    ['2026-11-09', 2, '2026-11-12', 'Armistice Day is no working day'],
    ['2026-11-11', 1, '2026-11-13', 'an order of a holiday counts as placed on the day after'],
    ['2026-04-02', 2, '2026-04-07', 'Easter Monday 2026-04-06 is no working day; Good Friday is one'],
    ['2026-05-13', 1, '2026-05-15', 'Ascension Day 2026-05-14'],
    ['2026-05-22', 1, '2026-05-26', 'Whit Monday 2026-05-25'],
    ['2026-12-24', 1, '2026-12-28', 'Christmas, then a weekend'],
    ['2026-12-31', 1, '2027-01-04', 'New Year, in the next year'],
    ['2026-03-27', 1, '2026-03-30', 'over the night when the clocks go forward'],
    ['2026-10-23', 1, '2026-10-26', 'and over the one when they go back'],
  ])('%s + %i is %s: %s', (placed, days, expected) => {
    expect(deliveryDay(placed, days)).toBe(expected)
  })

  test('days and lead times asked for in any order do not disturb each other', () => {
    const asked = [
      ['2026-11-20', 5],
      ['2026-11-23', 1],
      ['2026-11-20', 0],
      ['2026-11-20', 2],
    ] as const
    expect(asked.map(([placed, days]) => deliveryDay(placed, days))).toEqual([
      '2026-11-27',
      '2026-11-24',
      '2026-11-20',
      '2026-11-24',
    ])
  })

  // The earliest and the latest Easter of these years among them: 2008 and 2038.
  test.each([
    '2000-04-24',
    '2008-03-24',
    '2019-04-22',
    '2024-04-01',
    '2025-04-21',
    '2026-04-06',
    '2027-03-29',
    '2028-04-17',
    '2029-04-02',
    '2030-04-22',
    '2038-04-26',
    '2049-04-19',
    '2076-04-20',
  ])('%s is Easter Monday, and no Monday beside it; Ascension Day and Whit Monday follow it', (monday) => {
    for (const holiday of [monday, addDays(monday, 38), addDays(monday, 49)])
      expect(isWorkingDay(holiday), holiday).toBe(false)
    for (const after of [-7, 1, 50]) expect(isWorkingDay(addDays(monday, after)), `${after}`).toBe(true)
  })

  test('14 July is a holiday, 15 July is not', () => {
    expect(isWorkingDay('2026-07-14')).toBe(false)
    expect(isWorkingDay('2026-07-15')).toBe(true)
  })
})

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
})

test('days between two, over a change of the clocks and a leap day', () => {
  expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2)
  expect(daysBetween('2028-03-01', '2028-02-28')).toBe(-2)
  expect(daysBetween('2026-01-01', '2026-01-01')).toBe(0)
})
