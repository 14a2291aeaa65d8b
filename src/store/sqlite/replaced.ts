/** What can still be read of the store that another one takes the place of. */
import { isOurs, readingOf, type Sqlite } from './database.ts'

/** Null where a store cannot be read: that may be why another is put in its place. */
export function readOf<T>(store: string, read: (db: Sqlite) => T): T | null {
  try {
    const db = readingOf(store)
    try {
      return isOurs(db) ? read(db) : null
    } finally {
      db.close()
    }
  } catch {
    return null
  }
}
