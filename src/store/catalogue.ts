import type { Statement } from 'better-sqlite3'
import type { CatalogueChange, CatalogueData, StoredEntity } from '../domain/catalogue.ts'
import type { LeadTime } from '../domain/lead-times.ts'
import type { Block, Source } from '../domain/source.ts'
import type { Sqlite } from './sqlite/database.ts'
import { SourceTable } from './sources.ts'

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

/** The source of a row, of those that are not taken away: its id tells. */
const IN_FORCE = `JOIN sources ON of.id >= sources.base AND of.id < sources.base + sources.size
  AND sources.removed_at IS NULL`

const entitiesOf = (table: EntityTable) =>
  `SELECT of.id AS id, body FROM ${table} AS of ${IN_FORCE} ORDER BY sources.base, position`

export class CatalogueTables {
  readonly #db: Sqlite
  readonly #entity = new Map<EntityTable, Statement<[number], StoredEntity>>()

  constructor(db: Sqlite) {
    this.#db = db
  }

  /** The version of the catalogue: it grows with every load that changes anything. */
  version(): number {
    return this.#head().version
  }

  #head(): { version: number; loaded_at: string | null } {
    return this.#db.prepare('SELECT version, loaded_at FROM catalogue').get() as never
  }

  /** The sources that have loaded anything and are not taken away. */
  sources(): Source[] {
    return new SourceTable(this.#db)
      .all()
      .flatMap(({ id, kind, name, url, block, removed }) =>
        removed || block === null ? [] : [{ id, kind, name, url, block, removed }],
      )
  }

  /** When the catalogue was last loaded, ISO; null in a new store. */
  loadedAt(): string | null {
    return this.#head().loaded_at
  }

  read(): CatalogueData {
    return this.#db.transaction((): CatalogueData => {
      const { version } = this.#head()
      return {
        version,
        sources: this.sources(),
        leadTimes: this.leadTimes(),
        products: this.entities('products'),
        families: this.entities('families'),
        printTariffs: this.entities('print_tariffs'),
        displayTariffs: this.entities('display_tariffs'),
      }
    })()
  }

  leadTimes(): LeadTime[] {
    return this.#db
      .prepare<[], LeadTime>(`SELECT of.id AS id, days FROM lead_times AS of ${IN_FORCE} ORDER BY of.id`)
      .all()
  }

  /** What the sources in force offer, source by source. */
  entities(table: EntityTable): StoredEntity[] {
    return this.#db.prepare<[], StoredEntity>(entitiesOf(table)).all()
  }

  /** What one source offers, taken away or not. */
  #ofBlock(table: EntityTable, { base, size }: Block): StoredEntity[] {
    return this.#db
      .prepare<[number, number], StoredEntity>(
        `SELECT id, body FROM ${table} WHERE id >= ? AND id < ? ORDER BY position`,
      )
      .all(base, base + size)
  }

  /** The lead times of one source. */
  leadTimesOf({ base, size }: Block): LeadTime[] {
    return this.#db
      .prepare<[number, number], LeadTime>(
        'SELECT id, days FROM lead_times WHERE id >= ? AND id < ? ORDER BY id',
      )
      .all(base, base + size)
  }

  /** Whether a source has nothing of a kind. */
  isEmpty(table: EntityTable, { base, size }: Block): boolean {
    const sql = `SELECT 1 FROM ${table} WHERE id >= ? AND id < ? LIMIT 1`
    return this.#db.prepare(sql).get(base, base + size) === undefined
  }

  entity(table: EntityTable, id: number): StoredEntity | undefined {
    let statement = this.#entity.get(table)
    if (!statement) {
      statement = this.#db.prepare<[number], StoredEntity>(`SELECT id, body FROM ${table} WHERE id = ?`)
      this.#entity.set(table, statement)
    }
    return statement.get(id)
  }

  /** Reads a whole catalogue of one version through another connection, row by row. */
  reader(db: Sqlite) {
    db.exec('BEGIN')
    const tables = new CatalogueTables(db)
    const { version } = tables.#head()
    return {
      head: () => ({ version, sources: tables.sources(), leadTimes: tables.leadTimes() }),
      iterate: (table: EntityTable) => db.prepare<[], StoredEntity>(entitiesOf(table)).iterate(),
      end: () => db.exec('COMMIT'),
    }
  }

  /** What the load of a source would change in one table. */
  compare(table: EntityTable, block: Block, entities: readonly StoredEntity[]): TableDifference {
    const before = this.#ofBlock(table, block)
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

  /**
   * Replaces what a source offers by the differences found, in one transaction with the new version of the catalogue
   * and its change record.
   * @returns the new version.
   */
  replace(
    catalogue: NewCatalogue,
    differences: Readonly<Record<EntityTable, TableDifference>>,
    record: Omit<ChangeRecord, 'version'>,
  ): number {
    return this.#db
      .transaction(() => {
        for (const table of ENTITY_TABLES) this.#apply(table, catalogue.entities[table], differences[table])
        const { base, size } = catalogue.block
        this.#db.prepare('DELETE FROM lead_times WHERE id >= ? AND id < ?').run(base, base + size)
        const leadTime = this.#db.prepare('INSERT INTO lead_times (id, days) VALUES (?, ?)')
        for (const { id, days } of catalogue.leadTimes) leadTime.run(id, days)
        const version = this.#nextVersion(record.at)
        this.#db.prepare('UPDATE catalogue SET loaded_at = ?').run(record.at)
        this.#db
          .prepare(
            'INSERT INTO catalogue_changes (at, source, version, total, entries) VALUES (?, ?, ?, ?, ?)',
          )
          .run(record.at, record.source, version, record.total, JSON.stringify(record.entries))
        return version
      })
      .immediate()
  }

  /** The sources in force are others: the catalogue is. The caller holds the transaction. @param at ISO @returns its version */
  sourcesChanged(at: string): number {
    return this.#nextVersion(at)
  }

  #nextVersion(at: string): number {
    const version = this.version() + 1
    this.#db.prepare('UPDATE catalogue SET version = ?').run(version)
    this.#db
      .prepare(`INSERT INTO events (type, data, at) VALUES ('catalogue', ?, ?)`)
      .run(JSON.stringify({ version }), at)
    return version
  }

  /** Keeps the working days that a lead time has shown. */
  setDays(id: number, days: number): void {
    this.#db
      .prepare(
        'INSERT INTO lead_times (id, days) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET days = excluded.days',
      )
      .run(id, days)
  }

  /** Notes that the catalogue was loaded and found unchanged. */
  touch(at: string): void {
    this.#db.prepare('UPDATE catalogue SET loaded_at = ?').run(at)
  }

  #apply(table: EntityTable, entities: readonly StoredEntity[], difference: TableDifference): void {
    const remove = this.#db.prepare(`DELETE FROM ${table} WHERE id = ?`)
    for (const { id } of difference.removed) remove.run(id)
    const put = this.#db.prepare(
      `INSERT INTO ${table} (id, position, body) VALUES (?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET position = excluded.position, body = excluded.body`,
    )
    if (difference.moved) {
      entities.forEach(({ id, body }, position) => put.run(id, position, body))
      return
    }
    const update = this.#db.prepare(`UPDATE ${table} SET body = ? WHERE id = ?`)
    for (const { after } of difference.changed) update.run(after.body, after.id)
  }

  /** The newest change records first. */
  changes(limit: number): ChangeRecord[] {
    return this.#db
      .prepare<[number], Omit<ChangeRecord, 'entries'> & { entries: string }>(
        'SELECT at, source, version, total, entries FROM catalogue_changes ORDER BY id DESC LIMIT ?',
      )
      .all(limit)
      .map((row) => ({ ...row, entries: JSON.parse(row.entries) as CatalogueChange[] }))
  }
}
