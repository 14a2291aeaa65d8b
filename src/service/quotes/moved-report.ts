/** What has moved of an open quote since it was priced, from memory: no partner is asked. */
import type { CheckedLine } from '../../domain/areas.ts'
import type { Fault } from '../../domain/faults.ts'
import { amountsOf, heldWidth, soldOffer } from '../../domain/quote/amounts.ts'
import { offerOf, type KeptLine, type MovedOffer, type Offer } from '../../domain/quote/facts.ts'
import { discounted, fixedAt, movedTo } from '../../domain/quote/moved.ts'
import { isIncluded, isProduct } from '../../domain/shared/line-roles.ts'
import { isUnderCost, netOf } from '../../domain/shared/sold-at.ts'
import type { LeadTimePrice } from '../../domain/tariff.ts'
import type { QuoteRecord } from '../../store/quotes.ts'
import type { Customer } from '../customers.ts'
import type { Account, OfferService } from '../offers.ts'
import type { Partner, Partners } from '../partners.ts'
import { itemOf } from '../price-book.ts'
import { itemKey } from '../price-floors.ts'
import type { PriceService } from '../prices.ts'
import { Invalid } from '../refusal.ts'
import { bodyOf, namedOf, type QuotePricing } from './prices.ts'

/** Another price; no price of now, but one that is too old; it fits the catalogue no more. */
export const MOVED_KINDS = ['moved', 'aged', 'invalid'] as const
export type MovedKind = (typeof MOVED_KINDS)[number]

export interface MovedLineFacts {
  /** its place in the quote */
  readonly at: number
  readonly kind: MovedKind
  readonly name: string
  /** what it holds, at what it is sold at */
  readonly before: MovedOffer
  readonly pricedAt: string | null
  /** today's; null where it fits no more */
  readonly after: MovedOffer | null
  readonly faults: readonly Fault[]
  /** whether the customer's price can stay on today's cost */
  readonly canAbsorb: boolean
  /** whether it would then be sold under its cost */
  readonly underCost: boolean | null
}

export interface MovedQuoteFacts {
  readonly quote: Omit<QuoteRecord, 'lines'>
  readonly lines: readonly MovedLineFacts[]
  /** every line that bears a name of those, by its place: what tells them apart */
  readonly alike: ReadonlyMap<number, KeptLine>
  /** excluding tax; null where there is none */
  readonly beforeCents: number | null
  readonly afterCents: number | null
  /** how wide the interval of each is, cents; null of an exact one */
  readonly beforeUncertainty: number | null
  readonly afterUncertainty: number | null
}

/** A line that fits, with what asks for its price. */
export interface FittingLine {
  readonly checked: CheckedLine
  /** null: the shop's own tariffs */
  readonly partner: Partner | null
}

export interface MovedReportServices {
  readonly offers: OfferService
  readonly prices: PriceService
  readonly partners: Partners
  readonly quotePricing: QuotePricing
}

/** Open quotes held against what is known now; what several lines need is looked up once. */
export class MovedReport {
  readonly #with: MovedReportServices
  /** ISO: what a partner said before is no price any more */
  readonly #oldest: string
  readonly #known = new Map<string, readonly LeadTimePrice[]>()
  /** what partners refused when they were asked last, by the same key */
  readonly #refused = new Map<string, readonly Fault[]>()
  /** every line of a partner that fits, each once */
  readonly fitting = new Map<string, FittingLine>()

  constructor(services: MovedReportServices, oldest: string) {
    this.#with = services
    this.#oldest = oldest
  }

  /** @param quotes a few at a time: between them others are answered. @returns those of which something is to be told */
  async of(quotes: readonly (readonly [QuoteRecord, Customer])[]): Promise<MovedQuoteFacts[]> {
    const held = quotes.map(([quote, customer]) => ({
      ...{ quote, customer },
      lines: quote.lines.map((line) => this.#held(line, customer)),
    }))
    await this.#look(
      held.flatMap(({ lines }) => lines.flatMap((line) => (line && 'key' in line ? line : []))),
    )
    return held.flatMap(({ quote, customer, lines }) => {
      const facts = quote.lines.flatMap((line, at) => this.#told(line, at, lines[at] ?? null) ?? [])
      return facts.length === 0 ? [] : [this.#whole(quote, customer, facts)]
    })
  }

  #held(line: KeptLine, account: Account): Held | Broken | null {
    if (!isProduct(line)) return null
    try {
      const checked = this.#with.offers.checkFor(line.area, bodyOf(line), account)
      const partner = this.#with.partners.ofLine(checked)
      const estimated = partner !== null && line.price.status === 'estimated'
      // The lead time is no part of what prices are kept by.
      const configuration = JSON.stringify([line.area, line.line])
      if (partner && !this.fitting.has(configuration)) this.fitting.set(configuration, { checked, partner })
      return { key: `${estimated} ${configuration}`, checked, partner, estimated }
    } catch (error) {
      if (!(error instanceof Invalid)) throw error
      return { faults: error.faults }
    }
  }

  /** Looks up the prices of lines, those of a product or family together; estimates are worth their time where one is held. */
  async #look(lines: readonly Held[]): Promise<void> {
    const groups = new Map<string, Group>()
    for (const { key, checked, estimated } of lines) {
      if (this.#known.has(key)) continue
      const name = `${itemKey(itemOf(checked))} ${estimated}`
      const group = groups.get(name) ?? { estimated, lines: new Map() }
      group.lines.set(key, checked)
      groups.set(name, group)
    }
    for (const { estimated, lines: own } of groups.values()) {
      const asked = [...own.values()]
      const [prices, refusals] = await Promise.all([
        this.#with.prices.ofAll(asked, estimated),
        this.#with.prices.refusals(asked),
      ])
      ;[...own.keys()].forEach((key, i) => {
        this.#known.set(key, prices[i] ?? [])
        if (refusals[i]) this.#refused.set(key, refusals[i].faults)
      })
    }
  }

  /** Why a line cannot be had: the catalogue's faults, or its partner's refusal where it has given no price since. */
  #brokenBy(line: KeptLine, held: Held | Broken): readonly Fault[] | null {
    if (!('key' in held)) return held.faults
    const refused = this.#refused.get(held.key)
    if (refused) return refused
    const known = this.#known.get(held.key) ?? []
    const isPriced = held.partner
      ? known.some((price) => price.known?.kind === 'observed')
      : (todayOf(line, known, false)?.priceCents ?? null) !== null
    return line.refused && !isPriced ? line.problem : null
  }

  #told(line: KeptLine, at: number, held: Held | Broken | null): ToldLine | null {
    if (held === null) return null
    const before = discounted(soldOffer(line.price, line.sale), line.discount)
    const facts = { at, name: line.name, before, pricedAt: line.pricedAt ?? null }
    const broken = this.#brokenBy(line, held)
    if (broken) {
      return { ...facts, kind: 'invalid', after: null, faults: namedOf(broken, line), canAbsorb: false }
    }
    if (!('key' in held)) return null
    const today = this.#todayOf(line, held)
    if (today === null) {
      // That nobody knows what it costs now is told of a line that has a price.
      const isKnown = before.priceCents !== null && line.price.label !== '' && !held.estimated
      return isKnown ? { ...facts, kind: 'aged', after: null, faults: [], canAbsorb: false } : null
    }
    const isAged = today.observedAt !== null && today.observedAt < this.#oldest
    const moved = movedTo(line, { price: today, problem: null })
    if (moved === null && !isAged) return null
    const after = discounted(moved ?? soldOffer(today, line.sale), line.discount)
    const isPriced = before.priceCents !== null && after.priceCents !== null
    return {
      ...{ ...facts, after, faults: [], kind: moved ? 'moved' : 'aged' },
      canAbsorb: moved !== null && isPriced && before.priceCents !== after.priceCents,
    }
  }

  /** Today's price at the lead time of a line; null where nothing is known of it. */
  #todayOf(line: KeptLine, { key, checked, partner }: Held): Offer | null {
    const known = this.#known.get(key) ?? []
    const today = todayOf(line, known, partner !== null)
    if (today !== null || partner === null) return today
    const label = labelOf(line)
    const isNamed = known.some(({ leadTime }) => leadTime.label === label)
    const answers = known.filter((price) => price.known?.kind === 'observed' && isSince(line, price.known))
    // A partner that names one lead time may name its main one alone: of another that says nothing.
    const isGone =
      this.#with.prices.isGone(checked, known, label) || (label !== '' && !isNamed && answers.length > 1)
    return isGone ? { ...line.price, ...GONE } : null
  }

  #whole(quote: QuoteRecord, customer: Customer, told: readonly ToldLine[]): MovedQuoteFacts {
    const { lines, discount, totals, ...head } = quote
    const byPlace = new Map(told.map((line) => [line.at, line]))
    const names = new Set(told.map(({ name }) => name))
    const isBroken = lines.some((line, at) => isIncluded(line) && byPlace.get(at)?.kind === 'invalid')
    const today = lines.map((line, at) => {
      const moved = byPlace.get(at)
      if (moved?.kind === 'invalid') return line
      // What a partner refused before it has given a price for since.
      if (moved?.kind !== 'moved' || !moved.after) return { ...line, problem: null }
      // What it is sold at is in it by now.
      return { ...line, price: moved.after, sale: null, problem: null }
    })
    const absorbed = lines.map((line, at) => {
      const moved = byPlace.get(at)
      return moved?.canAbsorb ? { ...line, sale: fixedAt(moved.before) } : line
    })
    const { lines: kept } = amountsOf(absorbed, discount)
    const { quotePricing } = this.#with
    const after = isBroken ? null : quotePricing.totals({ ...quote, lines: today }, customer)
    return {
      quote: { ...head, discount, totals },
      // The discounts of the whole and of the customer, too, may be what brings a line under its cost.
      lines: told.map((line) => ({
        ...line,
        underCost: isUnderCost(netOf(kept[line.at] ?? null, totals), line.after?.costCents ?? null),
      })),
      alike: new Map([...lines.entries()].filter(([, { name }]) => names.has(name))),
      beforeCents: totals?.prix_total_ht ?? null,
      afterCents: after?.prix_total_ht ?? null,
      beforeUncertainty: heldWidth(quote),
      afterUncertainty: isBroken ? null : amountsOf(today, discount).uncertainty,
    }
  }
}

type ToldLine = Omit<MovedLineFacts, 'underCost'>

interface Held extends FittingLine {
  readonly key: string
  /** whether the line holds an estimate */
  readonly estimated: boolean
}

interface Group {
  readonly estimated: boolean
  readonly lines: Map<string, CheckedLine>
}

interface Broken {
  readonly faults: readonly Fault[]
}

const labelOf = (line: KeptLine): string => line.price.label || (line.leadTimeLabel ?? '')

const isSince = ({ pricedAt }: KeptLine, { observedAt }: { readonly observedAt: string }) =>
  pricedAt != null && observedAt > pricedAt

/** What is known today at the lead time of a line; null where that is nothing. */
function todayOf(line: KeptLine, known: readonly LeadTimePrice[], isPartners: boolean): Offer | null {
  const label = labelOf(line)
  const found =
    known.find(({ leadTime }) => leadTime.label === label && (leadTime.id ?? line.delai) === line.delai) ??
    known.find(({ leadTime }) => line.delai !== null && leadTime.id === line.delai) ??
    known.find(({ leadTime }) => leadTime.label === label)
  if (!found) return isPartners || label === '' ? null : { ...line.price, ...GONE }
  const offer = offerOf(found)
  // That nobody has said a price is no price of today.
  const isSilence = offer.priceCents === null && SILENT.has(offer.reason?.code ?? '')
  return isPartners && isSilence ? null : offer
}

const SILENT: ReadonlySet<string> = new Set([
  'never_asked',
  'not_asked_yet',
  'too_little_known',
  'value_needed',
])

const GONE = {
  ...{ status: 'unavailable' as const, priceCents: null, costCents: null, low: null, high: null },
  ...{ observedAt: null, reason: { code: 'excluded' as const } },
}
