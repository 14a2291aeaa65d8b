/** How a document writes amounts, numbers and days. */
import type { Day } from '../shared/calendar.ts'
import { withFirst } from '../shared/first-of-month.ts'
import { knownRange, knownStep, toKnown } from '../shared/known-price.ts'
import { eachOf, unitDigits, unitDigitsBeside } from '../shared/unit-price.ts'

const REGIONS = { fr: 'fr-FR', en: 'en-GB' } as const

/** What an estimated amount begins with. */
export const ABOUT = '≈\u00a0'

/** A format takes longer to make than a hundred amounts to write, and a document has thousands of them. */
const made: { [language in 'fr' | 'en']?: ReturnType<typeof makeSayings> } = {}

export const sayings = (language: 'fr' | 'en') => (made[language] ??= makeSayings(language))

function makeSayings(language: 'fr' | 'en') {
  const region = REGIONS[language]
  const formats = new Map<string, Intl.NumberFormat>()
  const euros = (least: number, most = least): Intl.NumberFormat => {
    const key = `${least} ${most}`
    const known = formats.get(key)
    if (known) return known
    const format = new Intl.NumberFormat(region, {
      style: 'currency',
      currency: 'EUR',
      minimumFractionDigits: least,
      maximumFractionDigits: most,
    })
    formats.set(key, format)
    return format
  }
  const signed = (text: string) => text.replace('-', '−')
  const number = new Intl.NumberFormat(region, { maximumFractionDigits: 3 })
  const percent = new Intl.NumberFormat(region, { style: 'percent', maximumFractionDigits: 3 })
  const day = new Intl.DateTimeFormat(region, { dateStyle: 'long', timeZone: 'UTC' })
  const [exact, whole] = [euros(2), euros(0)]
  return {
    /** @param width of the interval that the amount is known to lie in, in cents; null: it is exact */
    money(cents: number, width: number | null): string {
      if (width === null) return signed(exact.format(cents / 100))
      const step = knownStep(width)
      return `${ABOUT}${signed((step < 100 ? exact : whole).format(toKnown(cents, step) / 100))}`
    },
    /** The ends of an interval, each no more exactly than it is known. */
    range({ low, high }: { readonly low: number; readonly high: number }): [string, string] {
      const known = knownRange(low, high)
      const ends = (cents: number, step: number) => (step < 100 ? exact : whole).format(cents / 100)
      return [ends(known.low, known.lowStep), ends(known.high, known.step)]
    },
    /** The price of a piece, with as many digits as it needs. */
    each(cents: number, quantity: number, width: number | null): string {
      const each = eachOf(cents, quantity, width)
      const digits = width === null ? unitDigitsBeside(each, quantity, cents) : unitDigits([each])
      return width === null ? euros(digits).format(each) : `${ABOUT}${euros(2, digits).format(each)}`
    },
    number: (value: number) => number.format(value),
    percent: (text: string) => percent.format(Number(text) / 100),
    day: (text: Day) =>
      language === 'fr' ? withFirst(day.format(new Date(text))) : day.format(new Date(text)),
  }
}

/** Parts that say something, one after the other. */
export const joined = (parts: readonly string[], by = '\n') =>
  parts.filter((part) => part.trim() !== '').join(by)
