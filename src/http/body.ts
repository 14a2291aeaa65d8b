/** How bodies are read: JSON alone, as text that is what was sent, in bounds, and never many large ones in a row. */
import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { jsonPlace } from '../domain/bundle-text.ts'
import { nestsDeeper } from '../domain/json-depth.ts'
import { Refusal } from '../service/refusal.ts'
import { steady } from '../service/stalling.ts'
import { Turns } from './turns.ts'

/** Largest request body (partner-api.md 8). */
export const BODY_LIMIT_BYTES = 1024 * 1024
/** Of a body that is larger still the end is not waited for. */
const MOST_DRAINED_BYTES = 64 * BODY_LIMIT_BYTES
/** No request has a reason to nest deeper; what is written back to the store is written by recursion. */
export const DEEPEST_BODY = 500
/** A body from this size on takes tens of milliseconds to read and to check: several such take turns. */
const LARGE_BYTES = 64 * 1024

/** Makes the application read bodies of `application/json`, and no others. */
export function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  // `__proto__` is a key like others, which is refused where it is none: bodies are read, never merged into an object.
  const parseJson = app.getDefaultJsonParser('ignore', 'ignore')
  const turns = new Turns()
  const read = (
    request: FastifyRequest,
    body: Buffer,
    done: (error: Error | null, value?: unknown) => void,
  ) => {
    // What was replaced without a word would be ordered so.
    if (!isUtf8(body)) done(new Refusal('json_malformed'))
    else if (nestsDeeper(body, DEEPEST_BODY)) done(new Refusal('body_too_deep', { levels: DEEPEST_BODY }))
    else {
      const text = body.toString()
      parseJson(request, text, (error, value) => done(error && unreadable(text), value))
    }
  }
  app.addContentTypeParser('application/json', (request, payload, done) => {
    collect(payload, (error, body) => {
      if (error) done(error)
      // Some clients name the type of every request, also of one that has no body.
      else if (body.length === 0 && request.method === 'DELETE') done(null)
      else if (body.length < LARGE_BYTES) read(request, body, done)
      else turns.take((next) => read(request, body, (failed, value) => next(() => done(failed, value))))
    })
  })
}

/** A body that is empty, or where it ends to be JSON. */
function unreadable(text: string): Refusal {
  const place = jsonPlace(text.startsWith('\uFEFF') ? text.slice(1) : text)
  return new Refusal('json_malformed', typeof place === 'string' ? { [place]: 1 } : place)
}

/**
 * Makes the routes of `app` read bodies of further types, as they are, up to a size, and as long as something of them comes.
 * @returns what reads the file of a request, null where its body is empty; it throws Refusal (415) for another type
 */
export function readFiles(app: FastifyInstance, type: string | string[], limitBytes: number) {
  const refusal = () => new Refusal('file_too_large', { bytes: limitBytes })
  app.addContentTypeParser(type, (_request, payload, done) =>
    collect(Readable.from(steady(payload, 'file_stalled')), done, limitBytes, refusal),
  )
  return ({ body }: FastifyRequest): Buffer | null => {
    if (body !== undefined && !Buffer.isBuffer(body))
      throw new Refusal('unsupported_media_type', { type: String(type).replace(',', ', ') })
    return body ?? null
  }
}

const tooLarge = () => new Refusal('body_too_large')

/**
 * The whole of a body. One that is too large is read to its end, to nowhere, before it is refused: a client that is still
 * sending when the connection closes never sees why.
 */
function collect(
  payload: Readable,
  done: (error: Error | null, body: Buffer) => void,
  limit = BODY_LIMIT_BYTES,
  refusal = tooLarge,
): void {
  let chunks: Buffer[] = []
  let length = 0
  let settled = false
  const settle = (error: Error | null) => {
    if (settled) return
    settled = true
    const [only, another] = chunks
    done(error, only && !another ? only : Buffer.concat(chunks))
    chunks = []
  }
  payload.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length > limit) chunks = []
    else chunks.push(chunk)
    if (length > MOST_DRAINED_BYTES) settle(refusal())
  })
  payload.on('end', () => settle(length > limit ? refusal() : null))
  payload.on('error', settle)
}
