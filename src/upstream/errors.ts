import { message } from '../domain/messages.ts'
import { fieldsNamed } from '../domain/partner-fields.ts'
import { wholly } from '../domain/partner-words.ts'
import type { PartnerProblem } from '../domain/partner-problems.ts'

/** A part of a refusal. */
export interface RefusedPlace {
  /** JSON pointer into what was sent; "" where the partner names no field of it */
  readonly path: string
  /** the partner's own code; null where it gives none */
  readonly code: string | null
  readonly message: string
  /** a field that no request of ours has, as the partner calls it; absent where it names none */
  readonly field?: string
}

export interface PartnerRefusal {
  /** the partner's own words, all of them; "" where there are none that can be read */
  readonly words: string
  readonly places: readonly RefusedPlace[]
}

/**
 * What can become of a request to the partner. Its kind is what matters for an order: it tells what is proved. Its
 * problem is what a person is told, in the person's language; the error's own message is for the log.
 */
export class UpstreamError extends Error {
  readonly kind: UpstreamErrorKind
  readonly problem: PartnerProblem
  /** the HTTP status, where there was an answer */
  readonly status: number | null
  /** the partner's own words, where it gave some */
  readonly words: string | null
  /** what they are about, as far as it says */
  readonly places: readonly RefusedPlace[]

  constructor(
    kind: UpstreamErrorKind,
    problem: PartnerProblem,
    details: { status?: number; refusal?: PartnerRefusal; cause?: unknown } = {},
  ) {
    super(message(problem.code, 'en', wholly(problem).params), { cause: details.cause })
    this.name = 'UpstreamError'
    this.kind = kind
    this.problem = problem
    this.status = details.status ?? null
    this.words = details.refusal?.words ?? null
    this.places = details.refusal?.places ?? []
  }
}

export type UpstreamErrorKind =
  /** no connection was made: the partner saw nothing */
  | 'unreachable'
  /** sent, and no whole answer came back: the partner may have acted or not */
  | 'interrupted'
  /** the partner answered 400 or another refusal: it did not act */
  | 'refused'
  /** the token was not accepted: it did not act */
  | 'unauthorized'
  /** too many requests: it did not act */
  | 'throttled'
  /** our own limits gave it no turn in time: the partner saw nothing, and nothing is known of it */
  | 'queued'
  /** 5xx: the partner may have acted or not */
  | 'failed'
  /** an answer that is neither a refusal nor a success that can be read: the partner may have acted or not */
  | 'unreadable'
  /** the user stopped it */
  | 'cancelled'

/** The error of a request that the user stopped. */
export function stopped(cause?: unknown): UpstreamError {
  return new UpstreamError('cancelled', { code: 'partner_stopped' }, { cause })
}

/** The error of a request that never had its turn within our own limits. @param milliseconds that it has waited */
export function noTurn(milliseconds: number): UpstreamError {
  return new UpstreamError('queued', {
    code: 'partner_no_turn',
    params: { seconds: Math.ceil(milliseconds / 1000) },
  })
}

/** The error of a request to a partner that asked to be left alone. @param milliseconds that it would have waited at least */
export function tooBusy(milliseconds: number): UpstreamError {
  const params = { seconds: Math.ceil(milliseconds / 1000) }
  return new UpstreamError('throttled', { code: 'partner_throttled', params }, { status: TOO_MANY })
}

/** The error of an answer that is neither a refusal nor a success that can be read. */
export function unreadable(code: PartnerProblem['code'], params: PartnerProblem['params']): UpstreamError {
  return new UpstreamError('unreadable', { code, params })
}

/** Whether the network or the partner as a whole is out of reach, so that the next request would fail, too. */
export function isOffline(error: unknown): boolean {
  return error instanceof UpstreamError && (error.kind === 'unreachable' || error.kind === 'interrupted')
}

/** Whether the partner failed on one request: on another it may not. */
export function isOfOneRequest(error: unknown): error is UpstreamError {
  return error instanceof UpstreamError && (error.kind === 'failed' || error.kind === 'unreadable')
}

/** Statuses that say that the partner read what it was sent and will not have it: the same again would be refused again. */
const REFUSALS = new Set([400, 413, 422])

/** Whether the partner read what it was sent, and will not have it. */
export function isRefusal(error: unknown): boolean {
  return error instanceof UpstreamError && error.kind === 'refused' && REFUSALS.has(error.status ?? 0)
}

/** An answer that cannot be read, with what was read of it. */
export class UnreadableAnswer extends Error {
  readonly problem: PartnerProblem

  constructor(code: PartnerProblem['code'], params: PartnerProblem['params']) {
    super(message(code, 'en', params))
    this.name = 'UnreadableAnswer'
    this.problem = { code, params }
  }
}

export const TOO_MANY = 429

/** What an answer's status says, where it is no success. */
export function statusError(status: number, refusal: PartnerRefusal): UpstreamError {
  const fields = fieldsNamed(refusal.places)
  const params = { status, words: refusal.words, ...(fields !== null && { fields }) }
  const fail = (kind: UpstreamError['kind'], code: PartnerProblem['code']) =>
    new UpstreamError(kind, { code, params }, { status, refusal })
  if (status === TOO_MANY) return fail('throttled', 'partner_throttled')
  if (status === 401) return fail('unauthorized', 'partner_unauthorized')
  if (status === 403) return fail('unauthorized', 'partner_forbidden')
  if (status >= 500 || status === 408) return fail('failed', 'partner_failed')
  return status >= 400 ? fail('refused', 'partner_refused') : fail('unreadable', 'partner_redirect')
}
