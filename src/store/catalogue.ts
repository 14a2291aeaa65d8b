import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CatalogueChange, CatalogueData, StoredEntity } from '../domain/catalogue.ts'
import type { LeadTime } from '../domain/lead-times.ts'
import type { Block, Source } from '../domain/source.ts'
import type { Engine } from './engine.ts'
import type { EventTable } from './events.ts'
import { readable } from './readable.ts'
import { parsed } from './shapes.ts'
import { everySource, OWN_TARIFFS } from './sources.ts'
import { all, first, insert, put, type Insertion, type Work } from './work.ts'

/** The tables that hold entities by id, as the JSON text that is answered. */
export const ENTITY_TABLES = ['products', 'families', 'print_tariffs', 'display_tariffs'] as const
export type EntityTable = (typeof ENTITY_TABLES)[number]

/** What a load changed in one table. */
export interface TableDifference {
  readonly added: readonly StoredEntity[]
  readonly changed: readonly { readonly before: string; readonly after: StoredEntity }[]
  readonly removed: readonly StoredEntity[]
  /** whether the order of the entries changed */
  readonly moved: boolean
}

/** What a source offers, by ids of ours, before it is compared with what is in force of it. */
export interface NewCatalogue {
  readonly sourceId: number
  readonly block: Block
  readonly leadTimes: readonly LeadTime[]
  readonly entities: Readonly<Record<EntityTable, readonly StoredEntity[]>>
}

export interface ChangeRecord {
  readonly at: string
  readonly source: string
  readonly version: number
  readonly total: number
  readonly entries: readonly CatalogueChange[]
}

/** What a load of a source would change, against one version of the catalogue. */
export interface Comparison {
  readonly version: number
  readonly tables: Readonly<Record<EntityTable, TableDifference>>
  /** whether its lead times, or their days, are others */
  readonly leadTimes: boolean
}

/** What a load comes to. */
export interface Described {
  /** what is kept of it; null where nothing is another */
  readonly record: Pick<ChangeRecord, 'total' | 'entries'> | null
}

/** So many rows are read at once: who else asks is answered between. */
const PAGE = 500

export class CatalogueTables {
  readonly #engine: Engine
  readonly #events: EventTable

  constructor(engine: Engine, events: EventTable) {
    this.#engine = engine
    this.#events = events
  }

  /** The version of the catalogue: it grows with every load that changes anything, and with the sources in force. */
  version(): Promise<number> {
    return this.#engine.read(version)
  }

  /** When the catalogue was last loaded, ISO; null in a new store. */
  loadedAt(): Promise<string | null> {
    return this.#engine.read(function* () {
      return (yield* first<{ at: string | null }>('SELECT loaded_at AS at FROM catalogue'))!.at
    })
  }

  /**
   * When the shop's own tariffs were last loaded, ISO; null where they never were. Of a store of before, which kept no time of
   * theirs, it is when they last changed, or when anything was loaded where nobody else could.
   */
  tariffsLoadedAt(): Promise<string | null> {
    return this.#engine.read(function* () {
      return (yield* first<{ at: string | null }>(TARIFFS_LOADED_AT, OWN_TARIFFS, BUNDLE))!.at
    })
  }

  /** A whole catalogue of one version, page by page; begun anew where it becomes another meanwhile. */
  async read(): Promise<CatalogueData> {
    for (;;) {
      const before = await this.version()
      const sources = await this.#engine.read(sourcesInForce)
      const data = {
        ...{ version: before, sources },
        leadTimes: await this.leadTimes(),
        products: await this.#entities('products', sources),
        families: await this.#entities('families', sources),
        printTariffs: await this.#entities('print_tariffs', sources),
        displayTariffs: await this.#entities('display_tariffs', sources),
      }
      if ((await this.version()) === before) return data
    }
  }

  /** The lead times of the sources in force. */
  leadTimes(): Promise<LeadTime[]> {
    return this.#engine.read(() =>
      all<LeadTime>(
        `SELECT lead_times.id AS id, days FROM lead_times
         JOIN sources ON lead_times.id >= sources.base AND lead_times.id < sources.base + sources.size
         WHERE sources.removed_at IS NULL ORDER BY lead_times.id`,
      ),
    )
  }

  /** What sources offer, source by source. */
  async #entities(table: EntityTable, sources: readonly Source[]): Promise<StoredEntity[]> {
    const found: StoredEntity[][] = []
    const blocks = sources.flatMap(({ block }) => block ?? []).sort((a, b) => a.base - b.base)
    for (const block of blocks) found.push(await this.#inPages(table, block))
    return found.flat()
  }

  /** By their ids, which are found without reading the others, and then in their order. */
  async #inPages(table: EntityTable, { base, size }: Block): Promise<StoredEntity[]> {
    const rows: EntityRow[] = []
    let page: EntityRow[]
    do {
      const from = rows.at(-1)?.id ?? base - 1
      page = await this.#engine.read(() =>
        all<EntityRow>(
          `SELECT id, position, body FROM ${table} WHERE id > ? AND id < ? ORDER BY id LIMIT ${PAGE}`,
          ...[from, base + size],
        ),
      )
      rows.push(...page)
      if (page.length === PAGE) await nextTurn()
    } while (page.length === PAGE)
    return rows.sort((a, b) => a.position - b.position).map(({ id, body }) => ({ id, body }))
  }

  /** Whether a source has nothing of a kind. */
  isEmpty(table: EntityTable, { base, size }: Block): Promise<boolean> {
    const sql = `SELECT 1 FROM ${table} WHERE id >= ? AND id < ? LIMIT 1`
    return this.#engine.read(function* () {
      return (yield* first(sql, base, base + size)) === undefined
    })
  }

  /** Those of these ids that there are, in their order. */
  async withIds(table: EntityTable, ids: readonly number[]): Promise<StoredEntity[]> {
    const sql = `SELECT id, body FROM ${table} WHERE id = ?`
    return this.#engine.snapshot(function* () {
      const found: StoredEntity[] = []
      for (const id of ids) {
        const entity = yield* first<StoredEntity>(sql, id)
        if (entity) found.push(entity)
      }
      return found
    })
  }

  /** What the load of a source would change: the long part of one, during which others may write. */
  compare(incoming: NewCatalogue): Promise<Comparison> {
    return this.#engine.snapshot(() => compare(incoming))
  }

  /**
   * Replaces what a source offers by the differences found, in one change with the new version of the catalogue and
   * its record; where the catalogue has another version by now they are worked out anew.
   * @param describe what that comes to
   * @param at ISO
   * @returns that, with the version in force
   */
  replace<T extends Described>(
    incoming: NewCatalogue,
    known: Comparison,
    describe: (comparison: Comparison) => T,
    at: string,
  ): Promise<T & { readonly version: number }> {
    return this.#engine.write(() => this.#replace(incoming, known, describe, at))
  }

  *#replace<T extends Described>(
    incoming: NewCatalogue,
    known: Comparison,
    describe: (comparison: Comparison) => T,
    at: string,
  ): Work<T & { readonly version: number }> {
    const current = (yield* version()) === known.version ? known : yield* compare(incoming)
    const described = describe(current)
    yield* put('UPDATE catalogue SET loaded_at = ?', at)
    // A partner's time is told by its sync: a load of it may be of a part.
    if (incoming.sourceId === OWN_TARIFFS)
      yield* put('UPDATE sources SET last_sync = ? WHERE id = ?', at, OWN_TARIFFS)
    const { record } = described
    if (record === null) return { ...described, version: current.version }
    for (const table of ENTITY_TABLES) yield* apply(table, incoming.entities[table], current.tables[table])
    const { base, size } = incoming.block
    yield* put('DELETE FROM lead_times WHERE id >= ? AND id < ?', base, base + size)
    for (const { id, days } of incoming.leadTimes)
      yield* put('INSERT INTO lead_times (id, days) VALUES (?, ?)', id, days)
    const next = yield* this.becomesAnother(at)
    const of = yield* first<{ name: string }>('SELECT name FROM sources WHERE id = ?', incoming.sourceId)
    yield* insert(CHANGE, at, of?.name || BUNDLE, next, record.total, JSON.stringify(record.entries))
    return { ...described, version: next }
  }

  /**
   * The catalogue is another, as a part of the change that makes it so.
   * @param at ISO
   * @returns its version
   */
  *becomesAnother(at: string): Work<number> {
    const next = (yield* version()) + 1
    yield* put('UPDATE catalogue SET version = ?', next)
    yield* this.#events.add(null, 'catalogue', { version: next }, at)
    return next
  }

  /** Keeps the working days that a lead time has shown. */
  setDays(id: number, days: number): Promise<void> {
    return this.#engine.write(function* () {
      yield* put(
        'INSERT INTO lead_times (id, days) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET days = excluded.days',
        ...[id, days],
      )
    })
  }

  /** The newest change records first. */
  changes(limit: number): Promise<ChangeRecord[]> {
    return this.#engine.read(function* () {
      const rows = yield* all<Omit<ChangeRecord, 'entries'> & { entries: string }>(
        'SELECT at, source, version, total, entries FROM catalogue_changes ORDER BY id DESC LIMIT ?',
        limit,
      )
      return readable(rows, (row) => ({
        ...row,
        entries: parsed('catalogue_changes', 'entries', row.entries) as CatalogueChange[],
      })).entries
    })
  }
}

type EntityRow = StoredEntity & { readonly position: number }

/** What the own tariffs are called among the changes. */
const BUNDLE = 'bundle'
const TARIFFS_LOADED_AT = `SELECT COALESCE(
    (SELECT last_sync FROM sources WHERE id = ?),
    (SELECT max(at) FROM catalogue_changes WHERE source = ?),
    (SELECT loaded_at FROM catalogue WHERE NOT EXISTS (SELECT 1 FROM sources WHERE kind = 'partner'))
  ) AS at`

const CHANGE: Insertion = {
  table: 'catalogue_changes',
  columns: ['at', 'source', 'version', 'total', 'entries'],
}

function* version(): Work<number> {
  return (yield* first<{ version: number }>('SELECT version FROM catalogue'))!.version
}

/** The sources that have loaded anything and are not taken away. */
function* sourcesInForce(): Work<Source[]> {
  return (yield* everySource()).flatMap(({ id, kind, name, url, block, removed }) =>
    removed || block === null ? [] : [{ id, kind, name, url, block, removed }],
  )
}

function* compare({ block, entities, leadTimes }: NewCatalogue): Work<Comparison> {
  const tables = {} as Record<EntityTable, TableDifference>
  for (const table of ENTITY_TABLES) tables[table] = yield* compareTable(table, block, entities[table])
  const { base, size } = block
  const before = yield* all<LeadTime>(
    'SELECT id, days FROM lead_times WHERE id >= ? AND id < ? ORDER BY id',
    ...[base, base + size],
  )
  return { version: yield* version(), tables, leadTimes: differs(before, leadTimes) }
}

function* compareTable(
  table: EntityTable,
  { base, size }: Block,
  entities: readonly StoredEntity[],
): Work<TableDifference> {
  const before = yield* all<StoredEntity>(
    `SELECT id, body FROM ${table} WHERE id >= ? AND id < ? ORDER BY position, id`,
    ...[base, base + size],
  )
  const old = new Map(before.map(({ id, body }) => [id, body]))
  const added: StoredEntity[] = []
  const changed: { before: string; after: StoredEntity }[] = []
  let moved = before.length !== entities.length
  for (let i = 0; i < entities.length; i++) {
    const entity = entities[i]!
    const body = old.get(entity.id)
    moved ||= before[i]?.id !== entity.id
    if (body === undefined) added.push(entity)
    else if (body !== entity.body) changed.push({ before: body, after: entity })
    old.delete(entity.id)
  }
  return { added, changed, removed: [...old].map(([id, body]) => ({ id, body })), moved }
}

function differs(before: readonly LeadTime[], after: readonly LeadTime[]): boolean {
  const days = new Map(before.map((leadTime) => [leadTime.id, leadTime.days]))
  return (
    before.length !== after.length || after.some(({ id, days: d }) => !days.has(id) || days.get(id) !== d)
  )
}

function* apply(
  table: EntityTable,
  entities: readonly StoredEntity[],
  difference: TableDifference,
): Work<void> {
  for (const { id } of difference.removed) yield* put(`DELETE FROM ${table} WHERE id = ?`, id)
  if (difference.moved) {
    for (const [position, { id, body }] of entities.entries()) {
      yield* put(
        `INSERT INTO ${table} (id, position, body) VALUES (?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET position = excluded.position, body = excluded.body`,
        ...[id, position, body],
      )
    }
    return
  }
  for (const { after } of difference.changed)
    yield* put(`UPDATE ${table} SET body = ? WHERE id = ?`, after.body, after.id)
}
