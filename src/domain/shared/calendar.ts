/**
 * Days of the calendar, and working days: what lead times are counted in. A day is "YYYY-MM-DD", never an instant, so
 * that no time zone and no change of the clocks moves it.
 */
export type Day = string

const DAY_MS = 86_400_000

const at = (day: Day) => Date.parse(`${day}T00:00:00Z`)
const dayAt = (utc: number): Day => new Date(utc).toISOString().slice(0, 10)

/** Whether the text is a day of the calendar. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const time = at(text)
  return !Number.isNaN(time) && dayAt(time) === text
}

/** The calendar day of this machine at an instant: the user's own day. */
export function localDay(instant: Date): Day {
  return dayAt(Date.UTC(instant.getFullYear(), instant.getMonth(), instant.getDate()))
}

/** The day that many calendar days later. */
export function addDays(day: Day, days: number): Day {
  return dayAt(at(day) + days * DAY_MS)
}

/** How many days one day comes after another; less than none where it comes before. */
export const daysBetween = (from: Day, to: Day): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)

/** Easter Sunday (Gregorian calendar, anonymous algorithm): half of the French holidays move with it. */
function easter(year: number): Day {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114
  return dayAt(Date.UTC(year, Math.floor(f / 31) - 1, (f % 31) + 1))
}

const FIXED = ['01-01', '05-01', '05-08', '07-14', '08-15', '11-01', '11-11', '12-25']
/** Easter Monday, Ascension Day, Whit Monday: days after Easter Sunday. */
const AFTER_EASTER = [1, 39, 50]

const years = new Map<string, ReadonlySet<Day>>()
function holidays(year: string): ReadonlySet<Day> {
  const known = years.get(year)
  if (known) return known
  const sunday = easter(Number(year))
  const days = new Set([
    ...FIXED.map((day) => `${year}-${day}`),
    ...AFTER_EASTER.map((after) => addDays(sunday, after)),
  ])
  years.set(year, days)
  return days
}

/** Monday to Friday, French public holidays apart. */
export function isWorkingDay(day: Day): boolean {
  const weekday = new Date(at(day)).getUTCDay()
  return weekday !== 0 && weekday !== 6 && !holidays(day.slice(0, 4)).has(day)
}

/** The first working day from a day on. */
function workingDayFrom(day: Day): Day {
  return isWorkingDay(day) ? day : workingDayFrom(addDays(day, 1))
}

/** Delivery days by lead time, of the day asked for last: all of a day's orders ask for those of that day. */
let known: { readonly placed: Day; readonly delivered: Day[] } | undefined

/**
 * The day on which an order is delivered.
 * @param placed the day of the order; one that comes in on a day without work counts as placed on the next working day
 * @param workingDays its lead time: 0 is the day itself
 */
export function deliveryDay(placed: Day, workingDays: number): Day {
  if (known?.placed !== placed) known = { placed, delivered: [workingDayFrom(placed)] }
  const { delivered } = known
  while (delivered.length <= workingDays) delivered.push(workingDayFrom(addDays(delivered.at(-1)!, 1)))
  return delivered[workingDays]!
}
