/** The partner's API as a client: only what partner-api.md shows is sent. */
import { ofetch } from 'ofetch'
import type { Area } from '../domain/order.ts'
import { UpstreamError, type UpstreamErrorKind } from './errors.ts'
import { Limiter, type Limits, type Priority } from './limiter.ts'
import { readCart, readOrder, readOrders, readPrices, readWords, UnreadableAnswer } from './read.ts'
import type { AnsweredCart, AnsweredOrder, AnsweredPrice } from './read.ts'

export interface ClientOptions {
  readonly url: string
  readonly token: string
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
  /** how often a GET or `prix/` is tried; an order's POST once only */
  readonly tries?: number
}

interface Answer {
  readonly status: number
  readonly text: string
  readonly headers: Headers
}

const TRIES = 3
const BACKOFF_MS = 400
const LONGEST_WAIT_MS = 120_000
const MAX_PAGES = 10_000

/** Causes that prove that nothing was sent: no connection came about. */
const NOT_CONNECTED =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENETDOWN|UND_ERR_CONNECT_TIMEOUT|EADDRNOTAVAIL)$|CERT|TLS|SSL/

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

  /** The bytes of a catalogue list, unread: it may be large, and is read apart. @throws UpstreamError */
  async catalogue(area: Area, signal: AbortSignal): Promise<string> {
    const path = area === 'print' ? '/0.2/print/produit/' : '/0.2/display/famille/'
    return (await this.#request({ method: 'GET', path, signal, priority: 'background' })).text
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
  async simulate(area: Area, cart: unknown): Promise<AnsweredCart> {
    const answer = await this.#request({ method: 'POST', path: `/0.2/${area}/panier/`, body: cart, tries: 1 })
    return this.#read(answer, readCart)
  }

  /**
   * Sends an order, once: what an error of this call proves is in its kind. @throws UpstreamError
   */
  async order(area: Area, cart: unknown): Promise<AnsweredOrder> {
    const answer = await this.#request({
      method: 'POST',
      path: `/0.2/${area}/panier/validate/`,
      body: cart,
      tries: 1,
    })
    return this.#read(answer, readOrder)
  }

  /** Every order of ours at the partner, over all pages that it links. @throws UpstreamError */
  async orders(area: Area): Promise<AnsweredOrder[]> {
    const orders: AnsweredOrder[] = []
    let path: string | null = `/0.2/${area}/commande/`
    for (let page = 0; path !== null && page < MAX_PAGES; page++) {
      const answer: Answer = await this.#request({ method: 'GET', path })
      orders.push(...this.#read(answer, readOrders))
      path = nextPage(answer.headers.get('link'), this.#options.url)
    }
    return orders
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
      throw new UpstreamError('unreadable', message, { status: answer.status, cause: error })
    }
  }

  async #request(request: Request): Promise<Answer> {
    const tries = request.tries ?? TRIES
    for (let attempt = 1; ; attempt++) {
      try {
        const answer = await this.#limiter.run(() => this.#once(request), request.priority ?? 'now')
        this.#options.onReach?.(true)
        return answer
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error
        if (error.kind !== 'cancelled') this.#options.onReach?.(error.status !== null)
        const again = ['unreachable', 'interrupted', 'failed', 'throttled'].includes(error.kind)
        if (!again || attempt >= tries) throw error
        // Full jitter: many machines that lost the same network do not come back in step.
        await pause(Math.random() * BACKOFF_MS * 2 ** attempt, request.signal)
      }
    }
  }

  async #once({ method, path, body, signal }: Request): Promise<Answer> {
    const { url, token, limits } = this.#options
    const timeout = AbortSignal.timeout(limits().timeoutMs)
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
        responseType: 'text',
        redirect: 'error',
        ignoreResponseError: true,
        retry: 0,
        signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
      })
    } catch (error) {
      throw transportError(error, signal)
    }
    const text = String(response._data ?? '')
    const { status, headers } = response
    if (status >= 200 && status < 300) return { status, text, headers }
    throw this.#statusError(status, text, headers)
  }

  #statusError(status: number, text: string, headers: Headers): UpstreamError {
    const words = readWords(text)
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

function transportError(error: unknown, signal: AbortSignal | undefined): UpstreamError {
  if (signal?.aborted) return new UpstreamError('cancelled', 'stopped', { cause: error })
  const codes = causeCodes(error)
  if (codes.some((code) => NOT_CONNECTED.test(code))) {
    return new UpstreamError('unreachable', `the partner cannot be reached (${codes.join(', ')})`, {
      cause: error,
    })
  }
  const timedOut = codes.includes('TimeoutError')
  return new UpstreamError(
    'interrupted',
    timedOut
      ? 'the partner did not answer in time'
      : `the connection to the partner broke (${codes.join(', ') || 'no cause given'})`,
    { cause: error },
  )
}

/** Codes and names along an error's causes: fetch hides the one that tells. */
function causeCodes(error: unknown): string[] {
  const codes: string[] = []
  for (let cause = error; cause instanceof Error && codes.length < 8; cause = cause.cause) {
    const { code } = cause as { code?: unknown }
    if (typeof code === 'string') codes.push(code)
    else if (cause.name === 'TimeoutError') codes.push(cause.name)
    if (cause instanceof AggregateError) codes.push(...cause.errors.flatMap(causeCodes))
  }
  return [...new Set(codes)]
}

function retryAfter(headers: Headers): number | null {
  const text = headers.get('retry-after')
  if (text === null) return null
  const milliseconds = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now()
  return Number.isFinite(milliseconds) ? Math.min(Math.max(0, milliseconds), LONGEST_WAIT_MS) : null
}

/** The address of the page that a `Link` header names next, on the same host; null where there is none. */
function nextPage(link: string | null, base: string): string | null {
  const target = /<([^>]+)>\s*;[^,]*rel="?next"?/.exec(link ?? '')?.[1]
  if (target === undefined || !URL.canParse(target, base)) return null
  const url = new URL(target, base)
  return url.origin === new URL(base).origin ? url.href : null
}

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal?.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        reject(new UpstreamError('cancelled', 'stopped'))
      },
      { once: true },
    )
  })
}

/** `https:` only, except for loopback addresses (contract.md). */
export function isAllowedUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password } = new URL(text)
  if (username !== '' || password !== '') return false
  if (protocol === 'https:') return true
  return (
    protocol === 'http:' &&
    (/^127(\.\d{1,3}){3}$/.test(hostname) || hostname === 'localhost' || hostname === '[::1]')
  )
}
