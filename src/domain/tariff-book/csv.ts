/** A workbook of tariffs as one CSV file: its sheets below each other, each of which begins with the row that names its product. */
import { csvRecords, RECKONED } from '../csv.ts'
import type { BookCell, BookSheet } from './cells.ts'
import { areaOf } from './layout.ts'

/** As many columns as a spreadsheet has. */
const BOUNDS = { columns: 16_384, cells: 5_000_000, rows: 1_000_000 }

/** @returns the sheets, without names; `unreadable` for what is no CSV, `large` for a file that holds too much */
export function sheetsOfCsv(bytes: Uint8Array): readonly BookSheet[] | 'unreadable' | 'large' {
  const records = csvRecords(bytes, BOUNDS)
  if ('code' in records) return records.code === 'file_too_wide' ? 'large' : 'unreadable'
  const sheets: { name: string; firstRow: number; rows: BookCell[][] }[] = []
  for (const [at, record] of records.entries()) {
    const row = record.map(cellOf)
    if (sheets.length === 0 || areaOf(row) !== null) sheets.push({ name: '', firstRow: at, rows: [] })
    sheets.at(-1)!.rows.push(row)
  }
  // Empty lines above the first sheet are none.
  return sheets.filter(({ rows }) => rows.some((row) => row.some((cell) => cell !== null)))
}

/** A cell without the mark that keeps spreadsheets from reckoning with it. */
function cellOf(text: string): BookCell {
  if (text === '') return null
  return text.startsWith("'") && RECKONED.test(text.slice(1)) ? text.slice(1) : text
}
