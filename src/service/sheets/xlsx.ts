/** A sheet as an Excel workbook (Office Open XML), written as its rows are read. */
import type { ColumnDef, CellValue } from 'hucre/xlsx'
import type { Locale } from '../../domain/messages.ts'
import { EACH_DIGITS, type Cell, type CellKind, type Sheet, type SheetColumn } from './sheet.ts'

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** Characters that a cell may have; a spreadsheet refuses a file with more in one. */
const LONGEST_CELL = 32_767

/** How a spreadsheet shows what a column holds. */
const FORMATS: Readonly<Record<Exclude<CellKind, 'day'>, string | null>> = {
  text: null,
  lines: null,
  // A format with digits that may be absent leaves its point behind in Excel.
  number: null,
  money: '#,##0.00',
  each: `#,##0.00${'#'.repeat(EACH_DIGITS - 2)}`,
  percent: '0.0#',
}
const DAYS: Readonly<Record<Locale, string>> = { fr: 'dd/mm/yyyy', en: 'yyyy-mm-dd' }

/** A workbook of one sheet, whose headings stay in sight. */
export async function xlsxStream(
  { name, columns, rows }: Sheet,
  locale: Locale,
): Promise<ReadableStream<Uint8Array>> {
  // Few who start the program export anything in that run.
  const { writeXlsxStream } = await import('hucre/xlsx')
  const kinds = columns.map(({ kind }) => kind)
  return writeXlsxStream(cellsOf(rows, kinds), {
    name,
    columns: columns.map((column) => definitionOf(column, locale)),
    freezePane: { rows: 1 },
  })
}

/** Headings stand where what is under them does: words on the left, a little off the numbers beside them, the rest on the right. */
function definitionOf({ heading, kind, width }: SheetColumn, locale: Locale): ColumnDef {
  const numFmt = kind === 'day' ? DAYS[locale] : FORMATS[kind]
  const words = kind === 'text' || kind === 'lines'
  const alignment = {
    horizontal: words ? 'left' : 'right',
    vertical: 'top',
    indent: words ? 1 : 0,
    wrapText: kind === 'lines',
  } as const
  return { header: writable(heading), width, style: { alignment, ...(numFmt !== null && { numFmt }) } }
}

async function* cellsOf(rows: Sheet['rows'], kinds: readonly CellKind[]): AsyncGenerator<CellValue[], void> {
  for await (const row of rows) yield kinds.map((kind, i) => valueOf(row[i] ?? null, kind))
}

function valueOf(cell: Cell, kind: CellKind): CellValue {
  if (cell === null) return null
  if (typeof cell === 'number') return kind === 'money' ? cell / 100 : cell
  return kind === 'day' ? new Date(`${cell}T00:00:00.000Z`) : writable(cell)
}

/**
 * A text that a spreadsheet reads as it is: `_x0041_` would be read as the character of that number, which the file
 * itself uses, and two characters are in no XML at all.
 */
export function writable(text: string): string {
  const told = text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[\ufffe\uffff]/g, '\ufffd')
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
  return told.length > LONGEST_CELL
    ? `${told.slice(0, LONGEST_CELL - 1).replace(/[\ud800-\udbff]$/, '')}…`
    : told
}
