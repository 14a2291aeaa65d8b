/**
 * The simulated partner as a process: its API over HTTP on loopback, faults, and a control API under `/_control/`.
 *
 *     node e2e/partner/server.ts --port 0 --seed 1 --products 40 --families 8 --token TOKEN [--state FILE]
 *       [--ids SEED] [--mark TEXT] [--only-asked-lead-time] [--latency MS] [--discount PCT] [--chaos SEED] [--chaos-rate P]
 *
 * Prints `listening on http://127.0.0.1:PORT`. SIGTERM: does what it still owes, and exits.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import type { Mutation } from './catalogue.ts'
import type { Chaos, Fault, FaultRule } from './faults.ts'
import { createFaults } from './faults.ts'
import { createJournal } from './journal.ts'
import type { Answer } from './partner.ts'
import { createPartner } from './partner.ts'

const { values: args } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    products: { type: 'string', default: '40' },
    families: { type: 'string', default: '8' },
    token: { type: 'string', multiple: true, default: ['jeton'] },
    ids: { type: 'string' },
    mark: { type: 'string' },
    state: { type: 'string' },
    'only-asked-lead-time': { type: 'boolean', default: false },
    latency: { type: 'string', default: '0' },
    discount: { type: 'string', default: '0' },
    chaos: { type: 'string' },
    'chaos-rate': { type: 'string', default: '0.2' },
    /** Ends with whoever started it: when its standard input closes. */
    'until-stdin-closes': { type: 'boolean', default: false },
  },
})

const partner = createPartner({
  seed: Number(args.seed),
  products: Number(args.products),
  families: Number(args.families),
  tokens: args.token,
  ids: args.ids === undefined ? undefined : Number(args.ids),
  mark: args.mark,
  state: args.state,
  onlyAskedLeadTime: args['only-asked-lead-time'],
  discount: Number(args.discount),
})
const latency = Number(args.latency)
const faults = createFaults()
const journal = createJournal()
/** Work that is done after its connection was dropped; a stop does it at once. */
const owed = new Map<NodeJS.Timeout, () => void>()
/** Told whenever a request arrives or something is committed. */
const watchers = new Set<() => void>()
/** Until then (performance clock, ms) every connection is dropped. */
let offlineUntil = 0

if (args.chaos !== undefined) faults.setChaos({ seed: Number(args.chaos), rate: Number(args['chaos-rate']) })

const tellWatchers = () => watchers.forEach((watcher) => watcher())

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function send(
  response: ServerResponse,
  { status, body }: Answer,
  headers: Record<string, string> = {},
): void {
  const type = body.startsWith('<') ? 'text/html; charset=utf-8' : 'application/json'
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body), ...headers })
  response.end(body)
}

/** Half of the announced body, then the end of the connection. */
function sendHalf(response: ServerResponse, { status, body }: Answer): void {
  const bytes = Buffer.from(body)
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': bytes.length })
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.socket?.destroy())
}

async function drip(response: ServerResponse, { status, body }: Answer, ms: number): Promise<void> {
  const bytes = Buffer.from(body)
  const pieces = Math.min(20, Math.max(1, bytes.length))
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': bytes.length })
  for (let piece = 0; piece < pieces && !response.destroyed; piece++) {
    const at = (index: number) => Math.floor((bytes.length * index) / pieces)
    response.write(bytes.subarray(at(piece), at(piece + 1)))
    await wait(ms / pieces)
  }
  response.end()
}

function later(ms: number, work: () => void): void {
  const timer = setTimeout(() => {
    owed.delete(timer)
    work()
  }, ms)
  owed.set(timer, work)
}

const failure = (status: number): Answer => ({ status, body: JSON.stringify({ detail: 'Erreur interne.' }) })
const gateway: Answer = { status: 502, body: '<html><body><h1>502 Bad Gateway</h1><hr>nginx</body></html>' }
const tooMany: Answer = { status: 429, body: JSON.stringify({ detail: 'Trop de requêtes.' }) }
const unauthorised: Answer = { status: 401, body: JSON.stringify({ detail: 'Jeton invalide.' }) }

/** A JSON text without an end, for as long as anybody reads it. */
function sendEndless(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.write('[{"id":1,"nom":"')
  const piece = Buffer.alloc(65_536, 'x')
  const go = () => {
    while (!response.destroyed && response.write(piece));
    if (!response.destroyed) response.once('drain', go)
  }
  go()
}

/** Half a gigabyte of blanks in a few hundred bytes; made once. */
let bomb: Buffer | undefined
const BOMB_BYTES = 512 * 1024 * 1024

function sendBomb(response: ServerResponse): void {
  bomb ??= gzipSync(gzipSync(Buffer.alloc(BOMB_BYTES, ' ')))
  response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip, gzip' })
  response.end(bomb)
}

const deep: Answer = { status: 400, body: `${'['.repeat(10_000)}"x"${']'.repeat(10_000)}` }

/** Answers a request as the fault has it; `work` is what the partner does, and is done at most once. */
async function suffer(
  fault: Fault,
  response: ServerResponse,
  work: () => Answer,
  authorization: string,
): Promise<void> {
  const drop = () => response.socket?.destroy()
  switch (fault.kind) {
    case 'delay':
      await wait(fault.ms)
      return send(response, work())
    case 'offline':
    case 'drop-before-commit':
      return void drop()
    case 'drop-after-commit':
      work()
      return void drop()
    case 'late-commit':
      later(fault.ms, work)
      return void drop()
    case '500-before-commit':
      return send(response, failure(500))
    case '500-after-commit':
      work()
      return send(response, failure(500))
    case '502-html':
      return send(response, gateway)
    case '429-retry-after':
      return send(response, tooMany, { 'retry-after': `${Math.ceil(fault.ms / 1000)}` })
    case '401':
      return send(response, unauthorised)
    case 'endless':
      return sendEndless(response)
    case 'bomb':
      return sendBomb(response)
    case 'deep-400':
      return send(response, deep)
    case 'echo':
      return send(response, { status: 200, body: `{"en-tete": ${authorization}, ${'x'.repeat(200)}` })
    case 'echo-400': {
      const [, token = ''] = authorization.split(' ')
      const words = `${'x'.repeat(470)} https://user:${encodeURIComponent(token)}@partner.example/ ${authorization}`
      return send(response, { status: 400, body: JSON.stringify({ detail: words }) })
    }
    case 'echo-link': {
      const link = `<https://elsewhere.example/${'x'.repeat(60)}?${authorization.replace(' ', '=')}>; rel="next"`
      return send(response, work(), { link })
    }
    case 'half-body':
      return sendHalf(response, work())
    case 'slow-drip':
      return drip(response, work(), fault.ms)
    case 'malformed-json': {
      const { status, body } = work()
      return send(response, { status, body: `${body.slice(0, Math.floor(body.length / 2))},` })
    }
  }
}

function devisOf(body: string): string | null {
  const match = /"devis"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(body)
  return match ? (JSON.parse(match[1]!) as string) : null
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const method = request.method ?? 'GET'
  const path = new URL(request.url ?? '/', 'http://partner').pathname
  const { entry, ended } = journal.arrived(method, path)
  response.on('close', () => ended(response.headersSent ? response.statusCode : 0))
  tellWatchers()
  if (performance.now() < offlineUntil) {
    entry.fault = 'offline'
    return void request.socket.destroy()
  }
  const fault = faults.take(method, path)
  if (fault) entry.fault = fault.kind
  if (fault?.kind === 'offline') return void request.socket.destroy()
  const body = await readBody(request)
  entry.devis = devisOf(body)
  entry.body = body
  entry.account = partner.accountOf(request.headers.authorization)
  if (latency > 0) await wait(latency)
  const work = () => {
    const committed = partner.orders.all().length
    const answer = partner.answer(method, path, request.headers.authorization, body)
    if (partner.orders.all().length > committed) tellWatchers()
    return answer
  }
  return fault ? suffer(fault, response, work, request.headers.authorization ?? '') : send(response, work())
}

/** Ends what hangs; a slow machine is no failure. */
const PATIENCE_MS = 60_000

/** Resolves when `done` holds, asked again at each event; or after the longest time that a control request waits. */
async function until(done: () => boolean): Promise<void> {
  if (done()) return
  await new Promise<void>((resolve) => {
    const end = () => {
      watchers.delete(check)
      clearTimeout(timer)
      resolve()
    }
    const check = () => done() && end()
    const timer = setTimeout(end, PATIENCE_MS)
    watchers.add(check)
  })
}

/** The control API; the answer is JSON. */
async function control(method: string, url: URL, body: string): Promise<unknown> {
  const sent: unknown = body === '' ? null : JSON.parse(body)
  const atLeast = Number(url.searchParams.get('atLeast') ?? '0')
  switch (`${method} ${url.pathname.slice('/_control/'.length)}`) {
    case 'GET faults':
      return faults.rules()
    case 'POST faults':
      faults.add(sent as FaultRule[])
      return faults.rules()
    case 'DELETE faults':
      faults.clear()
      return []
    case 'POST chaos':
      faults.setChaos(sent as Chaos)
      return faults.chaos()
    case 'DELETE chaos':
      faults.setChaos(null)
      return null
    case 'GET orders':
      await until(() => partner.orders.all().length >= atLeast)
      return partner.orders.all()
    case 'GET requests':
      await until(() => journal.total() >= atLeast)
      return journal.report()
    case 'DELETE requests':
      journal.clear()
      return null
    case 'POST catalogue':
      for (const mutation of [sent].flat() as Mutation[]) partner.catalogue.mutate(mutation)
      return { products: partner.catalogue.products.size, families: partner.catalogue.families.size }
    case 'POST offline':
      offlineUntil = performance.now() + (sent as { ms: number }).ms
      return null
    case 'POST prices': {
      const { factor, id } = sent as { factor: number; id?: number }
      partner.setPriceFactor(factor, id)
      return null
    }
    case 'POST lag':
      partner.setListLag((sent as { ms: number }).ms)
      return null
    case 'POST status': {
      const { id, status, cents } = sent as { id: number; status: string; cents?: number }
      if (!partner.orders.setStatus(id, status, cents)) throw new Error(`No order ${id}.`)
      return null
    }
    default:
      throw new Error(`No such control: ${method} ${url.pathname}.`)
  }
}

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://partner')
  const answer = url.pathname.startsWith('/_control/')
    ? readBody(request)
        .then((body) => control(request.method ?? 'GET', url, body))
        .then(
          (result) => send(response, { status: 200, body: JSON.stringify(result) }),
          (error: unknown) => send(response, { status: 400, body: JSON.stringify({ detail: `${error}` }) }),
        )
    : serve(request, response)
  answer.catch((error: unknown) => {
    if (request.destroyed) return
    console.error(error)
    if (!response.headersSent) send(response, failure(500))
  })
})

// An idle connection that the server closes looks like a fault nobody asked for.
server.keepAliveTimeout = 120_000

function stop(): void {
  for (const [timer, work] of owed) {
    clearTimeout(timer)
    work()
  }
  owed.clear()
  server.close(() => process.exit(0))
  server.closeAllConnections()
}

process.once('SIGTERM', stop)
process.once('SIGINT', stop)
if (args['until-stdin-closes']) process.stdin.resume().once('close', stop)

server.listen(Number(args.port), '127.0.0.1', () => {
  const address = server.address()
  if (address && typeof address === 'object') console.log(`listening on http://127.0.0.1:${address.port}`)
})
