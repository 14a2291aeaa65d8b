/** Server-sent events: how both parts of the interface tell those who watch. */
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Service } from '../service/service.ts'

const HEARTBEAT_MS = 20_000
/** a comment, which readers pass over */
const HEARTBEAT = ': \n\n'
/** A reader that has left this much unread is let go: it may come back and read anew what it keeps. */
const LARGEST_BACKLOG = 256 * 1024

export interface ServerEvent {
  /** the event's name; without one it is a plain message */
  readonly event?: string
  readonly data: unknown
}

/** What a stream follows, and who may still read it. */
export interface Watch {
  /**
   * Begins to watch, sending what happens.
   * @returns what ends the watching
   */
  start(send: (event: ServerEvent) => void): () => void
  /** Asked before each event and at each heartbeat: whether the reader may go on. */
  allowed?(): boolean
}

/**
 * Answers with a stream of events. It ends with the reader, who may leave at any time, with the service, and where the
 * reader is no longer allowed.
 */
export function sendEvents(
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
  { start, allowed = () => true }: Watch,
): FastifyReply {
  reply
    .type('text/event-stream; charset=utf-8')
    .header('Cache-Control', 'no-store')
    .header('X-Accel-Buffering', 'no')
  if (request.method === 'HEAD') return reply.send()

  const stream = new Readable({ read: () => undefined })
  const write = (text: string) => {
    if (!allowed()) end()
    else if (stream.readableLength > LARGEST_BACKLOG) stream.destroy()
    else stream.push(text)
  }
  const stop = start(({ event, data }) =>
    write(`${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`),
  )
  const heartbeat = setInterval(() => {
    // Nothing has been taken since the last time: the reader is gone, or as good as gone.
    if (stream.readableLength > 0) stream.destroy()
    else write(HEARTBEAT)
  }, HEARTBEAT_MS).unref()
  let ended = false
  const end = () => {
    if (ended) return
    ended = true
    clearInterval(heartbeat)
    stop()
    service.events.off('closing', end)
    if (!stream.destroyed) stream.push(null)
  }
  service.events.once('closing', end)
  stream.once('close', end)
  // The first bytes open the stream for the reader at once.
  stream.push(HEARTBEAT)
  return reply.send(stream)
}
