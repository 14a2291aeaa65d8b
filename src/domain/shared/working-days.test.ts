import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from './calendar.ts'
import {
  closedBetween,
  closedOn,
  closureFault,
  dayOfReceipt,
  DEFAULT_CALENDAR,
  deliveryDay,
  promisedDay,
  REGIONS,
  type ShopCalendar,
} from './working-days.ts'

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
    expect(deliveryDay(DEFAULT_CALENDAR, placed, days)).toBe(expected)
  })

  test('days and lead times asked for in any order do not disturb each other', () => {
    const asked = [
      ['2026-11-20', 5],
      ['2026-11-23', 1],
      ['2026-11-20', 0],
      ['2026-11-20', 2],
    ] as const
    expect(asked.map(([placed, days]) => deliveryDay(DEFAULT_CALENDAR, placed, days))).toEqual([
      '2026-11-27',
      '2026-11-24',
      '2026-11-20',
      '2026-11-24',
    ])
  })
})

describe('days without work', () => {
  const calendar = (own: Partial<ShopCalendar>): ShopCalendar => ({ ...DEFAULT_CALENDAR, ...own })

  test.each([
    ['', '2026-04-03', null, 'Good Friday is worked'],
    ['alsace-moselle', '2026-04-03', 'Vendredi saint', 'but not in the east'],
    ['alsace-moselle', '2025-12-26', 'Lendemain de Noël', 'nor is the day after Christmas'],
    ['alsace-moselle', '2026-07-14', 'Fête Nationale de la France', 'the country’s own days are everyone’s'],
    ['reunion', '2027-12-20', 'Abolition de l’esclavage', 'a territory has its own day'],
    ['guyane', '2027-12-20', null, 'which is not another’s'],
  ] as const)('region "%s", %s: %s (%s)', (region, day, name, _why) => {
    const closed = closedOn(calendar({ region }), day)
    expect(closed?.why === 'holiday' ? closed.name.fr : null).toBe(name)
  })

  test('a closing holds the lead time up by the working days in it, both its ends among them', () => {
    const summer = { from: '2026-08-03', to: '2026-08-21', reason: 'Congés d’été' }
    const own = calendar({ closures: [summer] })
    expect(deliveryDay(own, '2026-07-30', 1)).toBe('2026-07-31')
    expect(deliveryDay(own, '2026-07-30', 2)).toBe('2026-08-24')
    expect(closedBetween(own, '2026-07-30', '2026-08-24')).toEqual([
      { from: '2026-08-03', to: '2026-08-21', name: null, reason: 'Congés d’été' },
    ])
  })

  test('what lies between is told in order, a holiday by its name in both languages, weekends not at all', () => {
    const own = calendar({ closures: [{ from: '2026-12-28', to: '2026-12-30', reason: '' }] })
    expect(closedBetween(own, '2026-12-23', '2027-01-04')).toEqual([
      { from: '2026-12-25', to: '2026-12-25', name: { fr: 'Noël', en: 'Christmas Day' }, reason: '' },
      { from: '2026-12-28', to: '2026-12-30', name: null, reason: '' },
      { from: '2027-01-01', to: '2027-01-01', name: { fr: 'Nouvel An', en: "New Year's Day" }, reason: '' },
    ])
    expect(closedBetween(own, '2026-12-24', '2026-12-23')).toEqual([])
  })

  test.each([
    ['', '23:59', '2026-11-23'],
    ['17:00', '16:59', '2026-11-23'],
    ['17:00', '17:00', '2026-11-24'],
    ['00:00', '00:00', '2026-11-24'],
    ['09:30', '09:05', '2026-11-23'],
  ])('cut-off "%s": what comes in at %s counts as of %s', (cutOff, time, expected) => {
    expect(dayOfReceipt(calendar({ cutOff }), new Date(`2026-11-23T${time}:30`))).toBe(expected)
  })

  test('two closings with work between them are two', () => {
    const closures = ['2026-08-03', '2026-08-06'].map((day) => ({ from: day, to: day, reason: '' }))
    expect(closedBetween(calendar({ closures }), '2026-08-01', '2026-08-31')).toHaveLength(2)
  })

  test('another calendar on the same day is another answer', () => {
    expect(deliveryDay(DEFAULT_CALENDAR, '2026-04-02', 1)).toBe('2026-04-03')
    expect(deliveryDay(calendar({ region: 'alsace-moselle' }), '2026-04-02', 1)).toBe('2026-04-07')
    expect(deliveryDay(DEFAULT_CALENDAR, '2026-04-02', 1)).toBe('2026-04-03')
  })

  test('a lead time that is not known promises nothing', () => {
    expect(promisedDay(DEFAULT_CALENDAR, '2026-11-23', { label: '', days: 0 })).toBeNull()
    expect(promisedDay(DEFAULT_CALENDAR, '2026-11-23', { label: 'J+1', days: 1 })).toBe('2026-11-24')
  })

  test.each([
    ['2026-08-03', '2026-08-21', null],
    ['2026-08-03', '2026-08-03', null],
    ['', '2026-08-21', 'from'],
    ['2026-02-30', '2026-08-21', 'from'],
    ['2026-08-03', '2026-08-02', 'to'],
    ['2026-08-03', '', 'to'],
    ['2026-08-03', '2027-08-03', null],
    ['2026-08-03', '2027-08-04', 'to'],
  ] as const)('a closing from "%s" to "%s": wrong is %s', (from, to, wrong) => {
    expect(closureFault({ from, to, reason: '' })).toBe(wrong)
  })

  const days = fc.integer({ min: 0, max: 400 }).map((after) => addDays('2026-01-01', after))
  const calendars = fc.record({
    region: fc.constantFrom(...REGIONS),
    cutOff: fc.constant(''),
    closures: fc.array(
      fc.tuple(days, fc.integer({ min: 0, max: 40 })).map(([from, length]) => ({
        ...{ from, to: addDays(from, length) },
        reason: '',
      })),
      { maxLength: 4 },
    ),
  })

  test('delivery is on a working day, later by each day of lead time, and counts exactly the working days between', () => {
    fc.assert(
      fc.property(calendars, days, fc.integer({ min: 0, max: 30 }), (own, received, leadTime) => {
        const delivered = deliveryDay(own, received, leadTime)
        expect(closedOn(own, delivered)).toBeNull()
        const first = deliveryDay(own, received, 0)
        let worked = 0
        for (let day = first; day < delivered; day = addDays(day, 1))
          if (closedOn(own, day) === null) worked += 1
        expect(worked).toBe(leadTime)
        for (let day = received; day < first; day = addDays(day, 1)) expect(closedOn(own, day)).not.toBeNull()
      }),
    )
  })

  test('times that are told cover every closed day between that is no weekend, and no working day', () => {
    fc.assert(
      fc.property(calendars, days, fc.integer({ min: 0, max: 60 }), (own, from, length) => {
        const to = addDays(from, length)
        const told = closedBetween(own, from, to)
        for (let day = from; day <= to; day = addDays(day, 1)) {
          const why = closedOn(own, day)?.why
          const covered = told.some((time) => time.from <= day && day <= time.to)
          if (why !== 'weekend') expect(covered, day).toBe(why !== undefined)
        }
      }),
    )
  })
})
