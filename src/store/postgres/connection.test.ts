import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { postgresDatabase } from '../../testing/engines.ts'
import { PostgresEngine } from './engine.ts'

test('a server without TLS that is asked for it says so, in words and without a warning of the runtime', async () => {
  const warned = vi.spyOn(process, 'emitWarning').mockReturnValue(undefined)
  const url = new URL(await postgresDatabase({ bare: true }))
  url.searchParams.set('sslmode', 'require')
  await expect(PostgresEngine.open(url.href)).rejects.toMatchObject({
    code: 'tls_missing',
    params: { store: expect.not.stringContaining('sslmode') as string },
  })
  expect(warned).not.toHaveBeenCalled()
})

test('a password that is asked for and was not given is named', async () => {
  // Asks for it as a server does whose people have passwords (SCRAM): what it can do, then its first message.
  const asks = (step: number, text: string) => {
    const body = Buffer.from(text)
    const head = Buffer.alloc(9)
    head.write('R')
    head.writeInt32BE(8 + body.length, 1)
    head.writeInt32BE(step, 5)
    return Buffer.concat([head, body])
  }
  const server = createServer((socket) => {
    const answers = [asks(10, 'SCRAM-SHA-256\0\0'), asks(11, 'r=abc,s=QSXCR+Q6sek8bf92,i=4096')]
    socket.on('error', () => undefined)
    socket.on('data', () => {
      const answer = answers.shift()
      if (answer) socket.write(answer)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const url = `postgres://comptoir@127.0.0.1:${(server.address() as AddressInfo).port}/store`
  await expect(PostgresEngine.open(url)).rejects.toMatchObject({ code: 'password_missing' })
})
