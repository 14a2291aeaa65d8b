import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { bundleFaults, type Bundle } from '../domain/bundle.ts'
import { Snapshot, type CatalogueData, type StoredEntity, type Visibility } from '../domain/catalogue.ts'
import { completeFamille, ELEMENT_KINDS, type ElementKind, type Famille } from '../domain/display/family.ts'
import type { Locale } from '../domain/messages.ts'
import { completeProduit } from '../domain/print/product.ts'
import { ENTITY_TABLES, type ChangeRecord, type EntityTable, type NewCatalogue } from '../store/catalogue.ts'
import { readOnly } from '../store/database.ts'
import { isBusy, isDiskFailure } from '../store/errors.ts'
import type { Store } from '../store/store.ts'
import { loadCatalogue, type LoadResult } from './catalogue-load.ts'
import type { Clock } from './clock.ts'
import { InvalidBundle } from './refusal.ts'

/** A list answer prepared once for all who see the same: bytes, their compressed forms on demand, and a tag. */
export class PreparedList {
  readonly bytes: Buffer
  readonly etag: string
  readonly count: number
  #gzip: Promise<Buffer> | undefined
  #brotli: Promise<Buffer> | undefined

  constructor(texts: readonly string[]) {
    this.bytes = Buffer.from(`[${texts.join(',')}]`)
    this.count = texts.length
    this.etag = `"${createHash('sha256').update(this.bytes).digest('base64url').slice(0, 27)}"`
  }

  gzip(): Promise<Buffer> {
    return (this.#gzip ??= promisify(gzip)(this.bytes, { level: 6 }))
  }

  brotli(): Promise<Buffer> {
    // Quality 5: near gzip's speed, smaller; a list of ten thousand products is prepared in about a second.
    return (this.#brotli ??= promisify(brotliCompress)(this.bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: this.bytes.length },
    }))
  }
}

const RELOAD_SLICE = 500

/** The catalogue that a bundle stands for. @throws InvalidBundle with every fault. */
export function bundleCatalogue(bundle: unknown, locale: Locale = 'fr'): NewCatalogue {
  const faults = bundleFaults(bundle, locale)
  if (faults.length > 0) throw new InvalidBundle(faults)
  const { delais, produits, familles, tarifs } = bundle as Bundle
  const entity = <T>(id: number, value: T): StoredEntity => ({ id, body: JSON.stringify(value) })
  return {
    source: 'bundle',
    leadTimes: delais.map(({ id, jours }) => ({ id, days: jours })),
    entities: {
      products: (produits ?? []).map((produit) => entity(produit.id, completeProduit(produit))),
      families: (familles ?? []).map((famille) => entity(famille.id, completeFamille(famille))),
      print_tariffs: (tarifs?.print ?? []).map((tariff) => entity(tariff.produit, tariff)),
      display_tariffs: (tarifs?.display ?? []).map((tariff) => entity(tariff.famille, tariff)),
    },
  }
}

/** The catalogue in force, in memory, and the loads that replace it. */
export class CatalogueService {
  readonly #store: Store
  readonly #clock: Clock
  readonly #lists = new Map<string, PreparedList>()
  #data: CatalogueData
  #snapshot: Snapshot
  #reloading: Promise<void> | null = null

  constructor(store: Store, clock: Clock) {
    this.#store = store
    this.#clock = clock
    this.#data = store.catalogue.read()
    this.#snapshot = new Snapshot(this.#data)
  }

  get snapshot(): Snapshot {
    return this.#snapshot
  }

  loadedAt(): string | null {
    return this.#store.catalogue.loadedAt()
  }

  changes(limit: number): ChangeRecord[] {
    return this.#store.catalogue.changes(limit)
  }

  /** The product pages that are seen, as the API answers them. */
  productList(visibility: Visibility, key: string): PreparedList {
    return this.#list(`products ${key}`, () => this.#snapshot.products(visibility).map(({ body }) => body))
  }

  familyList(visibility: Visibility, key: string): PreparedList {
    return this.#list(`families ${key}`, () => this.#snapshot.families(visibility).map(({ body }) => body))
  }

  /** One kind's elements over the families that are seen, one entry an id (contract.md, "Global lists"). */
  elementList(kind: ElementKind, visibility: Visibility, key: string): PreparedList {
    return this.#list(`${kind} ${key}`, () => {
      const elements = new Map<number, string>()
      for (const { body } of this.#snapshot.families(visibility)) {
        for (const element of (JSON.parse(body) as Famille)[ELEMENT_KINDS[kind]]) {
          if (!elements.has(element.id)) elements.set(element.id, JSON.stringify(element))
        }
      }
      return [...elements.values()]
    })
  }

  #list(key: string, texts: () => string[]): PreparedList {
    let list = this.#lists.get(key)
    if (!list) this.#lists.set(key, (list = new PreparedList(texts())))
    return list
  }

  /**
   * Loads a bundle, all or nothing (tariffs.md, "The bundle").
   * @throws InvalidBundle with every fault.
   */
  importBundle(bundle: unknown, locale: Locale = 'fr'): LoadResult {
    return this.load(bundleCatalogue(bundle, locale))
  }

  /** Replaces the catalogue where anything differs, and answers from it at once. */
  load(incoming: NewCatalogue): LoadResult {
    const result = loadCatalogue(this.#store, this.#clock, incoming)
    if (result.changed) {
      this.#use({
        version: result.version,
        source: incoming.source,
        leadTimes: incoming.leadTimes,
        products: incoming.entities.products,
        families: incoming.entities.families,
        printTariffs: incoming.entities.print_tariffs,
        displayTariffs: incoming.entities.display_tariffs,
      })
    }
    return result
  }

  /**
   * Keeps the working days of a lead time of the partner's, once its answers have shown them. Where they cannot be
   * written now they are known for this run, and shown again in the next: no price fails over them.
   */
  learn(id: number, days: number): void {
    if (!this.#remember(id, days)) return
    try {
      this.#store.catalogue.setDays(id, days)
    } catch (error) {
      if (!isDiskFailure(error) && !isBusy(error)) throw error
    }
  }

  /** @returns whether it was news */
  #remember(id: number, days: number): boolean {
    if (this.#snapshot.leadTimes.get(id)?.days === days) return false
    const leadTimes = [...this.#data.leadTimes.filter((leadTime) => leadTime.id !== id), { id, days }]
    this.#use({ ...this.#data, leadTimes: leadTimes.sort((x, y) => x.id - y.id) })
    return true
  }

  /** Takes over a catalogue that another process loaded, in slices, so that requests go on being answered. */
  reload(): Promise<void> {
    return (this.#reloading ??= this.#readInSlices().finally(() => {
      this.#reloading = null
    }))
  }

  async #readInSlices(): Promise<void> {
    if (this.#store.catalogue.version() === this.#snapshot.version) {
      for (const { id, days } of this.#store.catalogue.leadTimes())
        if (days !== null) this.#remember(id, days)
      return
    }
    const db = readOnly(this.#store.folder)
    try {
      // One read transaction on a connection of its own: all slices are of one version.
      const reader = this.#store.catalogue.reader(db)
      const entities = {} as Record<EntityTable, StoredEntity[]>
      for (const table of ENTITY_TABLES) {
        const rows: StoredEntity[] = []
        for (const row of reader.iterate(table)) {
          rows.push(row)
          if (rows.length % RELOAD_SLICE === 0) await nextTurn()
        }
        entities[table] = rows
      }
      this.#use({
        ...reader.head(),
        products: entities.products,
        families: entities.families,
        printTariffs: entities.print_tariffs,
        displayTariffs: entities.display_tariffs,
      })
      reader.end()
    } finally {
      db.close()
    }
  }

  #use(data: CatalogueData): void {
    this.#data = data
    this.#snapshot = new Snapshot(data)
    this.#lists.clear()
  }
}
