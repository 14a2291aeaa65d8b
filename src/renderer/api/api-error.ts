/** How a call of the service fails. */

/** A fault of a request, with the JSON pointer of its place in the body. */
export interface FieldError {
  readonly path: string
  readonly code: string
  readonly message: string
}

/**
 * What every failed call throws: the service's own words, and the faults by place. Status 0: the service gave no answer;
 * there may be one of a proxy that did not reach it.
 */
export class ApiError extends Error {
  readonly status: number
  readonly errors: readonly FieldError[]
  /** What was to be changed as it stands now, where that is why it was refused. */
  readonly present: unknown
  /** Seconds until it may be tried again, where the service says so. */
  readonly retryAfter: number
  /** The right that one lacks, where that is why. */
  readonly right: string | null
  /** Whether what was asked for may be done all the same. */
  readonly doubt: boolean

  constructor(
    status: number,
    detail: string,
    errors: readonly FieldError[],
    present: unknown = null,
    retryAfter = 0,
    right: string | null = null,
    doubt = false,
  ) {
    super(detail)
    this.name = 'ApiError'
    this.status = status
    this.errors = errors
    this.present = present
    this.retryAfter = retryAfter
    this.right = right
    this.doubt = doubt
  }
}
