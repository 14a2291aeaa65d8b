/** Requests to the partner: each in its turn, tried again where that is safe, in bounded time, and read without our token. */
import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { LIMITS } from './answer-limits.ts'
import { Blocks } from './blocks.ts'
import { Discretion } from './discretion.ts'
import {
  statusError,
  stopped,
  tooBusy,
  TOO_MANY,
  UnreadableAnswer,
  UpstreamError,
  type PartnerRefusal,
  type UpstreamErrorKind,
} from './errors.ts'
import { retryAfter } from './headers.ts'
import { parseJson } from './json.ts'
import { Limiter, type Limits, type Priority } from './limiter.ts'
import { readRefusal } from './refusal.ts'
import { isSuccess, Transport, type Head, type Sink } from './transport.ts'

export interface RequestOptions {
  readonly url: string
  readonly token: string
  /** read anew for each request: the settings may change */
  readonly limits: () => Limits & { readonly timeoutMs: number }
  /** how each request ended, but for those that we stopped; null: with what was asked for */
  readonly onEnd?: (trouble: UpstreamErrorKind | null) => void
  /** the partner asks to be left alone for longer than a time-out, in milliseconds */
  readonly onPause?: (milliseconds: number) => void
}

export interface Request {
  readonly method: 'GET' | 'POST'
  /** below the partner's address, or a whole address of a further page */
  readonly path: string
  /** what was asked for, as messages name it */
  readonly what: string
  /** how many bytes of a success are read */
  readonly limit: number
  /** how long the answer may take, in time-outs; 1 where missing */
  readonly patience?: number
  readonly body?: unknown
  readonly priority?: Priority
  readonly signal?: AbortSignal | undefined
  /** the signal ends the wait for its turn alone: what has been sent is waited for */
  readonly unstoppable?: boolean
  /** whether it may leave still, asked right before its first byte does; where not it is `cancelled` */
  readonly permitted?: (() => boolean) | undefined
  /** how often a GET or `prix/` is tried; an order's POST once only */
  readonly tries?: number
}

const TRIES = 3
const BACKOFF_MS = 400

export class Requests {
  readonly #options: RequestOptions
  readonly #limiter: Limiter
  readonly #transport = new Transport()
  /** through which every word of the partner's passes */
  readonly discretion: Discretion
  readonly #abandoned = new AbortController()

  constructor(options: RequestOptions) {
    this.#options = options
    this.#limiter = new Limiter(options.limits)
    this.discretion = new Discretion(options.token)
    // Each request that waits listens.
    setMaxListeners(0, this.#abandoned.signal)
  }

  /** Ends every request, waiting or under way: of an order that was sent nothing is known then. */
  abandon(): void {
    this.#abandoned.abort()
  }

  /** Leaves the partner alone for so long, in milliseconds. */
  pause(milliseconds: number): void {
    this.#limiter.pause(milliseconds)
  }

  /** Asks it again, whatever it asked for. */
  resume(): void {
    this.#limiter.resume()
  }

  /** A link to a further page is whole, a path of the specification is below the partner's address. */
  urlOf(path: string): URL {
    return new URL(path.startsWith('/') ? `${this.#options.url}${path}` : path)
  }

  async ask<T>(request: Request, reader: (answer: unknown, what: string) => T): Promise<T> {
    const { head, bytes } = await this.bytes(request)
    return this.readable(head, () => reader(parseJson(bytes, request.what, this.discretion), request.what))
  }

  async bytes(request: Request): Promise<{ head: Head; bytes: Uint8Array }> {
    let chunks: Uint8Array[] = []
    const head = await this.request(request, () => {
      const blocks = new Blocks()
      chunks = blocks.list
      return (chunk) => blocks.add(chunk)
    })
    return { head, bytes: Buffer.concat(chunks) }
  }

  /** What a success says. @throws UpstreamError `unreadable` */
  readable<T>({ status }: Head, reader: () => T): T {
    try {
      return reader()
    } catch (error) {
      if (!(error instanceof UnreadableAnswer)) throw error
      throw new UpstreamError('unreadable', error.problem, { status })
    }
  }

  /** @param into gives what a success's bytes go to, for each try anew */
  async request(request: Request, into: () => Sink): Promise<Head> {
    const { priority = 'now', tries = TRIES } = request
    const signal = this.#orAbandoned(request.signal)
    const { timeoutMs } = this.#options.limits()
    const deadline = performance.now() + timeoutMs
    this.#refuseLongPause(timeoutMs)
    let before: UpstreamError | null = null
    for (let attempt = 1; ; attempt++) {
      try {
        const patience = priority === 'now' ? timeoutMs : Infinity
        const once = () => this.#once(request, into)
        const head = await this.#limiter.run(once, priority, signal, patience, timeoutMs)
        this.#options.onEnd?.(null)
        return head
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error
        // Of one that never had its turn nothing is known.
        if (error.kind === 'queued') throw before ?? error
        if (error.kind !== 'cancelled') this.#options.onEnd?.(error.kind)
        before = error
        const again = ['unreachable', 'interrupted', 'failed', 'throttled'].includes(error.kind)
        // Who waits is told once a time-out's time is over, or will be before the partner may be asked again.
        const { paused } = this.#limiter
        const late = paused > timeoutMs || (priority === 'now' && performance.now() + paused >= deadline)
        if (!again || late || attempt >= tries) throw error
        // Full jitter: many machines that lost the same network do not come back in step.
        await pause(Math.random() * BACKOFF_MS * 2 ** attempt, signal)
      }
    }
  }

  #orAbandoned(signal: AbortSignal | undefined): AbortSignal {
    const abandoned = this.#abandoned.signal
    return signal ? AbortSignal.any([signal, abandoned]) : abandoned
  }

  /** Nobody waits for a partner that asked for more patience than a time-out's: what is known without it must do. */
  #refuseLongPause(timeoutMs: number): void {
    const { paused } = this.#limiter
    if (paused > timeoutMs) throw tooBusy(paused)
  }

  async #once(request: Request, into: () => Sink): Promise<Head> {
    const { method, path, what, body, signal, unstoppable, permitted, limit, patience = 1 } = request
    const { timeoutMs } = this.#options.limits()
    const refusal = new Blocks()
    const head = await this.#transport.send(
      {
        ...{ method, url: this.urlOf(path), path: what, token: this.#options.token },
        body: body === undefined ? undefined : JSON.stringify(body),
        signal: unstoppable ? undefined : this.#orAbandoned(signal),
        cut: unstoppable ? this.#abandoned.signal : undefined,
        permitted,
        silenceMs: timeoutMs,
        totalMs: timeoutMs * patience,
        limit: (status) => (isSuccess(status) ? limit : LIMITS.refusal),
      },
      (status) => (isSuccess(status) ? into() : (chunk) => refusal.add(chunk)),
    )
    if (isSuccess(head.status)) return head
    // The words of a refusal that could not be read whole would be cut anywhere.
    const bytes = head.failure ? new Uint8Array(0) : Buffer.concat(refusal.list)
    throw this.#statusError(head, readRefusal(bytes, this.discretion))
  }

  #statusError({ status, headers }: Head, refusal: PartnerRefusal): UpstreamError {
    const wait = retryAfter(headers)
    if (wait !== null && (status === TOO_MANY || status === 503)) {
      this.#limiter.pause(wait)
      if (wait > this.#options.limits().timeoutMs) this.#options.onPause?.(wait)
    }
    return statusError(status, refusal)
  }
}

async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await sleep(milliseconds, undefined, { signal })
  } catch (error) {
    throw stopped(error)
  }
}
