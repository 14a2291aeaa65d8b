/** The partner's API as a client: only what partner-api.md shows is sent. */
import { setTimeout as sleep } from 'node:timers/promises'
import { ofetch } from 'ofetch'
import type { Area } from '../domain/order.ts'
import { UpstreamError, type UpstreamErrorKind } from './errors.ts'
import { Limiter, type Limits, type Priority } from './limiter.ts'
import {
  nextOf,
  readCart,
  readCount,
  readOrder,
  readOrders,
  readPrices,
  readWords,
  UnreadableAnswer,
} from './read.ts'
import type { AnsweredCart, AnsweredOrder, AnsweredPrice } from './read.ts'

export interface ClientOptions {
  readonly url: string
  readonly token: string
  /** names our account at this partner: another address or token is another */
  readonly account: string
  /** read anew for each request: the settings may change */
  readonly limits: () => Limits & { readonly timeoutMs: number }
  /** what each request showed of the partner: true where it answered, false where it is out of reach */
  readonly onReach?: (online: boolean) => void
}

interface Request {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: unknown
  readonly priority?: Priority
  readonly signal?: AbortSignal
  /** the signal ends the wait for its turn alone: what has been sent is waited for */
  readonly unstoppable?: boolean
  /** how often a GET or `prix/` is tried; an order's POST once only */
  readonly tries?: number
}

class Answer {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Uint8Array
  /** where it was asked: a relative link to a further page is read from there */
  readonly url: string
  #text: string | null = null

  constructor(status: number, headers: Headers, bytes: Uint8Array, url: string) {
    this.status = status
    this.headers = headers
    this.bytes = bytes
    this.url = url
  }

  get text(): string {
    return (this.#text ??= new TextDecoder().decode(this.bytes))
  }

  /** Whether it begins like a list; without reading the whole. */
  get isList(): boolean {
    return new TextDecoder().decode(this.bytes.subarray(0, START_BYTES)).trimStart().startsWith('[')
  }
}

const TRIES = 3
const BACKOFF_MS = 400
const LONGEST_WAIT_MS = 3_600_000
const TOO_MANY = 429
const START_BYTES = 256

/** System calls whose failure proves that nothing was sent: no connection came about. */
const CONNECTING = new Set(['connect', 'getaddrinfo'])
/** The same of failures that name no call: connecting took too long, or the partner's certificate was not accepted. */
const NOT_CONNECTED =
  /^(UND_ERR_CONNECT_TIMEOUT|ERR_TLS_CERT_\w+|CERT_\w+|DEPTH_ZERO_\w+|SELF_SIGNED_\w+|UNABLE_TO_\w+)$/

export class UpstreamClient {
  readonly #options: ClientOptions
  readonly #limiter: Limiter

  constructor(options: ClientOptions) {
    this.#options = options
    this.#limiter = new Limiter(options.limits)
  }

  get url(): string {
    return this.#options.url
  }

  get account(): string {
    return this.#options.account
  }

  /** The pages of a catalogue list, unread: they may be large, and are read apart. @throws UpstreamError */
  async catalogue(area: Area, signal: AbortSignal): Promise<Uint8Array[]> {
    const path = area === 'print' ? '/0.2/print/produit/' : '/0.2/display/famille/'
    const pages: Uint8Array[] = []
    for await (const { bytes } of this.#pages({ method: 'GET', path, signal, priority: 'background' })) {
      pages.push(bytes)
    }
    return pages
  }

  /** Prices of a line, as the partner answers them now. @throws UpstreamError */
  async prices(
    area: Area,
    line: unknown,
    priority: Priority,
    signal?: AbortSignal,
  ): Promise<AnsweredPrice[]> {
    const answer = await this.#request({
      method: 'POST',
      path: `/0.2/${area}/prix/`,
      body: line,
      priority,
      signal,
    })
    return this.#read(answer, readPrices)
  }

  /** Simulates a cart. @throws UpstreamError */
  async simulate(area: Area, cart: unknown, signal?: AbortSignal): Promise<AnsweredCart> {
    const answer = await this.#request({
      method: 'POST',
      path: `/0.2/${area}/panier/`,
      body: cart,
      tries: 1,
      signal,
    })
    return this.#read(answer, readCart)
  }

  /**
   * Sends an order, once: what an error of this call proves is in its kind.
   * @param signal stops it before its first byte alone
   * @throws UpstreamError
   */
  async order(area: Area, cart: unknown, signal?: AbortSignal): Promise<AnsweredOrder> {
    const answer = await this.#request({
      method: 'POST',
      path: `/0.2/${area}/panier/validate/`,
      body: cart,
      tries: 1,
      signal,
      unstoppable: true,
    })
    return this.#read(answer, readOrder)
  }

  /**
   * Every order of ours at the partner, over all its pages.
   * @throws UpstreamError also where a part of the list cannot be had: it then cannot tell what it does not hold
   */
  async orders(area: Area, signal?: AbortSignal): Promise<AnsweredOrder[]> {
    const orders: AnsweredOrder[] = []
    for await (const page of this.#pages({ method: 'GET', path: `/0.2/${area}/commande/`, signal })) {
      orders.push(...this.#read(page, readOrders))
    }
    return orders
  }

  /** A list page by page, to its end. */
  async *#pages(request: Request): AsyncGenerator<Answer> {
    const seen = new Set<string>()
    let entries = 0
    let path = request.path
    for (;;) {
      const answer = await this.#request({ ...request, path })
      yield answer
      const { length, next, total } = this.#pageOf(answer)
      entries += length ?? 0
      if (next === null) {
        if (length !== null && total !== null && entries < total) {
          throw unreadable(answer, `the partner shows ${entries} of ${total} entries, and no further page`)
        }
        return
      }
      path = this.#pageAddress(answer, next)
      if (seen.has(path)) throw unreadable(answer, "the partner's pages lead back to one another")
      seen.add(path)
    }
  }

  /** How a page goes on. A plain list whose header names no next page and no total is not read for it: it may be large. */
  #pageOf(page: Answer): { length: number | null; next: string | null; total: number | null } {
    const link = nextLink(page.headers.get('link'))
    const stated = page.headers.get('x-total-count')
    const total = stated !== null && /^\d{1,15}$/.test(stated) ? Number(stated) : null
    if (page.isList && total === null) return { length: null, next: link, total: null }
    try {
      const answer: unknown = JSON.parse(page.text)
      const { length, count } = readCount(answer)
      return { length, next: link ?? nextOf(answer), total: total ?? count }
    } catch {
      // Whoever reads the page says what is wrong with it.
      return { length: null, next: link, total: null }
    }
  }

  /** @throws UpstreamError where the next page is not the partner's: the token goes nowhere else */
  #pageAddress(answer: Answer, next: string): string {
    const base = new URL(this.#options.url)
    const url = URL.canParse(next, answer.url) ? new URL(next, answer.url) : null
    // A gateway that ends TLS often leaves the partner naming itself by http.
    if (url?.host === base.host) url.protocol = base.protocol
    if (url?.origin !== base.origin) {
      throw unreadable(answer, `the partner's next page is not at its own address: ${next.slice(0, 80)}`)
    }
    return url.href
  }

  /** Whether the partner answers at all. */
  async ping(): Promise<boolean> {
    try {
      await this.#request({ method: 'GET', path: '/0.2/display/format/', tries: 1 })
      return true
    } catch (error) {
      return error instanceof UpstreamError && error.status !== null
    }
  }

  #read<T>(answer: Answer, reader: (value: unknown) => T): T {
    try {
      return reader(JSON.parse(answer.text))
    } catch (error) {
      const message =
        error instanceof UnreadableAnswer
          ? error.message
          : `the partner's answer is not readable JSON: ${answer.text.slice(0, 80)}`
      throw unreadable(answer, this.#discreet(message))
    }
  }

  /** The partner's words without our token, should it repeat it. */
  #discreet(text: string): string {
    return text.replaceAll(this.#options.token, '[hidden]')
  }

  async #request(request: Request): Promise<Answer> {
    const { priority = 'now', tries = TRIES, signal } = request
    const { timeoutMs } = this.#options.limits()
    const deadline = performance.now() + timeoutMs
    for (let attempt = 1; ; attempt++) {
      try {
        this.#refuseLongPause(priority, timeoutMs)
        const answer = await this.#limiter.run(() => this.#once(request), priority, signal)
        this.#options.onReach?.(true)
        return answer
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error
        if (error.kind !== 'cancelled') this.#options.onReach?.(error.status !== null)
        const again = ['unreachable', 'interrupted', 'failed', 'throttled'].includes(error.kind)
        // Who waits is told once a time-out's time is over, however many tries are left.
        const late = priority === 'now' && performance.now() >= deadline
        if (!again || late || attempt >= tries) throw error
        // Full jitter: many machines that lost the same network do not come back in step.
        await pause(Math.random() * BACKOFF_MS * 2 ** attempt, signal)
      }
    }
  }

  /** Nobody waits for a partner that asked for more patience than a time-out's: what is known without it must do. */
  #refuseLongPause(priority: Priority, timeoutMs: number): void {
    const { paused } = this.#limiter
    if (priority !== 'now' || paused <= timeoutMs) return
    const seconds = Math.ceil(paused / 1000)
    throw new UpstreamError('throttled', `the partner asked to be left alone for ${seconds} s more`, {
      status: TOO_MANY,
    })
  }

  async #once({ method, path, body, signal: stop, unstoppable }: Request): Promise<Answer> {
    const { url, token, limits } = this.#options
    const timeout = AbortSignal.timeout(limits().timeoutMs)
    const signal = unstoppable ? undefined : stop
    let response
    try {
      // A link to a further page is whole, a path of the specification is below the partner's address.
      response = await ofetch.raw(path, {
        baseURL: path.startsWith('/') ? url : undefined,
        method,
        body: body === undefined ? undefined : JSON.stringify(body),
        headers: {
          authorization: `Token ${token}`,
          accept: 'application/json',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        responseType: 'arrayBuffer',
        redirect: 'error',
        ignoreResponseError: true,
        retry: 0,
        signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
      })
    } catch (error) {
      throw transportError(error, signal)
    }
    const { status, headers } = response
    const bytes = new Uint8Array(response._data ?? new ArrayBuffer(0))
    const answer = new Answer(status, headers, bytes, response.url || new URL(path, url).href)
    if (status >= 200 && status < 300) return answer
    throw this.#statusError(status, answer.text, headers)
  }

  #statusError(status: number, text: string, headers: Headers): UpstreamError {
    const words = this.#discreet(readWords(text))
    const wait = retryAfter(headers)
    if (wait !== null && (status === 429 || status === 503)) this.#limiter.pause(wait)
    const kind: UpstreamErrorKind =
      status === 429
        ? 'throttled'
        : status === 401 || status === 403
          ? 'unauthorized'
          : status >= 500 || status === 408
            ? 'failed'
            : 'refused'
    return new UpstreamError(kind, `the partner answered ${status}${words ? `: ${words}` : ''}`, {
      status,
      words,
    })
  }
}

function unreadable({ status }: Answer, message: string): UpstreamError {
  return new UpstreamError('unreadable', message, { status })
}

function transportError(error: unknown, signal: AbortSignal | undefined): UpstreamError {
  if (signal?.aborted) return new UpstreamError('cancelled', 'stopped', { cause: error })
  const causes = causesOf(error)
  const codes = [...new Set(causes.flatMap(({ code }) => code ?? []))]
  const connected = !causes.some(
    ({ code, syscall }) => CONNECTING.has(syscall ?? '') || NOT_CONNECTED.test(code ?? ''),
  )
  if (!connected) {
    return new UpstreamError('unreachable', `the partner cannot be reached (${codes.join(', ')})`, {
      cause: error,
    })
  }
  const why = causes.at(-1)?.message || 'no cause given'
  return new UpstreamError(
    'interrupted',
    causes.some(({ name }) => name === 'TimeoutError')
      ? 'the partner did not answer in time'
      : `the connection to the partner broke (${codes.join(', ') || why})`,
    { cause: error },
  )
}

type Cause = Pick<NodeJS.ErrnoException, 'name' | 'message' | 'code' | 'syscall'>

/** An error and its causes: fetch hides the one that tells. */
function causesOf(error: unknown): Cause[] {
  const causes: Cause[] = []
  for (let cause = error; cause instanceof Error && causes.length < 8; cause = cause.cause) {
    const { name, message, code, syscall } = cause as NodeJS.ErrnoException
    causes.push({ name, message, syscall, code: typeof code === 'string' ? code : undefined })
    if (cause instanceof AggregateError) causes.push(...cause.errors.flatMap(causesOf))
  }
  return causes
}

function retryAfter(headers: Headers): number | null {
  const text = headers.get('retry-after')
  if (text === null) return null
  const milliseconds = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now()
  return Number.isFinite(milliseconds) ? Math.min(Math.max(0, milliseconds), LONGEST_WAIT_MS) : null
}

/** What a `Link` header names as the next page. */
function nextLink(link: string | null): string | null {
  return /<([^>]+)>\s*;[^,]*rel="?next"?/.exec(link ?? '')?.[1] ?? null
}

async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await sleep(milliseconds, undefined, { signal })
  } catch (error) {
    throw new UpstreamError('cancelled', 'stopped', { cause: error })
  }
}

/** `https:` only, except for loopback addresses (contract.md). */
export function isAllowedUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password, search, hash } = new URL(text)
  if (username !== '' || password !== '' || search !== '' || hash !== '') return false
  if (protocol === 'https:') return true
  return (
    protocol === 'http:' &&
    (/^127(\.\d{1,3}){3}$/.test(hostname) || hostname === 'localhost' || hostname === '[::1]')
  )
}
