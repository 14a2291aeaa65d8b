/** Server-sent events: how both parts of the interface tell those who watch. */
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Service } from '../service/service.ts'

const HEARTBEAT_MS = 20_000
/** a comment, which readers pass over */
const HEARTBEAT = ': \n\n'
/** After how long a reader whose stream broke comes back, where he does not know better. */
const RETRY_MS = 2000

export interface ServerEvent {
  /** the event's name; without one it is a plain message */
  readonly event?: string
  /** what the reader names when he comes back (`Last-Event-ID`) */
  readonly id?: number
  /** JSON text */
  readonly data: string
}

/** What a stream follows, and who may still read it. */
export interface Watch {
  /** the id that a reader comes back with who was told nothing yet */
  readonly id?: number
  /** Begins to watch: `wake` is called when there may be something to tell. @returns what ends the watching */
  start(wake: () => void): () => void
  /** What there is to tell now, in order, never without bound; empty where there is nothing more. */
  next(): readonly ServerEvent[] | Promise<readonly ServerEvent[]>
  /** Asked before anything is told and at each heartbeat: whether the reader may go on. */
  allowed?(): boolean
}

/**
 * Answers with a stream of events. Each is asked for when the reader has taken those before: a slow one holds no
 * memory. It ends with the reader, who may leave at any time, with the service, and where the reader is no longer
 * allowed.
 */
export function sendEvents(
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
  { id, start, next, allowed = () => true }: Watch,
): FastifyReply {
  reply
    .type('text/event-stream; charset=utf-8')
    .header('Cache-Control', 'no-store')
    .header('X-Accel-Buffering', 'no')
  if (request.method === 'HEAD') return reply.send()

  /** the reader has room and there was nothing for him */
  let waiting = false
  let takenSince = true
  /** it is being read what there is to tell; it was asked for again meanwhile */
  let asking = false
  let askAgain = false
  const stream = new Readable({
    read() {
      waiting = true
      takenSince = true
      deliver()
    },
  })
  const push = (text: string) => {
    waiting = false
    stream.push(text)
  }
  const deliver = () => {
    if (!waiting || ended) return
    if (!allowed()) {
      end()
      return
    }
    if (asking) {
      askAgain = true
      return
    }
    asking = true
    ask().catch((error: unknown) => stream.destroy(error instanceof Error ? error : new Error(String(error))))
  }
  const ask = async () => {
    const events = await next()
    asking = false
    const again = askAgain
    askAgain = false
    if (ended) return
    if (events.length > 0) push(events.map(eventText).join(''))
    else if (again) deliver()
  }
  let woken: NodeJS.Immediate | undefined
  // What happens in one turn of the loop is told together.
  const wake = () => {
    woken ??= setImmediate(() => {
      woken = undefined
      deliver()
    })
  }
  const heartbeat = setInterval(() => {
    if (!allowed()) end()
    else if (waiting) push(HEARTBEAT)
    // Nothing was taken since the last time: the reader is gone, or as good as gone.
    else if (!takenSince) stream.destroy()
    takenSince = false
  }, HEARTBEAT_MS).unref()
  let ended = false
  const end = () => {
    if (ended) return
    ended = true
    clearInterval(heartbeat)
    clearImmediate(woken)
    stop()
    service.events.off('closing', end)
    if (!stream.destroyed) stream.push(null)
  }
  const stop = start(wake)
  service.events.once('closing', end)
  stream.once('close', end)
  // The first bytes open the stream for the reader at once.
  push(`retry: ${RETRY_MS}\n${id === undefined ? '' : `id: ${id}\n`}\n`)
  // One that is asked for while the service ends: nobody else would end it.
  if (service.events.ended) end()
  return reply.send(stream)
}

function eventText({ event, id, data }: ServerEvent): string {
  const name = event === undefined ? '' : `event: ${event}\n`
  return `${name}${id === undefined ? '' : `id: ${id}\n`}data: ${data}\n\n`
}
