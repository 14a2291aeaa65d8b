import type { AddressInfo, Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Service } from '../service/service.ts'
import { buildApp, type AppOptions } from './app.ts'

const IDLE_CHECK_MS = 50

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
 * @throws Error in words where the port is in use or the host is not this machine's
 */
export async function listen(
  service: Service,
  options: Omit<AppOptions, 'host'> & { readonly host: string; readonly port: number },
): Promise<RunningServer> {
  const { host, port } = options
  const app = buildApp(service, options)
  const sockets = new Set<Socket>()
  app.server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  try {
    await app.listen({ host, port })
  } catch (error) {
    throw inWords(error, host, port)
  }
  const address = app.server.address() as AddressInfo
  const shown = host.includes(':') ? `[${host}]` : host
  return {
    url: `http://${shown}:${address.port}`,
    app,
    async close() {
      service.events.emit('closing')
      const idle = setInterval(() => {
        // A connection that was busy a moment ago is idle once it is answered, and would be kept alive.
        app.server.closeIdleConnections()
        // One on which nothing was ever sent does not count as idle there.
        for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
      }, IDLE_CHECK_MS)
      try {
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

function inWords(error: unknown, host: string, port: number): Error {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new Error(`port ${port} of ${host} is in use; choose another with --port, or 0 for a free one`, {
        cause: error,
      })
    case 'EACCES':
      return new Error(`port ${port} needs more rights than this user has; choose one above 1023`, {
        cause: error,
      })
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new Error(`${host} is not an address of this machine`, { cause: error })
    default:
      return error as Error
  }
}
