/** The partner's API as a client: only what partner-api.md shows is sent. */
import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Area } from '../domain/order.ts'
import { LIMITS, LISTS, type ListBudget } from './answer-limits.ts'
import { Blocks } from './blocks.ts'
import { Discretion } from './discretion.ts'
import {
  statusError,
  stopped,
  TOO_MANY,
  unreadable,
  UnreadableAnswer,
  UpstreamError,
  type PartnerRefusal,
  type UpstreamErrorKind,
} from './errors.ts'
import { parseJson, tidy } from './json.ts'
import { Limiter, type Limits, type Priority } from './limiter.ts'
import { ListReader } from './list.ts'
import { nextLink, retryAfter, statedTotal } from './headers.ts'
import { readCart, readName, readOrder, readPrices } from './read.ts'
import { readRefusal } from './refusal.ts'
import type { AnsweredCart, AnsweredOrder, AnsweredPrice } from './read.ts'
import { isSuccess, Transport, type Head, type Sink } from './transport.ts'

type Budgets = Readonly<Record<keyof typeof LISTS, ListBudget>>

export interface ClientOptions {
  readonly url: string
  readonly token: string
  /** names our account at this partner: another address or token is another */
  readonly account: string
  /** read anew for each request: the settings may change */
  readonly limits: () => Limits & { readonly timeoutMs: number }
  /** how much of a list is read; {@link LISTS} where missing */
  readonly lists?: Budgets
  /** how each request ended, but for those that we stopped; null: with an answer */
  readonly onEnd?: (trouble: UpstreamErrorKind | null) => void
}

interface Request {
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
  /** how often a GET or `prix/` is tried; an order's POST once only */
  readonly tries?: number
}

const TRIES = 3
const BACKOFF_MS = 400
const NEXT_LENGTH = 80
/** How long a person waits for a test of the connection. */
const PROBE_MS = 15_000
/** Statuses of an address that does not have the partner's API. */
const NO_API = new Set([404, 405, 410])

export class UpstreamClient {
  readonly #options: ClientOptions
  readonly #limiter: Limiter
  readonly #transport = new Transport()
  readonly #lists: Budgets
  readonly #discretion: Discretion
  readonly #abandoned = new AbortController()

  constructor(options: ClientOptions) {
    this.#options = options
    this.#limiter = new Limiter(options.limits)
    this.#discretion = new Discretion(options.token)
    this.#lists = options.lists ?? LISTS
    // Each request that waits listens.
    setMaxListeners(0, this.#abandoned.signal)
  }

  /** Ends every request, waiting or under way, for the program ends: of an order that was sent nothing is known then. */
  abandon(): void {
    this.#abandoned.abort()
  }

  get url(): string {
    return this.#options.url
  }

  get account(): string {
    return this.#options.account
  }

  /** The token, for the thread that reads what came: it takes it out of every word. */
  get token(): string {
    return this.#options.token
  }

  /** The pages of a catalogue list, each in blocks of bytes, unread: they may be large, and are read apart. @throws UpstreamError */
  async catalogue(area: Area, signal: AbortSignal): Promise<Uint8Array[][]> {
    const pages: Uint8Array[][] = []
    await this.#list(catalogueRequest(area, signal), this.#lists.catalogue, () => {
      const blocks = new Blocks()
      pages.push(blocks.list)
      return {
        start: () => blocks.clear(),
        entry: () => undefined,
        bytes: (chunk) => blocks.add(chunk),
      }
    })
    return pages
  }

  /** Prices of a line, as the partner answers them now. @throws UpstreamError */
  prices(area: Area, line: unknown, priority: Priority, signal?: AbortSignal): Promise<AnsweredPrice[]> {
    const path = `/0.2/${area}/prix/`
    return this.#ask(
      { method: 'POST', path, what: 'prix/', limit: LIMITS.prices, body: line, priority, signal },
      readPrices,
    )
  }

  /** Simulates a cart. @throws UpstreamError */
  simulate(area: Area, cart: unknown, signal?: AbortSignal): Promise<AnsweredCart> {
    const path = `/0.2/${area}/panier/`
    return this.#ask(
      { method: 'POST', path, what: 'panier/', limit: LIMITS.cart, body: cart, tries: 1, signal },
      readCart,
    )
  }

  /**
   * Sends an order, once: what an error of this call proves is in its kind.
   * @param signal stops it before its first byte alone
   * @throws UpstreamError
   */
  order(area: Area, cart: unknown, signal?: AbortSignal): Promise<AnsweredOrder> {
    const path = `/0.2/${area}/panier/validate/`
    return this.#ask(
      {
        ...{ method: 'POST', path, what: 'panier/validate/', limit: LIMITS.cart, body: cart, signal },
        tries: 1,
        unstoppable: true,
      },
      readOrder,
    )
  }

  /**
   * Every order of ours at the partner, over all its pages.
   * @throws UpstreamError also where a part of the list cannot be had: it then cannot tell what it does not hold
   */
  async orders(area: Area, signal?: AbortSignal): Promise<AnsweredOrder[]> {
    const orders: AnsweredOrder[] = []
    const what = 'commande/'
    const path = `/0.2/${area}/${what}`
    await this.#list({ method: 'GET', path, what, signal }, this.#lists.orders, () => {
      const before = orders.length
      return {
        // A page that is asked for again begins anew.
        start: () => orders.splice(before),
        entry: (bytes) => orders.push(readOrder(parseJson(bytes, what, this.#discretion), what)),
      }
    })
    return orders
  }

  /** Whether the partner answers at all. */
  async ping(): Promise<boolean> {
    try {
      const path = '/0.2/display/format/'
      await this.#bytes({ method: 'GET', path, what: 'format/', limit: LIMITS.cart, tries: 1 })
      return true
    } catch (error) {
      return error instanceof UpstreamError && !['unreachable', 'interrupted'].includes(error.kind)
    }
  }

  /**
   * Reads the beginning of the partner's products, to see whether all is well: at least one of them, and how many there
   * are as far as a person waits for it.
   * @throws UpstreamError
   */
  async probe(): Promise<{ readonly products: number; readonly more: 0 | 1 }> {
    const request = catalogueRequest('print')
    const { timeoutMs } = this.#options.limits()
    const patience = Math.min(1, PROBE_MS / timeoutMs)
    let counted = 0
    try {
      const page = await this.#page(
        { ...request, priority: 'now', tries: 1 },
        { ...this.#lists.catalogue, patience },
        {
          entry: (bytes, index) => {
            if (index === 0) readName(parseJson(bytes, request.what, this.#discretion), request.what)
            counted = index + 1
          },
        },
      )
      const products = page.total ?? page.length
      return { products, more: page.further !== null && page.total === null ? 1 : 0 }
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      const { status, problem } = error
      if (problem.code === 'partner_too_slow' && counted > 0) {
        this.#options.onEnd?.(null)
        return { products: counted, more: 1 }
      }
      if (!NO_API.has(status ?? 0)) throw error
      const params = { status: status ?? 0, path: request.path }
      throw new UpstreamError(error.kind, { code: 'partner_not_api', params })
    }
  }

  /** Reads a list page by page, to its end. @param reading what takes each page's bytes and entries */
  async #list(request: ListRequest, budget: ListBudget, reading: () => PageReading): Promise<void> {
    const { what } = request
    const seen = new Set<string>()
    let { bytes, entries, totalMs } = budget
    let path = request.path
    for (let pages = 0; pages < budget.pages; pages++) {
      const startedAt = performance.now()
      const page = await this.#page({ ...request, path }, { ...budget, bytes, entries }, reading())
      bytes -= page.received
      entries -= page.length
      totalMs -= performance.now() - startedAt
      const shown = budget.entries - entries
      if (page.further === null) {
        if (page.total === null || shown >= page.total) return
        throw unreadable('partner_pages_missing', { path: what, shown, total: page.total })
      }
      path = this.#pageAddress(what, path, page.further)
      if (seen.has(path)) throw unreadable('partner_pages_loop', { path: what })
      seen.add(path)
      if (totalMs > 0) continue
      const seconds = Math.round(budget.totalMs / 1000)
      throw unreadable('partner_too_slow', { path: what, seconds, received: budget.bytes - bytes })
    }
    throw unreadable('partner_too_many_pages', { path: what, limit: budget.pages })
  }

  /** Reads one page of a list. */
  async #page(request: ListRequest, budget: ListBudget, page: PageReading): Promise<ListPage> {
    const { what } = request
    let received = 0
    let list!: ListReader
    const head = await this.#request({ ...request, limit: budget.bytes, patience: budget.patience }, () => {
      page.start?.()
      received = 0
      list = new ListReader(what, budget, this.#discretion, page.entry)
      return (chunk) => {
        received += chunk.length
        list.push(chunk)
        page.bytes?.(chunk)
      }
    })
    const { count, next } = this.#readable(head, () => list.end())
    const further = nextLink(head.headers) ?? next
    return { received, length: list.length, further, total: statedTotal(head.headers) ?? count }
  }

  /** @throws UpstreamError where the next page is not the partner's: the token goes nowhere else */
  #pageAddress(what: string, page: string, next: string): string {
    const base = new URL(this.#options.url)
    const from = this.#urlOf(page)
    const url = URL.canParse(next, from.href) ? new URL(next, from) : null
    // A gateway that ends TLS often leaves the partner naming itself by http.
    if (url?.host === base.host) url.protocol = base.protocol
    if (url?.origin === base.origin && url.username === '' && url.password === '') return url.href
    throw unreadable('partner_pages_elsewhere', {
      path: what,
      next: tidy(this.#discretion.text(next), NEXT_LENGTH),
    })
  }

  /** A link to a further page is whole, a path of the specification is below the partner's address. */
  #urlOf(path: string): URL {
    return new URL(path.startsWith('/') ? `${this.#options.url}${path}` : path)
  }

  async #ask<T>(request: Request, reader: (answer: unknown, what: string) => T): Promise<T> {
    const { head, bytes } = await this.#bytes(request)
    return this.#readable(head, () => reader(parseJson(bytes, request.what, this.#discretion), request.what))
  }

  async #bytes(request: Request): Promise<{ head: Head; bytes: Uint8Array }> {
    let chunks: Uint8Array[] = []
    const head = await this.#request(request, () => {
      const blocks = new Blocks()
      chunks = blocks.list
      return (chunk) => blocks.add(chunk)
    })
    return { head, bytes: Buffer.concat(chunks) }
  }

  /** What a success says. @throws UpstreamError `unreadable` */
  #readable<T>({ status }: Head, reader: () => T): T {
    try {
      return reader()
    } catch (error) {
      if (!(error instanceof UnreadableAnswer)) throw error
      throw new UpstreamError('unreadable', error.problem, { status })
    }
  }

  /** @param into gives what a success's bytes go to, for each try anew */
  async #request(request: Request, into: () => Sink): Promise<Head> {
    const { priority = 'now', tries = TRIES } = request
    const signal = this.#orAbandoned(request.signal)
    const { timeoutMs } = this.#options.limits()
    const deadline = performance.now() + timeoutMs
    for (let attempt = 1; ; attempt++) {
      try {
        this.#refuseLongPause(priority, timeoutMs)
        const head = await this.#limiter.run(() => this.#once(request, into), priority, signal)
        this.#options.onEnd?.(null)
        return head
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error
        // A refusal is an answer.
        if (error.kind !== 'cancelled') this.#options.onEnd?.(error.kind === 'refused' ? null : error.kind)
        const again = ['unreachable', 'interrupted', 'failed', 'throttled'].includes(error.kind)
        // Who waits is told once a time-out's time is over, however many tries are left.
        const late = priority === 'now' && performance.now() >= deadline
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
  #refuseLongPause(priority: Priority, timeoutMs: number): void {
    const { paused } = this.#limiter
    if (priority !== 'now' || paused <= timeoutMs) return
    const params = { seconds: Math.ceil(paused / 1000) }
    throw new UpstreamError('throttled', { code: 'partner_throttled', params }, { status: TOO_MANY })
  }

  async #once(request: Request, into: () => Sink): Promise<Head> {
    const { method, path, what, body, signal, unstoppable, limit, patience = 1 } = request
    const { timeoutMs } = this.#options.limits()
    const refusal = new Blocks()
    const head = await this.#transport.send(
      {
        ...{ method, url: this.#urlOf(path), path: what, token: this.#options.token },
        body: body === undefined ? undefined : JSON.stringify(body),
        signal: unstoppable ? undefined : this.#orAbandoned(signal),
        cut: unstoppable ? this.#abandoned.signal : undefined,
        silenceMs: timeoutMs,
        totalMs: timeoutMs * patience,
        limit: (status) => (isSuccess(status) ? limit : LIMITS.refusal),
      },
      (status) => (isSuccess(status) ? into() : (chunk) => refusal.add(chunk)),
    )
    if (isSuccess(head.status)) return head
    // The words of a refusal that could not be read whole would be cut anywhere.
    const bytes = head.failure ? new Uint8Array(0) : Buffer.concat(refusal.list)
    throw this.#statusError(head, readRefusal(bytes, this.#discretion))
  }

  #statusError({ status, headers }: Head, refusal: PartnerRefusal): UpstreamError {
    const wait = retryAfter(headers)
    if (wait !== null && (status === TOO_MANY || status === 503)) this.#limiter.pause(wait)
    return statusError(status, refusal)
  }
}

type ListRequest = Pick<Request, 'method' | 'path' | 'what' | 'priority' | 'signal' | 'tries'>

interface ListPage {
  /** bytes */
  readonly received: number
  readonly length: number
  /** the next page, as the partner names it */
  readonly further: string | null
  readonly total: number | null
}

/** What takes one page of a list. */
interface PageReading {
  /** the page is read from its beginning, perhaps once more */
  readonly start?: () => void
  readonly entry: (bytes: Uint8Array, index: number) => void
  readonly bytes?: (chunk: Uint8Array) => void
}

function catalogueRequest(area: Area, signal?: AbortSignal): ListRequest {
  const what = area === 'print' ? 'produit/' : 'famille/'
  return { method: 'GET', path: `/0.2/${area}/${what}`, what, signal, priority: 'background' }
}

async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await sleep(milliseconds, undefined, { signal })
  } catch (error) {
    throw stopped(error)
  }
}
