/** The mark-ups of the settings, on prices (partner-api.md 2.3). */
import { areaOf, rulesOf, type CheckedLine } from '../domain/areas.ts'
import type { Fault } from '../domain/faults.ts'
import { isNeutral, markUpOf, saleCents, type MarkUp, type MarkUps } from '../domain/mark-up.ts'
import type { Area } from '../domain/order.ts'
import type { Reason } from '../domain/reasons.ts'
import { read } from '../domain/schema.ts'
import { costOf, TOO_LARGE, type KnownPrice, type LeadTimePrice } from '../domain/tariff.ts'
import type { SettingsService } from './settings.ts'

export class MarkUpService {
  readonly #settings: SettingsService
  /** what each item's mark-up is, worked out once a change of the settings; null: none */
  #of: MarkUps | null = null
  readonly #known = {
    print: new Map<number, MarkUp | null>(),
    display: new Map<number, MarkUp | null>(),
  }

  constructor(settings: SettingsService) {
    this.#settings = settings
  }

  /** The mark-up of a product or family of a source; null where its prices stay as they are. */
  of(area: Area, item: number, source: number): MarkUp | null {
    const { markUps } = this.#settings.current
    if (this.#of !== markUps) {
      this.#of = markUps
      this.#known.print.clear()
      this.#known.display.clear()
    }
    const known = this.#known[area]
    let markUp = known.get(item)
    if (markUp === undefined) {
      const found = markUpOf(markUps, area, item, source)
      markUp = isNeutral(found) ? null : found
      known.set(item, markUp)
    }
    return markUp
  }

  #ofLine(line: CheckedLine): MarkUp | null {
    const rules = rulesOf(line)
    return this.of(areaOf(line), rules.itemId(line), rules.sourceOf(line).id)
  }

  /** What a line's prices are sold at. */
  sold(line: CheckedLine, prices: readonly LeadTimePrice[]): readonly LeadTimePrice[] {
    const markUp = this.#ofLine(line)
    return markUp === null ? prices : prices.map((price) => soldPrice(price, markUp))
  }

  /** The same of one price. */
  soldAt(line: CheckedLine, price: LeadTimePrice | Reason): LeadTimePrice | Reason {
    const markUp = this.#ofLine(line)
    if (markUp === null) return price
    return 'code' in price ? soldReason(price, markUp) : soldPrice(price, markUp)
  }
}

function soldPrice(price: LeadTimePrice, markUp: MarkUp): LeadTimePrice {
  const { leadTime, cents, reason, known } = price
  const sale = cents === null ? null : saleCents(cents, markUp)
  return {
    leadTime,
    cents: sale,
    costCents: costOf(price),
    reason: cents !== null && sale === null ? TOO_LARGE : reason && soldReason(reason, markUp),
    ...(known && { known: soldKnown(known, markUp) }),
  }
}

function soldKnown(known: KnownPrice, markUp: MarkUp): KnownPrice {
  const sale = (cents: number) => saleCents(cents, markUp) ?? Number.MAX_SAFE_INTEGER
  return known.kind === 'observed'
    ? { ...known, cents: sale(known.cents) }
    : { ...known, cents: sale(known.cents), low: sale(known.low), high: sale(known.high) }
}

/** A reason that names a price names that of the customer. */
function soldReason(reason: Reason, markUp: MarkUp): Reason {
  const { params } = reason
  const cents = params?.['cents']
  if (typeof cents !== 'number') return reason
  return { ...reason, params: { ...params, cents: saleCents(cents, markUp) ?? Number.MAX_SAFE_INTEGER } }
}

/** A fault for each mark-up of a source that never was: it would leave another in force without a word. */
export function unknownSources(changes: unknown, known: ReadonlySet<number>): Fault[] {
  const sources = read.array(read.object(read.object(changes)?.['markUps'])?.['sources']) ?? []
  return sources.flatMap((entry, i) => {
    const source = read.integer(read.object(entry)?.['source'])
    return source === undefined || known.has(source)
      ? []
      : [{ path: `/markUps/sources/${i}/source`, code: 'value_invalid', reason: { code: 'source_unknown' } }]
  })
}
