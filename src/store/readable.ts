/**
 * Rows of a store of which some cannot be read any more: it was put back so, or something else wrote there. One such row
 * keeps no other from who asks: a list holds those that can be read, and says how many cannot. Who asks for that one alone
 * is refused by its own error.
 */
import { isUnreadable } from './errors.ts'

export interface Readable<T> {
  readonly entries: T[]
  /** how many of the rows cannot be read */
  readonly unreadable: number
}

/** @param read throws what JSON.parse throws where the row's text is none, or ImpossibleValue */
export function readable<Row, T>(rows: readonly Row[], read: (row: Row) => T): Readable<T> {
  const entries: T[] = []
  for (const row of rows) {
    try {
      entries.push(read(row))
    } catch (error) {
      if (!isUnreadable(error)) throw error
    }
  }
  return { entries, unreadable: rows.length - entries.length }
}
