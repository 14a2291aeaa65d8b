/** What an export is made of: a table of columns, each with its words, what it holds and who may read it. */
import { message, type Locale } from '../../../domain/messages.ts'
import { localDay } from '../../../domain/shared/calendar.ts'
import type { Right } from '../../../domain/shared/rights.ts'
import type { Unread } from '../../../service/export/pages.ts'
import type { Cell, CellKind, Sheet } from '../../../service/sheets/sheet.ts'
import type { Reader } from '../access.ts'
import type { Words } from './words.ts'

export interface Column<Entry> {
  readonly fr: string
  readonly en: string
  readonly kind: CellKind
  /** in characters */
  readonly width: number
  /** what reading it takes; without it the column is left out */
  readonly right?: Right
  readonly of: (entry: Entry, locale: Locale) => Cell
}

/** An export of its kind: its name, also of its file, and its columns. */
export interface ExportForm<Entry> {
  readonly name: Words
  readonly columns: readonly Column<Entry>[]
}

/** The sheet that a reader may see, in his words. */
export function sheetOf<Entry>(
  { name, columns }: ExportForm<Entry>,
  entries: AsyncIterable<Entry>,
  unread: Unread,
  { locale, rights }: Reader,
): Sheet {
  const seen = columns.filter(({ right }) => right === undefined || rights.has(right))
  return {
    name: name[locale],
    columns: seen.map((column) => ({ heading: column[locale], kind: column.kind, width: column.width })),
    rows: rowsOf(entries, unread, seen, locale),
  }
}

async function* rowsOf<Entry>(
  entries: AsyncIterable<Entry>,
  unread: Unread,
  columns: readonly Column<Entry>[],
  locale: Locale,
): AsyncGenerator<readonly Cell[], void> {
  for await (const entry of entries) yield columns.map(({ of }) => of(entry, locale))
  // Nobody is to take what is left for the whole: the last row says it, in the first column, which is a text in each form.
  if (unread.count > 0)
    yield columns.map((_, i) => (i === 0 ? message('rows_unreadable', locale, { ...unread }) : null))
}

/** The day of a moment (ISO), as people here call it. */
export const dayOf = (moment: string | null): string | null =>
  moment === null ? null : localDay(new Date(moment))

/** A text; an empty one is an empty cell. */
export const textOr = (text: string | null | undefined): string | null => (text ? text : null)

/** A decimal string as a number. */
export const numberOf = (text: string | null | undefined): number | null =>
  text === null || text === undefined ? null : Number(text)
