import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { CLI } from '../../src/testing/program.ts'
import { Stores } from '../stores.ts'
import { ask } from './http.ts'
import type { Answer, Ask } from './http.ts'

export interface Run {
  code: number | null
  stdout: string
  stderr: string
  /** Standard output as the one JSON document that it must be. */
  json: () => unknown
  /** The lines of standard error that are not empty. */
  faults: string[]
}

export interface Rights {
  customer: string
  canOrder?: boolean
  discount?: string
  products?: string
  families?: string
}

export function environment(home: string): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {}
  for (const [name, value] of Object.entries(process.env))
    if (!name.startsWith('COMPTOIR_')) env[name] = value
  return { ...env, HOME: home, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home, LC_ALL: 'C.UTF-8' }
}

/** A running `comptoir serve`. */
export class Server {
  readonly base: string
  readonly lines: string[]
  stderr = ''
  readonly #child: ChildProcess
  readonly #ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>

  constructor(
    child: ChildProcess,
    base: string,
    lines: string[],
    ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>,
  ) {
    this.#child = child
    this.base = base
    this.lines = lines
    this.#ended = ended
  }

  ask(path: string, options: Ask = {}): Promise<Answer> {
    return ask(this.base, path, options)
  }

  get running(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null
  }

  signal(signal: NodeJS.Signals): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
    this.#child.kill(signal)
    return this.#ended
  }

  /** The orderly end: SIGTERM, and exit 0. */
  async stop(): Promise<void> {
    if (!this.running) return
    const { code, signal } = await this.signal('SIGTERM')
    expect({ code, signal, stderr: this.stderr }, 'SIGTERM ends the service with exit 0').toMatchObject({
      code: 0,
      signal: null,
    })
  }

  /** A crash: nothing of the program gets to run. */
  async kill(): Promise<void> {
    await this.signal('SIGKILL')
  }
}

/** One data folder, the commands run on it and the service that serves it. */
export class Program {
  readonly folder = mkdtempSync(join(tmpdir(), 'comptoir-conformance-'))
  readonly data = join(this.folder, 'data')
  readonly tokens: Record<string, string> = {}
  readonly #servers: Server[] = []
  readonly #stores = new Stores()
  #files = 0

  /** Runs one command to its end. */
  run(...args: string[]): Promise<Run> {
    return this.runOn(this.data, ...args)
  }

  async runOn(data: string, ...args: string[]): Promise<Run> {
    const child = spawn(process.execPath, [CLI, ...args, '--data', data], {
      env: { ...environment(this.folder), ...(await this.#stores.environment(data)) },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
    return new Promise((done, failed) => {
      child.on('error', failed)
      child.on('close', (code) =>
        done({
          code,
          stdout,
          stderr,
          json: () => JSON.parse(stdout) as unknown,
          faults: stderr.split('\n').filter((line) => line.trim() !== ''),
        }),
      )
    })
  }

  /** Runs a command that must succeed. */
  async done(...args: string[]): Promise<Run> {
    const run = await this.run(...args)
    expect({ args, code: run.code, stderr: run.stderr }).toMatchObject({ code: 0 })
    return run
  }

  /** Writes a bundle beside the data folder and gives its path. */
  file(content: unknown): string {
    const path = join(this.folder, `file-${++this.#files}.json`)
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
    return path
  }

  async import(bundle: unknown): Promise<Run> {
    return this.done('import', this.file(bundle))
  }

  /** Makes a token for a customer and keeps it under the customer's name. */
  async token(rights: Rights): Promise<string> {
    const args = ['token', 'create', '--customer', rights.customer]
    if (rights.canOrder) args.push('--can-order')
    if (rights.discount !== undefined) args.push('--discount', rights.discount)
    if (rights.products !== undefined) args.push('--products', rights.products)
    if (rights.families !== undefined) args.push('--families', rights.families)
    const run = await this.done(...args)
    const token = run.stdout.trim()
    expect(token, 'the token is all that is printed').toMatch(/^\S{16,}$/)
    this.tokens[rights.customer] = token
    return token
  }

  /** Starts the service and waits for its line. */
  serve(...args: string[]): Promise<Server> {
    return this.serveWith({}, ...args)
  }

  /** Starts the service with variables of the environment, and waits for its line. */
  async serveWith(variables: Record<string, string>, ...args: string[]): Promise<Server> {
    const store = await this.#stores.environment(this.data)
    const child = spawn(process.execPath, [CLI, 'serve', '--data', this.data, '--port', '0', ...args], {
      env: { ...environment(this.folder), ...store, ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((done) =>
      child.on('close', (code, signal) => done({ code, signal })),
    )
    const lines: string[] = []
    let stderr = ''
    let rest = ''
    return new Promise((done, failed) => {
      let server: Server | undefined
      child.on('error', failed)
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        stderr += text
        if (server) server.stderr = stderr
      })
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        rest += text
        const parts = rest.split('\n')
        rest = parts.pop() ?? ''
        lines.push(...parts)
        const found = /^listening on (http:\/\/\S+)$/.exec(lines[0] ?? '')
        if (server || !found) return
        server = new Server(child, found[1]!, lines, ended)
        server.stderr = stderr
        this.#servers.push(server)
        done(server)
      })
      void ended.then(({ code }) =>
        failed(new Error(`serve ended with ${code} before it listened: ${stderr.trim() || lines.join(' ')}`)),
      )
    })
  }

  /** Stops what still runs, in order, and removes the folder. */
  async end(): Promise<void> {
    try {
      for (const server of this.#servers) await server.stop()
    } finally {
      for (const server of this.#servers) if (server.running) await server.kill()
      await this.#stores.end()
      rmSync(this.folder, { recursive: true, force: true })
    }
  }
}

const breath = () => new Promise<void>((done) => setTimeout(done, 10))

/** Ends what hangs; a slow machine is no failure. */
export const PATIENCE_MS = 60_000

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
      throw new Error(`${what}: not within ${PATIENCE_MS} ms; last seen ${JSON.stringify(seen)}`)
    await breath()
  }
}
