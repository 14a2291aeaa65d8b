/** What the store itself knows of having been put in the place of another: its name, since when, and what it is. */
import { randomUUID } from 'node:crypto'
import type { JournalAction } from '../../domain/journal.ts'
import { BY_KEY, type Actor } from '../../domain/people.ts'
import type { FaultParams } from '../../domain/reasons.ts'
import type { RestoredStore } from '../../store/sqlite/restore.ts'
import { Store } from '../../store/store.ts'
import { noteOf } from '../notes.ts'

const KEY = 'replacement'

/** How the store came to the place of another. */
export interface Placed {
  readonly what: 'restored' | 'wiped'
  /** when it was put there; ISO */
  readonly at: string
  /** of when the backup is; ISO, null where its name does not say */
  readonly from: string | null
  /** who is back whom the shop had shut out, as the restore told; absent: nobody */
  readonly reopened?: RestoredStore['reopened']
  /** accounts that see again what they saw at the backup, as the restore told; absent: none */
  readonly seeAgain?: RestoredStore['seeAgain']
  /** orders that went out of reach, as the restore told; absent: none, as far as is known */
  readonly ordersSince?: RestoredStore['ordersSince']
}

/** Names the store, which is another one after each replacement, and says what it is; "" and null where it never was replaced. */
export function placedIn({ settings }: Pick<Store, 'settings'>): {
  readonly id: string
  readonly placed: Placed | null
} {
  const kept = settings.get(KEY)
  // Earlier programs wrote its name alone.
  if (typeof kept === 'string') return { id: kept, placed: null }
  if (typeof kept !== 'object' || kept === null) return { id: '', placed: null }
  const { id, ...placed } = kept as { readonly id: string } & Placed
  return { id, placed }
}

/** Names the store of a folder, which is or will be in the place of another, and notes in it by whom, where it knows him. */
export async function notePlaced(
  folder: string,
  placed: Placed,
  by: Actor,
  [action, facts]: readonly [JournalAction, FaultParams],
): Promise<void> {
  const store = await Store.open({ folder, url: null })
  try {
    const { people: known } = await store.people.images()
    const isKnown = by.person === null || known.some(({ id }) => id === by.person)
    await store.settings.set(KEY, { id: randomUUID(), ...placed })
    await store.journal.add([noteOf({ by: isKnown ? by : BY_KEY, at: placed.at }, action, facts)])
  } finally {
    await store.close()
  }
}
