/** The journal of what is changed where the change itself cannot carry its note: noted right after it. */
import type { JournalAction, JournalNote } from '../domain/journal.ts'
import { markUpChanges, type MarkUp, type MarkUpChange, type MarkUps } from '../domain/mark-up.ts'
import type { Actor } from '../domain/people.ts'
import type { FaultParams } from '../domain/reasons.ts'
import type { Settings } from '../domain/settings.ts'
import type { JournalFilter, JournalTable } from '../store/journal.ts'
import type { Store } from '../store/store.ts'
import type { CatalogueService } from './catalogue.ts'
import type { Clock } from './clock.ts'
import { noteOf } from './notes.ts'

/** So many mark-ups of one change are told one by one. */
const MOST_MARK_UPS = 100

export interface JournalServices {
  readonly store: Store
  readonly clock: Clock
  readonly catalogue: CatalogueService
}

export class JournalService {
  readonly #store: Store
  readonly #clock: Clock
  readonly #catalogue: CatalogueService

  constructor({ store, clock, catalogue }: JournalServices) {
    this.#store = store
    this.#clock = clock
    this.#catalogue = catalogue
  }

  /** Notes what someone has changed. */
  note(by: Actor, action: JournalAction, facts: FaultParams): Promise<void> {
    return this.#store.journal.add([this.#noteOf(by, action, facts)])
  }

  /** Notes each setting that is another, with both values where they are short ones; of the mark-ups each rule. */
  async settings(by: Actor, before: Settings, after: Settings): Promise<void> {
    const names = (Object.keys(after) as (keyof Settings)[]).filter(
      (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
    )
    const notes = names.flatMap((name) => {
      if (name === 'markUps') return this.#markUps(by, before.markUps, after.markUps)
      const values = { ...short('before', before[name]), ...short('after', after[name]) }
      return [this.#noteOf(by, 'setting_changed', { setting: name, ...values })]
    })
    if (notes.length > 0) await this.#store.journal.add(notes)
  }

  #markUps(by: Actor, before: MarkUps, after: MarkUps): JournalNote[] {
    const changes = markUpChanges(before, after)
    const told = changes.slice(0, MOST_MARK_UPS).map((change) =>
      this.#noteOf(by, 'mark_up_changed', {
        ...this.#ofWhat(change),
        ...ruleOf(change.before, 'before', 'roundingBefore'),
        ...ruleOf(change.after, 'after', 'roundingAfter'),
      }),
    )
    const count = changes.length - told.length
    return count === 0 ? told : [...told, this.#noteOf(by, 'mark_ups_changed', { count })]
  }

  /** What a mark-up is of, by the name that it has now. */
  #ofWhat({ of, id }: MarkUpChange): FaultParams {
    if (of === 'general' || id === null) return {}
    const named = (name: string | undefined) => ({ of, id, name: name ?? String(id) })
    if (of !== 'source') return named(this.#catalogue.snapshot.nameOf(of, id))
    const source = this.#store.sources.all().find((one) => one.id === id)
    return source?.kind === 'tariffs' ? { of: 'tariffs', id } : named(source?.name)
  }

  /** What was noted, the newest first. */
  list(filter: JournalFilter, limit: number, offset: number): ReturnType<JournalTable['list']> {
    return this.#store.journal.list(filter, limit, offset)
  }

  #noteOf(by: Actor, action: JournalAction, facts: FaultParams): JournalNote {
    return noteOf({ by, at: this.#clock.now().toISOString() }, action, facts)
  }
}

const ruleOf = (rule: MarkUp | null, percent: string, rounding: string): FaultParams =>
  rule ? { [percent]: rule.percent, [rounding]: rule.rounding } : {}

/** A value that stands on one line: a table does not. */
function short(name: 'before' | 'after', value: unknown): FaultParams {
  if (typeof value === 'number') return { [name]: value }
  return typeof value === 'boolean' ? { [name]: value ? 1 : 0 } : {}
}
