/** A workbook's sheets as one CSV file: below each other, an empty line between. */
import type { Locale } from '../../domain/messages.ts'
import type { BookCell, BookSheet } from '../../domain/tariff-book/cells.ts'
import { BYTE_ORDER_MARK, FORMS, LINE_END, textCell } from './csv.ts'

export function csvOfSheets(sheets: readonly BookSheet[], locale: Locale): Buffer {
  const { separator, point } = FORMS[locale]
  const cell = (value: BookCell) =>
    typeof value === 'number'
      ? String(value).replace('.', point)
      : typeof value === 'string'
        ? textCell(value)
        : ''
  const lines = sheets.flatMap(({ rows }) => [...rows.map((row) => row.map(cell).join(separator)), ''])
  return Buffer.from(BYTE_ORDER_MARK + lines.join(LINE_END))
}
