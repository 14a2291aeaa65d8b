/** The numbers that people know quotes and orders by: they never change and are never used twice. */

/** The number printed on an order. */
export function orderNumber(id: number): string {
  return `C${String(id).padStart(6, '0')}`
}

/** The number of a quote that was sent before quotes had numbers of their own. */
export function earlierQuoteNumber(id: number): string {
  return `D${String(id).padStart(6, '0')}`
}

/** Where and when a quote is numbered: each device counts its own quotes of each year. */
export interface Numbering {
  readonly year: number
  readonly device: string
}

/** The number of a quote: `D2026-K7-0012`. @param sequence from 1, without a gap */
export function quoteNumber({ year, device }: Numbering, sequence: number): string {
  return `D${year}-${device}-${String(sequence).padStart(4, '0')}`
}

/** What codes of devices are made of: nothing that is read as something else. */
export const DEVICE_ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
/** Of a code that is made at random: two offline laptops are not to meet. */
export const DEVICE_CODE_LENGTH = 4

export const isDeviceCode = (text: string): boolean =>
  text.length >= 2 &&
  text.length <= DEVICE_CODE_LENGTH &&
  [...text].every((char) => DEVICE_ALPHABET.includes(char))

/** What a draft is called until it has a number. */
export function draftName(id: number, locale: 'fr' | 'en'): string {
  return locale === 'fr' ? `Brouillon ${id}` : `Draft ${id}`
}

/** The id of the draft that a text names by that, or by its digits alone; -1 where it names none. */
export function draftIn(text: string): number {
  const found = /^(?:brouillon|draft)?\s*0*(\d{1,15})$/i.exec(text.trim())
  return found ? Number(found[1]) : -1
}

/** A quote's number as it is stored, from how a person may write it: `d12` is `D000012`. */
export function writtenQuoteNumber(text: string): string {
  const earlier = /^D0*(\d{1,15})$/i.exec(text.trim())
  return earlier ? earlierQuoteNumber(Number(earlier[1])) : text.trim().toUpperCase()
}

/**
 * The numbers of quotes that a text may be: as it is written, or without its dashes, where the device's code may end at more than
 * one place.
 */
export function quoteNumbersIn(text: string): string[] {
  const written = writtenQuoteNumber(text)
  const [, year, rest = ''] = /^D(\d{4})([A-Z0-9]+)$/.exec(written) ?? []
  const lengths = Array.from({ length: DEVICE_CODE_LENGTH - 1 }, (_, i) => i + 2)
  const parts = lengths.map((length) => [rest.slice(0, length), rest.slice(length)] as const)
  const fitting = parts.filter(
    ([device, rank]) => isDeviceCode(device) && /^(?:\d{4}|[1-9]\d{4,})$/.test(rank),
  )
  return [written, ...fitting.map(([device, rank]) => `D${year}-${device}-${rank}`)]
}

/** Characters that a partner's own id of an order may have. */
export const LONGEST_PARTNER_ID = 100

/** The id that a printed number such as `C000012`, or its digits alone, stands for; -1 where the text is no number. */
export function idIn(text: string, letter: string): number {
  const found = /^([A-Za-z]?)0*(\d{1,15})$/.exec(text)
  return found && (found[1] === '' || found[1]!.toUpperCase() === letter) ? Number(found[2]) : -1
}

/** A partner's id of a product as a person reads it: beyond 2^53 a number is not exactly the one that the partner wrote. */
export const shownId = (id: number) => (id > Number.MAX_SAFE_INTEGER ? '> 2^53' : String(id))
