/** What the lines of a document come to, as it says it. */
import type { Totals } from '../cart.ts'
import { percentOf } from '../decimal.ts'
import type { PortableQuote } from '../quote/portable.ts'
import { shownCents, shownTotals } from '../shared/known-price.ts'
import type { DocumentLanguage } from '../shared/documents.ts'
import type { Vat, VatAmount } from '../vat.ts'
import { deliveredMention } from '../vat-regimes.ts'
import { DELIVERED_MENTIONS, DOCUMENT_WORDS } from './document-words.ts'
import type { DocumentBasis } from './letterhead.ts'
import { joined, sayings } from './sayings.ts'

export interface DocumentTotal {
  readonly label: string
  readonly value: string
  readonly small: string
  readonly grand: boolean
}

/**
 * From the sum of the lines to what is paid; none while a line has no price.
 * @param range between what the last of them lies, in cents; null: it is exact, or that is not known
 */
export function totalsOf(
  quote: PortableQuote,
  { language }: DocumentBasis,
  range: { readonly low: number; readonly high: number } | null = null,
): DocumentTotal[] {
  const words = DOCUMENT_WORDS[language]
  const say = sayings(language)
  const { uncertainty, discount, vat } = quote
  if (!quote.totals) return []
  const totals = shownTotals(quote.totals, uncertainty)
  const money = (cents: number) => say.money(cents, uncertainty)
  const total = (label: string, cents: number, small = '', grand = false) => ({
    label,
    value: money(cents),
    small,
    grand,
  })
  const whole = shownCents(
    quote.lines.reduce(
      (sum, line) =>
        sum + (line.area !== 'heading' && line.role === 'included' ? (line.price?.wholeCents ?? 0) : 0),
      0,
    ),
    uncertainty,
  )
  const percent = discount && 'percent' in discount ? say.percent(discount.percent) : null
  const account = totals.remise_grand_compte_ht
  return [
    ...(whole !== 0
      ? [total(words.lines, totals.prix_ht + whole), total(words.wholeDiscount(percent), -whole)]
      : account !== 0
        ? [total(words.lines, totals.prix_ht)]
        : []),
    ...(account !== 0 ? [total(words.accountDiscount, -account)] : []),
    total(words.totalHt, totals.prix_total_ht),
    ...totals.vat.map((part, at) =>
      total(
        words.vat(say.percent(part.rate)),
        part.tax,
        joined(
          [
            words.vatBase(money(part.base)),
            isRoundedOnce(quote.totals!.vat[at]!) ? '' : words.roundedEach,
            reasonOfPart(part, part.rate === vat.rate ? vatReason(vat, language) : '', language),
          ],
          ' · ',
        ),
      ),
    ),
    total(words.totalTtc, totals.prix_final_ttc, range ? words.between(say.range(range)) : '', true),
  ]
}

const isRoundedOnce = ({ rate, base, tax }: Totals['vat'][number]) => tax === percentOf(base, rate)

/** Whether the prices of what is outside of the total are before a discount that the total has; "": it has none. */
export function asideDiscounts({ discount, totals }: PortableQuote, { language }: DocumentBasis): string {
  const words = DOCUMENT_WORDS[language]
  const ofWhole =
    discount === null
      ? ''
      : 'percent' in discount
        ? words.asideBefore(words.wholeDiscount(sayings(language).percent(discount.percent)))
        : words.asideAmount
  const ofAccount = totals && totals.remise_grand_compte_ht !== 0
  return joined([ofWhole, ofAccount ? words.asideBefore(words.accountDiscount) : ''], ' ')
}

/**
 * Why the rate of a part of a whole applies.
 * @param whole in words, why that of what has none of its own does
 */
export const reasonOfPart = (part: VatAmount, whole: string, language: DocumentLanguage): string =>
  part.name === undefined ? whole : vatReason({ ...part, reason: 'regime' }, language)

/** Why a rate applies, where that is not the country's own; "" where it is. */
export function vatReason({ reason, name = '', mention = '' }: Vat, language: DocumentLanguage): string {
  const words = DOCUMENT_WORDS[language].vatReasons
  if (reason === 'regime') {
    const delivered = language === 'fr' ? null : deliveredMention(mention)
    if (delivered) return DELIVERED_MENTIONS[delivered]
    return mention.trim() === '' ? name : mention
  }
  if (reason === 'postal_code') return words.region
  return reason === 'elsewhere' ? words.elsewhere : ''
}
