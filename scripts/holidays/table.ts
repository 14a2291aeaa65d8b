/**
 * The public holidays of France as a table, from the library `date-holidays`: the library is large (it knows every
 * country, and the moon), the table small enough for the screens. `node scripts/holidays/write.ts` writes it anew.
 */
import Holidays from 'date-holidays'

export interface HolidayTable {
  /** the years that it covers */
  readonly from: number
  readonly to: number
  readonly names: readonly { readonly fr: string; readonly en: string }[]
  /** by "YYYY-MM-DD", the index of its name; "" are those of the whole country, the others are added to them */
  readonly regions: Readonly<Record<string, Readonly<Record<string, number>>>>
}

/** Our name of each region, and the library's code of one of its departments. */
const REGIONS = {
  'alsace-moselle': '57',
  guadeloupe: 'GP',
  guyane: 'GF',
  martinique: 'MQ',
  mayotte: 'YT',
  reunion: 'RE',
  'saint-barthelemy': 'BL',
  'saint-martin': 'MF',
}

const YEARS = { from: 2020, to: 2070 }

/** The table as the library gives it. @throws Error where a region works on a holiday of the country: the table cannot say so */
export function holidayTable(): HolidayTable {
  const names: { fr: string; en: string }[] = []
  const nameOf = (fr: string, en: string) => {
    const known = names.findIndex((name) => name.fr === fr && name.en === en)
    return known >= 0 ? known : names.push({ fr, en }) - 1
  }
  const daysOf = (calendar: Holidays) =>
    Object.fromEntries(
      Array.from({ length: YEARS.to - YEARS.from + 1 }, (_, i) => YEARS.from + i).flatMap((year) => {
        const english = new Map(
          calendar.getHolidays(year, 'en').map(({ rule, date, name }) => [rule + date, name]),
        )
        return calendar
          .getHolidays(year, 'fr')
          .filter(({ type }) => type === 'public')
          .map(
            ({ date, name, rule }) =>
              [date.slice(0, 10), nameOf(name, english.get(rule + date) ?? name)] as const,
          )
      }),
    )
  const national = daysOf(new Holidays('FR'))
  const regions = Object.entries(REGIONS).map(([region, code]) => {
    const days = daysOf(new Holidays('FR', code))
    const worked = Object.keys(national).find((day) => !(day in days))
    if (worked) throw new Error(`${region} works on ${worked}`)
    return [region, Object.fromEntries(Object.entries(days).filter(([day]) => !(day in national)))] as const
  })
  return { ...YEARS, names, regions: { '': national, ...Object.fromEntries(regions) } }
}
