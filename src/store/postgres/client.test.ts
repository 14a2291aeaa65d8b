import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { first } from '../work.ts'
import { PostgresEngine } from './engine.ts'

const AUTHENTICATED = Buffer.from([...Buffer.from('R'), 0, 0, 0, 8, 0, 0, 0, 0])
const READY = Buffer.from([...Buffer.from('Z'), 0, 0, 0, 5, ...Buffer.from('I')])
const TERMINATED = message(
  'E',
  'SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0',
)

function message(type: string, text: string): Buffer {
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(4 + Buffer.byteLength(text), 1)
  return Buffer.concat([head, Buffer.from(text)])
}

/** A server that lets in whoever comes, and ends each connection in the packet that says so. */
async function endingAtOnce(): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end(Buffer.concat([AUTHENTICATED, READY, TERMINATED])))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `postgres://comptoir@127.0.0.1:${(server.address() as AddressInfo).port}/store`
}

/** What nobody caught until the test is over. */
function uncaught(): unknown[] {
  const found: unknown[] = []
  const note = (error: unknown) => void found.push(error)
  const others = process.listeners('uncaughtException')
  process.removeAllListeners('uncaughtException').on('uncaughtException', note)
  onTestFinished(() => {
    process.removeAllListeners('uncaughtException')
    for (const other of others) process.on('uncaughtException', other)
  })
  return found
}

test('a connection that is ended in the packet that opens it is told to who asks, and ends no process', async () => {
  const ended = uncaught()
  const engine = new PostgresEngine(await endingAtOnce(), 200)
  onTestFinished(() => engine.close())
  const away = { name: 'StoreError', code: 'away' }
  const asked = [
    () => engine.read(() => first('SELECT 1')),
    () => engine.snapshot(() => first('SELECT 1')),
    () => engine.tell('{}'),
    () => engine.write(() => first('SELECT 1')),
    () => engine.listen({ written: () => undefined, message: () => undefined, missed: () => undefined }),
    () => PostgresEngine.open(engine.place),
  ]
  for (const ask of asked) await expect(ask()).rejects.toMatchObject(away)
  const lease = await engine.claims.attempt('transmit')
  expect(lease).toBeNull()
  expect(ended).toEqual([])
})
