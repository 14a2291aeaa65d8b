/** The prices that a visit without a network will need: of favourites, recents, saved configurations and open quotes. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { AREAS, type CheckedLine } from '../../domain/areas.ts'
import { SEES_ALL, type Snapshot } from '../../domain/catalogue.ts'
import { named, type Names } from '../../domain/describe.ts'
import type { Fault } from '../../domain/faults.ts'
import type { Area } from '../../domain/order.ts'
import type { Actor } from '../../domain/people.ts'
import type { Offer } from '../../domain/quote/facts.ts'
import { isProduct } from '../../domain/shared/line-roles.ts'
import { quantitiesOf } from '../../domain/shared/quantities.ts'
import { itemOf } from '../../domain/shared/quote-lines.ts'
import type { QuoteRecord } from '../../store/quotes.ts'
import type { Store } from '../../store/store.ts'
import type { CatalogueService } from '../catalogue.ts'
import type { Clock } from '../clock.ts'
import type { OfferService } from '../offers.ts'
import { Invalid } from '../refusal.ts'
import type { Shelf, ShelfService } from '../shelf.ts'

/** Where a configuration is needed. */
export const NEEDED_FOR = ['quote', 'configuration', 'favourite', 'recent'] as const
export type NeededFor = (typeof NEEDED_FOR)[number]

/** What stands for its price while nobody answers: today's, an older answer, an estimate, none, or it fits no more. */
export const PRICE_STATES = ['ready', 'old', 'estimated', 'missing', 'invalid'] as const
export type PriceState = (typeof PRICE_STATES)[number]

export interface NeededPrice {
  readonly area: Area
  readonly item: number
  readonly name: string
  readonly neededFor: NeededFor
  /** the name of a saved configuration */
  readonly of: string | null
  /** what it is needed for, as it is called */
  readonly quote: Pick<QuoteRecord, 'id' | 'number' | 'state' | 'revision'> | null
  /** of each visual: one product may be needed in several */
  readonly quantities: readonly number[]
  /** the lead time that is wanted; null: any */
  readonly label: string | null
  readonly state: PriceState
  /** why it no longer fits */
  readonly faults: readonly Fault[]
  /** null where it fits no more */
  readonly checked: CheckedLine | null
}

interface Wanted extends Omit<NeededPrice, 'state' | 'faults' | 'checked' | 'quantities'> {
  readonly line: object
  /** what it chose, as that was called */
  readonly names?: Names
}

export interface NeededPriceServices {
  readonly store: Store
  readonly catalogue: CatalogueService
  readonly offers: OfferService
  readonly shelf: ShelfService
  readonly clock: Clock
}

/** An answer of the partner that old still is today's. */
const FRESH_MS = 86_400_000
/** Configurations that are looked at: quotes that were changed last come first. */
const MOST = 500
/** So many are looked at in one turn: who else asks is answered between. */
const SLICE = 10

/**
 * Every configuration that is needed, each once, with what stands for its price. Nobody is asked.
 * @param open quotes
 * @param freshMs how old an answer of a partner may be, milliseconds
 */
export async function neededPrices(
  who: Actor,
  open: readonly QuoteRecord[],
  services: NeededPriceServices,
  freshMs = FRESH_MS,
): Promise<NeededPrice[]> {
  const { catalogue, clock, offers, shelf } = services
  const kept = await shelf.of(who)
  const wanted = distinct(wantedBy(open, kept, catalogue.snapshot))
  const fresh = new Date(clock.now().getTime() - freshMs).toISOString()
  const found: NeededPrice[] = []
  for (let i = 0; i < wanted.length; i += SLICE) {
    await nextTurn()
    found.push(...(await Promise.all(wanted.slice(i, i + SLICE).map((each) => said(each, offers, fresh)))))
  }
  return estimated(found, offers, fresh)
}

function* wantedBy(
  open: readonly QuoteRecord[],
  { favourites, recents, configurations }: Shelf,
  snapshot: Snapshot,
): Generator<Wanted> {
  for (const { id, number, state, revision, lines } of open.toSorted((a, b) =>
    a.updatedAt < b.updatedAt ? 1 : -1,
  )) {
    const products = lines.filter(isProduct).filter((line) => !Number.isNaN(itemOf(line)))
    yield* products.map((each) => ({
      ...{ area: each.area, line: each.line, name: each.name, label: each.price.label || null },
      names: each.names,
      ...{ item: itemOf(each), neededFor: 'quote' as const, of: null },
      quote: { id, number, state, revision },
    }))
  }
  yield* [
    ...configurations.map(({ area, line, itemId, itemName, leadTimeLabel, name }) => ({
      ...{ area, line, item: itemId, name: itemName, label: leadTimeLabel },
      ...{ neededFor: 'configuration' as const, of: name, quote: null },
    })),
    ...favourites.flatMap(({ area, id }) => {
      const line = AREAS[area].defaultLine(snapshot, id, SEES_ALL)
      const name = snapshot.nameOf(area, id)
      const needed = { neededFor: 'favourite' as const, of: null, quote: null, label: null }
      return line && name !== undefined ? [{ area, line, item: id, name, ...needed }] : []
    }),
    ...recents.map(({ area, line, itemId, itemName, leadTimeLabel }) => ({
      ...{ area, line, item: itemId, name: itemName, label: leadTimeLabel },
      ...{ neededFor: 'recent' as const, of: null, quote: null },
    })),
  ]
}

/** The same configuration at the same lead time is needed once: for what comes first. */
function distinct(wanted: Iterable<Wanted>): Wanted[] {
  const seen = new Map<string, Wanted>()
  for (const each of wanted) {
    if (seen.size === MOST) break
    const key = JSON.stringify([each.area, each.line, each.label])
    if (!seen.has(key)) seen.set(key, each)
  }
  return [...seen.values()]
}

/** One with what was said of its price: by a tariff, or by a partner. */
async function said(
  { line, names = {}, ...asked }: Wanted,
  offers: OfferService,
  fresh: string,
): Promise<NeededPrice> {
  const wanted = { ...asked, quantities: quantitiesOf({ ...line }) }
  let checked: CheckedLine
  try {
    checked = offers.check(wanted.area, line)
  } catch (error) {
    if (!(error instanceof Invalid)) throw error
    const faults = error.faults.map((fault) => named(fault, names))
    return { ...wanted, state: 'invalid', faults, checked: null }
  }
  const [known = []] = await offers.known([checked], false)
  return { ...wanted, state: stateOf(known, wanted.label, fresh), faults: [], checked }
}

/**
 * The same, where nothing was said with what can be estimated: any answer is better. The lines of a product or family share
 * one model, which takes seconds to fit.
 */
async function estimated(
  found: readonly NeededPrice[],
  offers: OfferService,
  fresh: string,
): Promise<NeededPrice[]> {
  const states = new Map<NeededPrice, PriceState>()
  const silent = found.filter(({ state }) => state === 'missing')
  for (const alike of Map.groupBy(silent, ({ area, item }) => `${area} ${item}`).values()) {
    const known = await offers.known(
      alike.map(({ checked }) => checked!),
      true,
    )
    alike.forEach((each, i) => states.set(each, stateOf(known[i] ?? [], each.label, fresh)))
  }
  return found.map((each) => ({ ...each, state: states.get(each) ?? each.state }))
}

/** The best that any of the lead times has. @param wanted the label of the one that is wanted; null: any */
function stateOf(offers: readonly Offer[], wanted: string | null, fresh: string): PriceState {
  const asked = wanted === null ? offers : offers.filter(({ label }) => label === wanted)
  const states = asked.map(({ status, observedAt, priceCents }): PriceState => {
    if (priceCents === null) return 'missing'
    if (status === 'estimated') return 'estimated'
    return observedAt === null || observedAt >= fresh ? 'ready' : 'old'
  })
  return PRICE_STATES.find((state) => states.includes(state)) ?? 'missing'
}
