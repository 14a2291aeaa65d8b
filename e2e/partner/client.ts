/** Starts the simulated partner as a process of its own, and steers it. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Mutation } from './catalogue.ts'
import type { Chaos, FaultRule } from './faults.ts'
import type { RequestReport } from './journal.ts'
import type { CommittedOrder } from './orders.ts'

export interface StartOptions {
  /** 0, the default, takes a free one. */
  port?: number
  seed?: number
  products?: number
  families?: number
  /** Seed of the ids; partners with the same one use the same ids for different things. */
  ids?: number
  /** Put after every name. */
  mark?: string
  token?: string
  /** The tokens of other customers, whose orders are their own. */
  otherTokens?: readonly string[]
  /** File that keeps its orders over a restart. */
  state?: string
  onlyAskedLeadTime?: boolean
  /** Milliseconds before every answer. */
  latency?: number
  /** Key-account discount, percent. */
  discount?: number
}

export interface RunningPartner {
  url: string
  port: number
  token: string
  pid: number
  /** Does what it still owes (late commits), then ends the process. */
  stop(): Promise<void>
  /** One request of the partner API, with the token. */
  send(method: string, path: string, body?: unknown): Promise<Response>
  /** Adds rules. */
  faults(...rules: FaultRule[]): Promise<void>
  clearFaults(): Promise<void>
  /** null ends it. */
  chaos(chaos: Chaos | null): Promise<void>
  /** Drops every connection for so many milliseconds from now; 0 ends it. */
  offline(ms: number): Promise<void>
  /** What it committed, in order; waits (60 s at most) until there are `atLeast` so many. */
  orders(atLeast?: number): Promise<CommittedOrder[]>
  /** What it was asked; waits likewise. */
  requests(atLeast?: number): Promise<RequestReport>
  clearRequests(): Promise<void>
  catalogue(...mutations: Mutation[]): Promise<void>
  /** Multiplies the list prices of one product or family, or of all. */
  prices(factor: number, id?: number): Promise<void>
  /** For so many milliseconds from its commitment an order is not yet in `commande/`. */
  listLag(ms: number): Promise<void>
  /** @param cents what the order comes to from then on */
  status(id: number, status: string, cents?: number): Promise<void>
}

const root = fileURLToPath(new URL('../../', import.meta.url))

/** A Node that runs TypeScript: this one, or else the one among the project's packages. */
function nodePath(): string {
  const packaged = `${root}node_modules/.bin/node`
  return Number(process.versions.node.split('.')[0]) < 24 && existsSync(packaged)
    ? packaged
    : process.execPath
}

export async function startPartner(options: StartOptions = {}): Promise<RunningPartner> {
  const { token = 'jeton-de-test', otherTokens = [], onlyAskedLeadTime = false, ...values } = options
  const settings = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, `${value}`],
  )
  const flags = onlyAskedLeadTime ? ['--only-asked-lead-time'] : []
  const tokens = [token, ...otherTokens].flatMap((one) => ['--token', one])
  const script = fileURLToPath(new URL('server.ts', import.meta.url))
  const child = spawn(nodePath(), [script, '--until-stdin-closes', ...tokens, ...settings, ...flags], {
    // Many are started: they are compiled once.
    env: { NODE_COMPILE_CACHE: `${root}node_modules/.cache/node`, ...process.env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const url = await new Promise<string>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => reject(new Error(`The partner ended (${code}) before it listened.`)))
    createInterface(child.stdout).on('line', (line) => {
      const match = /^listening on (http:\S+)$/.exec(line)
      if (match) resolve(match[1]!)
    })
  })

  async function control<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(`${url}/_control/${path}`, {
      method,
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    const answer: unknown = await response.json()
    if (!response.ok) throw new Error(`${method} ${path}: ${(answer as { detail: string }).detail}`)
    return answer as T
  }

  return {
    url,
    port: Number(new URL(url).port),
    token,
    pid: child.pid!,
    stop: async () => {
      child.kill('SIGTERM')
      await exited
    },
    send: (method, path, body) =>
      fetch(`${url}${path}`, {
        method,
        headers: {
          authorization: `Token ${token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        body: body === undefined ? undefined : JSON.stringify(body),
      }),
    faults: (...rules) => control('POST', 'faults', rules),
    clearFaults: () => control('DELETE', 'faults'),
    chaos: (chaos) => (chaos ? control('POST', 'chaos', chaos) : control('DELETE', 'chaos')),
    offline: (ms) => control('POST', 'offline', { ms }),
    orders: (atLeast = 0) => control('GET', `orders?atLeast=${atLeast}`),
    requests: (atLeast = 0) => control('GET', `requests?atLeast=${atLeast}`),
    clearRequests: () => control('DELETE', 'requests'),
    catalogue: (...mutations) => control('POST', 'catalogue', mutations),
    prices: (factor, id) => control('POST', 'prices', { factor, id }),
    listLag: (ms) => control('POST', 'lag', { ms }),
    status: (id, status, cents) => control('POST', 'status', { id, status, cents }),
  }
}
