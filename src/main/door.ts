import type { FastifyInstance } from 'fastify'
import { Readable } from 'node:stream'

/** The scheme and host that the window loads from. */
export const SCHEME = 'app'
export const ORIGIN = `${SCHEME}://comptoir`

/** Headers of a page's request that the service needs; nothing else passes the door. */
const PASSED = ['accept', 'accept-language', 'content-type', 'if-none-match', 'idempotency-key', 'range']

/**
 * Passes a request of our own window to the service in process, as a stream in both directions of time: server-sent
 * events arrive as they are written, and a stream that the page closes ends at its source.
 *
 * @param key opens the application API: the door adds it, so the page never holds it.
 */
export async function passToService(app: FastifyInstance, key: string, request: Request): Promise<Response> {
  const url = new URL(request.url)
  if (url.origin !== ORIGIN && `${url.protocol}//${url.host}` !== ORIGIN)
    return new Response(null, { status: 403 })
  const headers: Record<string, string> = { host: url.host, authorization: `Bearer ${key}` }
  for (const name of PASSED) {
    const value = request.headers.get(name)
    if (value !== null) headers[name] = value
  }
  // As it comes: a backup may be larger than memory.
  const body = request.body === null ? undefined : Readable.fromWeb(request.body as ReadableStream)
  const answer = await app.inject({
    method: request.method as 'GET',
    url: url.pathname + url.search,
    headers,
    payload: body,
    payloadAsStream: true,
  })
  const stream = answer.stream()
  // What the page closes ends at its source: the injected answer would otherwise wait for a reader for ever.
  stream.once('close', () => answer.raw.res.destroy())
  request.signal.addEventListener('abort', () => stream.destroy(), { once: true })
  const empty = request.method === 'HEAD' || answer.statusCode === 204 || answer.statusCode === 304
  if (empty) stream.resume()
  return new Response(empty ? null : (Readable.toWeb(stream) as ReadableStream), {
    status: answer.statusCode,
    headers: webHeaders(answer.headers),
  })
}

/**
 * Headers that stay behind: those of one connection say nothing of an answer that has none, the page keeps no cookie,
 * and Electron's process ends at once on an `Origin-Agent-Cluster` of a scheme of its own.
 */
const WITHHELD = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'set-cookie',
  'origin-agent-cluster',
])

function webHeaders(headers: Readonly<Record<string, string | number | string[] | undefined>>): Headers {
  const web = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || WITHHELD.has(name)) continue
    for (const one of Array.isArray(value) ? value : [value]) web.append(name, String(one))
  }
  return web
}
