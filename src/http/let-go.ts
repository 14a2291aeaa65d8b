/** How connections end whose clients do not do their part: what they hold is wanted by others. */
import type { IncomingMessage, Server } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { message } from '../domain/messages.ts'

/** For who was told that his connection ends to read that. */
const LAST_WORD_MS = 1000

export const hasBody = ({ headers }: IncomingMessage) =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined

/**
 * Ends the connections on which the rest of a body does not come: of who says not who he is, and of who was answered already,
 * as with a wrong token. Until then it is read to nowhere: a client that is cut off while it sends would not see why.
 * @param restMs how long the rest is waited for
 */
export function endUnfinished(app: FastifyInstance, restMs: number): void {
  const awaitRest = (raw: IncomingMessage) => {
    const { socket } = raw
    // A request of the window, in process, has none.
    if (socket instanceof Socket && !raw.complete && hasBody(raw))
      setTimeout(() => raw.complete || socket.destroy(), restMs).unref()
  }
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    if (raw.headers.authorization === undefined && raw.headers.cookie === undefined) awaitRest(raw)
    done()
  })
  app.addHook('onResponse', ({ raw }, _reply, done) => {
    awaitRest(raw)
    done()
  })
}

/**
 * How a server is made to wait longer for requests while one takes long that may: Node knows one time for all of them, from a
 * request's first byte to its last.
 * @param longMs how long they may take meanwhile
 */
export function patienceOf(server: Server, longMs: number) {
  const usual = server.requestTimeout
  let waiting = 0
  return async <T>(task: () => Promise<T>): Promise<T> => {
    waiting++
    server.requestTimeout = longMs
    try {
      return await task()
    } finally {
      if (--waiting === 0) server.requestTimeout = usual
    }
  }
}

/** A request that is not even HTTP, or whose head is too large: refused in the same form, then let go. */
export function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  // A browser opens connections ahead, and sends on them when it likes: an answer to nothing would be taken for one to that.
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead === 0) {
    socket.destroy()
    return
  }
  const tooLarge = error.code === 'HPE_HEADER_OVERFLOW'
  const status = tooLarge ? '431 Request Header Fields Too Large' : '400 Bad Request'
  const words = message(tooLarge ? 'head_too_large' : 'request_malformed', 'fr')
  const body = JSON.stringify({
    detail: words,
    errors: [{ path: '', code: 'json_malformed', message: words }],
  })
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
  // Its own end may never come.
  setTimeout(() => socket.destroy(), LAST_WORD_MS).unref()
}
