/** Numbers as people type them, and as the wire wants them. */
import { MOST_CENTS } from '../../domain/shared/quote-lines.ts'

/**
 * A typed decimal as the wire's decimal string: a French comma becomes a point, spaces between thousands go.
 * @returns null where the text is not a non-negative decimal number.
 */
export function parseDecimal(text: string): string | null {
  const compact = text.replace(/[\s\u00a0\u202f]/g, '').replace(',', '.')
  if (!/^(\d+(\.\d*)?|\.\d+)$/.test(compact)) return null
  const [whole = '', fraction = ''] = compact.split('.')
  const digits = whole.replace(/^0+(?=\d)/, '') || '0'
  return fraction ? `${digits}.${fraction}` : digits
}

/** What an amount or percentage is written with. */
const SIGNS = { euros: /^€|(?:€|eur|euros?)$/i, percent: /%$/ } as const
/** "1.234.567" or "1,234": a point or comma before each three figures, and before nothing else. */
const inThousands = (text: string, mark: '.' | ',') =>
  new RegExp(`^[1-9]\\d{0,2}(\\${mark}\\d{3})+$`).test(text)

/**
 * {@link parseDecimal} of an amount or a percentage as people write it: with its sign, and with points or commas between
 * thousands where it cannot be read otherwise, "1.234,50" or "1,234.50".
 * @returns `ambiguous` where the one mark, before three figures, may be either: "1.234"
 */
export function parseAmount(text: string, sign: keyof typeof SIGNS): string | null | 'ambiguous' {
  const compact = text.replace(/[\s\u00a0\u202f'’]/g, '').replace(SIGNS[sign], '')
  const mark = compact.lastIndexOf(',') > compact.lastIndexOf('.') ? ',' : '.'
  const other = mark === ',' ? '.' : ','
  const at = compact.lastIndexOf(mark)
  if (compact.includes(other)) {
    const whole = compact.slice(0, at)
    return inThousands(whole, other) ? parseDecimal(whole.replaceAll(other, '') + compact.slice(at)) : null
  }
  if (!inThousands(compact, mark)) return parseDecimal(compact)
  if (compact.indexOf(mark) !== at) return parseDecimal(compact.replaceAll(mark, ''))
  return sign === 'euros' ? 'ambiguous' : parseDecimal(compact)
}

/** A typed percentage as the wire's decimal text; null where it is none. */
export const parsePercent = (text: string): string | null => parseAmount(text, 'percent')

/** A typed amount in euros as cents; null where it is none, is ambiguous or too large, or has parts of a cent. */
export function parseCents(text: string): number | null {
  const [, whole, fraction = ''] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(parseAmount(text, 'euros') ?? '') ?? []
  const cents = whole === undefined ? null : Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
  return cents !== null && cents > MOST_CENTS ? null : cents
}

/** Why a text is no amount, where that is not that it is none at all: the key of its words. */
export function whyNoCents(text: string): 'ambiguous' | 'large' | 'fine' | null {
  const amount = parseAmount(text, 'euros')
  if (amount === 'ambiguous') return 'ambiguous'
  if (amount === null) return null
  if (Number(amount) * 100 > MOST_CENTS) return 'large'
  return parseCents(text) === null ? 'fine' : null
}

/** Cents as they are typed. */
export const typedCents = (cents: number, mark: string): string =>
  cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2).replace('.', mark)

/** A typed whole number, or null where the text is none. */
export function parseInteger(text: string): number | null {
  const compact = text.replace(/[\s\u00a0\u202f]/g, '')
  return /^\d{1,10}$/.test(compact) ? Number(compact) : null
}

/** An option's name and its unit: "Largeur (mm)" carries it in brackets at its end. */
export function splitUnit(name: string): { label: string; unit: string | null } {
  const found = /^(.*\S)\s*\(([^()]{1,12})\)$/.exec(name)
  return found ? { label: found[1]!, unit: found[2]! } : { label: name, unit: null }
}
