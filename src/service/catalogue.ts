import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { bundleFaults, type Bundle } from '../domain/bundle.ts'
import { Snapshot, type CatalogueSource, type StoredEntity, type Visibility } from '../domain/catalogue.ts'
import { completeFamille, ELEMENT_KINDS, type ElementKind, type Famille } from '../domain/display/family.ts'
import type { LeadTime } from '../domain/lead-times.ts'
import type { Locale } from '../domain/messages.ts'
import { completeProduit } from '../domain/print/product.ts'
import { ENTITY_TABLES, type ChangeRecord, type EntityTable } from '../store/catalogue.ts'
import { readOnly } from '../store/database.ts'
import type { Store } from '../store/store.ts'
import { changesOf, type CatalogueChange, type Differences } from './catalogue-changes.ts'
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

/** A catalogue as it comes from a bundle or an upstream, before it is compared with the one in force. */
export interface IncomingCatalogue {
  readonly source: CatalogueSource
  readonly leadTimes: readonly LeadTime[]
  readonly entities: Readonly<Record<EntityTable, readonly StoredEntity[]>>
}

/** What a load did. Counts are of products and families; a tariff's change counts as its product's. */
export interface LoadResult {
  readonly version: number
  readonly changed: boolean
  readonly changes: readonly CatalogueChange[]
}

const CHANGES_KEPT = 500
const RELOAD_SLICE = 500

/** The catalogue in force, in memory, and the loads that replace it. */
export class CatalogueService {
  readonly #store: Store
  readonly #clock: Clock
  readonly #lists = new Map<string, PreparedList>()
  #snapshot: Snapshot
  #reloading: Promise<void> | null = null

  constructor(store: Store, clock: Clock) {
    this.#store = store
    this.#clock = clock
    this.#snapshot = new Snapshot(store.catalogue.read())
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
    const faults = bundleFaults(bundle, locale)
    if (faults.length > 0) throw new InvalidBundle(faults)
    const { delais, produits, familles, tarifs } = bundle as Bundle
    const entity = <T>(id: number, value: T): StoredEntity => ({ id, body: JSON.stringify(value) })
    return this.load({
      source: 'bundle',
      leadTimes: delais.map(({ id, jours }) => ({ id, days: jours })),
      entities: {
        products: (produits ?? []).map((produit) => entity(produit.id, completeProduit(produit))),
        families: (familles ?? []).map((famille) => entity(famille.id, completeFamille(famille))),
        print_tariffs: (tarifs?.print ?? []).map((tariff) => entity(tariff.produit, tariff)),
        display_tariffs: (tarifs?.display ?? []).map((tariff) => entity(tariff.famille, tariff)),
      },
    })
  }

  /** Replaces the catalogue in one transaction, where anything differs; the same catalogue again changes nothing. */
  load(incoming: IncomingCatalogue): LoadResult {
    const at = this.#clock.now().toISOString()
    const result = this.#store.transaction((): LoadResult => {
      const tables = this.#store.catalogue
      const differences = Object.fromEntries(
        ENTITY_TABLES.map((table) => [table, tables.compare(table, incoming.entities[table])]),
      ) as unknown as Differences
      const leadTimesChanged = differs(tables.leadTimes(), incoming.leadTimes)
      const changes = changesOf(differences, (table, id) =>
        tables.entities(table).find((entity) => entity.id === id),
      )
      const moved = ENTITY_TABLES.some((table) => differences[table].moved)
      if (changes.length === 0 && !moved && !leadTimesChanged) {
        tables.touch(at)
        return { version: tables.version(), changed: false, changes }
      }
      const entries = changes.slice(0, CHANGES_KEPT)
      const version = tables.replace(incoming, differences, {
        at,
        source: incoming.source,
        total: changes.length,
        entries,
      })
      return { version, changed: true, changes }
    })
    if (result.changed) {
      this.#use(
        new Snapshot({
          version: result.version,
          source: incoming.source,
          leadTimes: incoming.leadTimes,
          products: incoming.entities.products,
          families: incoming.entities.families,
          printTariffs: incoming.entities.print_tariffs,
          displayTariffs: incoming.entities.display_tariffs,
        }),
      )
    }
    return result
  }

  /** Takes over a catalogue that another process loaded, in slices, so that requests go on being answered. */
  reload(): Promise<void> {
    return (this.#reloading ??= this.#readInSlices().finally(() => {
      this.#reloading = null
    }))
  }

  async #readInSlices(): Promise<void> {
    if (this.#store.catalogue.version() === this.#snapshot.version) return
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
      this.#use(
        new Snapshot({
          ...reader.head(),
          products: entities.products,
          families: entities.families,
          printTariffs: entities.print_tariffs,
          displayTariffs: entities.display_tariffs,
        }),
      )
      reader.end()
    } finally {
      db.close()
    }
  }

  #use(snapshot: Snapshot): void {
    this.#snapshot = snapshot
    this.#lists.clear()
  }
}

function differs(before: readonly LeadTime[], after: readonly LeadTime[]): boolean {
  const days = new Map(before.map((leadTime) => [leadTime.id, leadTime.days]))
  return (
    before.length !== after.length || after.some(({ id, days: d }) => !days.has(id) || days.get(id) !== d)
  )
}
