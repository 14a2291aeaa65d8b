/** Amounts, dates and quantities in the language of the screen. */
import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import { fileSize } from '../../domain/shared/file-size.ts'
import { daysBetween, localDay, type Day } from '../../domain/shared/calendar.ts'
import { withFirst } from '../../domain/shared/first-of-month.ts'
import { knownRange, knownStep, toKnown } from '../../domain/shared/known-price.ts'
import { widthOf } from '../../domain/shared/offers.ts'
import type { PricedLeadTime } from '../api/types'
import type { UnitDigits } from '../../domain/shared/unit-price.ts'

/** The margin below which it is only said that it is below, in percent. */
const LEAST_MARGIN = -999

const REGION = { fr: 'fr-FR', en: 'en-GB' } as const

/** Amounts below nothing have a minus, not a hyphen. */
class Signed extends Intl.NumberFormat {
  override format(value: number): string {
    return super.format(value).replace('-', '−')
  }
}

class Dated extends Intl.DateTimeFormat {
  override format(date: Date): string {
    const text = super.format(date)
    return this.resolvedOptions().locale === REGION.fr ? withFirst(text) : text
  }
}

/** What is made when it is first asked for: all formatters at once would take the start of every window longer. */
function lazy<T extends object>(makers: { readonly [K in keyof T]: () => T[K] }): T {
  return new Proxy({} as T, {
    get: (made, name) => (made[name as keyof T] ??= makers[name as keyof T]()),
  })
}

function formatters(region: string) {
  const euros = (least: number, most = least) =>
    new Signed(region, {
      style: 'currency',
      currency: 'EUR',
      minimumFractionDigits: least,
      maximumFractionDigits: most,
    })
  const date = (options: Intl.DateTimeFormatOptions) => new Dated(region, options)
  return lazy({
    euros: () => euros(2),
    /** By digits after the point: the price of a piece needs more than an amount. */
    unit: () => lazy({ 2: () => euros(2), 4: () => euros(4), 6: () => euros(6) }),
    /** Of an estimate none of them more than it has. */
    aboutUnit: () => lazy({ 2: () => euros(2), 4: () => euros(2, 4), 6: () => euros(2, 6) }),
    written: () => euros(2, 20),
    whole: () => euros(0),
    axis: () => euros(0, 2),
    fineAxis: () => euros(2, 6),
    more: () => new Signed(region, { style: 'currency', currency: 'EUR', signDisplay: 'exceptZero' }),
    morePercent: () =>
      new Signed(region, { style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' }),
    percent: () => new Signed(region, { style: 'percent', maximumFractionDigits: 3 }),
    integer: () => new Signed(region),
    decimal: () => new Signed(region, { maximumFractionDigits: 3 }),
    mark: () => new Intl.NumberFormat(region).format(1.5).charAt(1),
    delivery: () => date({ weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' }),
    deliveryYear: () =>
      date({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }),
    day: () => date({ day: 'numeric', month: 'short', year: 'numeric' }),
    moment: () =>
      date({ day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' }),
    exactMoment: () =>
      date({
        ...{ day: 'numeric', month: 'short', year: 'numeric' },
        ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
      }),
    time: () => date({ hour: '2-digit', minute: '2-digit' }),
    age: () => new Intl.RelativeTimeFormat(region, { numeric: 'auto', style: 'short' }),
    numericDay: () => date({ day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' }),
    longDay: () => date({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }),
    month: () => date({ month: 'long', year: 'numeric', timeZone: 'UTC' }),
    shortMonth: () => date({ month: 'short', timeZone: 'UTC' }),
    narrowMonth: () => date({ month: 'narrow', timeZone: 'UTC' }),
    share: () => new Signed(region, { style: 'percent', maximumFractionDigits: 1 }),
    weekday: () =>
      lazy({
        short: () => date({ weekday: 'short', timeZone: 'UTC' }),
        long: () => date({ weekday: 'long', timeZone: 'UTC' }),
      }),
  })
}

const known = new Map<string, ReturnType<typeof formatters>>()
function of(region: string) {
  const made = known.get(region) ?? formatters(region)
  known.set(region, made)
  return made
}

export function useFormat() {
  const { locale, t } = useI18n()
  const f = computed(() => of(REGION[locale.value as keyof typeof REGION] ?? REGION.fr))
  const money = (cents: number) => f.value.euros.format(cents / 100)
  const quantity = (count: number) => f.value.integer.format(count)
  const inSteps = (cents: number, step: number) =>
    (step < 100 ? f.value.euros : f.value.whole).format(toKnown(cents, step) / 100)
  /** An amount known to lie in an interval that wide, in cents; without one an exact amount. */
  const about = (cents: number, width: number | null) =>
    width === null ? money(cents) : t('price.about', { amount: inSteps(cents, knownStep(width)) })
  return {
    money,
    about,
    /** By how much an amount is more or less, as exactly as that is known: "+ 18,90 €", "− ≈ 20 €". */
    more: ({ cents, width }: { readonly cents: number; readonly width: number | null }) =>
      `${cents > 0 ? '+' : '−'} ${about(Math.abs(cents), width)}`,
    /** A lead time by its label on the wire, `J+2`; another text stays as it is. */
    leadTime: (label: string) => {
      const days = /^J\+(\d+)$/.exec(label)?.[1]
      return days === undefined ? label : t('leadTime.label', { days })
    },
    /** A price as exactly as it is known. */
    price: (cents: number, known: Pick<PricedLeadTime, 'status' | 'low' | 'high'>) =>
      about(cents, widthOf(known)),
    /** The interval of an estimate, as exactly as it is known. */
    range: (from: number, to: number) => {
      const { low, lowStep, high, step } = knownRange(from, to)
      return t('price.range', { low: inSteps(low, lowStep), high: inSteps(high, step) })
    },
    /** The same where there is little room: "109–127 €". */
    briefRange: (from: number, to: number) => {
      const { low, lowStep, high } = knownRange(from, to)
      return (lowStep < 100 ? f.value.euros : f.value.whole).formatRange(low / 100, high / 100)
    },
    /** A price of a piece, in euros; its whole column has as many digits (`unitDigits`). */
    unitPrice: (each: number, digits: UnitDigits, estimated = false) => {
      if (!estimated) return f.value.unit[digits].format(each)
      return t('price.about', { amount: f.value.aboutUnit[digits].format(each) })
    },
    /** An amount in euros with all of its digits, as it was written: "39,905 €". */
    exact: (amount: string) => f.value.written.format(Number(amount)),
    /** An axis label: no more digits than it needs. */
    axis: (amount: number) => (amount >= 1 ? f.value.axis : f.value.fineAxis).format(amount),
    fileSize: (bytes: number) => fileSize(bytes, locale.value === 'en' ? 'en' : 'fr'),
    quantity,
    /** "500 + 250": of each visual. */
    quantities: (counts: readonly number[]) => counts.map(quantity).join(' + '),
    /** 12.5 as a reader writes it: "12,5 %". */
    percent: (value: number) => f.value.percent.format(value / 100),
    /** A part of a whole, in percent with a digit: 0.1256 is "12,6 %". */
    share: (part: number) => f.value.share.format(part),
    /** Cents without the digits after the point, where figures are looked over. */
    wholeEuros: (cents: number) => f.value.whole.format(cents / 100),
    /** How an amount differs from the one before, cents: "+23,40 €, +12 %". */
    difference: (before: number, after: number) => {
      const amount = f.value.more.format((after - before) / 100)
      return before === 0 ? amount : `${amount}, ${f.value.morePercent.format((after - before) / before)}`
    },
    /** A share of what something is sold at, in percent; of a loss many times that the exact number says nothing more. */
    margin: (text: string) => {
      const bounded = Math.max(Number(text), LEAST_MARGIN)
      return `${Number(text) < LEAST_MARGIN ? '< ' : ''}${f.value.percent.format(bounded / 100)}`
    },
    /** A decimal text of the wire, exactly, as it is typed: with the language's own mark. */
    typedDecimal: (text: string) => text.replace('.', f.value.mark),
    decimal: (value: number) => f.value.decimal.format(value),
    /** The day of an instant on this machine's clock; a calendar day is itself, west of Greenwich too. */
    day: (iso: string) => f.value.day.format(new Date(iso.length === 10 ? `${iso}T00:00` : iso)),
    /** How many days ago an instant was, by this machine's calendar: "hier", "il y a 3 j". */
    age: (iso: string) =>
      f.value.age.format(Math.min(0, daysBetween(localDay(new Date()), localDay(new Date(iso)))), 'day'),
    moment: (iso: string) => f.value.moment.format(new Date(iso)),
    /** To the second, as the service tells backups (`momentIn`): two of a minute are told apart. */
    exactMoment: (iso: string) => f.value.exactMoment.format(new Date(iso)),
    /** A calendar day as it is typed: 31/12/2026. */
    numericDay: (day: Day) => f.value.numericDay.format(new Date(day)),
    longDay: (day: Day) => f.value.longDay.format(new Date(day)),
    month: (day: Day) => f.value.month.format(new Date(day)),
    /** The month of a day where there is little room, and where there is next to none. */
    shortMonth: (day: Day) => f.value.shortMonth.format(new Date(day)),
    narrowMonth: (day: Day) => f.value.narrowMonth.format(new Date(day)),
    weekdayName: (day: Day, length: 'short' | 'long') => f.value.weekday[length].format(new Date(day)),
    time: (date: Date) => f.value.time.format(date),
    /** A delivery day that was promised, with its year where that is another than today's: "mar. 4 mai", "mar. 4 mai 2027". */
    promised: (day: Day) => {
      const isThisYear = day.slice(0, 4) === localDay(new Date()).slice(0, 4)
      // English puts a comma behind the weekday of one with a year, and none behind that of another.
      return (isThisYear ? f.value.delivery : f.value.deliveryYear).format(new Date(day)).replace(', ', ' ')
    },
  }
}
