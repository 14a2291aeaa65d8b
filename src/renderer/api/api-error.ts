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

/** The service answers, but its database does not. */
export const STORE_AWAY = 503

/** What a call is told as that found the store's file gone: waiting is of no use. */
export const STORE_LOST = 500

/** Whether a call failed for want of an answer, of the service or of its database: once they are back it is worth another try. */
export const isUnanswered = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status === STORE_AWAY)

/** Whether a request may have been done, though nobody said so: no answer came, or the database was lost as it wrote. */
export const isInDoubt = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.doubt)

/** Whether what was asked for is not there, as opposed to not to be had. */
export const isUnknown = (error: unknown) => error instanceof ApiError && error.status === 404

/** Whether the service has read what is asked for, and does not take it: asked again as it is, it says the same. */
export const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 400
