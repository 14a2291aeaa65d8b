/** Partners as they are set: their sources, with what is kept of each beside it. */
import type { CatalogueTables } from './catalogue.ts'
import type { SettingsTable } from './settings.ts'
import { everySource, type PartnerLimits, type SourceRecord, type SourceTable } from './sources.ts'
import { change, insert, put, type Insertion } from './work.ts'

/** What a partner is set by, as the change finds it. */
export interface PartnersNow {
  readonly sources: readonly SourceRecord[]
  /** a value of the settings; undefined where there is none @throws StoreError `value_damaged` */
  readonly setting: (key: string) => unknown
}

/** A partner as it is to be set. */
export interface PartnerToKeep {
  /** the one that was there before, set or taken away; null: a new one */
  readonly before: SourceRecord | null
  readonly name: string
  readonly url: string
  readonly limits: PartnerLimits
  /** by the id of its source: what of the settings is another by it; undefined: nothing any more */
  readonly settings: (id: number) => ReadonlyMap<string, unknown>
}

export class PartnerTables {
  readonly #settings: SettingsTable
  readonly #sources: SourceTable
  readonly #catalogue: CatalogueTables

  constructor(settings: SettingsTable, sources: SourceTable, catalogue: CatalogueTables) {
    this.#settings = settings
    this.#sources = sources
    this.#catalogue = catalogue
  }

  /**
   * Sets a partner, in one change with what decides about it; one that was taken away is there again, and so is what
   * it offers.
   * @param decide works out what is set, by what is there; what it throws leaves all as it was
   * @param at ISO
   * @returns its id, and whether it is there again
   */
  async keep(
    decide: (now: PartnersNow) => PartnerToKeep,
    at: string,
  ): Promise<{ readonly id: number; readonly back: boolean }> {
    const catalogue = this.#catalogue
    const { sources, ...kept } = await this.#settings.change(function* (settings) {
      const setting = yield* settings.every()
      const partner = decide({ sources: yield* everySource(), setting })
      const { before, name, url, limits } = partner
      const id = before?.id ?? (yield* insert(PARTNER, 'partner', name, url))
      const text = Object.keys(limits).length > 0 ? JSON.stringify(limits) : null
      yield* put(
        'UPDATE sources SET name = ?, url = ?, limits = ?, removed_at = NULL WHERE id = ?',
        ...[name, url, text, id],
      )
      for (const [key, value] of partner.settings(id)) {
        if (value === undefined) yield* settings.delete(key)
        else yield* settings.set(key, value)
      }
      const back = before?.removed ?? false
      if (back) yield* catalogue.becomesAnother(at)
      return { id, back, sources: yield* everySource() }
    })
    this.#sources.take(sources)
    return kept
  }

  /**
   * Takes a partner away, with what it offers; set again, its catalogue is taken as a new one's.
   * @param at ISO
   * @param settings what is forgotten with it
   * @returns false where it is not set
   */
  async remove(id: number, at: string, settings: readonly string[]): Promise<boolean> {
    const catalogue = this.#catalogue
    const { removed, sources } = await this.#settings.change(function* (values) {
      const taken = yield* change(
        'UPDATE sources SET removed_at = ?, catalogue_url = NULL WHERE id = ? AND removed_at IS NULL',
        ...[at, id],
      )
      if (taken > 0) {
        for (const key of settings) yield* values.delete(key)
        yield* catalogue.becomesAnother(at)
      }
      return { removed: taken > 0, sources: yield* everySource() }
    })
    this.#sources.take(sources)
    return removed
  }
}

const PARTNER: Insertion = { table: 'sources', columns: ['kind', 'name', 'url'] }
