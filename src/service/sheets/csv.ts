/** A sheet as CSV: what a spreadsheet of the reader's language opens with two clicks. */
import { RECKONED } from '../../domain/csv.ts'
import type { Locale } from '../../domain/messages.ts'
import { EACH_DIGITS, type Cell, type CellKind, type Sheet } from './sheet.ts'

/** Without it spreadsheets take the file for another encoding than UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff'
export const LINE_END = '\r\n'
const CHUNK_LENGTH = 64 * 1024

/** Where a number has a decimal comma, a comma cannot part cells. */
export const FORMS = { fr: { separator: ';', point: ',' }, en: { separator: ',', point: '.' } } as const

const QUOTED = /[";,\n\r\t]|^\s|\s$/u

/** A sheet in chunks of text, the heading first. */
export async function* csvChunks({ columns, rows }: Sheet, locale: Locale): AsyncGenerator<string, void> {
  const { separator } = FORMS[locale]
  const heading = columns.map((column) => textCell(column.heading)).join(separator)
  let chunk = BYTE_ORDER_MARK + heading + LINE_END
  for await (const row of rows) {
    chunk += columns.map(({ kind }, i) => cellText(row[i] ?? null, kind, locale)).join(separator) + LINE_END
    if (chunk.length < CHUNK_LENGTH) continue
    yield chunk
    chunk = ''
  }
  yield chunk
}

function cellText(cell: Cell, kind: CellKind, locale: Locale): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return numberText(cell, kind).replace('.', FORMS[locale].point)
  return kind === 'day' ? dayText(cell, locale) : textCell(cell)
}

function numberText(value: number, kind: CellKind): string {
  if (kind === 'money') return (value / 100).toFixed(2)
  return kind === 'each' ? value.toFixed(EACH_DIGITS).replace(/(?<=\.\d\d\d*?)0+$/, '') : String(value)
}

/** A day as spreadsheets of the language take it for one. */
const dayText = (day: string, locale: Locale) => (locale === 'fr' ? day.split('-').reverse().join('/') : day)

/** What no spreadsheet shows, and some end the cell or the file at. */
const UNPRINTABLE = /(?![\n\t])\p{Cc}/gu

/** A text as a cell, which no spreadsheet takes for a formula. */
export function textCell(text: string): string {
  const told = text.replace(/\r\n?/g, '\n').replace(UNPRINTABLE, '')
  const harmless = RECKONED.test(text) ? `'${told}` : told
  return QUOTED.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
