/** A service whose partners are set and tried, and servers that stand for them. */
import { createServer, type RequestListener } from 'node:http'
import { createServer as createSocketServer, type AddressInfo } from 'node:net'
import pino from 'pino'
import { onTestFinished } from 'vitest'
import { KeyFileBox } from '../service/secrets.ts'
import { Service } from '../service/service.ts'
import { temporaryFolder } from './folder.ts'

/** A service that is asked as fast as it likes, with no partner yet. @param timeoutMs how long a partner may take */
export async function partnerDesk(timeoutMs = 2_000) {
  const folder = temporaryFolder()
  const environment = { COMPTOIR_UPSTREAM_RATE: '1000', COMPTOIR_UPSTREAM_TIMEOUT_MS: `${timeoutMs}` }
  const service = await Service.open({ folder, log: pino({ level: 'silent' }), environment })
  onTestFinished(() => service.close())
  const { store, events, partners } = service
  const keep = async (url: string, token: string | null, name: string | null = null) =>
    (await partners.keep({ name, url, token })).link
  const set = async (url: string, token: string | null) =>
    (await partners.set({ name: null, url, token })).check
  return {
    store,
    events,
    box: new KeyFileBox(folder),
    partners,
    keep,
    set,
    link: () => partners.all()[0]!.link,
  }
}

/** A server that answers so, until the test ends. @returns its address */
export async function listening(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** An address where nobody listens. */
export async function closedPort(): Promise<string> {
  const server = createSocketServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return `http://127.0.0.1:${port}`
}
