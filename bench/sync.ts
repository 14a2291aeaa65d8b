/**
 * node bench/sync.ts [--products 10000] [--rounds 3]
 *
 * What a sync costs: the whole of it against its floor (the same bytes fetched and parsed, and one bulk insert), and
 * what those who ask for prices meanwhile notice of it.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import Database from 'better-sqlite3'
import { startPartner, type RunningPartner } from '../e2e/partner/client.ts'
import { CLI, command, KEY } from './harness/service.ts'

const { values } = parseArgs({
  options: { products: { type: 'string', default: '10000' }, rounds: { type: 'string', default: '3' } },
})
const PRODUCTS = Number(values.products)
const FAMILIES = 200
const EVERY_MS = 5
const ENVIRONMENT = { COMPTOIR_UPSTREAM_RATE: '1000', COMPTOIR_RETRY_MS: '600000' }

interface Entity {
  id: number
}

/** Fetches and parses both lists and inserts them in one transaction. @returns milliseconds */
async function floor(partner: RunningPartner, folder: string): Promise<number> {
  const db = new Database(join(folder, 'floor.db'))
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.exec('CREATE TABLE entities (id INTEGER, body TEXT NOT NULL)')
  const started = performance.now()
  const lists: Entity[][] = []
  for (const path of ['/0.2/print/produit/', '/0.2/display/famille/'])
    lists.push(JSON.parse(await (await partner.send('GET', path)).text()) as Entity[])
  const insert = db.prepare('INSERT INTO entities VALUES (?, ?)')
  db.transaction(() => {
    for (const entity of lists.flat()) insert.run(entity.id, JSON.stringify(entity))
  })()
  const took = performance.now() - started
  db.close()
  return took
}

class Subject {
  readonly child: ChildProcess
  readonly url: string
  readonly #errors: AsyncIterableIterator<string>

  private constructor(child: ChildProcess, url: string, errors: AsyncIterableIterator<string>) {
    this.child = child
    this.url = url
    this.#errors = errors
  }

  static async start(folder: string): Promise<Subject> {
    const preload = join(import.meta.dirname, 'programs', 'loop-delay.ts')
    const child = spawn(
      process.execPath,
      ['--import', preload, CLI, 'serve', '--port', '0', '--key', KEY, '--data', folder],
      { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...ENVIRONMENT } },
    )
    const errors = createInterface(child.stderr)[Symbol.asyncIterator]()
    for await (const line of createInterface(child.stdout)) {
      const url = /^listening on (http:\S+)$/.exec(line)?.[1]
      if (url) return new Subject(child, url, errors)
    }
    throw new Error('the service did not start')
  }

  /** How long the event loop was held at most since the last time, in milliseconds. */
  async held(): Promise<number> {
    this.child.kill('SIGUSR2')
    for (;;) {
      const { value } = await this.#errors.next()
      const found = /^loop held (\S+) ms$/.exec(String(value))
      if (found) return Number(found[1])
    }
  }

  async desk<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(`${this.url}/api/${path}`, {
      method,
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(text)
    return JSON.parse(text) as T
  }

  async stop(): Promise<void> {
    const gone = once(this.child, 'exit')
    this.child.kill('SIGTERM')
    await gone
  }
}

const quantile = (values: readonly number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0

/** Asks for a price every few milliseconds until it is told to stop. */
function customer(subject: Subject, token: string, line: unknown) {
  const times: number[] = []
  const pending = new Set<Promise<void>>()
  const ask = async () => {
    const started = performance.now()
    const response = await fetch(`${subject.url}/0.2/print/prix/`, {
      method: 'POST',
      headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(line),
    })
    await response.text()
    if (response.status === 200) times.push(performance.now() - started)
  }
  const timer = setInterval(() => {
    const asked: Promise<void> = ask().finally(() => pending.delete(asked))
    pending.add(asked)
  }, EVERY_MS)
  return async () => {
    clearInterval(timer)
    await Promise.all(pending)
    return times
  }
}

/** Runs a sync to its end. @returns milliseconds */
async function sync(subject: Subject): Promise<number> {
  const started = performance.now()
  await subject.desk('POST', 'sync', { prices: 0 })
  for (;;) {
    const { state, error } = await subject.desk<{ state: string; error: string | null }>('GET', 'sync')
    if (state === 'failed') throw new Error(error ?? 'failed')
    if (state === 'idle') return performance.now() - started
    await new Promise((done) => setTimeout(done, 10))
  }
}

async function round(partner: RunningPartner, n: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'comptoir-bench-sync-'))
  try {
    const { token } = command<{ token: string }>({ folder }, 'token', 'create', '--customer', 'Bench')
    const subject = await Subject.start(folder)
    try {
      await subject.desk('PUT', 'settings', { syncIntervalMinutes: 0, fillerPrices: 0 })
      await subject.held()
      const idle = await (new Promise((done) => setTimeout(done, 1000)), subject.held())
      await subject.desk('POST', 'partners', { url: partner.url, token: partner.token })
      const floors = [await floor(partner, folder)]
      await sync(subject).catch(() => undefined)
      while ((await subject.desk<{ state: string }>('GET', 'sync')).state === 'running');
      const firstHeld = await subject.held()
      floors.push(await floor(partner, mkdtempSync(join(folder, 'floor-'))))

      // Every price moves nothing, every name does: all of the catalogue is written anew while prices are asked.
      const pages = (await (await partner.send('GET', '/0.2/print/produit/')).json()) as {
        id: number
        options: { id: number; type: string; variantes: { id: number }[] }[]
        quantites: { available?: number[]; min?: number }
        nombre_visuels_min: number
      }[]
      const product = pages.find(({ options }) => options.every(({ type }) => type === 'variante'))!
      const line = {
        produit: product.id,
        variantes: product.options.map(({ variantes }) => variantes[0]!.id),
        quantites_multiples: Array.from(
          { length: product.nombre_visuels_min },
          () => product.quantites.available?.[0] ?? Math.max(100, product.quantites.min ?? 1),
        ),
      }
      await partner.catalogue(
        ...pages.map(({ id }) => ({ op: 'rename' as const, id, nom: `Produit ${id}, tour ${n}` })),
      )
      await (await partner.send('GET', '/0.2/print/produit/')).text()
      const calm = customer(subject, token, line)
      await new Promise((done) => setTimeout(done, 1000))
      const before = await calm()
      await subject.held()
      const stop = customer(subject, token, line)
      const took = await sync(subject)
      const during = await stop()
      const held = await subject.held()
      const unchanged = await sync(subject)
      floors.push(await floor(partner, mkdtempSync(join(folder, 'floor-'))))
      const best = Math.min(...floors)
      console.log(
        [
          `round ${n}: floor ${best.toFixed(0)} ms`,
          `sync of all changed ${took.toFixed(0)} ms (${(took / best).toFixed(2)} ×)`,
          `unchanged ${unchanged.toFixed(0)} ms (${(unchanged / best).toFixed(2)} ×)`,
          `prix/ p99 ${quantile(during, 0.99).toFixed(1)} ms of ${during.length} (calm ${quantile(before, 0.99).toFixed(1)})`,
          `loop held ${held.toFixed(0)} ms (first sync ${firstHeld.toFixed(0)}, idle ${idle.toFixed(0)})`,
        ].join('; '),
      )
    } finally {
      await subject.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const partner = await startPartner({ seed: 3, products: PRODUCTS, families: FAMILIES })
try {
  for (let n = 1; n <= Number(values.rounds); n++) await round(partner, n)
} finally {
  await partner.stop()
}
