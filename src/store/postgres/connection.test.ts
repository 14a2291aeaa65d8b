import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { postgresDatabase } from '../../testing/engines.ts'
import { temporaryFolder } from '../../testing/folder.ts'
import { postgresFailure } from './connection.ts'
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

test('a socket that is named and not there is the database away, no file that cannot be written', async () => {
  const folder = encodeURIComponent(temporaryFolder())
  await expect(
    PostgresEngine.open(`postgres://comptoir@localhost/store?host=${folder}`),
  ).rejects.toMatchObject({
    code: 'away',
    params: { store: expect.stringMatching(/^postgres:/) as string },
  })
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

test.each([
  'postgres://comptoir@127.0.0.1:5432/comp%00toir',
  'postgres://comp%00toir:SECRET@127.0.0.1:5432/comptoir',
  'postgres://comptoir:SE%00CRET@127.0.0.1:5432/comptoir',
  `postgres://comptoir:SECRET@${'a'.repeat(300)}:5432/comptoir`,
  `postgres://comptoir:SECRET@${'a.'.repeat(150)}b/comptoir`,
  `postgres://${'u'.repeat(300)}:SECRET@h/comptoir`,
  `postgres://comptoir:SECRET@h/${'d'.repeat(20_000)}`,
])('what no network and no PostgreSQL takes for a name is no address, and not shown', async (url) => {
  const refused = PostgresEngine.open(url)
  await expect(refused).rejects.toMatchObject({ name: 'StoreError', code: 'url_invalid' })
  await expect(refused).rejects.toThrow(
    /^"postgres:\/\/…" is not the address of a store; write postgres:[^\n]{1,150}$/,
  )
})

test('a connection that the database has ended in the middle of a change is away, not a defect', () => {
  const ended = Object.assign(new Error('terminating connection due to idle-in-transaction timeout'), {
    code: '25P03',
  })
  expect(postgresFailure(ended, 'postgres://shop@db.example/shop')).toMatchObject({
    name: 'StoreError',
    code: 'away',
  })
})
