/** A service of its own for a test: a data folder, the commands run on it, and the program that serves it. */
import { spawn, type ChildProcess } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { CLI } from '../../src/testing/program.ts'
import { Stores } from '../stores.ts'

const ROOT = resolve(import.meta.dirname, '../..')

export const KEY = 'test-key'
export const DEMO_BUNDLE = join(ROOT, 'resources/demo-bundle.json')

export class DeskService {
  readonly folder = mkdtempSync(join(tmpdir(), 'comptoir-screens-'))
  readonly data = join(this.folder, 'data')
  readonly #stores = new Stores()
  #child: ChildProcess | null = null
  #port = 0
  #key = KEY

  get url(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  /** Runs one command on the folder. @throws where it fails */
  run(...args: string[]): Promise<string> {
    return this.runWith('', ...args)
  }

  /** The same with something on its standard input. */
  async runWith(input: string, ...args: string[]): Promise<string> {
    const child = spawn(process.execPath, [CLI, ...args, '--data', this.data], {
      env: await this.#environment(),
    })
    child.stdin.end(input)
    return new Promise((done, failed) => {
      let out = ''
      let errors = ''
      child.stdout.on('data', (chunk) => (out += chunk))
      child.stderr.on('data', (chunk) => (errors += chunk))
      child.on('error', failed)
      child.on('close', (code) =>
        code === 0 ? done(out) : failed(new Error(`${args.join(' ')}: ${errors || out}`)),
      )
    })
  }

  /** Loads a bundle given as an object, another than the present one; a running service has it when this resolves. */
  async import(bundle: object): Promise<void> {
    const file = join(this.folder, 'bundle.json')
    writeFileSync(file, JSON.stringify(bundle))
    const running = this.#child !== null && this.#child.exitCode === null
    const version = async () => (await this.call<{ version: number }>('GET', '/catalogue')).version
    const before = running ? await version() : null
    await this.run('import', file)
    while (before !== null && (await version()) === before) await nextTurn()
  }

  /** Starts the service; a second start comes back at the same address, where it may have another key. */
  async start(key = KEY): Promise<void> {
    this.#key = key
    const child = spawn(
      process.execPath,
      [CLI, 'serve', '--data', this.data, '--port', String(this.#port), '--key', key],
      { env: await this.#environment() },
    )
    this.#child = child
    await new Promise<void>((ready, failed) => {
      let out = ''
      let errors = ''
      child.stderr.on('data', (chunk) => (errors += chunk))
      child.stdout.on('data', (chunk) => {
        out += chunk
        const port = /listening on http:\/\/[^:]+:(\d+)/.exec(out)?.[1]
        if (port) {
          this.#port = Number(port)
          ready()
        }
      })
      child.on('close', (code) => failed(new Error(`serve ended with ${code}: ${errors}`)))
    })
  }

  stop(): Promise<void> {
    return this.#signal('SIGTERM')
  }

  /** As the system does that ends it at once. */
  kill(): Promise<void> {
    return this.#signal('SIGKILL')
  }

  async #signal(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((done) => child.on('close', done))
    child.kill(signal)
    await ended
  }

  /** Calls the application API as the screens do. */
  async call<R>(method: string, path: string, body?: object): Promise<R> {
    const response = await fetch(`${this.url}/api${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${this.#key}`,
        ...(body ? { 'Content-Type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return (response.status === 204 ? null : await response.json()) as R
  }

  async copyDataFrom(other: DeskService): Promise<void> {
    cpSync(other.data, this.data, { recursive: true })
    await this.#stores.copy(this.data, other.#stores, other.data)
  }

  /** At once: nobody reads its store any more. */
  async end(): Promise<void> {
    await this.kill()
    await this.#stores.end()
    rmSync(this.folder, { recursive: true, force: true })
  }

  /** Only what the test sets: nothing of the developer's own settings. */
  async #environment(): Promise<NodeJS.ProcessEnv> {
    const own = Object.entries(process.env).filter(([name]) => !name.startsWith('COMPTOIR_'))
    return {
      ...Object.fromEntries(own),
      ...{ HOME: this.folder, XDG_CONFIG_HOME: this.folder, TZ: 'Europe/Paris' },
      ...(await this.#stores.environment(this.data)),
    }
  }
}
