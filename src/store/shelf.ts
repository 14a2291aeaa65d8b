import type { JournalNote } from '../domain/journal.ts'
import type { Area } from '../domain/order.ts'
import type { PriceThen } from '../domain/quote/quote.ts'
import { summaryIn, summaryText, type SummaryPart } from '../domain/summary.ts'
import type { Engine } from './engine.ts'
import { noted } from './journal.ts'
import { checkRow } from './possible.ts'
import { readable } from './readable.ts'
import { parsed } from './shapes.ts'
import { all, change, first, insert, put, type Insertion, type Work } from './work.ts'

/** A product or family. */
export interface ShelfItem {
  readonly area: Area
  readonly id: number
}

/** What was chosen of a product or family, with the names of then. */
export interface Choice {
  readonly area: Area
  readonly itemId: number
  /** of the product or family */
  readonly itemName: string
  /** as the partner API's line, without a label of the customer's */
  readonly line: object
  readonly delai: number | null
  readonly leadTimeLabel: string | null
  readonly parts: readonly SummaryPart[]
  /** what it cost then, as far as it was known here; null: it was not */
  readonly price: PriceThen | null
}

/** What a person configured lately. */
export interface Recent extends Choice {
  /** ISO */
  readonly at: string
}

/** A configuration that was kept under a name. */
export interface Configuration extends Choice {
  readonly id: number
  readonly name: string
  /** id of who saved it; null: no person */
  readonly savedBy: number | null
  /** ISO */
  readonly savedAt: string
}

interface ChoiceRow {
  readonly area: Area
  readonly itemId: number
  readonly itemName: string
  readonly line: string
  readonly delai: number | null
  readonly leadTimeLabel: string | null
  readonly parts: string
  readonly price: string | null
}

/** Whose shelf where nobody has signed in: the shop's own. */
export const NOBODY = 0

const CHOICE = `area, item_id AS "itemId", item_name AS "itemName", line, delai,
  lead_time_label AS "leadTimeLabel", parts, price`
const CHOICE_COLUMNS = [
  'area',
  'item_id',
  'item_name',
  'line',
  'delai',
  'lead_time_label',
  'parts',
  'price',
] as const
const CONFIGURATION = `SELECT id, name, saved_by AS "savedBy", saved_at AS "savedAt", ${CHOICE}
  FROM saved_configurations`

function choiceOf<Row extends ChoiceRow>(row: Row) {
  checkRow('saved_configurations', { area: row.area, line: row.line, price: row.price })
  return {
    ...row,
    line: parsed('saved_configurations', 'line', row.line) as object,
    parts: summaryIn(parsed('saved_configurations', 'parts', row.parts)),
    price: row.price === null ? null : (parsed('saved_configurations', 'price', row.price) as PriceThen),
  }
}
const valuesOf = ({ area, itemId, itemName, line, delai, leadTimeLabel, parts, price }: Choice) => {
  const told = price && JSON.stringify(price)
  return [
    area,
    itemId,
    itemName,
    JSON.stringify(line),
    delai,
    leadTimeLabel,
    summaryText(parts),
    told,
  ] as const
}

/** What people keep at hand: favourites and recents of each, and the configurations that the shop has saved. */
export class ShelfTables {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** @param owner id of a person; {@link NOBODY} */
  of(
    owner: number,
  ): Promise<{ favourites: ShelfItem[]; recents: Recent[]; configurations: Configuration[] }> {
    return this.#engine.snapshot(function* () {
      return {
        favourites: yield* favouritesOf(owner),
        recents: yield* recentsOf(owner),
        configurations: readable(
          yield* all<ChoiceRow & Omit<Configuration, keyof Choice>>(
            `${CONFIGURATION} WHERE deleted_at IS NULL ORDER BY id DESC`,
          ),
          choiceOf,
        ).entries,
      }
    })
  }

  /** Puts a product or family among the favourites, or takes it away. @param at ISO */
  setFavourite(owner: number, { area, id }: ShelfItem, wanted: boolean, at: string): Promise<ShelfItem[]> {
    return this.#engine.write(function* () {
      if (wanted)
        yield* put(
          `INSERT INTO favourites (owner, area, item_id, added_at) VALUES (?, ?, ?, ?)
           ON CONFLICT (owner, area, item_id) DO NOTHING`,
          ...[owner, area, id, at],
        )
      else yield* put('DELETE FROM favourites WHERE owner = ? AND area = ? AND item_id = ?', owner, area, id)
      return yield* favouritesOf(owner)
    })
  }

  /** Notes what was configured, once for each product or family. @param most so many are kept, the newest */
  configured(owner: number, choice: Choice, at: string, most: number): Promise<Recent[]> {
    return this.#engine.write(function* () {
      yield* put(
        `INSERT INTO recents (owner, used_at, ${CHOICE_COLUMNS.join(', ')}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (owner, area, item_id) DO UPDATE SET used_at = excluded.used_at, item_name = excluded.item_name,
           line = excluded.line, delai = excluded.delai, lead_time_label = excluded.lead_time_label,
           parts = excluded.parts, price = excluded.price`,
        ...[owner, at, ...valuesOf(choice)],
      )
      const recents = yield* recentsOf(owner)
      for (const { area, itemId } of recents.slice(most))
        yield* put('DELETE FROM recents WHERE owner = ? AND area = ? AND item_id = ?', owner, area, itemId)
      return recents.slice(0, most)
    })
  }

  save(name: string, choice: Choice, savedBy: number | null, at: string): Promise<Configuration> {
    return this.#engine.write(function* () {
      const id = yield* insert(SAVED, name, savedBy, at, ...valuesOf(choice))
      return { ...choice, id, name, savedBy, savedAt: at }
    })
  }

  /** @returns null, and nothing is written, where it is not there (any more) */
  rename(id: number, name: string, note: (before: string) => JournalNote): Promise<Configuration | null> {
    return this.#engine.write(function* () {
      const known = yield* configuration(id)
      if (!known || known.name === name) return known ?? null
      yield* change('UPDATE saved_configurations SET name = ? WHERE id = ?', name, id)
      yield* noted([note(known.name)])
      return { ...known, name }
    })
  }

  /**
   * Takes a configuration away; it may be brought back until {@link forgetBefore}.
   * @returns whether it was there
   */
  remove(
    id: number,
    at: string,
    forgetBefore: string,
    note: (name: string) => JournalNote,
  ): Promise<boolean> {
    return this.#engine.write(function* () {
      yield* put('DELETE FROM saved_configurations WHERE deleted_at < ?', forgetBefore)
      const known = yield* configuration(id)
      if (!known) return false
      yield* change('UPDATE saved_configurations SET deleted_at = ? WHERE id = ?', at, id)
      yield* noted([note(known.name)])
      return true
    })
  }

  /** Brings back what was taken away. @returns null where it is forgotten */
  restore(id: number, note: (name: string) => JournalNote): Promise<Configuration | null> {
    return this.#engine.write(function* () {
      const back = yield* change(
        'UPDATE saved_configurations SET deleted_at = NULL WHERE id = ? AND deleted_at IS NOT NULL',
        id,
      )
      const known = yield* configuration(id)
      if (known && back > 0) yield* noted([note(known.name)])
      return known ?? null
    })
  }
}

function favouritesOf(owner: number): Work<ShelfItem[]> {
  return all<ShelfItem>(
    'SELECT area, item_id AS id FROM favourites WHERE owner = ? ORDER BY area, item_id',
    owner,
  )
}

function* recentsOf(owner: number): Work<Recent[]> {
  const rows = yield* all<ChoiceRow & { readonly at: string }>(
    `SELECT ${CHOICE}, used_at AS at FROM recents WHERE owner = ? ORDER BY used_at DESC, area, item_id`,
    owner,
  )
  return readable(rows, choiceOf).entries
}

function* configuration(id: number): Work<Configuration | undefined> {
  const row = yield* first<ChoiceRow & Omit<Configuration, keyof Choice>>(
    `${CONFIGURATION} WHERE id = ? AND deleted_at IS NULL`,
    id,
  )
  return row && choiceOf(row)
}

const SAVED: Insertion = {
  table: 'saved_configurations',
  columns: ['name', 'saved_by', 'saved_at', ...CHOICE_COLUMNS],
}
