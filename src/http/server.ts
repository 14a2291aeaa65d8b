import { connect, Server, type AddressInfo, type Socket } from 'node:net'
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Service } from '../service/service.ts'
import { buildApp, type AppOptions } from './app.ts'

const IDLE_CHECK_MS = 50
/**
 * Connections on which nothing runs are closed once all have been silent for so long: each answer tells its reader to use the
 * connection no more, and a request that was just sent on one is answered, not lost with it.
 */
const LEAVE_MS = 1000
/** How long connections that the system has taken already are waited for. */
const TAKE_MS = 1000

export interface RunningServer {
  /** `http://HOST:PORT` */
  readonly url: string
  readonly app: FastifyInstance
  /**
   * Stops listening, ends the open streams, finishes what runs, and lets go of connections without a request once all have
   * been silent for a moment.
   * @param silenceMs the moment, where it is to be shorter
   * @param goesOn whether the service goes on without this server: its streams end with {@link cut} then
   */
  close(silenceMs?: number, goesOn?: boolean): Promise<void>
  /** Ends every connection, whatever runs on it. */
  cut(): void
}

/**
 * Listens with a service.
 * @param port 0 takes a free one.
 * @throws ListenError where the port is in use or the host is not this machine's
 */
export async function listen(
  service: Service,
  options: Omit<AppOptions, 'host'> & { readonly host: string; readonly port: number },
): Promise<RunningServer> {
  const { host, port } = options
  const publicly = options.publicAddress?.origin ?? null
  const shown = host.includes(':') ? `[${host}]` : host
  const at = (listening: number) => `http://${shown}:${listening}`
  // Before anyone is heard: an order of a partner that is ourselves would come in at once.
  if (port !== 0) service.partners.servedAt(at(port), publicly)
  const app = buildApp(service, options)
  const open = new Connections(app)
  try {
    await app.listen({ host, port })
  } catch (error) {
    throw known(error, host, port)
  }
  const address = app.server.address() as AddressInfo
  service.partners.servedAt(at(address.port), publicly)
  return {
    url: at(address.port),
    app,
    async close(silenceMs = LEAVE_MS, goesOn = false) {
      const ended = await open.takeNoMore()
      // Only now: who is told to use his connection no more makes another.
      if (!goesOn) service.events.end()
      await open.leave(ended, Math.min(silenceMs, LEAVE_MS))
      await app.close()
    },
    cut: () => open.cut(),
  }
}

/** The open connections of a server, and how they end without the loss of a request. */
class Connections {
  readonly #app: FastifyInstance
  readonly #sockets = new Set<Socket>()

  constructor(app: FastifyInstance) {
    this.#app = app
    app.server.on('connection', (socket) => {
      this.#sockets.add(socket)
      socket.once('close', () => this.#sockets.delete(socket))
    })
  }

  /**
   * Takes those that the system has taken already, which it would break off, and then no more, however many come. Idle ones
   * stay open.
   * @returns what resolves once all have ended
   */
  async takeNoMore(): Promise<{ readonly all: Promise<void> }> {
    const { server } = this.#app
    if (server.listening) await this.#lastWaiting(server.address() as AddressInfo)
    // An HTTP server's own would end the idle ones at once.
    return { all: new Promise((resolve) => Server.prototype.close.call(server, () => resolve())) }
  }

  /** The system hands them over in the order of their coming: one of our own is the last. */
  async #lastWaiting({ port, address, family }: AddressInfo): Promise<void> {
    const { server } = this.#app
    const loopback = family === 'IPv6' ? '::1' : '127.0.0.1'
    const last = connect({ port, host: /^(::|0\.0\.0\.0)$/.test(address) ? loopback : address })
    const handed = new Promise<void>((resolve) => {
      const seen = (of?: { readonly remotePort?: number }) => of?.remotePort === last.localPort && resolve()
      server.on('connection', seen).on('drop', seen)
      last.on('error', () => resolve())
    })
    await Promise.race([handed, pause(TAKE_MS, undefined, { ref: false })])
    last.destroy()
  }

  /** Closes idle ones whenever all have been silent for a moment, until there is none. */
  async leave({ all }: { readonly all: Promise<void> }, silenceMs: number): Promise<void> {
    let done = false
    const ended = all.then(() => void (done = true))
    let [heard, since] = [this.#bytes(), performance.now()]
    while (!done) {
      await Promise.race([ended, pause(IDLE_CHECK_MS)])
      // After a pause nothing has been read yet of what came meanwhile; one turn later it has.
      await turn()
      const bytes = this.#bytes()
      if (bytes !== heard) [heard, since] = [bytes, performance.now()]
      else if (performance.now() - since >= silenceMs) this.#closeIdle()
    }
  }

  cut(): void {
    this.#app.server.closeAllConnections()
    for (const socket of this.#sockets) socket.destroy()
  }

  /** What those that are open have sent and were sent: another number after each. */
  #bytes(): number {
    let bytes = 0
    for (const { bytesRead, bytesWritten } of this.#sockets) bytes += bytesRead + bytesWritten
    return bytes
  }

  #closeIdle(): void {
    this.#app.server.closeIdleConnections()
    // One on which nothing was ever sent does not count as idle there.
    for (const socket of this.#sockets) if (socket.bytesRead === 0) socket.destroy()
  }
}

/** Why a server cannot listen; who shows it to a person makes the sentence. */
export class ListenError extends Error {
  readonly code: ListenErrorCode
  readonly host: string
  readonly port: number

  constructor(code: ListenErrorCode, host: string, port: number, cause: unknown) {
    super(`${code} ${host}:${port}`, { cause })
    this.name = 'ListenError'
    this.code = code
    this.host = host
    this.port = port
  }
}

export type ListenErrorCode = 'port_in_use' | 'port_forbidden' | 'host_unknown'

const LISTEN_CODES: Readonly<Record<string, ListenErrorCode>> = {
  EADDRINUSE: 'port_in_use',
  EACCES: 'port_forbidden',
  EADDRNOTAVAIL: 'host_unknown',
  EAI_AGAIN: 'host_unknown',
  ENOTFOUND: 'host_unknown',
}

function known(error: unknown, host: string, port: number): unknown {
  const code = LISTEN_CODES[(error as NodeJS.ErrnoException).code ?? '']
  return code ? new ListenError(code, host, port, error) : error
}
