/** The shop's own tariffs as a file that a person gives, and the demo in their place. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Bundle } from '../domain/bundle.ts'
import type { BundleWarning } from '../domain/bundle-warnings.ts'
import type { Locale } from '../domain/messages.ts'
import type { Actor } from '../domain/people.ts'
import type { BookSheet } from '../domain/tariff-book/cells.ts'
import {
  griddedItems,
  gridSheet,
  inGrid,
  tariffGrid,
  type TariffArea,
  type TariffGrid,
} from '../domain/tariff-book/grid.ts'
import type { BookFile, BundleFile } from './background/protocol.ts'
import type { BookPreview } from '../domain/tariff-book/preview.ts'
import type { IgnoredSheet } from '../domain/tariff-book/read.ts'
import type { Store } from '../store/store.ts'
import type { Background } from './background/background.ts'
import type { PreparedBundle } from './background/protocol.ts'
import type { ChangeCounts } from './catalogue-load.ts'
import { offeredOf, type CatalogueService } from './catalogue.ts'
import { DEMO_KEY, isDemo, refuseDemo } from './demo.ts'
import type { Events } from './events.ts'
import type { JournalService } from './journal.ts'
import type { Partners } from './partners.ts'
import type { Queue } from './queue.ts'
import { InvalidBundle, Refusal } from './refusal.ts'
import { presentBundle } from './present-bundle.ts'
import type { Offered, RefusedItem } from './source-catalogue.ts'

/** Ships with the program; found alike from here and from what is built (out/main). */
const DEMO_FILE = join(import.meta.dirname, '../../resources/demo-bundle.json')

export interface OwnTariffsServices {
  readonly store: Store
  readonly catalogue: CatalogueService
  readonly partners: Partners
  readonly background: Background
  readonly journal: JournalService
  readonly events: Events
  /** one catalogue is loaded at a time */
  readonly loads: Queue
}

/** What came of a file: how many products and families it added, changed, removed; what is left out or may be a mistake. */
export interface TakenBundle {
  readonly counts: ChangeCounts
  readonly refused: readonly RefusedItem[]
  readonly warnings: readonly BundleWarning[]
}

/** What came of a workbook; `ignored`: its sheets that are none of ours. */
export interface TakenWorkbook extends TakenBundle {
  readonly ignored: readonly IgnoredSheet[]
}

/** A workbook as a file, or by its sheets. */
export type GivenWorkbook = BookFile | readonly BookSheet[]

/** What a workbook would change; `ignored`: its sheets that are none of ours. */
export interface PreviewedWorkbook extends BookPreview {
  /** names the tariffs in force and what they would be */
  readonly digest: string
  readonly ignored: readonly IgnoredSheet[]
}

export class OwnTariffs {
  readonly #with: OwnTariffsServices

  constructor(services: OwnTariffsServices) {
    this.#with = services
  }

  /** Whether the tariffs in force are the demo's. */
  get isDemo(): boolean {
    return isDemo(this.#with.store)
  }

  /**
   * Replaces the shop's own tariffs by those of a file, all or nothing; it is read in the background.
   * @param bytes the file as it is
   * @param previewed as {@link loadWorkbook}
   * @throws InvalidBundle with every fault; Refusal `bundle_not_text`, `bundle_not_json`, `no_ids_left`, `tariffs_changed`, and
   * `demo_loaded` beside the demo
   */
  load(bytes: Uint8Array, previewed: string, by: Actor, locale: Locale): Promise<TakenBundle> {
    this.#refuseDemo()
    return this.#with.loads.run(async () => {
      if (previewed !== '') {
        const { digest } = await this.#read(BUNDLE(bytes), locale, { preview: false, whole: true })
        if (digest !== previewed) throw new Refusal('tariffs_changed')
      }
      return this.#load(bytes, by, locale)
    })
  }

  /** What a bundle in the place of the tariffs in force would change. @throws what {@link load} does */
  previewBundle(bytes: Uint8Array, locale: Locale): Promise<PreviewedWorkbook> {
    return this.previewWorkbook(BUNDLE(bytes), true, locale)
  }

  /**
   * The tariffs in force as a workbook, a sheet a product or family that has one; as CSV the sheets are below each other.
   * @throws Refusal `own_tariffs_missing` where there are none
   */
  async workbook(format: BookFile['format'], locale: Locale): Promise<Uint8Array> {
    const { tariffSheets } = await import('../domain/tariff-book/write.ts')
    const sheets = tariffSheets(await this.#present(), locale)
    if (sheets.length === 0) throw new Refusal('own_tariffs_missing')
    if (format === 'csv') return (await import('./sheets/book-csv.ts')).csvOfSheets(sheets, locale)
    return (await import('./sheets/workbook.ts')).workbookBytes(sheets)
  }

  /** The workbook that a shop begins with. */
  async modelWorkbook(locale: Locale): Promise<Uint8Array> {
    const { modelSheets } = await import('../domain/tariff-book/model.ts')
    return (await import('./sheets/workbook.ts')).workbookBytes(modelSheets(locale))
  }

  /** Takes a workbook as all there is, in the place of what was loaded. @throws what {@link loadWorkbook} does */
  replaceByWorkbook(
    ...[given, previewed, by, locale]: [GivenWorkbook, string, Actor, Locale]
  ): Promise<TakenWorkbook> {
    return this.#loadWorkbook(given, previewed, by, locale, true)
  }

  /**
   * Lays a workbook over what is loaded, all or nothing: what it does not show stays as it is.
   * @param previewed the digest of the preview that it is kept by; "" where nobody looked at one
   * @throws InvalidBundle with every fault, by sheet and cell; Refusal `workbook_unreadable`, `workbook_too_large`,
   * `tariffs_changed` where the preview told of something else, and `demo_loaded` beside the demo
   */
  loadWorkbook(given: GivenWorkbook, previewed: string, by: Actor, locale: Locale): Promise<TakenWorkbook> {
    return this.#loadWorkbook(given, previewed, by, locale, false)
  }

  #loadWorkbook(
    ...[given, previewed, by, locale, whole]: [GivenWorkbook, string, Actor, Locale, boolean]
  ): Promise<TakenWorkbook> {
    this.#refuseDemo()
    return this.#with.loads.run(async () => {
      const { bundle, ignored, digest, warnings } = await this.#read(given, locale, { preview: false, whole })
      if (previewed !== '' && previewed !== digest) throw new Refusal('tariffs_changed')
      return { ...(await this.#load(bundle, by, locale)), ignored, warnings }
    })
  }

  /**
   * What a workbook would change of the tariffs in force, which stay as they are.
   * @param whole whether it takes their place
   * @throws what {@link loadWorkbook} does
   */
  async previewWorkbook(
    given: GivenWorkbook | BundleFile,
    whole: boolean,
    locale: Locale,
  ): Promise<PreviewedWorkbook> {
    this.#refuseDemo()
    const { ignored, preview, digest } = await this.#read(given, locale, { preview: true, whole })
    return { ...preview!, ignored, digest }
  }

  /** What has a tariff, by the bundle's own ids. @throws Refusal `own_tariffs_missing` */
  async gridded(locale: Locale) {
    return griddedItems(await this.#present(), locale)
  }

  /** The price grid of a product or family, by the bundle's own id. @throws Refusal `own_tariffs_missing`, `not_found` */
  async grid(area: TariffArea, id: number): Promise<TariffGrid> {
    const grid = tariffGrid(await this.#present(), area, id)
    if (!grid) throw new Refusal('not_found')
    return grid
  }

  /** What an edited grid would change. @throws InvalidBundle with every fault, by its place in the grid */
  previewGrid(area: TariffArea, id: number, grid: TariffGrid, locale: Locale): Promise<PreviewedWorkbook> {
    return byPlace(grid, this.previewWorkbook([gridSheet(area, id, grid)], false, locale))
  }

  /** Keeps an edited grid. @param previewed as {@link loadWorkbook} @throws what {@link previewGrid} and loadWorkbook do */
  loadGrid(
    ...[area, id, grid, previewed, by, locale]: [TariffArea, number, TariffGrid, string, Actor, Locale]
  ): Promise<TakenWorkbook> {
    return byPlace(grid, this.loadWorkbook([gridSheet(area, id, grid)], previewed, by, locale))
  }

  async #read(
    given: GivenWorkbook | BundleFile,
    locale: Locale,
    how: { readonly preview: boolean; readonly whole: boolean },
  ) {
    const { background, store } = this.#with
    const read = await background.run({ type: 'workbook', at: store.at, given, locale, ...how })
    if ('refused' in read) throw new Refusal(read.refused)
    return 'bundle' in read ? read : refuseFile(read)
  }

  async #present(): Promise<Bundle> {
    const bundle = presentBundle(await this.#with.store.catalogue.read())
    if (!bundle) throw new Refusal('own_tariffs_missing')
    return bundle
  }

  /**
   * Loads the demo into a store that holds nothing yet, and marks it as such; where it is, as this program has it now.
   * @throws Refusal `demo_beside_data` where there is anything real, `demo_on_server` where it could not be wiped again
   */
  loadDemo(by: Actor): Promise<TakenBundle> {
    return this.#with.loads.run(async () => {
      const { store, partners } = this.#with
      if (store.at.url !== null) throw new Refusal('demo_on_server')
      if (!this.isDemo) {
        if (partners.all().length > 0 || !this.#isEmpty || (await store.holdsWork()))
          throw new Refusal('demo_beside_data')
        // Marked first: what is half there is the demo's, too.
        await store.settings.set(DEMO_KEY, true)
      }
      return this.#load(readFileSync(DEMO_FILE), by, 'fr')
    })
  }

  /** @throws Refusal `demo_loaded` where the demo is in force and `offered` is something else */
  refuseBesideDemo(offered: Offered): void {
    if (!this.isDemo) return
    const demo = offeredOf(JSON.parse(readFileSync(DEMO_FILE, 'utf8')))
    if (JSON.stringify(offered) !== JSON.stringify(demo)) this.#refuseDemo()
  }

  get #isEmpty(): boolean {
    const { productCount, familyCount } = this.#with.catalogue.snapshot
    return productCount + familyCount === 0
  }

  #refuseDemo(): void {
    refuseDemo(this.#with.store)
  }

  async #load(bytes: Uint8Array, by: Actor, locale: Locale): Promise<TakenBundle> {
    const { store, background, catalogue, journal, events } = this.#with
    const { refused, warnings } = taken(await background.run({ type: 'bundle', at: store.at, bytes, locale }))
    const { changed, counts } = await store.duringForeignWrite(background.run({ type: 'apply' }))
    // The block of ids may have been given now.
    await store.sources.reload()
    await catalogue.reload()
    if (changed) await journal.note(by, 'imported', { ...counts })
    events.emit('status')
    return { counts, refused, warnings }
  }
}

const BUNDLE = (bytes: Uint8Array): BundleFile => ({ format: 'json', bytes })

const taken = (prepared: PreparedBundle) => ('refused' in prepared ? prepared : refuseFile(prepared))

/** @throws what a file that is no bundle is refused with */
function refuseFile(prepared: Exclude<PreparedBundle, { readonly refused: unknown }>): never {
  if ('faults' in prepared) throw new InvalidBundle(prepared.faults)
  if ('noIdsLeft' in prepared) throw new Refusal('no_ids_left')
  if ('notText' in prepared) throw new Refusal('bundle_not_text', { offset: prepared.notText })
  const { notJson } = prepared
  throw new Refusal('bundle_not_json', typeof notJson === 'string' ? { [notJson]: 1 } : notJson)
}

/** A grid's faults are told by their places in it. */
async function byPlace<T>(grid: TariffGrid, asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (error) {
    throw error instanceof InvalidBundle
      ? new InvalidBundle(error.faults.map((one) => inGrid(one, grid)))
      : error
  }
}
