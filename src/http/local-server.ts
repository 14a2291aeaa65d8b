/** A server beside the desktop window, for other tools: on or off as a person chooses, which is kept with the data. */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { LocalServerCode } from '../domain/local-server-messages.ts'
import type { Coded } from '../domain/messages.ts'
import { USUAL_LOCAL_SERVER, type LocalServerChoice } from '../domain/shared/local-server.ts'
import { keepFields, keptFields } from '../service/kept-choice.ts'
import type { Logger } from '../service/log.ts'
import { removeServerFile, writeServerFile } from '../service/server-file.ts'
import type { Service } from '../service/service.ts'
import type { LocalServerControl, LocalServerState } from './app/local-server.ts'
import { ListenError, listen, type RunningServer } from './server.ts'

/** In the data folder, ours by its name. */
const FILE = 'comptoir.local-server.json'
const KEY_BYTES = 24
/** Who turns it off, or quits, does not wait for idle connections. */
const LEAVE_MS = 200
/** What still runs then, a stream of events say, is cut off. */
const GRACE_MS = 2000

export class LocalServer implements LocalServerControl {
  readonly #folder: string
  readonly #renderer: string
  readonly #log: Logger
  #choice: LocalServerChoice
  #service: Service | null = null
  #server: RunningServer | null = null
  #problem: Coded | null = null
  /** Changes are made one after the other. */
  #turn: Promise<void> = Promise.resolve()

  constructor({ folder, renderer, log }: { folder: string; renderer: string; log: Logger }) {
    this.#folder = folder
    this.#renderer = renderer
    this.#log = log
    this.#choice = kept(join(folder, FILE))
  }

  get state(): LocalServerState {
    return { ...this.#choice, url: this.#server?.url ?? null, problem: this.#problem }
  }

  /** Serves a service from now on, where it is on. Where it cannot listen, that is its state: the window opens all the same. */
  serve(service: Service): Promise<void> {
    return this.#next(async () => {
      this.#service = service
      await this.#begin()
    })
  }

  /** Stops, until there is a service again. What runs is finished. */
  rest(): Promise<void> {
    return this.#next(async () => {
      this.#service = null
      await this.#end()
    })
  }

  /** Takes a choice, keeps it, and serves by it. @throws Error where it cannot be kept */
  async choose(choice: LocalServerChoice): Promise<LocalServerState> {
    await this.#next(async () => {
      keepFields(join(this.#folder, FILE), choice)
      this.#choice = choice
      await this.#end()
      await this.#begin()
    })
    return this.state
  }

  #next(task: () => Promise<void>): Promise<void> {
    const done = this.#turn.then(task)
    this.#turn = done.catch(() => undefined)
    return done
  }

  async #begin(): Promise<void> {
    this.#problem = null
    const { on, port, network } = this.#choice
    if (!on || !this.#service) return
    const host = network ? '0.0.0.0' : '127.0.0.1'
    // Tools come with tokens; the key of the screens here is nobody's.
    const key = randomBytes(KEY_BYTES).toString('base64url')
    try {
      this.#server = await listen(this.#service, { host, port, key, renderer: this.#renderer })
      writeServerFile(this.#folder, this.#server.url)
    } catch (error) {
      this.#log.warn({ err: error }, 'the local server does not listen')
      this.#problem = { code: problemOf(error), params: { port } }
      await this.#end()
    }
  }

  async #end(): Promise<void> {
    const server = this.#server
    this.#server = null
    if (!server) return
    removeServerFile(this.#folder)
    const ended = server.close(LEAVE_MS, true)
    const late = setTimeout(() => server.cut(), GRACE_MS)
    try {
      await ended
    } finally {
      clearTimeout(late)
    }
  }
}

function problemOf(error: unknown): LocalServerCode {
  if (error instanceof ListenError && error.code === 'port_in_use') return 'local_port_in_use'
  if (error instanceof ListenError && error.code === 'port_forbidden') return 'local_port_forbidden'
  return 'local_listen_failed'
}

/** The choice that was kept; off, where none was, or none that can be read. */
function kept(file: string): LocalServerChoice {
  const { on, port, network } = keptFields(file)
  if (!Number.isInteger(port) || (port as number) < 1 || (port as number) > 65_535) return USUAL_LOCAL_SERVER
  return { on: on === true, port: port as number, network: network === true }
}
