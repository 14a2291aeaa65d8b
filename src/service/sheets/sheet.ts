/** A sheet of a spreadsheet as it is written: headings in words, rows as they are read, so that a long one holds no memory. */

/** What a column holds, and how its cells are written. */
export type CellKind =
  | 'text'
  /** a text of several lines, or a long one */
  | 'lines'
  /** a number as it is */
  | 'number'
  /** whole euro cents */
  | 'money'
  /** euros of one piece, which may be a part of a cent */
  | 'each'
  /** a number of hundredths: 20 is 20 % */
  | 'percent'
  /** YYYY-MM-DD */
  | 'day'

/** null: an empty cell */
export type Cell = string | number | null

export interface SheetColumn {
  readonly heading: string
  readonly kind: CellKind
  /** in characters */
  readonly width: number
}

export interface Sheet {
  readonly name: string
  readonly columns: readonly SheetColumn[]
  /** a cell for each column, in their order */
  readonly rows: AsyncIterable<readonly Cell[]>
}

/** Digits after the point that what one piece costs may need: flyers by the hundred thousand cost parts of a cent. */
export const EACH_DIGITS = 6
