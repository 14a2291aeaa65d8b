/**
 * What can become of a request to the partner. `sent` is what matters for an order: only `no` proves that the
 * partner never saw it.
 */
export class UpstreamError extends Error {
  readonly kind: UpstreamErrorKind
  /** the HTTP status, where there was an answer */
  readonly status: number | null
  /** the partner's own words, where it gave some */
  readonly words: string | null

  constructor(
    kind: UpstreamErrorKind,
    message: string,
    details: { status?: number; words?: string; cause?: unknown } = {},
  ) {
    super(message, { cause: details.cause })
    this.name = 'UpstreamError'
    this.kind = kind
    this.status = details.status ?? null
    this.words = details.words ?? null
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
  /** 5xx: the partner may have acted or not */
  | 'failed'
  /** a success that cannot be read */
  | 'unreadable'
  /** the user stopped it */
  | 'cancelled'

/** Whether the network or the partner as a whole is out of reach, so that the next request would fail, too. */
export function isOffline(error: unknown): boolean {
  return error instanceof UpstreamError && (error.kind === 'unreachable' || error.kind === 'interrupted')
}
