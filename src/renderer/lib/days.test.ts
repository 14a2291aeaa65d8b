import { describe, expect, it } from 'vitest'
import { addMonths, parseDay, weeksOf } from './days'

const TODAY = '2026-11-21'

describe('typed days', () => {
  it.each([
    ['31/12/2026', '2026-12-31'],
    ['1/2/2027', '2027-02-01'],
    [' 31.12.26 ', '2026-12-31'],
    ['31-12-2026', '2026-12-31'],
    ['31 12 2026', '2026-12-31'],
    ['31122026', '2026-12-31'],
    ['311226', '2026-12-31'],
    ['2026-12-31', '2026-12-31'],
    ['29/02/2028', '2028-02-29'],
    ['21/11', '2026-11-21'],
    ['20/11', '2027-11-20'],
  ])('%s is %s', (text, day) => expect(parseDay(text, TODAY)).toBe(day))

  it.each([
    '',
    'demain',
    '31/12/',
    '31/12/202',
    '29/02/2027',
    '32/01/2027',
    '12/31/2026',
    '0/1/2027',
    '29/2',
  ])('"%s" is none', (text) => expect(parseDay(text, TODAY)).toBeNull())
})

describe('days are counted on the calendar', () => {
  it('a month later is the end of a shorter month', () => {
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
    expect(addMonths('2026-03-31', -1)).toBe('2026-02-28')
    expect(addMonths('2026-12-15', 1)).toBe('2027-01-15')
  })

  it('a month is shown in whole weeks from Monday', () => {
    const november = weeksOf('2026-11-21')
    expect(november).toHaveLength(6)
    expect(november[0]![0]).toBe('2026-10-26')
    expect(november.at(-1)!.at(-1)).toBe('2026-12-06')
    expect(weeksOf('2027-02-10')).toHaveLength(4)
  })
})
