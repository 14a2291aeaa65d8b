import type { JournalAction, JournalEntry, JournalNote } from '../domain/journal.ts'
import type { Actor } from '../domain/people.ts'
import type { FaultParams } from '../domain/reasons.ts'
import type { Engine } from './engine.ts'
import { checkRow } from './possible.ts'
import { readable, type Readable } from './readable.ts'
import { parsed } from './shapes.ts'
import { allOf } from './some-ids.ts'
import { all, first, insert, type Insertion, type Work } from './work.ts'

interface Row {
  readonly id: number
  readonly at: string
  readonly actor: Actor['by']
  readonly person: string | null
  readonly action: string
  readonly facts: string
}

export interface JournalFilter {
  /** null: everyone's */
  readonly person: number | null
}

/** Who changed what, in order. It is added to alone: nothing here changes an entry or takes one away. */
export class JournalTable {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** Notes what was changed before, where that was no change that {@link noted} could be a part of. */
  add(notes: readonly JournalNote[]): Promise<void> {
    return this.#engine.write(() => noted(notes))
  }

  /** What was noted of a quote, the newest first. */
  ofQuote(quoteId: number): Promise<JournalEntry[]> {
    return this.#engine.read(function* () {
      const rows = yield* all<Row>(`${ENTRIES} WHERE journal.quote_id = ? ORDER BY journal.id DESC`, quoteId)
      return readable(rows, entryOf).entries
    })
  }

  /** What was noted of an order, the oldest first. */
  ofOrder(orderId: number): Promise<JournalEntry[]> {
    return this.#engine.read(function* () {
      const rows = yield* all<Row>(`${ENTRIES} WHERE journal.order_id = ? ORDER BY journal.id`, orderId)
      return readable(rows, entryOf).entries
    })
  }

  /** What was noted of each of several quotes under such actions, the newest first. */
  ofQuotes(
    quoteIds: readonly number[],
    actions: readonly JournalAction[],
  ): Promise<Map<number, JournalEntry[]>> {
    const such = actions.map(() => '?').join(', ')
    const sql = (some: string) =>
      `${ENTRIES} WHERE journal.quote_id IN ${some} AND journal.action IN (${such}) ORDER BY journal.id DESC`
    return this.#engine.snapshot(function* () {
      const rows = yield* allOf<Row>(quoteIds, sql, ...actions)
      return Map.groupBy(readable(rows, entryOf).entries, ({ facts }) => Number(facts['quote']))
    })
  }

  /** The newest first. */
  list(
    { person }: JournalFilter,
    limit: number,
    offset: number,
  ): Promise<Readable<JournalEntry> & { readonly total: number }> {
    const where = person === null ? '' : 'WHERE journal.person_id = @person'
    const params: Record<string, number> = person === null ? {} : { person }
    return this.#engine.snapshot(function* () {
      const counted = yield* first<{ n: number }>(`SELECT count(*) AS n FROM journal ${where}`, params)
      const rows = yield* all<Row>(
        `${ENTRIES} ${where} ORDER BY journal.id DESC LIMIT @limit OFFSET @offset`,
        { ...params, limit, offset },
      )
      return { total: counted!.n, ...readable(rows, entryOf) }
    })
  }
}

const ENTRIES = `SELECT journal.id, journal.at, journal.actor, people.name AS person, journal.action, journal.facts
  FROM journal LEFT JOIN people ON people.id = journal.person_id`

function entryOf({ actor, facts, ...row }: Row): JournalEntry {
  checkRow('journal', { at: row.at, actor, facts })
  return { ...row, by: actor, facts: parsed('journal', 'facts', facts) as FaultParams }
}

/** Notes what is changed, as a part of the change. */
export function* noted(notes: readonly JournalNote[]): Work<void> {
  for (const { at, by, action, facts } of notes)
    yield* insert(
      ENTRY,
      at,
      by.by,
      by.person,
      action,
      JSON.stringify(facts),
      idIn(facts, 'quote'),
      idIn(facts, 'order'),
    )
}

/** The quote or order that a note is of, by its id; null: of none. */
const idIn = (facts: FaultParams, of: 'quote' | 'order') => {
  const id = facts[of]
  return typeof id === 'number' ? id : null
}

const ENTRY: Insertion = {
  table: 'journal',
  columns: ['at', 'actor', 'person_id', 'action', 'facts', 'quote_id', 'order_id'],
}
