/**
 * The catalogue as an immutable snapshot in memory: requests read it and never the database. Products are kept as the
 * texts that the store holds, ready to be answered, and compiled one by one when a line first names them.
 */
import type { CompiledFamily } from './display/line.ts'
import { ELEMENT_KINDS, type ElementKind, type Famille } from './display/family.ts'
import { compileDisplayTariff, type DisplayTariff } from './display/tariff.ts'
import { byDays, leadTimeLabel, type KnownLeadTime, type LeadTime } from './lead-times.ts'
import { LARGEST_QUANTITY, type CompiledProduct } from './print/line.ts'
import type { Area } from './order.ts'
import type { Produit } from './print/product.ts'
import { compilePrintTariff, type PrintTariff } from './print/tariff.ts'
import { isWithin, sourceOf, type Source } from './source.ts'

/** An entity as it is stored: its id and its JSON text, which is also what the API answers. */
export interface StoredEntity {
  readonly id: number
  readonly body: string
}

/** All of one version of the catalogue. */
export interface CatalogueData {
  readonly version: number
  /** where its products come from: own tariffs and partners, those that have a block of ids */
  readonly sources: readonly Source[]
  /** days are null where an upstream's lead time has not shown them yet */
  readonly leadTimes: readonly LeadTime[]
  readonly products: readonly StoredEntity[]
  readonly families: readonly StoredEntity[]
  readonly printTariffs: readonly StoredEntity[]
  readonly displayTariffs: readonly StoredEntity[]
  /** ids of what is stored, too, and cannot be read (readable-entities.ts); absent: nothing */
  readonly unreadable?: Readonly<Record<'products' | 'families', ReadonlySet<number>>>
}

/** What a load changed of a product or family. */
export interface CatalogueChange {
  readonly area: Area
  readonly id: number
  readonly name: string
  readonly kind: 'added' | 'changed' | 'removed'
  /** name, quantities, lead_times, options, visuals, elements, tariff */
  readonly what: readonly string[]
}

/** Which products and families a customer may see; null: all. */
export interface Visibility {
  readonly products: ReadonlySet<number> | null
  readonly families: ReadonlySet<number> | null
}

export const SEES_ALL: Visibility = { products: null, families: null }

/** A catalogue ready to answer from. */
export class Snapshot {
  readonly version: number
  readonly sources: readonly Source[]
  readonly leadTimes: ReadonlyMap<number, LeadTime>
  /** what there is of it, and nobody can be offered: it cannot be read */
  readonly unreadable: Readonly<Record<'products' | 'families', ReadonlySet<number>>>
  readonly #knownLeadTimes: ReadonlyMap<number, KnownLeadTime>
  readonly #products: ReadonlyMap<number, StoredEntity>
  readonly #families: ReadonlyMap<number, StoredEntity>
  /** of what is not compiled yet */
  readonly #printTariffs: Map<number, string>
  readonly #displayTariffs: Map<number, string>
  readonly #compiledProducts = new Map<number, CompiledProduct>()
  readonly #compiledFamilies = new Map<number, CompiledFamily>()

  constructor(data: CatalogueData) {
    this.version = data.version
    this.sources = data.sources
    this.unreadable = data.unreadable ?? { products: new Set(), families: new Set() }
    this.leadTimes = new Map(data.leadTimes.map((leadTime) => [leadTime.id, leadTime]))
    this.#knownLeadTimes = new Map(
      data.leadTimes.flatMap(({ id, days }) =>
        days === null ? [] : [[id, { id, days, label: leadTimeLabel(days) }]],
      ),
    )
    this.#products = new Map(data.products.map((entity) => [entity.id, entity]))
    this.#families = new Map(data.families.map((entity) => [entity.id, entity]))
    this.#printTariffs = new Map(data.printTariffs.map(({ id, body }) => [id, body]))
    this.#displayTariffs = new Map(data.displayTariffs.map(({ id, body }) => [id, body]))
  }

  get productCount(): number {
    return this.#products.size
  }

  get familyCount(): number {
    return this.#families.size
  }

  /** How many products and families a source offers. */
  countsOf(sourceId: number): { readonly products: number; readonly families: number } {
    const block = this.sources.find(({ id }) => id === sourceId)?.block
    if (!block) return { products: 0, families: 0 }
    const of = (entities: ReadonlyMap<number, unknown>) => {
      let count = 0
      for (const id of entities.keys()) if (isWithin(id, block)) count++
      return count
    }
    return { products: of(this.#products), families: of(this.#families) }
  }

  /** What a product or family is called; undefined where there is none. */
  nameOf(area: Area, id: number): string | undefined {
    return area === 'print'
      ? this.product(id, SEES_ALL)?.produit.nom
      : this.family(id, SEES_ALL)?.famille.nom_complet
  }

  /** Whether the catalogue has it, whoever sees it, and whether or not it can be read. */
  hasProduct(id: number): boolean {
    return this.#products.has(id) || this.unreadable.products.has(id)
  }

  hasFamily(id: number): boolean {
    return this.#families.has(id) || this.unreadable.families.has(id)
  }

  /** The products that are seen, in catalogue order, as stored. */
  products(visibility: Visibility): StoredEntity[] {
    return seen(this.#products, visibility.products)
  }

  /** The families that are seen, in catalogue order, as stored. */
  families(visibility: Visibility): StoredEntity[] {
    return seen(this.#families, visibility.families)
  }

  /** The stored text of a product, or undefined where it does not exist or is not seen. */
  productText(id: number, visibility: Visibility): string | undefined {
    return visibility.products === null || visibility.products.has(id)
      ? this.#products.get(id)?.body
      : undefined
  }

  /** A product ready to check and price lines; undefined where it does not exist or is not seen. */
  product(id: number, visibility: Visibility): CompiledProduct | undefined {
    if (visibility.products !== null && !visibility.products.has(id)) return undefined
    const compiled = this.#compiledProducts.get(id)
    if (compiled) return compiled
    const stored = this.#products.get(id)
    if (!stored) return undefined
    const product = this.#compileProduct(JSON.parse(stored.body) as Produit)
    this.#compiledProducts.set(id, product)
    this.#printTariffs.delete(id)
    return product
  }

  /** A family ready to check and price lines; undefined where it does not exist or is not seen. */
  family(id: number, visibility: Visibility): CompiledFamily | undefined {
    if (visibility.families !== null && !visibility.families.has(id)) return undefined
    const compiled = this.#compiledFamilies.get(id)
    if (compiled) return compiled
    const stored = this.#families.get(id)
    if (!stored) return undefined
    const family = this.#compileFamily(JSON.parse(stored.body) as Famille)
    this.#compiledFamilies.set(id, family)
    this.#displayTariffs.delete(id)
    return family
  }

  #compileProduct(produit: Produit): CompiledProduct {
    const optionOfVariant = new Map(
      produit.options.flatMap((option) => option.variantes.map((variant) => [variant.id, option] as const)),
    )
    const leadTimeIds = new Set(produit.delais)
    const known = [...leadTimeIds].flatMap((id) => this.#knownLeadTimes.get(id) ?? []).sort(byDays)
    const tariff = this.#printTariffs.get(produit.id)
    const { quantites } = produit
    return {
      produit,
      source: this.#sourceOf(produit.id),
      optionOfVariant,
      options: new Map(produit.options.map((option) => [String(option.id), option])),
      leadTimes: [...leadTimeIds].map((id) => this.leadTimes.get(id) ?? { id, days: null }),
      leadTimeIds,
      available: quantites.range ? null : new Set(quantites.available),
      min: quantites.range ? quantites.min : 1,
      max: quantites.range ? (quantites.max ?? LARGEST_QUANTITY) : LARGEST_QUANTITY,
      tariff: tariff === undefined ? null : compilePrintTariff(JSON.parse(tariff) as PrintTariff, known),
    }
  }

  #compileFamily(famille: Famille): CompiledFamily {
    const text = this.#displayTariffs.get(famille.id)
    const tariff =
      text === undefined
        ? null
        : compileDisplayTariff(JSON.parse(text) as DisplayTariff, this.#knownLeadTimes)
    const ids = (kind: ElementKind) => new Set(famille[ELEMENT_KINDS[kind]].map((element) => element.id))
    const source = this.#sourceOf(famille.id)
    // A partner's family names none of its own.
    const leadTimeIds =
      source.kind === 'partner' && !tariff
        ? null
        : new Set(tariff?.leadTimes.map(({ leadTime }) => leadTime.id))
    return {
      famille,
      source,
      elements: {
        format: ids('format'),
        support: ids('support'),
        impression: ids('impression'),
        finition: ids('finition'),
        decoupe: ids('decoupe'),
      },
      supports: new Map(famille.supports.map((support) => [support.id, support])),
      optionOfVariant: new Map(
        famille.options.flatMap((option) => option.variantes.map((variant) => [variant.id, option] as const)),
      ),
      tariff,
      leadTimeIds,
      leadTimes: () =>
        leadTimeIds === null
          ? [...this.leadTimes.values()].filter(
              ({ id }) => source.block !== null && isWithin(id, source.block),
            )
          : (tariff?.leadTimes.map(({ leadTime }) => leadTime) ?? []),
      leadTimeAs: (delai) => this.#leadTimeAs(source, leadTimeIds, delai),
    }
  }

  /** @throws Error of an id of no source: such rows are not read */
  #sourceOf(id: number): Source {
    const source = sourceOf(id, this.sources)
    if (!source) throw new Error(`no source has the id ${id}`)
    return source
  }

  /** A lead time as a source knows it: its own id, or the one of as many days (docs/partner-api.md, "Sources"). */
  #leadTimeAs({ block }: Source, offered: ReadonlySet<number> | null, delai: number): number | null {
    if (offered ? offered.has(delai) : block !== null && isWithin(delai, block)) return delai
    const days = this.leadTimes.get(delai)?.days ?? null
    if (days === null || block === null) return null
    for (const id of offered ?? this.leadTimes.keys()) {
      if (isWithin(id, block) && this.leadTimes.get(id)?.days === days) return id
    }
    return null
  }
}

function seen(entities: ReadonlyMap<number, StoredEntity>, ids: ReadonlySet<number> | null): StoredEntity[] {
  const all = [...entities.values()]
  return ids === null ? all : all.filter((entity) => ids.has(entity.id))
}
