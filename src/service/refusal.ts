import type { Company } from '../domain/company/company.ts'
import { answered, FaultList, toldPath, type Fault } from '../domain/faults.ts'
import type { FaultParams } from '../domain/reasons.ts'
import type { BundleFault } from '../domain/bundle.ts'
import { worded, wordedForCommands, type Coded, type ErrorCode } from '../domain/messages.ts'
import type { QuoteFacts } from '../domain/quote/facts.ts'
import { errorCode, isDiskFailure } from '../store/errors.ts'
import { UpstreamError } from '../upstream/errors.ts'
import { SecretError } from './secrets.ts'

/** A request that is understood and refused: never a defect of the program. The caller learns why, in words. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly params: FaultParams | undefined

  constructor(code: ErrorCode, params?: FaultParams) {
    super(wordedForCommands({ code, params }, 'en'))
    this.name = 'Refusal'
    this.code = code
    this.params = params
  }
}

/** A partner that cannot be asked, and why: without a token that can be used, or at our own address. */
export class Unasked extends Refusal {
  readonly problem: Coded

  constructor(problem: Coded) {
    super('partner_unasked', { why: worded(problem, 'en') })
    this.problem = problem
  }
}

/** A quote that a request changes has been changed since it was read; the caller learns how it stands now. */
export class Outdated extends Refusal {
  readonly present: QuoteFacts

  constructor(code: ErrorCode, present: QuoteFacts) {
    super(code)
    this.present = present
  }
}

/** A company that a request changes has been changed since it was read; the caller learns how it stands now. */
export class CompanyOutdated extends Refusal {
  readonly present: Company

  constructor(present: Company) {
    super('company_changed')
    this.present = present
  }
}

/** A body with faults, each by its place: the first ones, where there are very many. */
export class Invalid extends Error {
  readonly faults: readonly Fault[]

  constructor(found: readonly Fault[] | FaultList) {
    const faults = found instanceof FaultList ? answered(found) : found
    super(faults.map(({ path, code }) => `${path} ${code}`).join(', '))
    this.name = 'Invalid'
    this.faults = faults.map((fault) => ({ ...fault, path: toldPath(fault.path) }))
  }
}

/** What comes of a question; the faults of one that is refused for them, where others are asked all the same. */
export async function orInvalid<T>(answer: T | Promise<T>): Promise<T | Invalid> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof Invalid) return error
    throw error
  }
}

/** A bundle that is refused whole, with every fault. */
export class InvalidBundle extends Error {
  readonly faults: readonly BundleFault[]

  constructor(faults: readonly BundleFault[]) {
    super(`the bundle has ${faults.length} fault(s); nothing was changed`)
    this.name = 'InvalidBundle'
    this.faults = faults
  }
}

/** Why a talk with the partner failed, as a code: what is not the partner's fault or the disk's is a defect of ours. */
export function problemOf(error: unknown): Coded {
  if (error instanceof UpstreamError || error instanceof SecretError) return error.problem
  if (error instanceof Refusal) return { code: error.code, params: error.params }
  if (isDiskFailure(error)) return { code: 'store_unavailable', params: { cause: errorCode(error) } }
  const cause = error instanceof Error ? error.message : String(error)
  return { code: 'partner_unexpected', params: { cause } }
}
