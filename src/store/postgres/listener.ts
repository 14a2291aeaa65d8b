/** What other processes tell: that what is held in memory is another by now, that something happened, and messages. */
import pg from 'pg'
import { connectionTo } from './connection.ts'

const CHANNEL = 'comptoir'
const MESSAGES = 'comptoir_messages'
/** What a lost line did not bring is found by looking. */
const LOOK_MS = 1_000
/** PostgreSQL's own limit is 8,000 bytes. */
const LONGEST = 7_900

/** How often what every process holds in memory was written, and the number of the newest event. */
export interface Counts {
  readonly images: number
  readonly events: number
}

export interface Heard {
  /** the store's counts are others; called once for several changes */
  readonly counts: (counts: Counts) => void
  /** another process, or this one, has told something: JSON text */
  readonly message: (text: string) => void
}

export class Listener {
  readonly #url: string
  readonly #heard: Heard
  #client: pg.Client | null = null
  #connecting: Promise<pg.Client> | null = null
  #timer: NodeJS.Timeout
  #counts: Counts = { images: 0, events: 0 }
  #ended = false

  constructor(url: string, heard: Heard) {
    this.#url = url
    this.#heard = heard
    this.#timer = setInterval(() => void this.look(), LOOK_MS).unref()
  }

  /** Begins to listen. @throws what connecting throws */
  async begin(): Promise<void> {
    await this.#connected()
    await this.look()
  }

  /** Looks for what was missed; while the database is away nothing is. */
  async look(): Promise<void> {
    try {
      const client = await this.#connected()
      const { rows } = await client.query<{ name: keyof Counts; last: number }>({
        name: 'comptoir_look',
        text: "SELECT name, last FROM counters WHERE name IN ('images', 'events')",
      })
      this.#take(Object.fromEntries(rows.map(({ name, last }) => [name, last])))
    } catch {
      // The next look finds it.
    }
  }

  /**
   * Tells every process something, this one too. Who is not listening now never hears it.
   * @param text JSON, at most some 7,900 bytes
   */
  async tell(text: string): Promise<void> {
    if (Buffer.byteLength(text) > LONGEST) throw new RangeError('a message is too long')
    const client = await this.#connected()
    await client.query('SELECT pg_notify($1, $2)', [MESSAGES, text])
  }

  async end(): Promise<void> {
    this.#ended = true
    clearInterval(this.#timer)
    await this.#connecting?.catch(() => undefined)
    await this.#client?.end().catch(() => undefined)
  }

  #take(found: Partial<Counts>): void {
    const counts = { ...this.#counts, ...found }
    if (counts.images === this.#counts.images && counts.events === this.#counts.events) return
    this.#counts = counts
    this.#heard.counts(counts)
  }

  #connected(): Promise<pg.Client> {
    if (this.#client) return Promise.resolve(this.#client)
    return (this.#connecting ??= this.#connect().finally(() => {
      this.#connecting = null
    }))
  }

  async #connect(): Promise<pg.Client> {
    if (this.#ended) throw new Error('the store was closed')
    const client = new pg.Client(connectionTo(this.#url))
    const drop = () => {
      if (this.#client === client) this.#client = null
    }
    client.on('error', drop)
    client.on('end', drop)
    client.on('notification', ({ channel, payload = '' }) => {
      if (channel === MESSAGES) {
        this.#heard.message(payload)
        return
      }
      const [name = '', last] = payload.split(' ')
      this.#take({ [name]: Number(last) })
    })
    try {
      await client.connect()
      await client.query(`LISTEN ${CHANNEL}; LISTEN ${MESSAGES}`)
    } catch (error) {
      await client.end().catch(() => undefined)
      throw error
    }
    this.#client = client
    return client
  }
}
