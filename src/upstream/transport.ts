/**
 * One request over HTTP, read as it comes and no further than was agreed: in bytes before and after decompression, and
 * in time. Redirections are not followed: the token goes nowhere else.
 */
import * as http from 'node:http'
import * as https from 'node:https'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { PartnerProblem } from '../domain/partner-problems.ts'
import { stopped, unreadable, UnreadableAnswer, UpstreamError, type UpstreamErrorKind } from './errors.ts'

export interface Exchange {
  readonly method: 'GET' | 'POST'
  readonly url: URL
  /** what was asked for, as messages name it */
  readonly path: string
  readonly token: string
  readonly body?: string | undefined
  /** ends it at once */
  readonly signal?: AbortSignal | undefined
  /** breaks the connection: what was sent stays sent, and nothing is known of what became of it */
  readonly cut?: AbortSignal | undefined
  /** whether it may leave still: asked once it is connected, in the turn in which its first byte leaves */
  readonly permitted?: (() => boolean) | undefined
  /** how long the partner may be silent: before its answer and within it */
  readonly silenceMs: number
  /** how long the whole may take */
  readonly totalMs: number
  /** how much is read, in bytes, by the answer's status */
  readonly limit: (status: number) => number
}

/** Takes an answer's bytes as they arrive; what it throws ends the request. */
export type Sink = (chunk: Uint8Array) => void

export interface Head {
  readonly status: number
  readonly headers: http.IncomingHttpHeaders
  /** why the body could not be read to its end; null where it was */
  readonly failure: UpstreamError | null
}

/** Connections stay open for the next request, and are closed where none comes for so long. */
const CONNECTIONS = { keepAlive: true, timeout: 60_000 }
/**
 * Bytes a second, on the average once two time-outs are over: the slowest line has a hundred times as much. Silence is
 * ended after one time-out, a byte now and then would else be waited for as long as a large list may take.
 */
const LEAST_RATE = 64
/** The status of an answer that goes on in another protocol. */
const SWITCHES = 101
export const isSuccess = (status: number) => status >= 200 && status < 300

/** The connections to one partner. */
export class Transport {
  readonly #plain = new http.Agent(CONNECTIONS)
  readonly #secure = new https.Agent(CONNECTIONS)

  /**
   * Sends a request and reads its answer into the sink that `into` gives for its status.
   * @returns the head; the body of a refusal that could not be read whole is told in its `failure`
   * @throws UpstreamError `unreachable` where nothing was sent, `interrupted`, `unreadable`, `cancelled`
   */
  async send(exchange: Exchange, into: (status: number) => Sink): Promise<Head> {
    const call = new Call(exchange)
    try {
      const agent = exchange.url.protocol === 'https:' ? this.#secure : this.#plain
      const answer = await call.start(agent)
      const status = answer.statusCode ?? 0
      let failure: UpstreamError | null = null
      try {
        await call.read(answer, status, into(status))
      } catch (error) {
        failure = call.failure(error)
        // The head of a refusal tells all that matters; a success without its body tells nothing.
        if (isSuccess(status) || failure.kind === 'cancelled') throw failure
      }
      return { status, headers: answer.headers, failure }
    } catch (error) {
      throw call.failure(error)
    } finally {
      call.end()
    }
  }
}

/** One request under way. */
class Call {
  readonly #exchange: Exchange
  readonly #startedAt = performance.now()
  readonly #abort = new AbortController()
  #silence: NodeJS.Timeout | undefined
  readonly #total: NodeJS.Timeout
  #connected = false
  #received = 0
  /** why it was ended by us */
  #ended: UpstreamError | null = null
  readonly #stop = () => this.#give(stopped())
  readonly #cut = () => this.#abort.abort()

  constructor(exchange: Exchange) {
    this.#exchange = exchange
    const { signal, cut, totalMs } = exchange
    this.#total = setTimeout(() => this.#give(this.#late()), totalMs)
    this.#heard()
    if (signal?.aborted) this.#stop()
    else signal?.addEventListener('abort', this.#stop, { once: true })
    if (cut?.aborted) this.#cut()
    else cut?.addEventListener('abort', this.#cut, { once: true })
  }

  end(): void {
    clearTimeout(this.#silence)
    clearTimeout(this.#total)
    this.#exchange.signal?.removeEventListener('abort', this.#stop)
    this.#exchange.cut?.removeEventListener('abort', this.#cut)
  }

  /** Sends the request. @returns the answer's head, its body unread */
  async start(agent: http.Agent): Promise<http.IncomingMessage> {
    if (this.#ended) throw this.#ended
    const { method, url, token, body } = this.#exchange
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      method,
      agent,
      signal: this.#abort.signal,
      headers: {
        authorization: `Token ${token}`,
        accept: 'application/json',
        'accept-encoding': 'gzip',
        ...(body === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      },
    })
    request.once('socket', (socket) => {
      if (request.reusedSocket) this.#leave(request)
      else socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => this.#leave(request))
    })
    return new Promise((resolve, reject) => {
      // Also after the answer: a connection that breaks while it is read is told by the reading.
      request.on('error', reject)
      // Another protocol was not asked for; where it is named, Node tells nothing to who listens for an answer.
      const switches = () => reject(unreadable('partner_not_http', { cause: String(SWITCHES) }))
      request.once('response', (answer) => (answer.statusCode === SWITCHES ? switches() : resolve(answer)))
      request.once('upgrade', (_answer, socket) => {
        socket.destroy()
        switches()
      })
      // Whatever else ends it without a word is an end.
      request.once('close', () => reject(new Error('closed without an answer')))
    })
  }

  /** Lets it leave, head and body at once, over a connection that stands. */
  #leave(request: http.ClientRequest): void {
    const { permitted, body } = this.#exchange
    if (permitted?.() === false) {
      this.#give(stopped())
      return
    }
    this.#connected = true
    request.end(body)
  }

  /** Reads an answer to its end. @throws UpstreamError where it is not what is read; what the sink throws */
  async read(answer: http.IncomingMessage, status: number, sink: Sink): Promise<void> {
    const { path, limit } = this.#exchange
    const most = limit(status)
    const heard = (length: number) => {
      this.#heard()
      if (this.#drips(length)) throw this.#late()
    }
    const counted = (part: 'sent' | 'read') =>
      async function* (chunks: AsyncIterable<Uint8Array>) {
        let length = 0
        for await (const chunk of chunks) {
          if (part === 'sent') heard(length + chunk.length)
          if ((length += chunk.length) > most) throw unreadable('partner_too_large', { path, limit: most })
          yield chunk
        }
      }
    const received = (chunk: Uint8Array) => (this.#received += chunk.length)
    const taken = async (chunks: AsyncIterable<Uint8Array>) => {
      for await (const chunk of chunks) {
        received(chunk)
        sink(chunk)
      }
    }
    const encoding = (answer.headers['content-encoding'] ?? '').trim().toLowerCase()
    if (encoding === '' || encoding === 'identity') {
      await pipeline(answer, counted('sent'), taken)
      return
    }
    if (encoding !== 'gzip' && encoding !== 'x-gzip') {
      answer.destroy()
      throw unreadable('partner_encoding', { path, encoding: encoding.slice(0, 40) })
    }
    await pipeline(answer, counted('sent'), createGunzip(), counted('read'), taken)
  }

  /** What became of it, from whatever was thrown. */
  failure(error: unknown): UpstreamError {
    this.#abort.abort()
    if (this.#ended) return this.#ended
    if (error instanceof UpstreamError) return error
    if (error instanceof UnreadableAnswer) return new UpstreamError('unreadable', error.problem)
    return transportError(error, this.#connected, this.#exchange)
  }

  /** Ends it for a reason of ours. */
  #give(reason: UpstreamError): void {
    this.#ended ??= reason
    this.#abort.abort()
  }

  #heard(): void {
    const { silenceMs } = this.#exchange
    if (this.#silence) this.#silence.refresh()
    else this.#silence = setTimeout(() => this.#give(this.#late()), silenceMs)
  }

  /** Whether so many bytes, of all that was waited, are no answer any more but a way to hold us. */
  #drips(length: number): boolean {
    const elapsed = performance.now() - this.#startedAt
    return elapsed > 2 * this.#exchange.silenceMs && length < (LEAST_RATE * elapsed) / 1000
  }

  #late(): UpstreamError {
    const { path } = this.#exchange
    const seconds = Math.round((performance.now() - this.#startedAt) / 100) / 10
    if (!this.#connected)
      return new UpstreamError('unreachable', { code: 'partner_timeout', params: { seconds } })
    return new UpstreamError(
      'interrupted',
      this.#received === 0
        ? { code: 'partner_timeout', params: { seconds } }
        : { code: 'partner_too_slow', params: { path, seconds, received: this.#received } },
    )
  }
}

/** A certificate that is not accepted: what OpenSSL and Node name it. */
const CERTIFICATE =
  /^(ERR_TLS_CERT_\w+|CERT_\w+|DEPTH_ZERO_\w+|SELF_SIGNED_\w+|UNABLE_TO_\w+|HOSTNAME_MISMATCH)$/
/** An answer that is no TLS, or of a kind that is not spoken any more. */
const NO_TLS = /^(ERR_SSL_\w+|EPROTO)$/
/** Names that the system cannot find. */
const NO_HOST = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EAI_NONAME'])

/** @param connected a connection had come about: only without one it is certain that the partner saw nothing */
function transportError(error: unknown, connected: boolean, { path, url }: Exchange): UpstreamError {
  const codes = codesOf(error)
  const cause = codes.join(', ') || (error instanceof Error ? error.name : 'unknown')
  // The error itself may hold what was received, and is not passed on where its code tells enough.
  const fail = (kind: UpstreamErrorKind, code: PartnerProblem['code'], params: PartnerProblem['params']) =>
    new UpstreamError(kind, { code, params }, { cause: codes.length > 0 ? undefined : error })
  if (!connected) {
    if (codes.some((code) => NO_HOST.has(code)))
      return fail('unreachable', 'partner_host_unknown', { host: url.hostname })
    if (codes.some((code) => CERTIFICATE.test(code)))
      return fail('unreachable', 'partner_certificate', { cause })
    if (codes.some((code) => NO_TLS.test(code))) return fail('unreachable', 'partner_no_tls', { cause })
    return fail('unreachable', 'partner_unreachable', { cause })
  }
  if (codes.some((code) => code.startsWith('Z_'))) return fail('unreadable', 'partner_gzip_broken', { path })
  if (codes.some((code) => code.startsWith('HPE_'))) return fail('unreadable', 'partner_not_http', { cause })
  return fail('interrupted', 'partner_broken', { cause })
}

/** The system's codes of an error and of those that it gathers. */
function codesOf(error: unknown): string[] {
  const errors = error instanceof AggregateError ? [error, ...(error.errors as unknown[])] : [error]
  return [
    ...new Set(
      errors.flatMap((one) => {
        const code = one instanceof Error ? (one as NodeJS.ErrnoException).code : undefined
        return typeof code === 'string' ? [code] : []
      }),
    ),
  ]
}
