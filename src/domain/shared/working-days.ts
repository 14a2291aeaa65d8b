/** Working days, which lead times are counted in: on which the shop works, and the day that a lead time leads to. */
import { addDays, daysBetween, isDay, localDay, type Day } from './calendar.ts'
import table from './holidays.json' with { type: 'json' }

/** Where a shop is: some holidays are those of a part of the country. "" is where there are none beside the country's. */
export const REGIONS = [
  '',
  'alsace-moselle',
  'guadeloupe',
  'guyane',
  'martinique',
  'mayotte',
  'reunion',
  'saint-barthelemy',
  'saint-martin',
] as const
export type Region = (typeof REGIONS)[number]

/** When a shop does not work though it is no weekend and no public holiday; both days belong to it. */
export interface Closure {
  readonly from: Day
  readonly to: Day
  /** for the customer: "Congés d’été"; may be "" */
  readonly reason: string
}

/** When a shop works. */
export interface ShopCalendar {
  readonly region: Region
  /** "HH:MM" on the shop's clock: what comes in from then on counts as of the next day; "": there is no such hour */
  readonly cutOff: string
  readonly closures: readonly Closure[]
}

export const DEFAULT_CALENDAR: ShopCalendar = { region: '', cutOff: '', closures: [] }

/** A day without work, and why. A weekend needs no words. */
export type ClosedDay =
  | { readonly day: Day; readonly why: 'weekend' }
  | {
      readonly day: Day
      readonly why: 'holiday'
      readonly name: { readonly fr: string; readonly en: string }
    }
  | { readonly day: Day; readonly why: 'closure'; readonly reason: string }

/** A cut-off hour as it is written. */
export const CUT_OFF = /^(?:[01]\d|2[0-3]):[0-5]\d$/

export const CLOSURES = { most: 60, longestDays: 366, longestReason: 100 }

const holidays = table.regions as Readonly<Record<string, Readonly<Record<Day, number>>>>

/** Why there is no work on a day; null of a working day. Public holidays are known of 2020 to 2070 alone. */
export function closedOn({ region, closures }: ShopCalendar, day: Day): ClosedDay | null {
  const weekday = new Date(day).getUTCDay()
  if (weekday === 0 || weekday === 6) return { day, why: 'weekend' }
  const holiday = holidays['']![day] ?? holidays[region]?.[day]
  if (holiday !== undefined) return { day, why: 'holiday', name: table.names[holiday]! }
  const closure = closures.find(({ from, to }) => from <= day && day <= to)
  return closure ? { day, why: 'closure', reason: closure.reason } : null
}

/** The first working day from a day on. */
function workingDayFrom(calendar: ShopCalendar, from: Day): Day {
  let day = from
  while (closedOn(calendar, day) !== null) day = addDays(day, 1)
  return day
}

/** The day that what comes in at an instant counts as of: the next one from the cut-off hour on, by this machine's clock. */
export function dayOfReceipt({ cutOff }: ShopCalendar, instant: Date): Day {
  const today = localDay(instant)
  const time = [instant.getHours(), instant.getMinutes()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
  return cutOff !== '' && time >= cutOff ? addDays(today, 1) : today
}

/** The day that lead times count from: that of receipt, or the later one on which the files arrive. */
export const dayOfFiles = (received: Day, filesOn: Day | null): Day =>
  filesOn !== null && filesOn > received ? filesOn : received

/** Delivery days by lead time, of the calendar and the day asked for last: all of a day's orders ask for those of that day. */
let known: { readonly calendar: ShopCalendar; readonly received: Day; readonly delivered: Day[] } | undefined

/**
 * The day on which an order is delivered.
 * @param received the day of order and files; on a day without work they count as of the next working day
 * @param workingDays its lead time: 0 is the day itself
 */
export function deliveryDay(calendar: ShopCalendar, received: Day, workingDays: number): Day {
  if (known?.calendar !== calendar || known.received !== received)
    known = { calendar, received, delivered: [workingDayFrom(calendar, received)] }
  const { delivered } = known
  while (delivered.length <= workingDays)
    delivered.push(workingDayFrom(calendar, addDays(delivered.at(-1)!, 1)))
  return delivered[workingDays]!
}

/** The day that is promised at a lead time; null where it is not known (its label is ""). */
export const promisedDay = (
  calendar: ShopCalendar,
  received: Day,
  { label, days }: { readonly label: string; readonly days: number },
): Day | null => (label === '' ? null : deliveryDay(calendar, received, days))

/** What closes the shop for a while, weekends apart; both days belong to it. */
export interface ClosedTime {
  readonly from: Day
  readonly to: Day
  /** of a public holiday, in both languages */
  readonly name: { readonly fr: string; readonly en: string } | null
  /** of a closure of the shop; may be "" */
  readonly reason: string
}

/** What a customer may ask about who counts the days from one to another, both of them too: why they are more than the lead time and its weekends. */
export function closedBetween(calendar: ShopCalendar, from: Day, to: Day): ClosedTime[] {
  const times: ClosedTime[] = []
  let worked = true
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const closed = closedOn(calendar, day)
    if (closed === null) worked = true
    if (closed === null || closed.why === 'weekend') continue
    const own = closed.why === 'closure' ? closed.reason : ''
    const last = times.at(-1)
    // A closure of weeks is one.
    if (closed.why === 'closure' && !worked && last?.name === null && last.reason === own)
      times[times.length - 1] = { ...last, to: day }
    else times.push({ from: day, to: day, name: closed.why === 'holiday' ? closed.name : null, reason: own })
    worked = false
  }
  return times
}

/** What is wrong with a closure: a day that is none, an end before its begin, or longer than a year. */
export function closureFault({ from, to }: Closure): 'from' | 'to' | null {
  if (!isDay(from)) return 'from'
  if (!isDay(to) || to < from || daysBetween(from, to) >= CLOSURES.longestDays) return 'to'
  return null
}
