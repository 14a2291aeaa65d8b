/** The journal of what is changed where the change itself cannot carry its note: noted right after it. */
import type { JournalAction, JournalEntry, JournalNote } from '../domain/journal.ts'
import type { Actor } from '../domain/people.ts'
import type { FaultParams } from '../domain/reasons.ts'
import type { Settings } from '../domain/settings.ts'
import type { JournalFilter } from '../store/journal.ts'
import type { Store } from '../store/store.ts'
import type { Clock } from './clock.ts'
import { noteOf } from './notes.ts'

export class JournalService {
  readonly #store: Store
  readonly #clock: Clock

  constructor({ store, clock }: { readonly store: Store; readonly clock: Clock }) {
    this.#store = store
    this.#clock = clock
  }

  /** Notes what someone has changed. */
  note(by: Actor, action: JournalAction, facts: FaultParams): Promise<void> {
    return this.#store.journal.add([this.#noteOf(by, action, facts)])
  }

  /** Notes each setting that is another, with both values where they are short ones. */
  async settings(by: Actor, before: Settings, after: Settings): Promise<void> {
    const names = (Object.keys(after) as (keyof Settings)[]).filter(
      (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
    )
    const notes = names.map((name) => {
      const values = { ...short('before', before[name]), ...short('after', after[name]) }
      return this.#noteOf(by, 'setting_changed', { setting: name, ...values })
    })
    if (notes.length > 0) await this.#store.journal.add(notes)
  }

  /** What was noted, the newest first. */
  list(
    filter: JournalFilter,
    limit: number,
    offset: number,
  ): Promise<{ total: number; entries: JournalEntry[] }> {
    return this.#store.journal.list(filter, limit, offset)
  }

  #noteOf(by: Actor, action: JournalAction, facts: FaultParams): JournalNote {
    return noteOf({ by, at: this.#clock.now().toISOString() }, action, facts)
  }
}

/** A value that stands on one line: a table does not. */
function short(name: 'before' | 'after', value: unknown): FaultParams {
  if (typeof value === 'number') return { [name]: value }
  return typeof value === 'boolean' ? { [name]: value ? 1 : 0 } : {}
}
