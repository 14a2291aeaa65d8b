/** The service on a real port: clients that are slow, silent or many. */
import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { KEY, world } from '../testing/app.ts'
import type { Patience } from './app.ts'
import { PublicAddress } from './public-address.ts'
import { listen } from './server.ts'

const PATIENCE: Patience = { head: 100, request: 200, rest: 1000, idle: 300, silence: 400 }

async function listening(patience?: Patience, publicAddress: PublicAddress | null = null) {
  const { service, token } = await world()
  const server = await listen(service, {
    host: '127.0.0.1',
    port: 0,
    key: KEY,
    renderer: '/nonexistent',
    patience,
    publicAddress,
  })
  onTestFinished(() => server.close())
  const opened = async (): Promise<Socket> => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1').setEncoding('utf8')
    onTestFinished(() => void socket.destroy())
    await once(socket, 'connect')
    return socket
  }
  return { ...server, token, opened }
}

/** What came until the other side closed the connection. */
async function untilClosed(socket: Socket): Promise<string> {
  let text = ''
  socket.on('data', (chunk) => (text += String(chunk))).on('error', () => undefined)
  await once(socket, 'close')
  return text
}

/** Resolves once no connection is taken there any more. */
async function refusedAt(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const refused = await once(socket, 'connect').then(
      () => false,
      () => true,
    )
    socket.destroy()
    if (refused) return
  }
}

const HEAD = 'POST /0.2/print/prix/ HTTP/1.1\r\nHost: localhost\r\n'

test.each([
  ['nothing', () => ''],
  ['half a head', () => HEAD],
  [
    'half a body',
    (token: string) =>
      `${HEAD}Authorization: Token ${token}\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"pro`,
  ],
])('a client that sends %s, and no more, is let go', async (_what, sent) => {
  const { opened, token } = await listening(PATIENCE)
  const socket = await opened()
  socket.write(sent(await token('A')))
  const answer = await untilClosed(socket)
  expect(answer === '' || answer.startsWith('HTTP/1.1 4')).toBe(true)
})

test.each([
  [
    'half a body without a token, and is answered',
    'Content-Type: application/json\r\nContent-Length: 50\r\n\r\n{"pro',
    401,
  ],
  [
    'half a body with a wrong token, and is answered',
    'Authorization: Token x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"pro',
    401,
  ],
  ['half a head', 'Content-', 400],
])(
  'a client that sends %s, and then neither goes on nor goes away, is let go',
  async (_what, sent, status) => {
    const forLong = 300_000
    const { app, url } = await listening({ ...PATIENCE, request: forLong, idle: forLong, silence: forLong })
    const taken = once(app.server, 'connection')
    const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true })
    onTestFinished(() => void socket.destroy())
    socket.on('error', () => undefined)
    const [held] = (await taken) as [Socket]
    const ended = once(held, 'close')
    socket.write(HEAD + sent)
    expect(String((await once(socket, 'data'))[0])).toContain(`HTTP/1.1 ${status} `)
    await ended
  },
)

test('half a body of who has yet to say who he is, is not waited for as long as another', async () => {
  const forLong = 300_000
  const { opened } = await listening({ ...PATIENCE, request: forLong, idle: forLong, silence: forLong })
  const socket = await opened()
  socket.write(
    'POST /api/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"n',
  )
  await untilClosed(socket)
})

test.each(['localhost', 'evil.example'])(
  'a request that names two hosts (also %s) is none',
  async (other) => {
    const { opened } = await listening()
    const socket = await opened()
    socket.write(`GET /health HTTP/1.1\r\nHost: localhost\r\nhOST: ${other}\r\n\r\n`)
    expect(String((await once(socket, 'data'))[0])).toContain('HTTP/1.1 400 ')
  },
)

test('who sends the rest of a body late that was refused already goes on with the same connection', async () => {
  const { opened, token } = await listening({ ...PATIENCE, rest: 30_000, request: 30_000 })
  const socket = await opened()
  socket.write(`${HEAD}Content-Type: application/json\r\nContent-Length: 7\r\n\r\n{"p"`)
  expect(String((await once(socket, 'data'))[0])).toContain('HTTP/1.1 401 ')
  socket.write(
    `:1}GET /0.2/print/commande/ HTTP/1.1\r\nHost: localhost\r\nAuthorization: Token ${await token('A')}\r\n\r\n`,
  )
  expect(String((await once(socket, 'data'))[0])).toContain('HTTP/1.1 200 ')
})

test('a connection that was opened ahead ends without a word: what is sent on it meanwhile gets no other’s answer', async () => {
  const { opened } = await listening(PATIENCE)
  expect(await untilClosed(await opened())).toBe('')
})

test('a client that sends its head byte by byte is let go, too', async () => {
  const { opened } = await listening(PATIENCE)
  const socket = await opened()
  const closed = untilClosed(socket)
  const slowly = setInterval(() => socket.write('x'), 20)
  onTestFinished(() => clearInterval(slowly))
  socket.write(`${HEAD}X-Slow: `)
  expect(await closed).toContain('HTTP/1.1 4')
})

test('a client that does not read its answers is let go', async () => {
  const { opened, token, app } = await listening(PATIENCE)
  const taken = once(app.server, 'connection') as Promise<[Socket]>
  const socket = await opened()
  const [connection] = await taken
  const closed = once(connection, 'close')
  socket.pause().on('error', () => undefined)
  const request = `GET /0.2/print/produit/ HTTP/1.1\r\nHost: localhost\r\nAuthorization: Token ${await token('A')}\r\n\r\n`
  // More answers than the buffers of both sides take.
  socket.write(request.repeat(10_000))
  await closed
})

test('connections have a bound: more are not taken, those within it go on', async () => {
  const { opened, app, token } = await listening()
  expect(app.server.maxConnections).toBeGreaterThanOrEqual(1000)
  app.server.maxConnections = 2
  const [first, second] = [await opened(), await opened()]
  expect(await untilClosed(await opened())).toBe('')
  first.destroy()
  await once(first, 'close')
  second.write(
    `GET /0.2/print/produit/10/ HTTP/1.1\r\nHost: localhost\r\nAuthorization: Token ${await token('A')}\r\n\r\n`,
  )
  const [answer] = (await once(second, 'data')) as [string]
  expect(answer).toContain('HTTP/1.1 200')
})

test('the times that clients have are set on the real server', async () => {
  const { app } = await listening()
  const { headersTimeout, requestTimeout, keepAliveTimeout, timeout } = app.server
  for (const time of [headersTimeout, requestTimeout, keepAliveTimeout]) {
    expect(time).toBeGreaterThan(0)
    expect(time).toBeLessThanOrEqual(75_000)
  }
  // A stream of events has a heartbeat each 20 s, and is not silent.
  expect(timeout).toBeGreaterThan(20_000)
})

test('a stream that is asked for while the service ends is no reason to wait', async () => {
  const { opened, token, app, close } = await listening()
  const authorization = `Authorization: Token ${await token('A', { canOrder: true })}\r\n`
  const socket = await opened()
  const body = JSON.stringify({ produit: 10, quantites_multiples: [100] })
  const begun = once(app.server, 'request')
  socket.write(
    `${HEAD}${authorization}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 9)}`,
  )
  await begun
  const closed = close()
  // On the same connection, right behind what still runs.
  socket.write(`${body.slice(9)}GET /0.2/events/ HTTP/1.1\r\nHost: localhost\r\n${authorization}\r\n`)
  const text = await untilClosed(socket)
  await closed
  expect(text).toMatch(/^HTTP\/1\.1 200 OK[^]*"J\+[^]*HTTP\/1\.1 200 OK[^]*text\/event-stream/)
})

test.each([
  ['behind a proxy', PublicAddress.parse('https://shop.example') as PublicAddress],
  ['alone', null],
])(
  '%s, the end leaves idle connections a moment: what comes on one is answered, a new one is refused',
  async (_where, address) => {
    const { opened, close, app } = await listening(undefined, address)
    const { port } = app.server.address() as AddressInfo
    const socket = await opened()
    const health = `GET /health HTTP/1.1\r\nHost: ${address?.hostname ?? 'localhost'}\r\n\r\n`
    socket.write(health)
    const [first] = (await once(socket, 'data')) as [string]
    expect(first).toContain('Connection: keep-alive')
    const closed = close()
    await refusedAt(port)
    const answered = untilClosed(socket)
    socket.write(health)
    expect(await answered).toMatch(/^HTTP\/1\.1 200[^]*connection: close/i)
    await closed
  },
)

test('what runs when the end comes is answered with the word to use the connection no more', async () => {
  const { opened, close, app, token } = await listening()
  const { port } = app.server.address() as AddressInfo
  const socket = await opened()
  const begun = once(app.server, 'request')
  const body = JSON.stringify({ produit: 10, quantites_multiples: [100] })
  socket.write(
    `${HEAD}Authorization: Token ${await token('A')}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
  )
  await begun
  const closed = close()
  await refusedAt(port)
  const answered = untilClosed(socket)
  socket.write(body)
  expect(await answered).toMatch(/^HTTP\/1\.1 200[^]*connection: close[^]*"J\+/i)
  await closed
})

test('a connection that the system has taken as the end comes is answered', async () => {
  const { close, app } = await listening()
  const { port } = app.server.address() as AddressInfo
  // None of them is accepted before this turn has ended.
  const answers = Array.from({ length: 8 }, async () => {
    const socket = connect(port, '127.0.0.1').setEncoding('utf8')
    onTestFinished(() => void socket.destroy())
    const answer = untilClosed(socket)
    await once(socket, 'connect')
    socket.write('GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n')
    return answer
  })
  const closed = close()
  for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^HTTP\/1\.1 200/)
  await closed
})

test('clients that make a connection for each request do not keep it from ending', async () => {
  const { close, app } = await listening()
  const { port } = app.server.address() as AddressInfo
  let ending = false
  const isAnswered = async () => {
    const socket = connect(port, '127.0.0.1').setEncoding('utf8')
    socket.write('GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
    return (await untilClosed(socket).catch(() => '')).startsWith('HTTP/1.1 200')
  }
  /** @returns how many of those connections were served that were made after the end had begun */
  const client = async (begun: () => void) => {
    for (let late = 0; ; begun()) {
      const isLate = ending
      if (!(await isAnswered())) return late
      if (isLate) late++
    }
  }
  const clients: Promise<number>[] = []
  await Promise.all(
    Array.from({ length: 8 }, () => new Promise<void>((begun) => clients.push(client(begun)))),
  )
  const closed = close()
  ending = true
  expect(await Promise.all(clients)).toEqual(Array(8).fill(0))
  await closed
})
