/** Prices and quotes, in the reader's words. */
import { faultMessage, faultsMessage, reasonMessage, worded, type Locale } from '../../domain/messages.ts'
import { wholly } from '../../domain/partner-words.ts'
import { countOf } from '../../domain/shared/line-roles.ts'
import { type MovedPrice, type PricedLeadTime, type Quote, type QuoteLine } from '../../domain/quote/quote.ts'
import { heldWidth } from '../../domain/quote/amounts.ts'
import { isGone } from '../../domain/quote/facts.ts'
import type {
  ComparedPrices,
  KeptLine,
  MovedOffer,
  Offer,
  PriceEvidence,
  QuoteFacts,
  TotalledLine,
} from '../../domain/quote/facts.ts'
import { recipientOf } from '../../domain/shared/whom.ts'
import { draftName } from '../../domain/shared/numbers.ts'
import type { MatrixRow } from '../../service/offers.ts'
import type { PricedPreview } from '../../service/quotes/quotes.ts'
import type { QuoteRecord } from '../../store/quotes.ts'
import type { Reader } from './access.ts'

export function offerView({ reason, ...offer }: Offer, locale: Locale): PricedLeadTime {
  return { ...offer, message: reason ? reasonMessage(reason, locale) : '' }
}

/** A price for who configures: what its partner says of it stands whole for who may see costs. */
export function pricedView(offer: Offer, { locale, rights }: Reader): PricedLeadTime {
  const { reason } = offer
  return offerView(reason && rights.has('costs') ? { ...offer, reason: wholly(reason) } : offer, locale)
}

/** A row of the price matrix. */
export function rowView({ leadTimes, faults, ...row }: MatrixRow, reader: Reader) {
  return {
    ...row,
    leadTimes: leadTimes.map((offer) => pricedView(offer, reader)),
    message: faultsMessage(faults, reader.locale),
  }
}

function lineView(
  { parts, price, problem, asked: _asked, refused: _refused, sale, ...line }: TotalledLine,
  locale: Locale,
): QuoteLine {
  return {
    ...line,
    sale: sale && { ...sale },
    summary: parts.map((part) => worded(part, locale)),
    parts: parts.map(({ code, params, usual }) => ({ code, params: { ...params }, ...(usual && { usual }) })),
    price: offerView(price, locale),
    problem: problem && faultsMessage(problem, locale),
    gone: isGone({ problem }),
  }
}

export function quoteView(
  { lines, obstacles, discount, evidence, ...quote }: QuoteFacts,
  locale: Locale,
): Quote {
  return {
    ...quote,
    discount: discount && { ...discount },
    evidence: evidenceView(evidence),
    number: calledBy(quote, locale),
    lines: lines.map((line) => lineView(line, locale)),
    obstacles: obstacles.map((fault) => ({
      path: fault.path,
      code: fault.code,
      message: faultMessage(fault, locale),
      stops: fault.stops,
    })),
  }
}

export function previewView({ lines, discount, ...priced }: PricedPreview, locale: Locale) {
  const shown = { ...priced, discount: discount && { ...discount } }
  return { ...shown, lines: lines.map((line) => lineView(line, locale)), problem: problemIn(lines, locale) }
}

export function comparedView({ lines, problems, evidence, ...prices }: ComparedPrices, locale: Locale) {
  return {
    ...{ ...prices, evidence: evidenceView(evidence) },
    lines: lines.map((offer) => offer && movedView(offer, locale)),
    problems: problems.map((problem) => problem && faultsMessage(problem, locale)),
  }
}

export const movedView = ({ netCents, ...offer }: MovedOffer, locale: Locale): MovedPrice => ({
  ...offerView(offer, locale),
  netCents,
})

const evidenceView = (evidence: PriceEvidence | null): Quote['evidence'] =>
  evidence && { ...evidence, seen: evidence.seen.map((each) => ({ ...each })) }

/** What a quote is called. */
export const calledBy = ({ id, number }: Pick<QuoteRecord, 'id' | 'number'>, locale: Locale) =>
  number ?? draftName(id, locale)

/** A quote as a list shows it. */
export function quoteSummary(quote: QuoteRecord, expired: boolean, locale: Locale) {
  return {
    id: quote.id,
    number: calledBy(quote, locale),
    revision: quote.revision,
    state: quote.state,
    expired,
    customer: quote.customer,
    company: quote.company,
    contact: quote.contact,
    reference: quote.reference,
    recipient: recipientOf(quote),
    updatedAt: quote.updatedAt,
    validUntil: quote.validUntil,
    lineCount: countOf(quote.lines),
    totalCents: quote.totals?.prix_total_ht ?? null,
    indicative: quote.indicative,
    reconfirm: quote.reconfirm,
    uncertainty: heldWidth(quote),
    invalid: problemIn(quote.lines, locale),
  }
}

/** The first of the lines' problems. */
function problemIn(lines: readonly Pick<KeptLine, 'problem'>[], locale: Locale): string | null {
  const problem = lines.find((line) => line.problem !== null)?.problem
  return problem ? faultsMessage(problem, locale) : null
}
