/**
 * What print and display tariffs share (bundle.md): supplements of chosen elements, adjustments by lead time,
 * exclusions, and steps 5 to 7 from the sum to the rounded price.
 */
import * as Type from 'typebox'
import type { Static } from 'typebox'
import { atScale, isDecimal, parseDecimal, powerOfTen, roundHalfUp, type Decimal } from './decimal.ts'
import type { KnownLeadTime, OfferedLeadTime } from './lead-times.ts'
import type { Reason } from './reasons.ts'
import { Absentable } from './schema.ts'

/** What a chosen element adds: `fixe` + `unitaire` × quantity in cents (× area when `par_m2`), and `pourcentage` on the sum. */
export const Supplement = Type.Object({
  fixe: Absentable(Type.String()),
  unitaire: Absentable(Type.String()),
  pourcentage: Absentable(Type.String()),
  par_m2: Absentable(Type.Boolean()),
})
export type Supplement = Static<typeof Supplement>

/** What a lead time changes: a percentage of the sum and fixed cents. */
export const Adjustment = Type.Object({
  pourcentage: Absentable(Type.String()),
  fixe: Absentable(Type.String()),
})
export type Adjustment = Static<typeof Adjustment>

/** Fields common to the exclusions of both areas. Without `delai` an exclusion holds at every lead time. */
export const exclusionFields = {
  delai: Absentable(Type.Integer()),
  variante: Absentable(Type.Integer()),
  quantite_min: Absentable(Type.Integer()),
  message: Absentable(Type.String()),
}

/**
 * The price of one lead time: whole cents excluding tax, or why there is none. Of a source it is what the source asks;
 * once the mark-up is on it, what the customer pays, beside the cost.
 */
export interface LeadTimePrice {
  readonly leadTime: OfferedLeadTime
  readonly cents: number | null
  /** what the source asks where that is another amount; absent where it is the same */
  readonly costCents?: number | null
  readonly reason: Reason | null
  /** what is known of an upstream's price that is not its answer to this very request */
  readonly known?: KnownPrice
}

/** An upstream's price from memory: its answer at `observedAt`, else an estimate with the interval that holds it. */
export type KnownPrice =
  | {
      readonly kind: 'observed'
      readonly cents: number
      readonly observedAt: string
      /** whether the upstream has moved a price of the same product or family since */
      readonly beforeMove?: boolean
    }
  | {
      readonly kind: 'estimated'
      readonly cents: number
      readonly low: number
      readonly high: number
      /** whether it is of a configuration outside of what the upstream answered */
      readonly outside: boolean
      /** whether it is made of answers from before the upstream moved prices of the product or family, too */
      readonly beforeMove?: boolean
    }

/** Decimal places that hold every amount and every percentage of one tariff exactly. */
export interface Scales {
  readonly money: number
  readonly percent: number
}

export interface CompiledSupplement {
  readonly fixed: bigint
  readonly unit: bigint
  readonly percent: bigint
  readonly perArea: boolean
}

export interface CompiledAdjustment {
  readonly leadTime: KnownLeadTime
  /** (100 + pourcentage), in `10 ** -percent` */
  readonly factor: bigint
  readonly fixed: bigint
}

/** The exact sum S of step 5 as a fraction of the money scale, ready to be adjusted to each lead time. */
export interface Sum {
  readonly n: bigint
  readonly d: bigint
}

const decimalOr = (text: string | null | undefined): Decimal => parseDecimal(text ?? '0')

function widest(decimals: Iterable<string | null | undefined>): number {
  let scale = 0
  for (const text of decimals) {
    if (text !== null && text !== undefined && isDecimal(text))
      scale = Math.max(scale, parseDecimal(text).scale)
  }
  return scale
}

/** The scales that hold all of a tariff's amounts and percentages. */
export function scalesOf(
  money: Iterable<string | null | undefined>,
  percent: Iterable<string | null | undefined>,
): Scales {
  return { money: widest(money), percent: widest(percent) }
}

export function compileSupplement(supplement: Supplement, scales: Scales): CompiledSupplement {
  return {
    fixed: atScale(decimalOr(supplement.fixe), scales.money),
    unit: atScale(decimalOr(supplement.unitaire), scales.money),
    percent: atScale(decimalOr(supplement.pourcentage), scales.percent),
    perArea: supplement.par_m2 ?? false,
  }
}

export function compileAdjustment(
  leadTime: KnownLeadTime,
  adjustment: Adjustment | undefined,
  scales: Scales,
): CompiledAdjustment {
  return {
    leadTime,
    factor: 100n * powerOfTen(scales.percent) + atScale(decimalOr(adjustment?.pourcentage), scales.percent),
    fixed: atScale(decimalOr(adjustment?.fixe), scales.money),
  }
}

/** Step 5: the sum `n / d` raised by the percentages of the chosen elements. */
export function raise(n: bigint, d: bigint, percent: bigint, scales: Scales): Sum {
  if (percent === 0n) return { n, d }
  const hundred = 100n * powerOfTen(scales.percent)
  return { n: n * (hundred + percent), d: d * hundred }
}

const LARGEST = BigInt(Number.MAX_SAFE_INTEGER)
export const NEGATIVE: Reason = { code: 'negative_price' }
export const TOO_LARGE: Reason = { code: 'price_too_large' }

/** Steps 6 and 7: the sum at one lead time, rounded once, half up, to the whole cent. */
export function priceAt(sum: Sum, adjustment: CompiledAdjustment, scales: Scales): LeadTimePrice {
  const hundred = 100n * powerOfTen(scales.percent)
  const n = sum.n * adjustment.factor + adjustment.fixed * sum.d * hundred
  if (n < 0n) return { leadTime: adjustment.leadTime, cents: null, reason: NEGATIVE }
  const cents = roundHalfUp(n, sum.d * hundred * powerOfTen(scales.money))
  if (cents > LARGEST) return { leadTime: adjustment.leadTime, cents: null, reason: TOO_LARGE }
  return { leadTime: adjustment.leadTime, cents: Number(cents), reason: null }
}

/** What the source asks for a price, as far as it is known. */
export function costOf({ cents, costCents, known }: LeadTimePrice): number | null {
  return costCents !== undefined ? costCents : (cents ?? known?.cents ?? null)
}
