import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { bundleFaults, type Bundle } from '../domain/bundle.ts'
import { Snapshot, type CatalogueData, type Visibility } from '../domain/catalogue.ts'
import { ELEMENT_KINDS, type ElementKind, type Famille } from '../domain/display/family.ts'
import { readableCatalogue } from '../domain/readable-entities.ts'
import type { Locale } from '../domain/messages.ts'
import type { ChangeRecord } from '../store/catalogue.ts'
import { isBusy, isDiskFailure } from '../store/errors.ts'
import type { Store } from '../store/store.ts'
import { loadCatalogue, type LoadResult } from './catalogue-load.ts'
import type { Clock } from './clock.ts'
import type { Events } from './events.ts'
import type { Logger } from './log.ts'
import { Queue } from './queue.ts'
import { OWN_TARIFFS } from '../store/sources.ts'
import { InvalidBundle, Refusal } from './refusal.ts'
import { inBlock, largestId, offeredBy, type Offered, type RefusedItem } from './source-catalogue.ts'

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

/** What a bundle offers. @throws InvalidBundle with every fault. */
export function offeredOf(bundle: unknown, locale: Locale = 'fr'): Offered {
  const faults = bundleFaults(bundle, locale)
  if (faults.length > 0) throw new InvalidBundle(faults)
  return offeredBy(bundle as Bundle)
}

/** What came of a bundle: what its block of ids does not hold was refused by name. */
export interface Import extends LoadResult {
  readonly refused: readonly RefusedItem[]
}

export interface CatalogueServices {
  readonly store: Store
  readonly clock: Clock
  readonly events: Events
  readonly log: Logger
}

/** The catalogue in force, in memory, and the loads that replace it. */
export class CatalogueService {
  readonly #with: CatalogueServices
  readonly #lists = new Map<string, PreparedList>()
  /** one catches up after the other */
  readonly #reloads = new Queue()
  /** one that has not begun: it will see all that was written up to now */
  #next: Promise<void> | null = null
  #data: CatalogueData
  #snapshot: Snapshot

  private constructor(services: CatalogueServices, data: CatalogueData) {
    this.#with = services
    this.#data = data
    this.#snapshot = new Snapshot(data)
  }

  /** Reads the catalogue that is stored, as far as it can be read. */
  static async open(services: CatalogueServices): Promise<CatalogueService> {
    return new CatalogueService(services, readableCatalogue(await services.store.catalogue.read()))
  }

  /** Whether the shop has products or families of its own. */
  get hasOwn(): boolean {
    const { products, families } = this.snapshot.countsOf(OWN_TARIFFS)
    return products + families > 0
  }

  get snapshot(): Snapshot {
    return this.#snapshot
  }

  /** When a catalogue was last loaded, ISO; null where none was. */
  loadedAt(): Promise<string | null> {
    return this.#with.store.catalogue.loadedAt()
  }

  /** When the shop's own tariffs were last loaded, ISO; null where they never were. */
  tariffsLoadedAt(): Promise<string | null> {
    return this.#with.store.catalogue.tariffsLoadedAt()
  }

  /** What the latest loads changed, the newest first. */
  changes(limit: number): Promise<ChangeRecord[]> {
    return this.#with.store.catalogue.changes(limit)
  }

  /** The product pages that are seen, as the API answers them. */
  productList(visibility: Visibility, key: string): PreparedList {
    return this.#list(`products ${key}`, () => this.#snapshot.products(visibility).map(({ body }) => body))
  }

  familyList(visibility: Visibility, key: string): PreparedList {
    return this.#list(`families ${key}`, () => this.#snapshot.families(visibility).map(({ body }) => body))
  }

  /** One kind's elements over the families that are seen, one entry an id (partner-api.md 4). */
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
   * Loads a bundle, all or nothing (bundle.md, "The file").
   * @throws InvalidBundle with every fault.
   */
  async importBundle(bundle: unknown, locale: Locale = 'fr'): Promise<Import> {
    return this.load(offeredOf(bundle, locale))
  }

  /**
   * Replaces what a source offers where anything differs, and answers from it at once.
   * @throws Refusal `no_ids_left`
   */
  async load(offered: Offered, sourceId = OWN_TARIFFS): Promise<Import> {
    const { store, clock } = this.#with
    const block = await store.sources.block(sourceId, largestId(offered))
    if (block === null) throw new Refusal('no_ids_left')
    const { catalogue, refused } = inBlock(offered, sourceId, block)
    const result = await loadCatalogue(store, clock, catalogue)
    if (result.changed) await this.reload()
    return { ...result, refused }
  }

  /**
   * Keeps the working days of a lead time of the partner's, once its answers have shown them. Where they cannot be
   * written now they are known for this run, and shown again in the next: no price fails over them.
   */
  learn(id: number, days: number): void {
    if (!this.#remember(id, days)) return
    const { store, log } = this.#with
    store.catalogue.setDays(id, days).catch((error: unknown) => {
      if (!isDiskFailure(error) && !isBusy(error)) log.error({ err: error }, 'a lead time cannot be written')
    })
  }

  /** @returns whether it was news */
  #remember(id: number, days: number): boolean {
    if (this.#snapshot.leadTimes.get(id)?.days === days) return false
    const leadTimes = [...this.#data.leadTimes.filter((leadTime) => leadTime.id !== id), { id, days }]
    this.#use({ ...this.#data, leadTimes: leadTimes.sort((x, y) => x.id - y.id) })
    return true
  }

  /** Takes over what was loaded before this is called, also by another process; requests go on being answered. */
  reload(): Promise<void> {
    return (this.#next ??= this.#reloads.run(() => {
      this.#next = null
      return this.#catchUp()
    }))
  }

  /** Resolves once nothing is being taken over: the store may be closed. */
  ended(): Promise<void> {
    return this.#reloads.run(() => Promise.resolve())
  }

  async #catchUp(): Promise<void> {
    const { catalogue } = this.#with.store
    // Another load may end while one is read: who waits has the newest.
    while ((await catalogue.version()) !== this.#snapshot.version) {
      this.#use(readableCatalogue(await catalogue.read()))
      this.#with.events.emit('catalogue', { version: this.#snapshot.version })
    }
    for (const { id, days } of await catalogue.leadTimes()) if (days !== null) this.#remember(id, days)
  }

  #use(data: CatalogueData): void {
    this.#data = data
    this.#snapshot = new Snapshot(data)
    this.#lists.clear()
  }
}
