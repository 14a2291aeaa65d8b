import { blockFor, type Block, type Source, type SourceKind } from '../domain/source.ts'
import type { Sqlite } from './sqlite/database.ts'

export { OWN_TARIFFS } from '../domain/shared/sources.ts'

/** What is asked of one partner at most, where it is not what the settings say. */
export interface PartnerLimits {
  readonly ratePerSecond?: number
  readonly concurrency?: number
  readonly timeoutMs?: number
}

/** A source with what is kept of it. */
export interface SourceRecord extends Source {
  readonly limits: PartnerLimits
  /** the address that its catalogue in force came from; null where it must be taken as a new one's */
  readonly catalogueUrl: string | null
  /** when its catalogue was last taken over whole, ISO */
  readonly lastSync: string | null
  /** when it was taken away, ISO; null while it is set */
  readonly removedAt: string | null
}

interface Row {
  readonly id: number
  readonly kind: SourceKind
  readonly name: string
  readonly url: string | null
  readonly base: number | null
  readonly size: number | null
  readonly limits: string | null
  readonly catalogueUrl: string | null
  readonly lastSync: string | null
  readonly removedAt: string | null
}

const SELECT = `SELECT id, kind, name, url, base, size, limits, catalogue_url AS catalogueUrl, last_sync AS lastSync,
  removed_at AS removedAt FROM sources`

/** The sources that products come from, those that were taken away among them: a block is given once. */
export class SourceTable {
  readonly #db: Sqlite

  constructor(db: Sqlite) {
    this.#db = db
  }

  /** Every source ever, in the order in which they came. */
  all(): SourceRecord[] {
    return this.#db.prepare<[], Row>(`${SELECT} ORDER BY id`).all().map(sourceOf)
  }

  byId(id: number): SourceRecord | undefined {
    const row = this.#db.prepare<[number], Row>(`${SELECT} WHERE id = ?`).get(id)
    return row && sourceOf(row)
  }

  /** Adds a partner. @returns its id */
  addPartner(name: string, url: string): number {
    return Number(
      this.#db.prepare(`INSERT INTO sources (kind, name, url) VALUES ('partner', ?, ?)`).run(name, url)
        .lastInsertRowid,
    )
  }

  /** Names a partner and its address; one that was taken away is there again. */
  setPartner(id: number, name: string, url: string, limits: PartnerLimits): void {
    const text = Object.keys(limits).length > 0 ? JSON.stringify(limits) : null
    this.#db
      .prepare('UPDATE sources SET name = ?, url = ?, limits = ?, removed_at = NULL WHERE id = ?')
      .run(name, url, text, id)
  }

  /** Takes a partner away; set again, its catalogue is taken as a new one's. @param at ISO */
  remove(id: number, at: string): void {
    this.#db.prepare('UPDATE sources SET removed_at = ?, catalogue_url = NULL WHERE id = ?').run(at, id)
  }

  /**
   * The block of a source; where it has none yet, it is given one. The caller holds the transaction.
   * @param largest the largest id of what is loaded
   * @returns null where no room is left
   */
  block(id: number, largest: number): Block | null {
    const sources = this.all()
    const known = sources.find((source) => source.id === id)?.block
    if (known) return known
    const block = blockFor(
      largest,
      sources.flatMap((source) => source.block ?? []),
    )
    if (block)
      this.#db.prepare('UPDATE sources SET base = ?, size = ? WHERE id = ?').run(block.base, block.size, id)
    return block
  }

  /** Keeps whose catalogue is in force: the address that it came from; null: none that could be told again. */
  setCatalogueUrl(id: number, url: string | null): void {
    this.#db.prepare('UPDATE sources SET catalogue_url = ? WHERE id = ?').run(url, id)
  }

  /** @param at ISO */
  setLastSync(id: number, at: string): void {
    this.#db.prepare('UPDATE sources SET last_sync = ? WHERE id = ?').run(at, id)
  }
}

const sourceOf = ({ base, size, limits, ...row }: Row): SourceRecord => ({
  ...row,
  block: base === null || size === null ? null : { base, size },
  limits: limits === null ? {} : (JSON.parse(limits) as PartnerLimits),
  removed: row.removedAt !== null,
})
