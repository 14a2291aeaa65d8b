import type { JournalNote } from '../domain/journal.ts'
import type { Person } from '../domain/people.ts'
import type { Role } from '../domain/shared/rights.ts'
import type { Engine } from './engine.ts'
import { noted } from './journal.ts'
import { all, change, first, insert, type Insertion, type Work } from './work.ts'

export interface NewPerson {
  readonly name: string
  /** what the name is found by; no two people have the same */
  readonly nameKey: string
  readonly role: Role
  /** as passwords.ts writes it */
  readonly password: string
  /** ISO */
  readonly at: string
}

/** What a password is held against. */
export interface Credentials {
  readonly id: number
  readonly name: string
  readonly password: string
  readonly disabled: boolean
}

/** A session that was begun and not ended; whether it still is in force is its times' to say. */
export interface SessionRecord {
  readonly id: number
  /** of what the browser holds */
  readonly hash: string
  readonly personId: number
  /** ISO */
  readonly createdAt: string
  /** ISO */
  readonly usedAt: string
}

/** Which sessions are over; ISO. */
export interface SessionsOver {
  readonly createdBefore: string
  /** by a clock that was ahead */
  readonly createdAfter: string
  readonly usedBefore: string
}

export interface PersonChanges {
  readonly role: Role
  /** ISO; null: he may sign in */
  readonly disabledAt: string | null
}

/** Why a person was not changed. */
export type Unchanged = 'missing' | 'last_administrator'

const PERSON = `SELECT id, name, role, created_at AS "createdAt", disabled_at AS "disabledAt",
  last_sign_in_at AS "lastSignInAt" FROM people`
const SESSIONS = `SELECT id, hash, person_id AS "personId", created_at AS "createdAt", used_at AS "usedAt" FROM sessions`

/** Of a stored password that one can be held against: what else stands there lets nobody in. */
export const CAN_SIGN_IN = `password LIKE 'scrypt$ln=%,r=%,p=%$%$%'`

/** People with the hashes of their passwords, and their sessions by the hashes of what browsers hold. */
export class PeopleTables {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** Everyone, those who may no longer sign in among them, and every session, as of one moment. */
  images(): Promise<{ people: Person[]; sessions: SessionRecord[] }> {
    return this.#engine.snapshot(function* () {
      return {
        people: yield* all<Person>(`${PERSON} ORDER BY name_key, id`),
        sessions: yield* all<SessionRecord>(SESSIONS),
      }
    })
  }

  credentials(nameKey: string): Promise<Credentials | undefined> {
    return this.#engine.read(() => credentialsWhere('name_key = ?', nameKey))
  }

  credentialsOf(id: number): Promise<Credentials | undefined> {
    return this.#engine.read(() => credentialsWhere('id = ?', id))
  }

  /** @returns the new person's id; null, and nothing is written, where the name is taken */
  insert(person: NewPerson, note: JournalNote): Promise<number | null> {
    return this.#engine.write(function* () {
      const taken = yield* first('SELECT id FROM people WHERE name_key = ?', person.nameKey)
      if (taken) return null
      const { name, nameKey, role, password, at } = person
      const id = yield* insert(PERSON_ROW, name, nameKey, role, password, at)
      yield* noted([note])
      return id
    })
  }

  /**
   * Gives a person another role, or takes away or gives back his access; his sessions end.
   * @param decide what is changed, with its notes, by how he stands; null: nothing. What it throws leaves all as it was
   * @returns why nothing was written: there is no such person, or nobody would be left who may administrate
   */
  change(
    id: number,
    decide: (person: Person) => (PersonChanges & { readonly notes: readonly JournalNote[] }) | null,
  ): Promise<Unchanged | null> {
    return this.#engine.write(function* () {
      const person = yield* first<Person>(`${PERSON} WHERE id = ?`, id)
      if (!person) return 'missing'
      const changes = decide(person)
      if (!changes) return null
      const stays = changes.role === 'administrateur' && changes.disabledAt === null
      if (person.role === 'administrateur' && person.disabledAt === null && !stays) {
        const others = yield* first<{ n: number }>(
          `SELECT count(*) AS n FROM people WHERE role = 'administrateur' AND disabled_at IS NULL AND id <> ?
             AND ${CAN_SIGN_IN}`,
          id,
        )
        if (others!.n === 0) return 'last_administrator'
      }
      yield* change(
        'UPDATE people SET role = ?, disabled_at = ? WHERE id = ?',
        ...[changes.role, changes.disabledAt, id],
      )
      yield* endSessionsOf(id)
      yield* noted(changes.notes)
      return null
    })
  }

  /**
   * Gives a person another password; his sessions end.
   * @param before the hash that it takes the place of; null: whichever there is
   * @returns whether it was written: the one before may have been another
   */
  setPassword(id: number, password: string, before: string | null, note: JournalNote): Promise<boolean> {
    return this.#engine.write(function* () {
      const known = yield* credentialsWhere('id = ?', id)
      if (!known || (before !== null && known.password !== before)) return false
      yield* change('UPDATE people SET password = ? WHERE id = ?', password, id)
      yield* endSessionsOf(id)
      yield* noted([note])
      return true
    })
  }

  /**
   * Begins a session of who gave the right password.
   * @param checked the hash that it was held against
   * @returns whether it began: the password may be another by now, or the person's access closed
   */
  begin(session: Omit<SessionRecord, 'id' | 'usedAt'>, checked: string): Promise<boolean> {
    const { hash, personId, createdAt } = session
    return this.#engine.write(function* () {
      const known = yield* credentialsWhere('id = ?', personId)
      if (!known || known.disabled || known.password !== checked) return false
      yield* insert(SESSION_ROW, hash, personId, createdAt, createdAt)
      yield* change('UPDATE people SET last_sign_in_at = ? WHERE id = ?', createdAt, personId)
      return true
    })
  }

  async hasSession(hash: string): Promise<boolean> {
    const found = await this.#engine.read(() => first('SELECT 1 FROM sessions WHERE hash = ?', hash))
    return found !== undefined
  }

  end(hash: string): Promise<void> {
    return this.#engine.write(function* () {
      yield* change('DELETE FROM sessions WHERE hash = ?', hash)
    })
  }

  /**
   * Writes when sessions were used last, and forgets those that are over.
   * @param createdBefore ISO: what began at or before it is over
   * @param usedBefore ISO: what was not used since is over
   */
  keepUp(
    uses: readonly (readonly [hash: string, at: string])[],
    { createdBefore, createdAfter, usedBefore }: SessionsOver,
  ): Promise<void> {
    return this.#engine.write(function* () {
      for (const [hash, at] of uses)
        yield* change('UPDATE sessions SET used_at = ? WHERE hash = ? AND used_at < ?', at, hash, at)
      yield* change(
        'DELETE FROM sessions WHERE created_at <= ? OR created_at > ? OR used_at <= ?',
        ...[createdBefore, createdAfter, usedBefore],
      )
    })
  }
}

function* credentialsWhere(condition: string, value: string | number): Work<Credentials | undefined> {
  const row = yield* first<Omit<Credentials, 'disabled'> & { readonly disabledAt: string | null }>(
    `SELECT id, name, password, disabled_at AS "disabledAt" FROM people WHERE ${condition}`,
    value,
  )
  if (!row) return undefined
  const { disabledAt, ...known } = row
  return { ...known, disabled: disabledAt !== null }
}

function* endSessionsOf(personId: number): Work<void> {
  yield* change('DELETE FROM sessions WHERE person_id = ?', personId)
}

const PERSON_ROW: Insertion = {
  table: 'people',
  columns: ['name', 'name_key', 'role', 'password', 'created_at'],
}
const SESSION_ROW: Insertion = {
  table: 'sessions',
  columns: ['hash', 'person_id', 'created_at', 'used_at'],
}
