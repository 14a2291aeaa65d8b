/** What stands under a run: one service with its file, or several of one PostgreSQL store behind what sends requests to any. */
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startPostgres, type PostgresServer } from '../../../src/testing/postgres-server.ts'
import type { Random } from '../../partner/random.ts'
import { Comptoir, type Json, type Reply } from '../comptoir.ts'

/** Longer than a claim of the store is held without being renewed. */
const LONGEST_FREEZE_MS = 14_000
/** A service that stands still answers nobody: who asks it goes to another. */
const PATIENCE_MS = 4_000

export interface Blows {
  kills: number
  /** services that stood still for a while */
  freezes: number
  /** times that the database was killed and started again */
  outages: number
}

export class Fleet {
  /** whose folder and command line are used */
  readonly first: Comptoir
  readonly #count: number
  readonly #environment: Record<string, string>
  #services: Comptoir[]
  readonly #frozen = new Set<Comptoir>()
  #database: PostgresServer | null = null
  #next = 0

  /** @param count of services; 1: alone, with its file */
  constructor(count: number, environment: Record<string, string>) {
    this.#count = count
    this.#environment = environment
    this.first = new Comptoir(environment)
    this.#services = [this.first]
  }

  /** Makes the store; what commands set in it comes before {@link serve}. */
  async prepare(): Promise<void> {
    if (this.#count === 1) return
    this.#database = await startPostgres({ fsync: false })
    const store = { COMPTOIR_STORE: await this.#database.create() }
    Object.assign(this.first.env, store)
    const others = Array.from(
      { length: this.#count - 1 },
      () => new Comptoir({ ...this.#environment, ...store }, PATIENCE_MS),
    )
    this.#services = [this.first, ...others]
  }

  /** Starts every service. */
  async serve(): Promise<void> {
    for (const service of this.#services.slice(1)) {
      mkdirSync(service.data, { recursive: true, mode: 0o700 })
      copyFileSync(join(this.first.data, 'secret.key'), join(service.data, 'secret.key'))
      service.token = this.first.token
    }
    await Promise.all(this.#services.map((service) => service.serve()))
  }

  /** The service that is asked next. */
  get #any(): Comptoir {
    return this.#services[this.#next++ % this.#services.length]!
  }

  desk<T = Json>(method: string, path: string, body?: unknown): Promise<Reply<T>> {
    return this.#any.desk<T>(method, path, body)
  }

  partner<T = Json>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Reply<T>> {
    return this.#any.partner<T>(method, path, body, headers)
  }

  /** One blow after the other, until the storm is over. */
  async suffer(random: Random, isStormy: () => boolean, blows: Blows): Promise<void> {
    while (isStormy()) {
      await wait(random.int(200, 6_000))
      const service = this.#services[random.int(0, this.#services.length - 1)]!
      const blow =
        this.#count === 1 ? 'kill' : random.pick(['kill', 'kill', 'freeze', 'freeze', 'outage'] as const)
      if (blow === 'outage') {
        blows.outages += 1
        await this.#database!.crash()
        await wait(random.int(0, 3_000))
        await this.#database!.start()
      } else if (this.#frozen.has(service)) continue
      else if (blow === 'freeze') {
        blows.freezes += 1
        void this.#freeze(service, random.int(100, LONGEST_FREEZE_MS))
      } else {
        blows.kills += 1
        await service.kill()
        // A database that is away at that moment ends a start: a supervisor tries again.
        while (
          !(await service.serve().then(
            () => true,
            () => false,
          ))
        )
          await wait(500)
      }
    }
    while (this.#frozen.size > 0) await wait(50)
  }

  async #freeze(service: Comptoir, milliseconds: number): Promise<void> {
    this.#frozen.add(service)
    try {
      service.signal('SIGSTOP')
      await wait(milliseconds)
    } finally {
      service.signal('SIGCONT')
      this.#frozen.delete(service)
    }
  }

  async stop(): Promise<void> {
    await Promise.all(this.#services.map((service) => service.stop()))
  }

  async end(): Promise<void> {
    for (const service of this.#frozen) service.signal('SIGCONT')
    await Promise.all(this.#services.map((service) => service.end()))
    await this.#database?.stop()
  }
}
