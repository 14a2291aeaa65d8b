/** `comptoir serve` as a process: ready line, signals, kill -9 among concurrent clients, changes by other commands. */
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer, get, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ADDRESS, partnerOf } from '../testing/app.ts'
import { runHere } from '../testing/command-line.ts'
import { loaded } from '../testing/loaded-folder.ts'
import { add } from '../testing/people.ts'
import { startNode, type Child } from '../testing/processes.ts'
import { CLI } from '../testing/program.ts'
import { shop, type Loose } from '../testing/shop.ts'
import { Service } from '../service/service.ts'
import { logger } from './service.ts'

const CART = { devis: 'D', adresse_livraison: ADDRESS, lignes: [{ produit: 10, quantites_multiples: [100] }] }

async function prepared(): Promise<{ data: string; token: string }> {
  let token = ''
  const data = await loaded(async ({ customers, tokens }) => {
    const { id } = await customers.ensure('A', { canOrder: true })
    token = (await tokens.create(id)).token
  })
  return { data, token }
}

async function serve(data: string, ...args: string[]): Promise<{ child: Child; url: string }> {
  const child = startNode(CLI, ['serve', '--port', '0', '--data', data, ...args])
  await child.until(2)
  return { child, url: /^listening on (http:\/\/127\.0\.0\.1:\d+)$/.exec(child.lines[0]!)![1]! }
}

const client = (url: string, token: string) => ({
  get: async (path: string) => {
    const response = await fetch(`${url}/0.2/print/${path}`, { headers: { authorization: `Token ${token}` } })
    return { status: response.status, body: (await response.json()) as Loose }
  },
  order: async (devis: string, lines: number) => {
    const response = await fetch(`${url}/0.2/print/panier/validate/`, {
      method: 'POST',
      headers: {
        authorization: `Token ${token}`,
        'content-type': 'application/json',
        'idempotency-key': devis,
      },
      body: JSON.stringify({ ...CART, devis, lignes: Array(lines).fill(CART.lignes[0]) }),
    })
    return { status: response.status, body: (await response.json()) as Loose }
  },
})

/** The status of `/health` under a name. */
async function named(url: string, host: string): Promise<number> {
  const [answer] = (await once(get(`${url}/health`, { headers: { host } }), 'response')) as [IncomingMessage]
  answer.resume()
  return answer.statusCode!
}

describe('a service of its own', () => {
  test('says where it listens and how to open it; SIGTERM and SIGINT end it with 0', async () => {
    const { data, token } = await prepared()
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const { child, url } = await serve(data, '--key', 'a key')
      expect(child.lines[1]).toBe(`${url}/?key=a%20key`)
      expect((await client(url, token).get('produit/10/')).status).toBe(200)
      expect(
        (await fetch(`${url}/api/status`, { headers: { authorization: 'Bearer a%20key' } })).status,
      ).toBe(401)
      expect(await child.kill(signal)).toBe(0)
      expect(child.stderr()).toBe('')
    }
  })

  test('with people, who sign in, says the address without the key', async () => {
    const data = await loaded((service) => add(service, 'Ada', 'administrateur'))
    const { child, url } = await serve(data, '--key', 'k1')
    expect(child.lines).toEqual([`listening on ${url}`, `${url}/`])
    const status = await fetch(`${url}/api/status`, { headers: { authorization: 'Bearer k1' } })
    expect(status.status).toBe(200)
    expect(await child.kill('SIGTERM')).toBe(0)
  })

  test('behind a proxy: it says the public address for the browser, and is reached under that name', async () => {
    const { data } = await prepared()
    for (const [args, env] of [
      [['--public-url', 'https://shop.example/'], {}],
      [[], { COMPTOIR_PUBLIC_URL: 'https://shop.example' }],
    ] as const) {
      const child = startNode(CLI, ['serve', '--port', '0', '--data', data, '--key', 'k', ...args], { env })
      await child.until(2)
      const url = /^listening on (http:\/\/127\.0\.0\.1:\d+)$/.exec(child.lines[0]!)![1]!
      expect(child.lines[1]).toBe('https://shop.example/?key=k')
      expect(await named(url, 'shop.example')).toBe(200)
      expect(await named(url, 'other.example')).toBe(403)
      expect(await child.kill('SIGTERM')).toBe(0)
    }
    const child = startNode(CLI, ['serve', '--port', '0', '--data', data], {
      env: { COMPTOIR_PUBLIC_URL: ' ' },
    })
    await child.until(2)
    expect(await named(child.lines[0]!.slice('listening on '.length), 'shop.example')).toBe(403)
    expect(await child.kill('SIGTERM')).toBe(0)
  })

  test('with --json the ready line is one document', async () => {
    const { data } = await prepared()
    const child = startNode(CLI, ['serve', '--port', '0', '--data', data, '--json'], {
      env: { COMPTOIR_KEY: 'k1' },
    })
    await child.until(4)
    const { url, browser } = JSON.parse(child.lines.join('')) as Record<string, string>
    expect(browser).toBe(`${url}/?key=k1`)
    const response = await fetch(`${url}/api/status`, { headers: { authorization: 'Bearer k1' } })
    expect(response.status).toBe(200)
    expect(await child.kill('SIGTERM')).toBe(0)
  })

  test.each([
    ['0.0.0.0', 'fab', true],
    ['0.0.0.0', 'a-key-that-nobody-guesses', false],
    ['127.0.0.1', 'fab', false],
  ])('at %s the key %s is warned about: %s', async (host, key, isWarned) => {
    const { data } = await prepared()
    const options = ['--host', host, '--key', key, '--port', '0', '--data', data]
    const child = startNode(CLI, ['serve', ...options])
    await child.until(2)
    expect(await child.kill('SIGTERM')).toBe(0)
    expect(child.stderr().includes('short enough to be guessed')).toBe(isWarned)
    expect(child.stderr().includes('over the network')).toBe(host === '0.0.0.0')
    expect(child.lines[1]).toMatch(/^http:\/\/127\.0\.0\.1:/)
    expect(child.stderr()).not.toContain('fab')
  })

  test('keeps its folder and its port to itself', async () => {
    const { data } = await prepared()
    const { child, url } = await serve(data)
    const second = startNode(CLI, ['serve', '--port', '0', '--data', data])
    expect(await second.ended).toBe(1)
    expect(second.stderr()).toMatch(
      /^comptoir: .* is in use by another Comptoir \(it answers at http:\/\/127\.0\.0\.1:\d+, process \d+\);[^\n]*\n$/,
    )
    const restored = startNode(CLI, ['restore', join(data, 'server.json'), '--data', data])
    expect(await restored.ended).toBe(1)
    expect(restored.stderr()).toBe(second.stderr())
    const other = startNode(CLI, ['serve', '--port', new URL(url).port, '--data', (await prepared()).data])
    expect(await other.ended).toBe(1)
    expect(other.stderr()).toMatch(/^comptoir: port \d+ of 127\.0\.0\.1 is in use; choose another [^\n]*\n$/)
    expect(await child.kill('SIGTERM')).toBe(0)
  })

  test('keeps its folder to itself where its lock file is removed', async () => {
    const { data, token } = await prepared()
    const { child, url } = await serve(data)
    rmSync(join(data, 'comptoir.lock'))
    const second = startNode(CLI, ['serve', '--port', '0', '--data', data])
    expect(await second.ended).toBe(1)
    expect(second.stderr()).toMatch(/^comptoir: .* is in use by another Comptoir [^\n]*\n$/)
    expect((await client(url, token).get('produit/10/')).status).toBe(200)
    expect(await child.kill('SIGTERM')).toBe(0)
  })

  /** A request that is half sent when two signals come, and what becomes of it. */
  async function interrupted() {
    const { data, token } = await prepared()
    const { child, url } = await serve(data)
    const body = JSON.stringify(CART)
    const socket = connect(Number(new URL(url).port), '127.0.0.1').setEncoding('utf8')
    onTestFinished(() => void socket.destroy())
    const head = [
      'POST /0.2/print/panier/validate/ HTTP/1.1',
      'Host: localhost',
      `Authorization: Token ${token}`,
    ]
    head.push(
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Expect: 100-continue',
    )
    const next = () => new Promise<string>((resolve) => socket.once('data', resolve))
    const begun = next()
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    // The server has begun with the request once it asks for the body.
    expect(await begun).toContain('100 Continue')
    child.process.kill('SIGTERM')
    child.process.kill('SIGINT')
    // From then on no connection is taken.
    const refused = () =>
      fetch(`${url}/0.2/print/produit/`).then(
        () => false,
        () => true,
      )
    while (!(await refused()));
    const answered = next()
    socket.write(body)
    return { child, socket, answer: await answered }
  }

  test('answers what runs before it ends, however many signals come', async () => {
    const { child, socket, answer } = await interrupted()
    expect(answer).toContain('HTTP/1.1 201')
    socket.end()
    expect(await child.ended).toBe(0)
  })

  test('ends soon after, though the client keeps its connection', async () => {
    const { child } = await interrupted()
    const soon = new Promise((resolve) => setTimeout(resolve, 2000, 'still running'))
    expect(await Promise.race([child.ended, soon])).toBe(0)
  })

  const SOON_MS = 5000
  /** Holds that the service ends with 0, soon, and that its folder is free again. */
  async function endsSoon(child: Child, data: string) {
    const late = new Promise((resolve) => setTimeout(resolve, SOON_MS, 'still running').unref())
    expect(await Promise.race([child.ended, late])).toBe(0)
    await (await Service.start({ folder: data, log: logger('silent') })).close()
  }
  async function connected(url: string): Promise<Socket> {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    await once(socket, 'connect')
    return socket
  }

  test('does not wait for a client that is connected and silent', async () => {
    const { data } = await prepared()
    const { child, url } = await serve(data)
    await connected(url)
    child.process.kill('SIGTERM')
    await endsSoon(child, data)
    expect(child.stderr()).toBe('')
  })

  test.each([
    ['a head', ''],
    ['a body', `${Array(3).fill('x-filler: 1').join('\r\n')}\r\nContent-Length: 500\r\n\r\n{"devis":`],
  ])('waits for the rest of %s for the grace alone', async (_what, rest) => {
    const { data, token } = await prepared()
    const { child, url } = await serve(data, '--grace', '200')
    const socket = await connected(url)
    const head = `POST /0.2/print/panier/ HTTP/1.1\r\nHost: localhost\r\nAuthorization: Token ${token}\r\n`
    socket.write(`${head}Content-Type: application/json\r\n${rest}`)
    // What is asked after it is answered once it was read.
    await client(url, token).get('produit/10/')
    child.process.kill('SIGTERM')
    await endsSoon(child, data)
    expect(child.stderr()).toContain('the rest was given up')
  })

  test('gives up what waits for the partner after the grace', async () => {
    const { data, token } = await prepared()
    // A partner that takes every request and answers none.
    const asked: string[] = []
    let enough = () => {}
    const askedEnough = new Promise<void>((resolve) => (enough = resolve))
    const partner = createServer((request) => {
      asked.push(request.url!)
      if (request.url!.endsWith('/prix/')) enough()
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void partner.close().closeAllConnections())
    await once(partner, 'listening')
    const service = await Service.open({ folder: data, log: logger('silent') })
    const { port } = partner.address() as AddressInfo
    const { base } = (await partnerOf(service, `http://127.0.0.1:${port}`)).link.block!
    await service.close()
    const child = startNode(CLI, ['serve', '--port', '0', '--data', data], {
      env: { COMPTOIR_GRACE_MS: '200', COMPTOIR_UPSTREAM_RATE: '2', COMPTOIR_UPSTREAM_TIMEOUT_MS: '600000' },
    })
    await child.until(2)
    const url = child.lines[0]!.slice('listening on '.length)
    // The first is under way, the others wait for their turn.
    const prices = [100, 250, 500, 1000].map((quantity) =>
      fetch(`${url}/0.2/print/prix/`, {
        method: 'POST',
        headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ produit: base + 10, quantites_multiples: [quantity] }),
      }).then(
        ({ status }) => status,
        () => 'broken off',
      ),
    )
    await askedEnough
    child.process.kill('SIGTERM')
    await endsSoon(child, data)
    // They are answered from what is known without the partner, or not at all.
    for (const answer of await Promise.all(prices)) expect([200, 'broken off']).toContain(answer)
  })

  test('goes on where its log cannot be written', async () => {
    const { data, token } = await prepared()
    const child = startNode(CLI, ['serve', '--port', '0', '--data', data], {
      shell: 'exec 2>/dev/full',
      env: { COMPTOIR_LOG_LEVEL: 'trace' },
    })
    await child.until(2)
    const url = child.lines[0]!.slice('listening on '.length)
    expect((await client(url, token).get('produit/10/')).status).toBe(200)
    expect(await child.kill('SIGTERM')).toBe(0)
  })

  test('sees within two seconds what commands change in its folder', async () => {
    const { data, token } = await prepared()
    const { url } = await serve(data)
    const one = client(url, token)
    const within = async (seen: () => Promise<boolean>) => {
      const until = Date.now() + 2000
      while (!(await seen())) if (Date.now() > until) throw new Error('not seen within 2 seconds')
    }
    const { stdout } = await runHere('token', 'create', '--customer', 'B', '--products', '20', '--data', data)
    const two = client(url, stdout.trim())
    await within(async () => (await two.get('produit/')).status === 200)
    expect((await two.get('produit/')).body.map(({ id }: Loose) => id)).toEqual([20])

    const bundle = shop()
    bundle.produits[0].nom = 'Cartes'
    const command = await Service.open({ folder: data, log: logger('silent') })
    await command.catalogue.importBundle(bundle)
    await command.close()
    await within(async () => (await one.get('produit/10/')).body.nom === 'Cartes')

    await runHere('token', 'revoke', '2', '--data', data)
    await within(async () => (await two.get('produit/')).status === 401)
    expect((await one.get('produit/')).status).toBe(200)
  })
})

test('killed twice among concurrent clients: every order answered 201 is there, and its key still gives it', async () => {
  const { data, token } = await prepared()
  const answered = new Map<string, Loose>()
  for (let round = 0; round < 2; round++) {
    const { child, url } = await serve(data)
    const { order } = client(url, token)
    let enough: () => void
    const reached = new Promise<void>((resolve) => (enough = resolve))
    let count = 0
    const clients = Array.from({ length: 8 }, async (_, index) => {
      for (let i = 0; ; i++) {
        const key = `${round}-${index}-${i}`
        let response
        try {
          response = await order(key, 1 + ((index + i) % 4))
        } catch {
          // The connection broke: whether it was ordered is what the key is for.
          return { key, lines: 1 + ((index + i) % 4) }
        }
        expect(response.status).toBe(201)
        answered.set(key, response.body)
        if (++count === 20 + round * 60) enough()
      }
    })
    await reached
    await child.kill('SIGKILL')
    const broken = await Promise.all(clients)

    const again = await serve(data)
    const after = client(again.url, token)
    for (const [key, body] of [...answered].slice(-40)) {
      const repeated = await after.order(key, body.lignes.length)
      expect(repeated).toEqual({ status: 201, body })
    }
    // What broke off is ordered once, whether it had been written or not.
    for (const { key, lines } of broken) {
      const { status, body } = await after.order(key, lines)
      expect(status).toBe(201)
      expect((await after.order(key, lines)).body).toEqual(body)
      answered.set(key, body)
    }
    const { body: all } = await after.get('commande/')
    expect(all).toHaveLength(answered.size)
    const byReference = new Map(all.map((order: Loose) => [order.reference_client, order]))
    for (const [key, body] of answered) expect(byReference.get(key)).toEqual(body)
    expect(await again.child.kill('SIGTERM')).toBe(0)
  }
})
