import { describe, expect, test } from 'vitest'
import { addWorkingDays, isWorkingDay } from './working-days'

const iso = (date: Date) => date.toISOString().slice(0, 10)
const local = (day: string) => new Date(`${day}T15:00:00`)

describe('delivery days', () => {
  test.each([
    ['2026-11-20', 1, '2026-11-23', 'a Friday: the next working day is Monday'],
    ['2026-11-21', 1, '2026-11-23', 'a Saturday counts from Monday on'],
    ['2026-11-09', 2, '2026-11-12', 'Armistice Day is no working day'],
    ['2026-04-02', 2, '2026-04-07', 'Easter Monday 2026-04-06 is no working day; Good Friday is one'],
    ['2026-05-13', 1, '2026-05-15', 'Ascension Day 2026-05-14'],
    ['2026-05-22', 1, '2026-05-26', 'Whit Monday 2026-05-25'],
    ['2026-12-24', 1, '2026-12-28', 'Christmas, then a weekend'],
    ['2026-12-31', 1, '2027-01-04', 'New Year, in the next year'],
    ['2026-11-21', 0, '2026-11-23', 'the same day, where it is a working day'],
  ])('%s + %i is %s: %s', (from, days, expected) => {
    expect(iso(addWorkingDays(local(from), days))).toBe(expected)
  })

  test('14 July is a holiday, 15 July is not', () => {
    expect(isWorkingDay(new Date('2026-07-14'))).toBe(false)
    expect(isWorkingDay(new Date('2026-07-15'))).toBe(true)
  })
})
