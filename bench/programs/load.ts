/**
 * The load generator: raw sockets with requests written out beforehand, so that the client is not what is measured.
 * A connection sends its next request when the answer to the last one is whole.
 */
import { connect, type Socket } from 'node:net'
import { serveProgram } from '../harness/program.ts'
import type { Load, LoadOptions, Request } from '../harness/load.ts'

const HEAD_END = Buffer.from('\r\n\r\n')
const CHUNKED_END = Buffer.from('0\r\n\r\n')

function wire({ method, path, headers = {}, body }: Request, port: number): Buffer {
  const lines = [`${method} ${path} HTTP/1.1`, `Host: 127.0.0.1:${port}`]
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`)
  if (body !== undefined) {
    lines.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`)
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body ?? ''}`)
}

class Run {
  readonly #options: LoadOptions
  readonly #wires: readonly Buffer[]
  readonly statuses = new Map<number, number>()
  latencies = new Float64Array(1 << 16)
  done = 0
  sent = 0
  bytes = 0
  complaint: string | null = null
  #deadline = 0

  constructor(options: LoadOptions) {
    this.#options = options
    this.#wires = options.requests.map((request) => wire(request, options.port))
  }

  async run(): Promise<Load> {
    const { connections, seconds } = this.#options
    const sockets = await Promise.all(Array.from({ length: connections }, () => this.#connect()))
    const start = performance.now()
    this.#deadline = start + seconds * 1000
    await Promise.all(sockets.map((socket, i) => this.#loop(socket, i)))
    const elapsed = (performance.now() - start) / 1000
    const sorted = this.latencies.slice(0, this.done).sort()
    const at = (q: number) => sorted[Math.min(this.done - 1, Math.floor(this.done * q))] ?? NaN
    return {
      requests: this.done,
      seconds: elapsed,
      perSecond: this.done / elapsed,
      p50: at(0.5),
      p99: at(0.99),
      max: at(1),
      bytes: this.bytes,
      statuses: Object.fromEntries(this.statuses),
      complaint: this.complaint,
    }
  }

  #connect(): Promise<Socket> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port: this.#options.port, host: '127.0.0.1', noDelay: true })
      socket.once('connect', () => resolve(socket)).once('error', reject)
    })
  }

  #finish(status: number, started: number): void {
    if (this.done === this.latencies.length) {
      const wider = new Float64Array(this.latencies.length * 2)
      wider.set(this.latencies)
      this.latencies = wider
    }
    this.latencies[this.done++] = performance.now() - started
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
  }

  #loop(socket: Socket, index: number): Promise<void> {
    const wires = this.#wires
    const limit = this.#options.count ?? Infinity
    return new Promise((resolve) => {
      // Coprime with nothing in particular: connections spread over the list and do not run in step.
      let next = (index * 7919) % wires.length
      let started = 0
      let status = 0
      /** bytes of the answer still to come; -1: in the head, -2: chunked, until its end */
      let left = -1
      let head: Buffer = Buffer.alloc(0)
      let tail: Buffer = Buffer.alloc(0)

      const send = () => {
        if (this.sent >= limit || performance.now() >= this.#deadline) {
          socket.destroy()
          resolve()
          return
        }
        this.sent++
        started = performance.now()
        left = -1
        socket.write(wires[next]!)
        next = next + 1 === wires.length ? 0 : next + 1
      }
      const broken = () => {
        if (left !== -3) this.#finish(0, started)
        resolve()
      }
      socket.on('error', () => undefined)
      socket.on('close', broken)
      socket.on('data', (chunk: Buffer) => {
        this.bytes += chunk.length
        if (left === -1) {
          head = head.length === 0 ? chunk : Buffer.concat([head, chunk])
          const end = head.indexOf(HEAD_END)
          if (end < 0) return
          const text = head.toString('latin1', 0, end + 2)
          status = Number(text.slice(9, 12))
          const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1]
          const rest = head.length - end - HEAD_END.length
          if (status >= 400 && this.complaint === null) {
            this.complaint = head.subarray(end + HEAD_END.length).toString()
          }
          if (length !== undefined || status === 304 || status === 204) {
            left = status === 304 ? 0 : Number(length ?? 0) - rest
          } else {
            left = -2
            tail = head.subarray(-CHUNKED_END.length)
          }
          head = Buffer.alloc(0)
        } else if (left >= 0) {
          left -= chunk.length
        } else {
          tail = Buffer.concat([tail, chunk]).subarray(-CHUNKED_END.length)
        }
        if (left === 0 || (left === -2 && tail.equals(CHUNKED_END))) {
          left = -3
          this.#finish(status, started)
          send()
        }
      })
      send()
    })
  }
}

serveProgram<LoadOptions>((options) => new Run(options).run())
