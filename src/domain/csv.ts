/** CSV files as spreadsheets write them: their bytes read as text, and parted into cells. */
import { parse, CsvError } from 'csv-parse/sync'

/** What a spreadsheet would reckon, or send to another program, in the place of showing it; also behind white space. */
export const RECKONED = /^\s*[=+\-@\uff0b\uff0d\uff1d\uff20]|^[\t\r\n]/u

/** How much of a file is looked at. */
export interface CsvBounds {
  /** of one row */
  readonly columns: number
  /** in all */
  readonly cells: number
  /** what is behind them is not read */
  readonly rows: number
}

/** Why a file cannot be read. */
export type CsvFault =
  | { readonly code: 'file_empty' }
  | { readonly code: 'file_unreadable'; readonly params: { readonly row: number } }
  | { readonly code: 'file_too_wide'; readonly params: { readonly most: number } }

/** The rows of a file, empty lines among them. */
export function csvRecords(bytes: Uint8Array, bounds: CsvBounds): string[][] | CsvFault {
  const text = textOfBytes(bytes)
  if (text.trim() === '') return { code: 'file_empty' }
  const delimiter = delimiterOf(text.trimStart())
  if (isTooWide(text, delimiter, bounds)) return { code: 'file_too_wide', params: { most: bounds.columns } }
  try {
    return parse(text, { delimiter, relax_quotes: true, relax_column_count: true, to: bounds.rows })
  } catch (error) {
    if (error instanceof CsvError)
      return { code: 'file_unreadable', params: { row: Number(error['records'] ?? 0) + 1 } }
    throw error
  }
}

/** The text of a file: UTF-8 where its bytes are that (UTF-16 where they begin so), else Windows-1252. */
export function textOfBytes(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** The delimiter that the first line has most of, outside of quotes. @param text without empty lines at its beginning */
function delimiterOf(text: string): string {
  const counts = new Map([';', ',', '\t'].map((delimiter) => [delimiter, 0]))
  let quoted = false
  for (let i = 0; i < Math.min(text.length, 100_000); i++) {
    const char = text[i]!
    if (char === '"') quoted = !quoted
    else if (!quoted && (char === '\n' || char === '\r')) break
    else if (!quoted && counts.has(char)) counts.set(char, counts.get(char)! + 1)
  }
  return [...counts].reduce((most, each) => (each[1] > most[1] ? each : most))[0]
}

/** Whether a row, or all of them, have more cells than are looked at: millions of them would be read for seconds. */
function isTooWide(text: string, delimiter: string, bounds: CsvBounds): boolean {
  const separator = delimiter.charCodeAt(0)
  let quoted = false
  let cells = 1
  let all = 0
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i)
    if (char === 0x22) quoted = !quoted
    else if (quoted) continue
    else if (char === 0x0a || char === 0x0d) cells = 1
    else if (char === separator && (++cells > bounds.columns || ++all > bounds.cells)) return true
  }
  return false
}
