import { expect } from 'vitest'
import type { Answer } from './http.ts'

export interface Fault {
  path: string
  code: string
  message: string
}

/** Every code of the contract's table, with the status that it comes with. */
export const codes: Record<string, number> = {
  json_malformed: 400,
  unsupported_media_type: 415,
  body_too_large: 413,
  field_required: 400,
  field_type: 400,
  product_unknown: 400,
  family_unknown: 400,
  variant_unavailable: 400,
  several_variants_of_option: 400,
  option_in_variants_and_values: 400,
  value_not_allowed: 400,
  value_invalid: 400,
  value_required: 400,
  quantity_invalid: 400,
  quantity_not_offered: 400,
  visual_count: 400,
  lead_time_unavailable: 400,
  not_compatible: 400,
  price_unavailable: 400,
  address_required: 400,
  authentication_required: 401,
  token_invalid: 401,
  ordering_not_allowed: 403,
  not_found: 404,
  method_not_allowed: 405,
  idempotency_conflict: 409,
  too_many_requests: 429,
  internal_error: 500,
}

/** The error form of the contract, whatever the status, and gives its faults. */
export function expectErrorForm(answer: Answer): Fault[] {
  expect(answer.headers['content-type'], answer.text).toMatch(/^application\/json/)
  const body = answer.json() as { detail: string; errors: Fault[] }
  expect(Object.keys(body).sort()).toEqual(['detail', 'errors'])
  expect(body.detail).toMatch(/\S/)
  expect(body.errors.length).toBeGreaterThan(0)
  for (const fault of body.errors) {
    expect(Object.keys(fault).sort()).toEqual(['code', 'message', 'path'])
    expect(fault.message).toMatch(/\S/)
    expect(fault.path).toMatch(/^(\/([^~/]|~0|~1)*)*$/)
    expect(fault.code).toMatch(/^[a-z_]+$/)
  }
  return body.errors
}

const sorted = (faults: [string, string][]) => faults.map(([path, code]) => `${path} ${code}`).sort()

/** The answer refuses for exactly these faults, in any order. */
export function expectFaults(
  answer: Answer,
  status: number,
  faults: [path: string, code: string][],
): Fault[] {
  expect(answer.status, answer.text).toBe(status)
  const found = expectErrorForm(answer)
  expect(sorted(found.map(({ path, code }) => [path, code]))).toEqual(sorted(faults))
  for (const { code } of found) expect(codes[code], `${code} is of the contract`).toBe(status)
  return found
}
