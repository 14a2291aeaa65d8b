/** What the sales desk reads: the catalogue at a glance, and a product or family with what a configurator needs. */
import { AREAS } from '../domain/areas.ts'
import { ratio } from '../domain/decimal.ts'
import { SEES_ALL, type Snapshot } from '../domain/catalogue.ts'
import {
  defaultDisplayLine,
  defaultPrintLine,
  familySteps,
  productSteps,
  smallestSize,
} from '../domain/default-line.ts'
import { lowestDisplayLine, lowestPrintLine } from '../domain/lowest-line.ts'
import { greatest, least } from '../estimate/extremes.ts'
import type { Configuration } from '../estimate/index.ts'
import { leadTimeLabel, type LeadTime } from '../domain/lead-times.ts'
import { checkDisplayRequest, checkPrintRequest } from '../domain/cart-check.ts'
import { FaultList } from '../domain/faults.ts'
import { raises, saleCents } from '../domain/mark-up.ts'
import { limitsOf } from '../domain/limits.ts'
import type { Area } from '../domain/order.ts'
import { LARGEST_QUANTITY } from '../domain/print/line.ts'
import { setImmediate as nextTurn, setTimeout as soon } from 'node:timers/promises'
import { displayTariffPrices, printTariffPrices } from '../domain/tariff-prices.ts'
import type { CatalogueService } from './catalogue.ts'
import { choiceNames, type ChoiceNames } from './choice-names.ts'
import type { Clock } from './clock.ts'
import type { MarkUpService } from './mark-ups.ts'
import { Refusal } from './refusal.ts'
import { itemKey, type IsOffered, type PriceFloor } from './price-floors.ts'
import type { SettingsService } from './settings.ts'
import type { Partners } from './partners.ts'
import type { LeadTimePrice } from '../domain/tariff.ts'
import { usualLine } from '../domain/usual-line.ts'
import { isBusy, isDiskFailure } from '../store/errors.ts'
import type { Store } from '../store/store.ts'

export interface CatalogueEntry {
  readonly area: Area
  readonly id: number
  /** where it comes from: the id of its source */
  readonly source: number
  readonly name: string
  readonly quantityMin: number | null
  readonly quantityMax: number | null
  readonly quantityCount: number | null
  readonly fastestDays: number | null
  readonly fromCents: number | null
  readonly fromQuantity: number | null
  /** When a partner gave that price, ISO; null where a tariff gives it. */
  readonly fromObservedAt: string | null
}

interface SoldEntry extends CatalogueEntry {
  /** whether the settings sell it above what its source asks */
  readonly markedUp: boolean
}

export interface DeskServices {
  readonly store: Store
  readonly catalogue: CatalogueService
  readonly partners: Partners
  readonly markUps: MarkUpService
  readonly settings: SettingsService
  readonly clock: Clock
}

const DAY_MS = 86_400_000
const SLICE = 100
/** So long the shop's habits are waited for. */
const HABIT_MS = 250

export class DeskService {
  readonly #with: DeskServices
  readonly #catalogue: CatalogueService
  #entries: { snapshot: Snapshot; entries: Promise<CatalogueEntry[]> } | null = null
  #choices: { snapshot: Snapshot; names: Promise<ChoiceNames> } | null = null

  constructor(services: DeskServices) {
    this.#with = services
    this.#catalogue = services.catalogue
  }

  /** The whole catalogue for the list, in slices that let requests through; what the tariffs say once a version. */
  async catalogue(): Promise<SoldEntry[]> {
    const { snapshot } = this.#catalogue
    // Not by its version: working days that a partner's answers show make another snapshot of the same version.
    if (this.#entries?.snapshot !== snapshot) this.#entries = { snapshot, entries: entriesOf(snapshot) }
    const entries = await this.#entries.entries
    const known = this.#with.partners.all().length > 0 ? await this.#withObserved(entries) : entries
    return known.map((entry) => this.#sold(entry))
  }

  /** What products and families may be chosen with, by name. */
  choiceNames(): Promise<ChoiceNames> {
    const { snapshot } = this.#catalogue
    if (this.#choices?.snapshot !== snapshot) this.#choices = { snapshot, names: choiceNames(snapshot) }
    return this.#choices.names
  }

  /** What a price begins at is what the customer pays. */
  #sold(entry: CatalogueEntry): SoldEntry {
    const markUp = this.#with.markUps.of(entry.area, entry.id, entry.source)
    if (markUp === null) return { ...entry, markedUp: false }
    const { fromCents } = entry
    return {
      ...entry,
      fromCents: fromCents === null ? null : saleCents(fromCents, markUp),
      // Where it only rounds, it is the cost all the same.
      markedUp: raises(markUp),
    }
  }

  /** A partner has no tariff to be read: what it has answered so far tells. */
  async #withObserved(entries: readonly CatalogueEntry[]): Promise<CatalogueEntry[]> {
    const { partners, settings, clock } = this.#with
    const oldest = clock.now().getTime() - settings.current.observedMaxAgeDays * DAY_MS
    const floors = new Map<number, ReadonlyMap<string, PriceFloor>>()
    const { snapshot } = this.#catalogue
    const offered = { version: snapshot.version, isOffered: offeredIn(snapshot) }
    for (const { id, priceBook } of partners.all()) floors.set(id, await priceBook.floors(oldest, offered))
    return entries.map((entry) => {
      const floor = floors.get(entry.source)?.get(itemKey(entry))
      if (!floor) return entry
      const { fastestDays, lowest } = floor
      return {
        ...entry,
        // Old answers name lead times that a sync has taken out since.
        fastestDays: namesLeadTimes(entry, snapshot)
          ? entry.fastestDays
          : fastest([entry.fastestDays, fastestDays]),
        ...(lowest && {
          fromCents: lowest.cents,
          fromQuantity: lowest.quantity,
          fromObservedAt: lowest.at,
        }),
      }
    })
  }

  /** What the shop chooses most of a product or family, where that can still be had; else what anybody may begin with. */
  async #firstLine<Line extends object>(area: Area, id: number, otherwise: Line, visuals?: number) {
    // A product is shown from memory: a database that is slow or away keeps nobody from it.
    const lines = await Promise.race([
      this.#with.store.chosen.lines(area, id).catch(noneWhereAway),
      soon(HABIT_MS, [], { ref: false }),
    ])
    const usual = usualLine(lines, visuals)
    const check = area === 'print' ? checkPrintRequest : checkDisplayRequest
    return usual && check(usual, this.#catalogue.snapshot, SEES_ALL, new FaultList()) ? usual : otherwise
  }

  /** @throws Refusal `not_found` */
  async product(id: number) {
    const product = this.#catalogue.snapshot.product(id, SEES_ALL)
    if (!product) throw new Refusal('not_found', { what: 'product', id })
    const surface = product.tariff?.surface
    return {
      product: product.produit,
      source: product.source.id,
      leadTimes: leadTimeInfos(product.leadTimes),
      mainLeadTime: product.tariff?.mainLeadTime ?? null,
      surface: surface
        ? {
            width: surface.width,
            height: surface.height,
            divisor: String(ratio(surface.divisor)),
            minimum: String(ratio(surface.minimum)),
          }
        : null,
      limits: limitsOf(product.tariff?.exclusions ?? []),
      quantitySteps: productSteps(product),
      defaultLine: await this.#firstLine(
        'print',
        id,
        defaultPrintLine(product),
        product.produit.nombre_visuels_min,
      ),
    }
  }

  /** @throws Refusal `not_found` */
  async family(id: number) {
    const family = this.#catalogue.snapshot.family(id, SEES_ALL)
    if (!family) throw new Refusal('not_found', { what: 'family', id })
    return {
      family: family.famille,
      source: family.source.id,
      leadTimes: leadTimeInfos(family.tariff?.leadTimes.map(({ leadTime }) => leadTime) ?? []),
      mainLeadTime: family.tariff?.mainLeadTime ?? null,
      limits: limitsOf(family.tariff?.exclusions ?? []),
      quantitySteps: familySteps(family),
      defaultLine: await this.#firstLine('display', id, defaultDisplayLine(family)),
    }
  }
}

/** @throws what is no fault of the store's place */
function noneWhereAway(cause: unknown): [] {
  if (isDiskFailure(cause) || isBusy(cause)) return []
  throw cause
}

/** Fastest first; those whose days are not known last. */
function leadTimeInfos(leadTimes: readonly LeadTime[]) {
  return leadTimes
    .map(({ id, days }) => ({ id, days, label: days === null ? null : leadTimeLabel(days) }))
    .sort((a, b) => (a.days ?? Infinity) - (b.days ?? Infinity))
}

async function entriesOf(snapshot: Snapshot): Promise<CatalogueEntry[]> {
  const entries: CatalogueEntry[] = []
  const pause = async () => {
    if (entries.length % SLICE === 0) await nextTurn()
  }
  for (const { id } of snapshot.products(SEES_ALL)) {
    entries.push(productEntry(snapshot, id))
    await pause()
  }
  for (const { id } of snapshot.families(SEES_ALL)) {
    entries.push(familyEntry(snapshot, id))
    await pause()
  }
  return entries
}

/** Whether the days of all lead times of a product are known, so that it has no others. */
function namesLeadTimes({ area, id, fastestDays }: CatalogueEntry, snapshot: Snapshot): boolean {
  if (area !== 'print' || fastestDays === null) return false
  return snapshot.product(id, SEES_ALL)?.leadTimes.every(({ days }) => days !== null) ?? false
}

/** What of a partner's answers a catalogue still offers: a lead time whose days nobody knows yet may be any. */
function offeredIn(snapshot: Snapshot): IsOffered {
  return ({ area, id }, configuration, label) => {
    const rules = AREAS[area]
    const line = rules.lineOf(id, JSON.parse(configuration) as Configuration)
    const checked = rules.checkRequest(line, snapshot, SEES_ALL, new FaultList())
    if (!checked) return false
    if (rules.leadTimeIds(checked) === null) return true
    const labels = rules.leadTimes(checked).map(({ days }) => (days === null ? null : leadTimeLabel(days)))
    return labels.includes(label) || labels.includes(null)
  }
}

const lowest = (prices: readonly LeadTimePrice[]): number | null =>
  prices.reduce<number | null>(
    (low, { cents }) => (cents !== null && (low === null || cents < low) ? cents : low),
    null,
  )

function fastest(days: readonly (number | null)[]): number | null {
  const known = days.filter((d) => d !== null)
  return known.length > 0 ? least(known) : null
}

/** More quantities are not tried for a first price. */
const MOST_STEPS = 10

/**
 * What a product begins at: the lowest price of the fewest that have one, of its first choices and of those that cost
 * least.
 */
function lowestOf<Line>(
  steps: readonly number[],
  lineOf: { first: (quantity: number) => Line; least: (quantity: number, cents: number | null) => Line },
  price: (line: Line) => number | null,
): { readonly cents: number; readonly quantity: number } | null {
  for (const quantity of steps.slice(0, MOST_STEPS)) {
    const first = price(lineOf.first(quantity))
    const prices = [first, price(lineOf.least(quantity, first))].filter((cents) => cents !== null)
    if (prices.length > 0) return { cents: least(prices), quantity }
  }
  return null
}

function productEntry(snapshot: Snapshot, id: number): CatalogueEntry {
  const product = snapshot.product(id, SEES_ALL)!
  const { available } = product
  const offered = available !== null && available.size > 0
  const smallest = offered ? least(available) : product.min
  const from =
    product.tariff &&
    lowestOf(
      [smallest, ...productSteps(product).filter((quantity) => quantity > smallest)],
      {
        first: (quantity) => defaultPrintLine(product, quantity, smallestSize),
        least: (quantity, cents) => lowestPrintLine(product, quantity, cents),
      },
      (line) => {
        const checked = checkPrintRequest(line, snapshot, SEES_ALL, new FaultList())
        return checked && lowest(printTariffPrices(checked))
      },
    )
  return {
    area: 'print',
    id,
    source: product.source.id,
    name: product.produit.nom,
    quantityMin: Number.isFinite(smallest) ? smallest : null,
    quantityMax: offered
      ? greatest(available)
      : available || product.max === LARGEST_QUANTITY
        ? null
        : product.max,
    quantityCount: product.available?.size ?? null,
    fastestDays: fastest(product.leadTimes.map(({ days }) => days)),
    fromCents: from?.cents ?? null,
    fromQuantity: from && from.quantity * Math.max(1, product.produit.nombre_visuels_min),
    fromObservedAt: null,
  }
}

function familyEntry(snapshot: Snapshot, id: number): CatalogueEntry {
  const family = snapshot.family(id, SEES_ALL)!
  const steps = familySteps(family)
  const from =
    family.tariff &&
    lowestOf(
      steps,
      {
        first: (quantity) => defaultDisplayLine(family, quantity),
        least: (quantity, cents) => lowestDisplayLine(family, quantity, cents),
      },
      (line) => {
        const checked = checkDisplayRequest(line, snapshot, SEES_ALL, new FaultList())
        return checked && lowest(displayTariffPrices(checked))
      },
    )
  return {
    area: 'display',
    id,
    source: family.source.id,
    name: family.famille.nom_complet,
    quantityMin: steps[0] ?? 1,
    quantityMax: null,
    quantityCount: null,
    fastestDays: fastest(family.tariff?.leadTimes.map(({ leadTime }) => leadTime.days) ?? []),
    fromCents: from?.cents ?? null,
    fromQuantity: from?.quantity ?? null,
    fromObservedAt: null,
  }
}
