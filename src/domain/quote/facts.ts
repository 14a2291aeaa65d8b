/** Quotes as they are kept and handed on: what they say is codes, which the edge puts in the reader's words. */
import type { Fault } from '../faults.ts'
import type { QuoteAmounts } from './line-amounts.ts'
import type { QuoteDiscount, QuoteLineInput, Sale } from './lines.ts'
import type { PricedLeadTime, Quote, QuoteLine, QuoteObstacle, QuotePrices } from './quote.ts'
import type { Reason, ReasonCode } from '../reasons.ts'
import type { Day } from '../shared/calendar.ts'
import { withOldIds } from '../shared/line-ids.ts'
import { isProduct } from '../shared/line-roles.ts'
import { itemOf } from '../shared/quote-lines.ts'
import { namedSource, sourceOf, type NamedSource, type Source } from '../source.ts'
import type { SummaryPart } from '../summary.ts'
import { costOf, type LeadTimePrice } from '../tariff.ts'
import type { VatRegime } from '../vat-regimes.ts'

/** The price of one lead time, with where it comes from. */
export interface Offer extends Readonly<Omit<PricedLeadTime, 'message'>> {
  /** why there is no price; null where there is one, or nothing says why */
  readonly reason: Reason | null
}

/** A price with its provenance: firm, observed earlier, estimated, or none. */
export function offerOf(price: LeadTimePrice): Offer {
  const { leadTime, cents, reason, known } = price
  const estimate = known?.kind === 'estimated' ? known : null
  const priceCents = cents ?? known?.cents ?? null
  return {
    label: leadTime.label,
    days: leadTime.days,
    delai: leadTime.id,
    status: known ? known.kind : cents === null ? 'unavailable' : 'firm',
    priceCents,
    costCents: costOf(price),
    low: estimate?.low ?? null,
    high: estimate?.high ?? null,
    ...(estimate?.outside && { outside: true }),
    observedAt: known?.kind === 'observed' ? known.observedAt : null,
    ...(known?.beforeMove && { beforeMove: true }),
    reason: priceCents === null ? reason : null,
  }
}

/** What the lines of a quote make of each other. */
type Totalled = 'amounts' | 'subtotalCents' | 'subtotalUncertainty' | 'alternativeTo' | 'vatRegimeId' | 'vat'

/** A line of a quote. */
export interface KeptLine extends Readonly<
  Omit<QuoteLine, 'summary' | 'parts' | 'price' | 'problem' | 'gone' | 'source' | 'sale' | Totalled>
> {
  /** what it is sold at; null: the catalogue's price, which `price` keeps in any case */
  readonly sale: Sale | null
  /** what its VAT goes by, as it was when the quote was saved; null: as its quote's */
  readonly vatRegime: VatRegime | null
  /** what was chosen when it was saved */
  readonly parts: readonly SummaryPart[]
  readonly price: Offer
  /** why it cannot be had any more: it fits the catalogue no longer, or has lost its price; null while it can */
  readonly problem: readonly Fault[] | null
  /** whether that is said by whoever prices it, and not by the catalogue */
  readonly refused?: boolean
  /** the lead time as the client named it, where the line was answered with another name of it */
  readonly asked?: Pick<QuoteLineInput, 'delai' | 'leadTimeLabel'> | undefined
}

/** A line of a quote with where it comes from: its item's id tells that when the item is gone, too. */
export type SourcedLine<Line = KeptLine> = Line & { readonly source: NamedSource | null }

/** A line of a quote as it is answered: with what it comes to. */
export type TotalledLine = SourcedLine<Omit<KeptLine, 'vatRegime'>> & Readonly<Pick<QuoteLine, Totalled>>

/** @param sources every one ever, those that were taken away among them */
export function sourcedLine<Line extends Pick<KeptLine, 'area' | 'line'>>(
  line: Line,
  sources: readonly Source[],
): SourcedLine<Line> {
  const source = isProduct(line) ? sourceOf(itemOf(line), sources) : undefined
  return { ...line, source: source ? namedSource(source) : null }
}

/** What the prices of the included products rest on, where they do not hold by themselves. */
export interface PriceEvidence {
  /** the last day on which all of them hold; null: not on one, for one is an estimate */
  readonly until: Day | null
  /** how many are estimates */
  readonly estimated: number
  /** whose prices were seen, and when the oldest of each, ISO; in the order of the lines */
  readonly seen: readonly { readonly source: string; readonly at: string }[]
}

/** Why a quote cannot be sent, or ordered, as it stands. */
export interface Obstacle extends Fault {
  readonly stops: QuoteObstacle['stops']
}

/** A quote as it stands. */
export interface QuoteFacts extends Readonly<
  Omit<Quote, 'lines' | 'obstacles' | 'number' | 'discount' | 'amounts' | 'evidence'>
> {
  /** null until it leaves the desk */
  readonly number: string | null
  readonly lines: readonly TotalledLine[]
  readonly discount: QuoteDiscount | null
  readonly amounts: QuoteAmounts | null
  readonly obstacles: readonly Obstacle[]
  readonly evidence: PriceEvidence | null
}

/** Today's price of a line that holds another. */
export interface MovedOffer extends Offer {
  /** what the line's own discount leaves of it */
  readonly netCents: number | null
}

/** Today's prices of a draft beside those that it holds. */
export interface ComparedPrices extends Readonly<Omit<QuotePrices, 'lines' | 'problems' | 'evidence'>> {
  readonly lines: readonly (MovedOffer | null)[]
  /** why each line cannot be had; a partner may have said so just now */
  readonly problems: readonly (readonly Fault[] | null)[]
  readonly evidence: PriceEvidence | null
}

type Plain = 'text' | 'quantity' | 'unitCents' | 'costCents' | 'role' | 'sale' | 'discount' | 'vatRegime'
type Later = 'id' | 'names' | 'promised' | 'parts' | Plain

/** What a line is that only names a product: in the total, at the catalogue's price. */
export const PLAIN_LINE: Pick<KeptLine, Plain> = {
  ...{ text: '', quantity: null, unitCents: null, costCents: null },
  ...{ role: 'included', sale: null, discount: null, vatRegime: null },
}

/** A line as it was stored by any program so far. */
export type StoredLine = Omit<KeptLine, Later | 'price' | 'problem'> &
  Partial<Pick<KeptLine, Later>> & {
    readonly price: Omit<Offer, 'reason' | 'costCents'> & Partial<Pick<Offer, 'reason' | 'costCents'>>
    readonly problem: KeptLine['problem'] | string
  } & Told

/** What programs before this one stored in words. */
interface Told {
  readonly summary?: readonly string[]
  readonly price: { readonly message?: string }
}

const told = (text: string) => ({ code: 'told_before', params: { text } }) as const

/** Lines as they were stored. */
export const storedLines = (lines: readonly StoredLine[]): KeptLine[] => withOldIds(lines).map(storedLine)

/**
 * A line as it was stored. Where that was in words, they stay as they are; one from before names, delivery days and
 * costs were kept has none: what it cost was what it was sold at. The cost of a service may be unknown.
 */
function storedLine({ summary = [], ...line }: StoredLine & { readonly id: string }): KeptLine {
  const { message = '', ...price } = line.price
  return {
    ...PLAIN_LINE,
    ...line,
    names: line.names ?? {},
    promised: line.promised ?? null,
    parts: line.parts ?? summary.map(told),
    price: {
      ...price,
      costCents: price.costCents ?? (line.area === 'free' ? null : price.priceCents),
      reason: price.reason ?? (message === '' ? null : told(message)),
    },
    problem:
      typeof line.problem === 'string'
        ? [{ path: '', code: 'price_unavailable', reason: told(line.problem) }]
        : line.problem,
  }
}

/** Why there is no price while nobody was asked, or nobody answers. */
const UNASKED: ReadonlySet<string> = new Set<ReasonCode>([
  ...(['never_asked', 'not_asked_yet', 'too_little_known', 'value_needed'] as const),
  ...(['observed_too_old', 'only_estimated'] as const),
])

/** Whether something that a line is made of is to be had no more: not where its source only is silent. */
export const isGone = ({ problem }: Pick<KeptLine, 'problem'>): boolean =>
  problem?.some(({ code, reason }) => code !== 'price_unavailable' || !UNASKED.has(reason?.code ?? '')) ??
  false
