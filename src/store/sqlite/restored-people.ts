/** Who may do what in a store that was put back: the backup's people, but for what the shop has taken away since. */
import { existsSync } from 'node:fs'
import Database from 'better-sqlite3'
import { ROLES, type Role } from '../../domain/shared/rights.ts'
import { isUnread, readIds } from '../customers.ts'
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
   * Administrators whose access was closed since the backup, or their role lowered, and who administer again: nobody else would;
   * null: what the shop has taken away since cannot be read, and so all of it is back
   */
  readonly reopened: readonly string[] | null
  /** Accounts of which it cannot be read what they saw last: they see what they saw at the backup */
  readonly seeAgain: readonly string[]
}

type Taken = Pick<RestoredPeople, 'reopened' | 'seeAgain'>

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
 * What the shop has taken away since the backup stays away: a token that was revoked, the access of a person that was closed, a
 * role that was lowered, an account's right to order, what an account no longer sees (of one of which that cannot be read,
 * nothing); but what administrators had where nobody else would administer, of those
 * whose access is open alone where there are any.
 */
export function keepTaken(restored: string, replaced: string): Taken {
  if (!existsSync(replaced)) return { reopened: [], seeAgain: [] }
  const now = readOf(replaced, rightsIn)
  if (now === null) return { reopened: null, seeAgain: [] }
  const db = new Database(restored)
  try {
    const before = rightsIn(db)
    const since = new Map(now.people.map((person) => [person.key, person]))
    const isClosed = ({ key }: PersonRights) => (since.get(key)?.closedAt ?? null) !== null
    const isLowered = ({ key, role }: PersonRights) => {
      const then = ROLES.indexOf(role)
      const today = ROLES.indexOf(since.get(key)?.role ?? role)
      return today >= 0 && today < then
    }
    const administrators = before.people.filter(
      ({ role, closedAt, canSignIn }) => role === 'administrateur' && closedAt === null && canSignIn,
    )
    const open = administrators.filter((person) => !isClosed(person))
    const reopened = open.some((person) => !isLowered(person)) ? [] : open.length > 0 ? open : administrators
    const stays = new Set(reopened.map(({ key }) => key))
    const taken = before.people.filter(({ key }) => !stays.has(key))
    const revoke = db.prepare('UPDATE tokens SET revoked_at = @at WHERE hash = @hash AND revoked_at IS NULL')
    const close = db.prepare('UPDATE people SET disabled_at = ? WHERE name_key = ? AND disabled_at IS NULL')
    const lower = db.prepare('UPDATE people SET role = ? WHERE name_key = ?')
    const forbid = db.prepare('UPDATE customers SET can_order = 0 WHERE id = @id AND created_at = @at')
    const narrow = db.prepare(
      'UPDATE customers SET products = @products, families = @families WHERE id = @id',
    )
    const seeAgain: string[] = []
    const seen = new Map(before.accounts.map((account) => [accountKey(account), account]))
    db.transaction(() => {
      for (const account of now.accounts) {
        const then = seen.get(accountKey(account))
        if (!then) continue
        const { id, name } = then
        if (isUnread(account.products) || isUnread(account.families)) seeAgain.push(name)
        const products = narrower(then.products, account.products)
        narrow.run({ id, products, families: narrower(then.families, account.families) })
      }
      for (const token of now.revoked) revoke.run(token)
      for (const account of now.withoutOrders) forbid.run(account)
      for (const person of taken) {
        const { role, closedAt } = since.get(person.key) ?? person
        if (isClosed(person)) close.run(closedAt, person.key)
        if (isLowered(person)) lower.run(role, person.key)
      }
    })()
    return { reopened: reopened.map(({ name }) => name), seeAgain }
  } finally {
    db.close()
  }
}

const accountKey = ({ id, at }: Pick<Account, 'id' | 'at'>) => `${id} ${at}`

/**
 * What an account sees of what it saw then, and of what it sees now; what cannot be read of either leaves what it saw then as it is.
 * @returns JSON of ids; null: all
 */
function narrower(then: string | null, now: string | null): string | null {
  if (now === null || isUnread(now) || isUnread(then)) return then
  if (then === null) return now
  const kept = new Set(readIds(now))
  return JSON.stringify(readIds(then)!.filter((id) => kept.has(id)))
}

interface PersonRights {
  readonly key: string
  readonly name: string
  readonly role: Role
  /** ISO; null: the access is open */
  readonly closedAt: string | null
  readonly canSignIn: boolean
}

interface Rights {
  readonly people: readonly PersonRights[]
  readonly revoked: readonly { readonly hash: Uint8Array; readonly at: string }[]
  /** accounts that may not order; of two stores the same number may be another account's */
  readonly withoutOrders: readonly Pick<Account, 'id' | 'at'>[]
  readonly accounts: readonly Account[]
}

interface Account {
  readonly id: number
  readonly name: string
  /** when it was made */
  readonly at: string
  /** JSON of ids; null: all */
  readonly products: string | null
  readonly families: string | null
}

function rightsIn(db: Sqlite): Rights {
  const people = `SELECT name_key AS key, name, role, disabled_at AS closedAt, ${CAN_SIGN_IN} AS canSignIn FROM people`
  const revoked = 'SELECT hash, revoked_at AS at FROM tokens WHERE revoked_at IS NOT NULL'
  const accounts = 'SELECT id, name, created_at AS at, products, families FROM customers'
  const withoutOrders = 'SELECT id, created_at AS at FROM customers WHERE can_order = 0'
  return {
    people: knowsPeople(db)
      ? db
          .prepare<[], Omit<PersonRights, 'canSignIn'> & { readonly canSignIn: number }>(people)
          .all()
          .map((person) => ({ ...person, canSignIn: person.canSignIn === 1 }))
      : [],
    revoked: db.prepare<[], Rights['revoked'][number]>(revoked).all(),
    accounts: db.prepare<[], Account>(accounts).all(),
    withoutOrders: db.prepare<[], Rights['withoutOrders'][number]>(withoutOrders).all(),
  }
}

/** The people of the store that is replaced; null where they cannot be read. */
export const peopleOf = (replaced: string) => (existsSync(replaced) ? readOf(replaced, peopleIn) : [])

/** The people of a store, also of one from before there were any. */
export function peopleIn(db: Sqlite): Record<string, unknown>[] {
  return knowsPeople(db) ? db.prepare<[], Record<string, unknown>>('SELECT * FROM people').all() : []
}

const knowsPeople = (db: Sqlite) =>
  db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'people'").get() !== undefined
