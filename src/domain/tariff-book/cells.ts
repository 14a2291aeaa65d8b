/** What stands in a cell of a tariff workbook, and what it means: exact decimals, whole numbers, yes or no. */
import { isDecimal, parseDecimal, powerOfTen } from '../decimal.ts'
import { fold } from '../shared/fold.ts'

/** What a cell holds, as a spreadsheet's reader gives it. A date or a formula without a result is no value of ours. */
export type BookCell = string | number | boolean | null | { readonly odd: 'date' | 'formula' }

/** A sheet of a workbook: its name, and its rows from the top left. */
export interface BookSheet {
  /** "" where a file has no sheets */
  readonly name: string
  /** in its file, from 0, where it does not begin it */
  readonly firstRow?: number
  readonly rows: readonly (readonly BookCell[])[]
  /** the rows of headings, as a spreadsheet shows them */
  readonly bold?: readonly number[]
}

/** A decimal without needless zeros: what is numerically equal reads alike. @param text a decimal number */
export function canonical(text: string): string {
  const { digits, scale } = parseDecimal(text)
  return written(digits, scale)
}

function written(digits: bigint, scale: number): string {
  let [n, places] = [digits, scale]
  while (places > 0 && n % 10n === 0n) [n, places] = [n / 10n, places - 1]
  const sign = n < 0n ? '-' : ''
  const figures = String(n < 0n ? -n : n).padStart(places + 1, '0')
  const whole = figures.slice(0, figures.length - places)
  return places === 0 ? sign + whole : `${sign}${whole}.${figures.slice(figures.length - places)}`
}

/** The decimal with its point moved: -2 from cents to euros, 2 back. Exact. */
export function shifted(text: string, places: number): string {
  const { digits, scale } = parseDecimal(text)
  const left = scale - places
  return left >= 0 ? written(digits, left) : written(digits * powerOfTen(-left), 0)
}

/** A decimal as a cell: a number where a spreadsheet's numbers hold it exactly, else its digits as a text. */
export function decimalCell(text: string): BookCell {
  const exact = canonical(text)
  const number = Number(exact)
  return decimalOf(number) === exact ? number : exact
}

/** How many digits a spreadsheet keeps: what stands behind them is noise of its binary numbers. */
const DIGITS = 15

/**
 * The decimal that a cell means: `12.5`, « 12,50 », « 1 250,00 € », « 5 % »; null where it is none.
 * (Of points and commas together nobody knows which parts the thousands.)
 */
export function decimalOf(cell: BookCell): string | null {
  let text: string
  if (typeof cell === 'number') {
    if (!Number.isFinite(cell)) return null
    text = plain(cell.toPrecision(DIGITS))
  } else if (typeof cell === 'string') {
    text = cell
      .replace(/[\s\u00a0\u202f]/g, '')
      .replace(/[€%]$/, '')
      .replace(/^\+/, '')
      .replace('\u2212', '-')
      .replace(',', '.')
  } else return null
  if (!isDecimal(text)) return null
  const exact = canonical(text)
  return isDecimal(exact) ? exact : null
}

/** `1.5e-7` without its exponent; what is absurdly small or large stays as it is, and is no decimal. */
function plain(text: string): string {
  const [mantissa, exponent] = text.split('e')
  if (exponent === undefined) return text
  const places = Number(exponent)
  return Math.abs(places) > 30 ? text : shifted(mantissa!, places)
}

/** The whole number that a cell means; null where it is none that programs count with exactly. */
export function integerOf(cell: BookCell): number | null {
  const text = decimalOf(cell)
  if (text === null || text.includes('.')) return null
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : null
}

const YES = new Set(['oui', 'yes', 'vrai', 'true', 'x', '1'])
const NO = new Set(['non', 'no', 'faux', 'false', '0'])

/** What « oui » or « non » means; null where a cell is neither. */
export function booleanOf(cell: BookCell): boolean | null {
  if (typeof cell === 'boolean') return cell
  const text = fold(String(cell)).trim()
  return YES.has(text) ? true : NO.has(text) ? false : null
}

/** Whether there is nothing in a cell. */
export const isBlank = (cell: BookCell | undefined): boolean =>
  cell === undefined || cell === null || (typeof cell === 'string' && cell.trim() === '')

/** What a spreadsheet's file keeps of a text. */
export const kept = (text: string) =>
  text.toWellFormed().replace(/\r\n?/g, '\n').slice(0, LONGEST_TEXT).trim()
const LONGEST_TEXT = 32_000

/** A cell as it is told to a person. */
export function shown(cell: BookCell): string {
  if (cell === null) return ''
  const text = typeof cell === 'object' ? cell.odd : String(cell)
  return text.length > 40 ? `${text.slice(0, 39)}…` : text
}

/** What a column is called in a spreadsheet. @param index from 0 */
export function columnName(index: number): string {
  let name = ''
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name
  return name
}
