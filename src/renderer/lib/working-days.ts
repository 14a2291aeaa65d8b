/** Working days in France: Monday to Friday, public holidays apart. Lead times are counted in them. */

/** Easter Sunday (Gregorian calendar, anonymous algorithm): half of the holidays move with it. */
function easter(year: number): Date {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114
  return new Date(Date.UTC(year, Math.floor(f / 31) - 1, (f % 31) + 1))
}

const FIXED = ['01-01', '05-01', '05-08', '07-14', '08-15', '11-01', '11-11', '12-25']
/** Easter Monday, Ascension Day, Whit Monday: days after Easter Sunday. */
const AFTER_EASTER = [1, 39, 50]

const isoDay = (date: Date) => date.toISOString().slice(0, 10)

const years = new Map<number, ReadonlySet<string>>()
function holidays(year: number): ReadonlySet<string> {
  const known = years.get(year)
  if (known) return known
  const sunday = easter(year).getTime()
  const days = new Set([
    ...FIXED.map((day) => `${year}-${day}`),
    ...AFTER_EASTER.map((after) => isoDay(new Date(sunday + after * 86_400_000))),
  ])
  years.set(year, days)
  return days
}

export function isWorkingDay(day: Date): boolean {
  const weekday = day.getUTCDay()
  return weekday !== 0 && weekday !== 6 && !holidays(day.getUTCFullYear()).has(isoDay(day))
}

/**
 * The day that many working days after a calendar day. A job that comes in on a day without work counts from the next
 * working day on.
 * @param from local calendar day of the order.
 * @returns midnight UTC of the delivery day, to be shown in UTC.
 */
export function addWorkingDays(from: Date, days: number): Date {
  const day = new Date(Date.UTC(from.getFullYear(), from.getMonth(), from.getDate()))
  let left = days
  while (left > 0) {
    day.setUTCDate(day.getUTCDate() + 1)
    if (isWorkingDay(day)) left -= 1
  }
  while (!isWorkingDay(day)) day.setUTCDate(day.getUTCDate() + 1)
  return day
}
