/**
 * Days of the calendar. A day is "YYYY-MM-DD", never an instant, so that no time zone and no change of the clocks moves
 * it.
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

/**
 * The clock on a wall in a time zone at an instant, as one that this machine's own clock shows: what counts days and hours
 * here counts those of there.
 * @param timeZone "Europe/Paris"; of one that is not known here the instant itself
 */
export function clockIn(timeZone: string, instant: Date): Date {
  try {
    // Swedish writes a time as ISO 8601 does.
    return new Date(instant.toLocaleString('sv-SE', { timeZone }).replace(' ', 'T'))
  } catch {
    return instant
  }
}

/** The day that many calendar days later. */
export function addDays(day: Day, days: number): Day {
  return dayAt(at(day) + days * DAY_MS)
}

/** How many days one day comes after another; less than none where it comes before. */
export const daysBetween = (from: Day, to: Day): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
