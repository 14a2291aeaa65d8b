/**
 * Whether the database has fallen silent: it stands still, or the line carries nothing, and nothing ends by itself. What takes
 * long is asked beside whether anybody is there; so a long read is waited for, and of a silent database everyone who waits
 * is told at the same time, whatever he waits for.
 */
import { HeardClient } from './client.ts'
import { connectionTo } from './connection.ts'

/** In parts of the patience: how often it is looked, and after what wait it is asked whether anybody is there. */
const LOOKS = 10
const WAITS = 5

interface Watched {
  /** by `performance.now()` */
  readonly since: number
  readonly fell: () => void
}

export class Silence {
  readonly #url: string
  readonly #patienceMs: number
  readonly #watched = new Set<Watched>()
  readonly #timer: NodeJS.Timeout
  /** since when something is asked and nothing heard; null: all was answered */
  #from: number | null = null
  #looked = performance.now()
  #asking: Promise<void> | null = null

  /** @param patienceMs for how long nothing is heard of a database that is silent */
  constructor(url: string, patienceMs: number) {
    this.#url = url
    this.#patienceMs = patienceMs
    this.#timer = setInterval(() => this.#look(), patienceMs / LOOKS).unref()
  }

  /**
   * Begins to wait for the database.
   * @param fell told once it is silent: after the patience, or soon where that is known already
   * @returns ends the wait
   */
  watch(fell: () => void): () => void {
    const watched = { since: performance.now(), fell }
    this.#watched.add(watched)
    this.#from ??= watched.since
    return () => void this.#watched.delete(watched)
  }

  /** Waits for what is asked of the database. @throws what it throws, or a read timeout where the database is silent */
  unless<T>(asked: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const end = this.watch(() => {
        end()
        reject(readTimeout())
      })
      asked().then(
        (value) => {
          end()
          this.heard()
          resolve(value)
        },
        (error: unknown) => {
          end()
          this.failed(error)
          reject(error as Error)
        },
      )
    })
  }

  /** It has answered something. */
  heard(): void {
    this.#from = this.#watched.size > 0 ? performance.now() : null
  }

  /** What was asked of it has failed, which is an answer, too, unless none was waited for any longer. */
  failed(error: unknown): void {
    if (!/time(d )?out|ETIMEDOUT/i.test((error as Error).message)) this.heard()
  }

  async end(): Promise<void> {
    clearInterval(this.#timer)
    await this.#asking
  }

  #look(): void {
    const now = performance.now()
    // This process has stood still itself: what was answered meanwhile was not read yet.
    if (now - this.#looked > (3 * this.#patienceMs) / LOOKS) this.heard()
    this.#looked = now
    const from = this.#from ?? now
    const soon = this.#patienceMs / WAITS
    for (const { since, fell } of [...this.#watched]) {
      if (now - since < soon) continue
      this.#asking ??= this.#ask().finally(() => (this.#asking = null))
      if (now - from >= this.#patienceMs) fell()
    }
  }

  /** Asks on a connection of its own, which waits behind nothing. */
  async #ask(): Promise<void> {
    const client = new HeardClient({
      ...connectionTo(this.#url),
      connectionTimeoutMillis: this.#patienceMs,
      query_timeout: this.#patienceMs,
    })
    try {
      await client.connect()
      await client.query('SELECT 1')
      this.heard()
    } catch (error) {
      this.failed(error)
    }
    await client.end().catch(() => undefined)
  }
}

/** As the client says it of a statement that is not answered. */
export const readTimeout = () => new Error('Query read timeout')
