/**
 * What can be wrong with a request (partner-api.md 7): every fault names its place as a JSON pointer and a code
 * that never changes. The words come from messages.ts, in the reader's language.
 */

import type { COMPANY_FAULTS } from './company-messages.ts'
import type { DOCUMENT_FAULTS } from './document-messages.ts'
import type { MAIL_FAULTS } from './mail-messages.ts'
import type { ORDER_FAULTS } from './order-messages.ts'
import type { PEOPLE_FAULTS } from './people-messages.ts'
import type { FaultParams, Reason } from './reasons.ts'
import type { UPDATE_FAULTS } from './update-messages.ts'
import type { VAT_REGIME_FAULTS } from './vat-regime-messages.ts'

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
  'shop_address_required',
  'more_faults',
] as const

/** Whether a code, of a partner that speaks as we do, is one of ours. */
export function isFaultCode(code: string | null): code is (typeof FAULT_CODES)[number] {
  return (FAULT_CODES as readonly (string | null)[]).includes(code)
}

/** Codes that only the desk's own requests meet: what stands in the way of sending or ordering a quote. */
export type DeskFaultCode =
  | 'lines_required'
  | 'product_line_required'
  | 'price_estimated'
  | 'country_unknown'
  | 'postal_code_invalid'
  | 'postal_code_elsewhere'
  | 'email_invalid'
  | 'validity_over'
  | 'vat_changed'
  | 'taken_state'
  | 'taken_unknown'
  | 'taken_twice'
  | keyof typeof VAT_REGIME_FAULTS
  | 'device_code_invalid'
  | 'device_code_used'
  | keyof typeof PEOPLE_FAULTS
  | keyof typeof COMPANY_FAULTS
  | keyof typeof DOCUMENT_FAULTS
  | keyof typeof MAIL_FAULTS
  | keyof typeof ORDER_FAULTS
  | keyof typeof UPDATE_FAULTS

export type FaultCode = (typeof FAULT_CODES)[number] | DeskFaultCode

export interface Fault<Code extends string = FaultCode> {
  /** JSON pointer into the request body, to the most specific place. */
  readonly path: string
  readonly code: Code
  readonly params?: FaultParams
  /** of `price_unavailable`: why the line has no price */
  readonly reason?: Reason
  /** of a quote's `price_unavailable`: what is wrong with the line itself */
  readonly because?: readonly Fault[]
}

/** How many faults of one request are listed; an entry more says how many there are besides (partner-api.md 7). */
export const FAULTS_LISTED = 1000

/** Takes faults as they are found. */
export interface FaultSink<F> {
  /** Whether a further one is only counted: its place and words need not be made. */
  readonly full: boolean
  push(fault: F): void
  /** Counts one whose place and words were not made. */
  count(): void
}

/**
 * Faults as they are found: the first are kept, the rest are counted. A body of 1 MB can hold half a million of them,
 * and an answer that lists them all is a hundred times its size.
 */
export class FaultList<F = Fault> implements FaultSink<F> {
  readonly #listed: F[] = []
  readonly #limit: number
  #length = 0

  constructor(limit = FAULTS_LISTED) {
    this.#limit = limit
  }

  /** How many were found. */
  get length(): number {
    return this.#length
  }

  /** The first that were found. */
  get listed(): readonly F[] {
    return this.#listed
  }

  /** How many were found besides those listed. */
  get more(): number {
    return this.#length - this.#listed.length
  }

  get full(): boolean {
    return this.#length >= this.#limit
  }

  push(fault: F): void {
    if (!this.full) this.#listed.push(fault)
    this.#length += 1
  }

  count(): void {
    this.#length += 1
  }
}

/** The faults as they are answered: the first ones, then how many more there are. */
export function answered(faults: FaultList): readonly Fault[] {
  return faults.more === 0
    ? faults.listed
    : [...faults.listed, { path: '', code: 'more_faults', params: { count: faults.more } }]
}

const LONGEST_TOLD = 300

/** A path as it is told: a key that somebody's file gives may be as long as the file. */
export const toldPath = (path: string) =>
  path.length <= LONGEST_TOLD ? path : `${path.slice(0, LONGEST_TOLD)}…`

/** A segment of a JSON pointer, escaped (RFC 6901). */
export function pointer(base: string, segment: string | number): string {
  return typeof segment === 'number'
    ? `${base}/${segment}`
    : `${base}/${segment.replaceAll('~', '~0').replaceAll('/', '~1')}`
}
