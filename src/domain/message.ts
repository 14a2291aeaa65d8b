/** The form of words: the same in both languages, from one table so that neither can lack an entry. */
import { withFirst } from './shared/first-of-month.ts'
import type { FaultParams } from './reasons.ts'

export type Locale = 'fr' | 'en'

export interface Message {
  readonly fr: (params: FaultParams) => string
  readonly en: (params: FaultParams) => string
}

const REGIONS = { fr: 'fr-FR', en: 'en-GB' } as const

/** A number as people write it. */
export const figure = (value: unknown, locale: Locale) => Number(value).toLocaleString(REGIONS[locale])

/** Labels of lead times, `J+<days>`, as an English reader has them; a program that names them by ids reads them as it is answered. */
export const englishLabels = (labels: unknown) => String(labels).replaceAll(/\bJ(?=\+\d)/g, 'D')

/** What was taken of a quote, which is kept as it is read in French (`takenWords`), as an English reader has it. */
export const englishTaken = (words: unknown) =>
  englishLabels(words).replaceAll(/(?<=[(,] ?)ligne (?=\d+\)( ;|$))/g, 'line ')

/** A day, YYYY-MM-DD, as people write it. */
export const dayIn = (day: unknown, locale: Locale) =>
  new Intl.DateTimeFormat(REGIONS[locale], { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(String(day)),
  )

/** A moment, ISO, to the second, as people write it. @param timeZone whose clock it is told by; the service's where it is none */
export function momentIn(at: string, locale: Locale, timeZone?: string): string {
  const text = new Intl.DateTimeFormat(REGIONS[locale], {
    ...{ day: 'numeric', month: 'short', year: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
    ...(timeZone !== undefined && { timeZone }),
  }).format(new Date(at))
  return locale === 'fr' ? withFirst(text) : text
}
