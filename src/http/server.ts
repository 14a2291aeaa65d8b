import { Server, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Service } from '../service/service.ts'
import { buildApp, type AppOptions } from './app.ts'

const IDLE_CHECK_MS = 50
/**
 * For so long a proxy's connections stay open that nothing runs on: each answer tells it to use them no more, and a request
 * that it has just sent on one is not lost with it.
 */
const LEAVE_MS = 300

export interface RunningServer {
  /** `http://HOST:PORT` */
  readonly url: string
  readonly app: FastifyInstance
  /** Stops listening, ends the open streams, lets go of connections without a request, and finishes what runs. */
  close(): Promise<void>
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
  const sockets = new Set<Socket>()
  app.server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
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
    async close() {
      service.events.end()
      const left = publicly === null ? undefined : await leave(app)
      const idle = setInterval(() => {
        // A connection that was busy a moment ago is idle once it is answered, and would be kept alive.
        app.server.closeIdleConnections()
        // One on which nothing was ever sent does not count as idle there.
        for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
      }, IDLE_CHECK_MS)
      try {
        await left?.ended
        await app.close()
      } finally {
        clearInterval(idle)
      }
    },
    cut() {
      app.server.closeAllConnections()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Takes no more connections, and leaves those that are idle open for a moment. @returns resolves once all have ended */
async function leave({ server }: FastifyInstance): Promise<{ readonly ended: Promise<void> }> {
  // An HTTP server's own would end the idle ones at once.
  const ended = new Promise<void>((resolve) => Server.prototype.close.call(server, () => resolve()))
  await pause(LEAVE_MS)
  return { ended }
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
