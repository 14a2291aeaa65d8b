/** The prices that a visit without a network will need: of favourites, recents, saved configurations and open quotes. */
import { AREAS, type CheckedLine } from '../../domain/areas.ts'
import { SEES_ALL } from '../../domain/catalogue.ts'
import type { Fault } from '../../domain/faults.ts'
import type { Area } from '../../domain/order.ts'
import type { Actor } from '../../domain/people.ts'
import type { Offer } from '../../domain/quote/facts.ts'
import { isProduct } from '../../domain/shared/line-roles.ts'
import type { QuoteRecord } from '../../store/quotes.ts'
import type { Store } from '../../store/store.ts'
import type { CatalogueService } from '../catalogue.ts'
import type { Clock } from '../clock.ts'
import type { OfferService } from '../offers.ts'
import { Invalid } from '../refusal.ts'
import type { ShelfService } from '../shelf.ts'

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
  /** of a quote: its id; of a saved configuration: its name */
  readonly of: number | string | null
  /** the lead time that is wanted; null: any */
  readonly label: string | null
  readonly state: PriceState
  /** why it no longer fits */
  readonly faults: readonly Fault[]
  /** null where it fits no more */
  readonly checked: CheckedLine | null
}

interface Wanted extends Omit<NeededPrice, 'state' | 'faults' | 'checked'> {
  readonly line: object
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

/** Every configuration that is needed, each once, with what stands for its price. Nobody is asked. @param open quotes */
export async function neededPrices(
  who: Actor,
  open: readonly QuoteRecord[],
  services: NeededPriceServices,
): Promise<NeededPrice[]> {
  const wanted = distinct(await wantedBy(who, open, services)).slice(0, MOST)
  const fresh = new Date(services.clock.now().getTime() - FRESH_MS).toISOString()
  return Promise.all(wanted.map((each) => held(each, services, fresh)))
}

async function wantedBy(
  who: Actor,
  open: readonly QuoteRecord[],
  { catalogue, shelf }: NeededPriceServices,
): Promise<Wanted[]> {
  const { snapshot } = catalogue
  const { favourites, recents, configurations } = await shelf.of(who)
  const quotes = open.toSorted((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1))
  return [
    ...quotes.flatMap(({ id, lines }) =>
      lines.filter(isProduct).map(({ area, line, name, price }) => ({
        ...{ area, line, name, label: price.label || null },
        ...{ item: Number(line[AREAS[area].itemField]), neededFor: 'quote' as const, of: id },
      })),
    ),
    ...configurations.map(({ area, line, itemId, itemName, leadTimeLabel, name }) => ({
      ...{ area, line, item: itemId, name: itemName, label: leadTimeLabel },
      ...{ neededFor: 'configuration' as const, of: name },
    })),
    ...favourites.flatMap(({ area, id }) => {
      const line = AREAS[area].defaultLine(snapshot, id, SEES_ALL)
      const name = snapshot.nameOf(area, id)
      const needed = { neededFor: 'favourite' as const, of: null, label: null }
      return line && name !== undefined ? [{ area, line, item: id, name, ...needed }] : []
    }),
    ...recents.map(({ area, line, itemId, itemName, leadTimeLabel }) => ({
      ...{ area, line, item: itemId, name: itemName, label: leadTimeLabel },
      ...{ neededFor: 'recent' as const, of: null },
    })),
  ]
}

/** The same configuration at the same lead time is needed once: for what comes first. */
function distinct(wanted: readonly Wanted[]): Wanted[] {
  const seen = new Map<string, Wanted>()
  for (const each of wanted) {
    const key = JSON.stringify([each.area, each.line, each.label])
    if (!seen.has(key)) seen.set(key, each)
  }
  return [...seen.values()]
}

async function held(
  { line, ...wanted }: Wanted,
  { offers }: NeededPriceServices,
  fresh: string,
): Promise<NeededPrice> {
  let checked: CheckedLine
  try {
    checked = offers.check(wanted.area, line)
  } catch (error) {
    if (!(error instanceof Invalid)) throw error
    return { ...wanted, state: 'invalid', faults: [...error.faults], checked: null }
  }
  const known = await offers.known(checked)
  const asked = wanted.label === null ? known : known.filter(({ label }) => label === wanted.label)
  return { ...wanted, state: stateOf(asked, fresh), faults: [], checked }
}

/** The best that any of the lead times has. */
function stateOf(offers: readonly Offer[], fresh: string): PriceState {
  const states = offers.map(({ status, observedAt, priceCents }): PriceState => {
    if (priceCents === null) return 'missing'
    if (status === 'estimated') return 'estimated'
    return observedAt === null || observedAt >= fresh ? 'ready' : 'old'
  })
  return PRICE_STATES.find((state) => states.includes(state)) ?? 'missing'
}
