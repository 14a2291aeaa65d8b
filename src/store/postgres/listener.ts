/** Hears of other processes: that something was written, and messages. */
import type pg from 'pg'
import type { Heard } from '../engine.ts'
import { HeardClient } from './client.ts'
import { connectionTo } from './connection.ts'

/** Told by the database itself, once for each transaction. */
const WRITTEN = 'comptoir'
export const MESSAGES = 'comptoir_messages'
/** What the database calls the connection on which a service listens: who looks sees that one runs. */
export const LISTENING = 'comptoir service'
/** Who has the store: each service listens to the others. */
export const SERVICES = `SELECT host(client_addr) AS address,
    to_char(backend_start AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS since
  FROM pg_stat_activity WHERE datname = current_database() AND application_name = '${LISTENING}' ORDER BY backend_start`
/** A line that is lost is made anew; what was missed meanwhile is found by who looks at the counts. */
const AGAIN_MS = 1_000
/** PostgreSQL's own limit is 8,000 bytes. */
const LONGEST = 7_900

/** @throws RangeError for a message that is longer than can be told */
export function messageOf(text: string): string {
  if (Buffer.byteLength(text) > LONGEST) throw new RangeError('a message is too long')
  return text
}

export class Listener {
  readonly #url: string
  readonly #heard: Heard
  #client: pg.Client | null = null
  #timer: NodeJS.Timeout | null = null
  #ended = false

  constructor(url: string, heard: Heard) {
    this.#url = url
    this.#heard = heard
  }

  /** Begins to listen. @throws what connecting throws; later it connects again by itself */
  async begin(): Promise<void> {
    const client = new HeardClient({ ...connectionTo(this.#url), application_name: LISTENING })
    client.on('end', () => this.#lost(client))
    client.on('notification', ({ channel, payload = '' }) => {
      if (channel === MESSAGES) this.#heard.message(payload)
      else this.#heard.written()
    })
    this.#client = client
    try {
      await client.connect()
      await client.query(`LISTEN ${WRITTEN}; LISTEN ${MESSAGES}`)
    } catch (error) {
      await client.end().catch(() => undefined)
      throw error
    }
  }

  async end(): Promise<void> {
    this.#ended = true
    if (this.#timer) clearTimeout(this.#timer)
    await this.#client?.end().catch(() => undefined)
  }

  #lost(client: pg.Client): void {
    // A connection that fails is told by its end and by who waits for it: one try follows.
    if (this.#ended || this.#client !== client || this.#timer) return
    this.#timer = setTimeout(() => {
      this.#timer = null
      this.begin().then(
        () => this.#heard.missed(),
        () => this.#lost(this.#client!),
      )
    }, AGAIN_MS).unref()
  }
}
