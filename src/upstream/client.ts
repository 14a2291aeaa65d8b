/** The partner's API as a client: only what partner-api.md shows is sent. */
import { createHash } from 'node:crypto'
import type { Area } from '../domain/order.ts'
import type { Block } from '../domain/source.ts'
import { LIMITS, LISTS, type ListBudget } from './answer-limits.ts'
import { Blocks } from './blocks.ts'
import { unreadable, UpstreamError } from './errors.ts'
import { nextLink, statedTotal } from './headers.ts'
import { cartToTheirs, lineToTheirs, placesToOurs } from './ids.ts'
import { parseJson, tidy } from './json.ts'
import type { Priority } from './limiter.ts'
import { ListReader } from './list.ts'
import { readCart, readName, readOrder, readPrices } from './read.ts'
import type { AnsweredCart, AnsweredOrder, AnsweredPrice } from './read.ts'
import { Requests, type Request, type RequestOptions } from './requests.ts'

type Budgets = Readonly<Record<keyof typeof LISTS, ListBudget>>

export interface ClientOptions extends RequestOptions {
  /** names our account at this partner: another address or token is another */
  readonly account: string
  /** the ids that the partner has here; null or absent: its own */
  readonly block?: () => Block | null
  /** how much of a list is read; {@link LISTS} where missing */
  readonly lists?: Budgets
}

const NEXT_LENGTH = 80
/** Pages in a row that hold nothing: a partner may leave out what is not ours, but not for ever. */
const MOST_EMPTY_PAGES = 100
/** How long a person waits for a test of the connection. */
const PROBE_MS = 15_000
/** Statuses of an address that does not have the partner's API. */
const NO_API = new Set([404, 405, 410])

export class UpstreamClient {
  readonly #options: ClientOptions
  readonly #requests: Requests
  readonly #lists: Budgets

  constructor(options: ClientOptions) {
    this.#options = options
    this.#requests = new Requests(options)
    this.#lists = options.lists ?? LISTS
  }

  /** Ends every request, waiting or under way, for the program ends: of an order that was sent nothing is known then. */
  abandon(): void {
    this.#requests.abandon()
  }

  /** Leaves the partner alone for so long, in milliseconds. */
  pause(milliseconds: number): void {
    this.#requests.pause(milliseconds)
  }

  /** Asks it again, whatever it asked for. */
  resume(): void {
    this.#requests.resume()
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
  prices(area: Area, line: object, priority: Priority, signal?: AbortSignal): Promise<AnsweredPrice[]> {
    const path = `/0.2/${area}/prix/`
    const body = lineToTheirs(line, this.#block)
    return this.#asked(
      { method: 'POST', path, what: 'prix/', limit: LIMITS.prices, body, priority, signal },
      readPrices,
    )
  }

  get #block(): Block | null {
    return this.#options.block?.() ?? null
  }

  /** What the partner answers to something that names ids. */
  async #asked<T>(request: Request, reader: (answer: unknown, what: string) => T): Promise<T> {
    try {
      return await this.#requests.ask(request, reader)
    } catch (error) {
      throw placesToOurs(error, this.#block)
    }
  }

  /** Simulates a cart: nothing comes of it, so it is tried again. @throws UpstreamError */
  simulate(area: Area, cart: object, signal?: AbortSignal): Promise<AnsweredCart> {
    const path = `/0.2/${area}/panier/`
    const body = cartToTheirs(cart, this.#block)
    return this.#asked(
      { method: 'POST', path, what: 'panier/', limit: LIMITS.cart, body, signal },
      (answer, what) => readCart(answer, what, body),
    )
  }

  /**
   * Sends an order, once: what an error of this call proves is in its kind.
   * @param signal stops it before its first byte alone
   * @param permitted whether it may leave still: asked in the turn in which its first byte does
   * @throws UpstreamError; `cancelled` where it may not
   */
  order(area: Area, cart: object, signal?: AbortSignal, permitted?: () => boolean): Promise<AnsweredOrder> {
    const path = `/0.2/${area}/panier/validate/`
    const body = cartToTheirs(cart, this.#block)
    return this.#asked(
      {
        ...{ method: 'POST', path, what: 'panier/validate/', limit: LIMITS.cart, body, signal },
        permitted,
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
        entry: (bytes) => orders.push(readOrder(parseJson(bytes, what, this.#requests.discretion), what)),
      }
    })
    return orders
  }

  /** Whether the partner answers at all. */
  async ping(): Promise<boolean> {
    try {
      const path = '/0.2/display/format/'
      await this.#requests.bytes({ method: 'GET', path, what: 'format/', limit: LIMITS.cart, tries: 1 })
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
            if (index === 0) readName(parseJson(bytes, request.what, this.#requests.discretion), request.what)
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
    /** entries of the pages so far, each in short */
    const known = new Set<string>()
    let empty = 0
    for (let pages = 0; pages < budget.pages; pages++) {
      const startedAt = performance.now()
      const keys: string[] = []
      const page = await this.#page(
        { ...request, path },
        { ...budget, bytes, entries },
        knowing(reading(), keys),
      )
      bytes -= page.received
      entries -= page.length
      totalMs -= performance.now() - startedAt
      const shown = budget.entries - entries
      if (page.further === null) {
        if (page.total === null || shown >= page.total) return
        throw unreadable('partner_pages_missing', { path: what, shown, total: page.total })
      }
      path = this.#pageAddress(what, path, page.further)
      empty = page.length === 0 ? empty + 1 : 0
      // Whoever shows the same again, under ever other addresses, would do so for ever.
      const isAgain = page.length > 0 && keys.every((key) => known.has(key))
      for (const key of keys) known.add(key)
      if (seen.has(path) || isAgain || empty >= MOST_EMPTY_PAGES)
        throw unreadable('partner_pages_loop', { path: what })
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
    const head = await this.#requests.request(
      { ...request, limit: budget.bytes, patience: budget.patience },
      () => {
        page.start?.()
        received = 0
        list = new ListReader(what, budget, this.#requests.discretion, page.entry)
        return (chunk) => {
          received += chunk.length
          list.push(chunk)
          page.bytes?.(chunk)
        }
      },
    )
    const { count, next } = this.#requests.readable(head, () => list.end())
    const further = nextLink(head.headers) ?? next
    return { received, length: list.length, further, total: statedTotal(head.headers) ?? count }
  }

  /** @throws UpstreamError where the next page is not the partner's: the token goes nowhere else */
  #pageAddress(what: string, page: string, next: string): string {
    const base = new URL(this.#options.url)
    const from = this.#requests.urlOf(page)
    const url = URL.canParse(next, from.href) ? new URL(next, from) : null
    // A gateway that ends TLS often leaves the partner naming itself by http.
    if (url?.host === base.host) url.protocol = base.protocol
    if (url?.origin === base.origin && url.username === '' && url.password === '') return url.href
    throw unreadable('partner_pages_elsewhere', {
      path: what,
      next: tidy(this.#requests.discretion.text(next), NEXT_LENGTH),
    })
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

/** Also notes of each entry its id, where it begins with it, else all of it in short. */
function knowing(page: PageReading, keys: string[]): PageReading {
  return {
    ...page,
    start: () => {
      keys.length = 0
      page.start?.()
    },
    entry: (bytes, index) => {
      const start = Buffer.from(bytes.subarray(0, 64)).toString('latin1')
      const id = /^\s*\{\s*"id"\s*:\s*("[^"]*"|\d+)\s*[,}]/.exec(start)?.[1]
      keys.push(id ?? createHash('sha256').update(bytes).digest('base64'))
      page.entry(bytes, index)
    },
  }
}

function catalogueRequest(area: Area, signal?: AbortSignal): ListRequest {
  const what = area === 'print' ? 'produit/' : 'famille/'
  return { method: 'GET', path: `/0.2/${area}/${what}`, what, signal, priority: 'background' }
}
