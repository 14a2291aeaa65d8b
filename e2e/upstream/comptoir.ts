/** Our command line and its service, from outside: a data folder, the commands run on it, the process that serves it. */
import { spawn, type ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { CLI } from '../../src/testing/program.ts'
import { Stores } from '../stores.ts'

const node = join(import.meta.dirname, '../../node_modules/.bin/node')

export const KEY = 'clef-de-test'

export type Json = Record<string, unknown>

export interface Reply<T = Json> {
  status: number
  headers: Headers
  text: string
  body: T
}

export interface Run {
  code: number | null
  stdout: string
  stderr: string
}

/**
 * Short times for every wait of the program, so that a test sees the end of it; but an answer of the partner is late on
 * a busy machine, which must not be taken for its silence.
 */
export const QUICK = {
  COMPTOIR_UPSTREAM_RATE: '400',
  COMPTOIR_UPSTREAM_TIMEOUT_MS: '10000',
  COMPTOIR_SETTLE_MS: '1000',
  COMPTOIR_RETRY_MS: '150',
}

/**
 * A port that stays its owner's while his process is away: below those that systems give to connections on their own
 * account (from 32768 on), so that nobody comes by it without asking for it.
 */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000)
    const server = createServer()
    const free = await new Promise<boolean>((done) => {
      server.once('error', () => done(false)).listen(port, '127.0.0.1', () => done(true))
    })
    if (!free) continue
    await new Promise((done) => server.close(done))
    return port
  }
}

/** Ends what hangs; a slow machine is no failure. */
const PATIENCE_MS = 120_000

/** Looks again until what was waited for is there. */
export async function until<T>(
  what: string,
  look: () => Promise<T>,
  holds: (seen: T) => boolean,
): Promise<T> {
  const start = performance.now()
  for (;;) {
    const seen = await look()
    if (holds(seen)) return seen
    if (performance.now() - start > PATIENCE_MS)
      throw new Error(
        `${what}: not within ${PATIENCE_MS} ms; last seen ${JSON.stringify(seen)?.slice(0, 2000)}`,
      )
    await new Promise((done) => setTimeout(done, 20))
  }
}

export class Comptoir {
  readonly folder = mkdtempSync(join(tmpdir(), 'comptoir-upstream-'))
  readonly data = join(this.folder, 'data')
  readonly env: Record<string, string>
  url = ''
  token = ''
  /** all that the service wrote to standard error */
  log = ''
  readonly #patienceMs: number | null
  readonly #stores = new Stores()
  #port = 0
  #child: ChildProcess | null = null
  #exited: Promise<number | null> = Promise.resolve(null)

  /** @param patienceMs after which an answer is not waited for any more; null: however long it takes */
  constructor(env: Record<string, string> = {}, patienceMs: number | null = null) {
    this.env = { ...QUICK, ...env }
    this.#patienceMs = patienceMs
  }

  async #environment(): Promise<NodeJS.ProcessEnv> {
    const own: NodeJS.ProcessEnv = {
      ...process.env,
      ...{ HOME: this.folder, XDG_CONFIG_HOME: this.folder },
      ...this.env,
    }
    return 'COMPTOIR_STORE' in own ? own : { ...own, ...(await this.#stores.environment(this.data)) }
  }

  /** Runs one command to its end. */
  async run(args: readonly string[], stdin = ''): Promise<Run> {
    const child = spawn(node, [CLI, ...args, '--data', this.data], { env: await this.#environment() })
    const result: Run = { code: null, stdout: '', stderr: '' }
    child.stdout.setEncoding('utf8').on('data', (text: string) => (result.stdout += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (result.stderr += text))
    child.stdin.on('error', () => undefined).end(stdin)
    return new Promise((done, failed) => {
      child.on('error', failed)
      child.on('close', (code) => done({ ...result, code }))
    })
  }

  /** Runs a command that must succeed. @returns its standard output */
  async done(args: readonly string[], stdin = ''): Promise<string> {
    const { code, stdout, stderr } = await this.run(args, stdin)
    if (code !== 0) throw new Error(`comptoir ${args.join(' ')}: ${code}: ${stderr || stdout}`)
    return stdout
  }

  /** Every row of the store, as a text, where it is a database. */
  rows(): Promise<readonly string[]> {
    return this.#stores.rows(this.data)
  }

  async setUpstream(partner: { url: string; token: string }): Promise<void> {
    await this.done(['upstream', 'set', '--url', partner.url], partner.token)
  }

  /** A customer who may order, whose token the partner API is called with. */
  async makeToken(...rights: string[]): Promise<string> {
    return (this.token = await this.tokenOf('Atelier', ...rights))
  }

  /** Another customer's. */
  async tokenOf(customer: string, ...rights: string[]): Promise<string> {
    return (await this.done(['token', 'create', '--customer', customer, '--can-order', ...rights])).trim()
  }

  /** No syncs and no price requests but those that a test asks for. */
  async hush(): Promise<void> {
    const { status, text } = await this.desk('PUT', 'settings', { syncIntervalMinutes: 0, fillerPrices: 0 })
    if (status !== 200) throw new Error(text)
    await this.desk('DELETE', 'sync')
  }

  get running(): boolean {
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** Starts the service, on the same port each time. */
  async serve(...args: string[]): Promise<void> {
    this.#port ||= await freePort()
    const child = spawn(
      node,
      [CLI, 'serve', '--data', this.data, '--port', `${this.#port}`, '--key', KEY, ...args],
      { env: await this.#environment(), stdio: ['ignore', 'pipe', 'pipe'] },
    )
    this.#child = child
    this.#exited = new Promise((done) => child.once('close', (code) => done(code)))
    let errors = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text
      this.log += text
    })
    this.url = await new Promise<string>((done, failed) => {
      createInterface(child.stdout).on('line', (line) => {
        const found = /^listening on (http:\S+)$/.exec(line)
        if (found) done(found[1]!)
      })
      void this.#exited.then((code) => failed(new Error(`serve ended with ${code}: ${errors}`)))
    })
  }

  /** The process of the service. */
  get pid(): number | undefined {
    return this.#child?.pid
  }

  /** Processor time that the service has used, in ticks of 10 ms; 0 where the system does not say. */
  async processorTicks(): Promise<number> {
    try {
      const fields = (await readFile(`/proc/${this.#child?.pid}/stat`, 'utf8')).split(') ')[1]!.split(' ')
      return Number(fields[11]) + Number(fields[12])
    } catch {
      return 0
    }
  }

  /** Sends the service's process a signal. */
  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal)
  }

  /** A crash: nothing of the program gets to run. */
  async kill(): Promise<void> {
    this.#child?.kill('SIGKILL')
    await this.#exited
  }

  /** The orderly end. @returns the exit code */
  async stop(): Promise<number | null> {
    if (!this.running) return null
    this.#child?.kill('SIGTERM')
    return this.#exited
  }

  /** At once: nobody reads its store any more. */
  async end(): Promise<void> {
    if (this.running) await this.kill()
    await this.#stores.end()
    rmSync(this.folder, { recursive: true, force: true })
  }

  async #send<T>(
    method: string,
    path: string,
    body: unknown,
    headers: Record<string, string>,
  ): Promise<Reply<T>> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: this.#patienceMs === null ? null : AbortSignal.timeout(this.#patienceMs),
    })
    const text = await response.text()
    const { status } = response
    return { status, headers: response.headers, text, body: (text ? JSON.parse(text) : null) as T }
  }

  /** The application API. */
  desk<T = Json>(method: string, path: string, body?: unknown): Promise<Reply<T>> {
    return this.#send<T>(method, `/api/${path}`, body, { authorization: `Bearer ${KEY}` })
  }

  /** The partner API that we serve. */
  partner<T = Json>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Reply<T>> {
    return this.#send<T>(method, `/0.2/${path}`, body, { authorization: `Token ${this.token}`, ...headers })
  }
}

/** A transmission that waits. */
export interface OutboxEntry {
  /** the order's where it has one transmission, else "ORDER-1", "ORDER-2"… */
  id: number | string
  order: number
  /** the name of the partner */
  partner: string
  devis: string
  area: 'print' | 'display'
  state: string
  attempts: number
  lastError: { code: string; params: Record<string, string | number>; message: string } | null
  received: 'no' | 'maybe' | 'yes'
  upstreamId: number | string | null
  acceptedCents: number
  upstreamCents: number | null
}

export const ADDRESS = {
  nom: 'Martin',
  adresse1: '1 rue des Presses',
  code_postal: '69001',
  ville: 'Lyon',
  pays: 'France',
}
