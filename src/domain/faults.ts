/**
 * What can be wrong with a request (contract.md, "Errors"): every fault names its place as a JSON pointer and a code
 * that never changes. The words come from messages.ts, in the reader's language.
 */

import type { Reason } from './tariff.ts'

/** Codes of faults in a request body, with the HTTP status 400. */
export const FAULT_CODES = [
  'field_required',
  'field_type',
  'product_unknown',
  'family_unknown',
  'variant_unavailable',
  'several_variants_of_option',
  'option_in_variants_and_values',
  'value_not_allowed',
  'value_invalid',
  'value_required',
  'quantity_invalid',
  'quantity_not_offered',
  'visual_count',
  'lead_time_unavailable',
  'not_compatible',
  'price_unavailable',
  'address_required',
] as const

export type FaultCode = (typeof FAULT_CODES)[number]

/** Values that a message may name. */
export type FaultParams = Readonly<Record<string, string | number>>

export interface Fault<Code extends string = FaultCode> {
  /** JSON pointer into the request body, to the most specific place. */
  readonly path: string
  readonly code: Code
  readonly params?: FaultParams
  /** of `price_unavailable`: why the line has no price */
  readonly reason?: Reason
}

/** A segment of a JSON pointer, escaped (RFC 6901). */
export function pointer(base: string, segment: string | number): string {
  return typeof segment === 'number'
    ? `${base}/${segment}`
    : `${base}/${segment.replaceAll('~', '~0').replaceAll('/', '~1')}`
}
