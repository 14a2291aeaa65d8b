/** Days of the calendar as people type them, and as a month shows them. */
import { addDays, isDay, type Day } from '../../domain/shared/calendar.ts'

/** The same day of another month, or that month's last where it is shorter. */
export function addMonths(day: Day, months: number): Day {
  const date = new Date(day)
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0))
  last.setUTCDate(Math.min(date.getUTCDate(), last.getUTCDate()))
  return last.toISOString().slice(0, 10)
}

/** Days since the Monday of the week. */
export const weekday = (day: Day): number => (new Date(day).getUTCDay() + 6) % 7

/** The weeks that a month is shown in: whole ones, from a Monday on. */
export function weeksOf(month: Day): Day[][] {
  const first = `${month.slice(0, 8)}01`
  const start = addDays(first, -weekday(first))
  const count = Math.ceil((weekday(first) + Number(addDays(addMonths(first, 1), -1).slice(8))) / 7)
  return Array.from({ length: count }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => addDays(start, week * 7 + day)),
  )
}

/**
 * A typed day: day, month and year in that order, which both languages of the screens share, or ISO. Two digits of a
 * year are of this century; without a year the next such day is meant.
 * @param today the day that a missing year is counted from.
 * @returns null where the text is no day of the calendar.
 */
export function parseDay(text: string, today: Day): Day | null {
  const trimmed = text.trim()
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(trimmed)
  if (iso) return calendarDay(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const typed = /^(\d{1,2})[\s./-]+(\d{1,2})(?:[\s./-]+(\d{2}|\d{4}))?$/.exec(trimmed)
  const compact = /^(\d{2})(\d{2})(\d{2}|\d{4})$/.exec(trimmed)
  const found = typed ?? compact
  if (!found) return null
  const [day, month, year] = [Number(found[1]), Number(found[2]), found[3]]
  if (year !== undefined)
    return calendarDay(year.length === 2 ? 2000 + Number(year) : Number(year), month, day)
  const thisYear = Number(today.slice(0, 4))
  const next = calendarDay(thisYear, month, day)
  return next !== null && next >= today ? next : calendarDay(thisYear + 1, month, day)
}

function calendarDay(year: number, month: number, day: number): Day | null {
  const found = [String(year), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-')
  return isDay(found) ? found : null
}
