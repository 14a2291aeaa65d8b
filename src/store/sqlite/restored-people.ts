/** Who may do what in a store that was put back: the backup's people, but for whom the shop has shut out since. */
import { existsSync } from 'node:fs'
import Database from 'better-sqlite3'
import { CAN_SIGN_IN } from '../people.ts'
import type { Sqlite } from './database.ts'
import { readOf } from './replaced.ts'

/** What became of who may sign in. */
export interface RestoredPeople {
  /**
   * Who may sign in now: the backup's people; those of the store that it replaced, which stay where it knows none; nobody
   * has to, as before; or nobody has to because those of the store that it replaced could not be read
   */
  readonly people: 'restored' | 'stayed' | 'none' | 'unread'
  /**
   * Administrators whose access was closed since the backup, and is open again: nobody else would administer; null: whom the
   * shop has shut out since cannot be read, and so all are back
   */
  readonly reopened: readonly string[] | null
}

/** People of the store that is replaced stay where the other one knows none: nobody could sign in, and so everybody would get in. */
export function keepPeople(restored: string, replaced: string): RestoredPeople['people'] {
  const db = new Database(restored)
  try {
    if (peopleIn(db).length > 0) return 'restored'
    const people = peopleOf(replaced)
    if (people === null) return 'unread'
    if (people.length === 0) return 'none'
    // The store that is replaced may be of a newer program.
    const known = new Set(
      db.prepare<[], string>("SELECT name FROM pragma_table_info('people')").pluck().all(),
    )
    const columns = Object.keys(people[0]!).filter((name) => known.has(name))
    const insert = db.prepare(
      `INSERT INTO people (${columns.join(', ')}) VALUES (${columns.map((name) => `@${name}`).join(', ')})`,
    )
    db.transaction(() => people.forEach((person) => insert.run(person)))()
    return 'stayed'
  } finally {
    db.close()
  }
}

/**
 * Whom the shop has shut out since the backup stays out: a token that was revoked, the access of a person that was closed,
 * but for those of administrators where nobody else would administer.
 */
export function keepClosed(restored: string, replaced: string): RestoredPeople['reopened'] {
  if (!existsSync(replaced)) return []
  const closed = readOf(replaced, closedIn)
  if (closed === null) return null
  const db = new Database(restored)
  try {
    const administrators = db
      .prepare<[], { key: string; name: string }>(
        `SELECT name_key AS key, name FROM people
         WHERE role = 'administrateur' AND disabled_at IS NULL AND ${CAN_SIGN_IN}`,
      )
      .all()
    const out = new Set(closed.people.map(({ key }) => key))
    const reopened = administrators.every(({ key }) => out.has(key)) ? administrators : []
    const stays = new Set(reopened.map(({ key }) => key))
    const revoke = db.prepare('UPDATE tokens SET revoked_at = @at WHERE hash = @hash AND revoked_at IS NULL')
    const close = db.prepare(
      'UPDATE people SET disabled_at = @at WHERE name_key = @key AND disabled_at IS NULL',
    )
    db.transaction(() => {
      for (const token of closed.tokens) revoke.run(token)
      for (const person of closed.people) if (!stays.has(person.key)) close.run(person)
    })()
    return reopened.map(({ name }) => name)
  } finally {
    db.close()
  }
}

interface Closed {
  readonly tokens: readonly { readonly hash: Uint8Array; readonly at: string }[]
  readonly people: readonly { readonly key: string; readonly at: string }[]
}

const closedIn = (db: Sqlite): Closed => ({
  tokens: db
    .prepare<[], Closed['tokens'][number]>(
      'SELECT hash, revoked_at AS at FROM tokens WHERE revoked_at IS NOT NULL',
    )
    .all(),
  people: peopleIn(db).flatMap(({ name_key: key, disabled_at: at }) =>
    typeof key === 'string' && typeof at === 'string' ? [{ key, at }] : [],
  ),
})

/** The people of the store that is replaced; null where they cannot be read. */
export const peopleOf = (replaced: string) => (existsSync(replaced) ? readOf(replaced, peopleIn) : [])

/** The people of a store, also of one from before there were any. */
export function peopleIn(db: Sqlite): Record<string, unknown>[] {
  const table = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'people'").get()
  return table === undefined ? [] : db.prepare<[], Record<string, unknown>>('SELECT * FROM people').all()
}
