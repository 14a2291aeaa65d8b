/** The thread that prints, and the documents that it has printed a moment ago. */
import { createHash } from 'node:crypto'
import type { Background } from '../background/background.ts'
import type { Printing } from './press.ts'
import { SharedQueue } from './shared-queue.ts'

/** The thread holds some 200 MB, and is started again in 0.2 s. */
const IDLE_MS = 60_000
/** Nothing that a quote may hold takes so long: what does has gone wrong. Counted from where it comes to its turn. */
const LONGEST_MS = 30_000
/** What was just looked at is downloaded, mailed and signed next: some thirty documents of a thousand lines. */
const MOST_KEPT_BYTES = 16 * 1024 * 1024

export class Printer {
  readonly #thread: Background
  /** One after the other, so that each has its time. */
  readonly #turns = new SharedQueue<Uint8Array>()
  readonly #underWay = new Map<string, Promise<Uint8Array>>()
  /** by what they were printed of, the oldest first */
  readonly #kept = new Map<string, Uint8Array>()
  #idle: NodeJS.Timeout | undefined

  /** @param thread its own: what is printed waits for no estimate */
  constructor(thread: Background) {
    this.#thread = thread
  }

  /**
   * The document as a PDF, printed once for all who ask for it within a minute.
   * @throws Refusal `documents_busy`; Error where it cannot be printed
   */
  print(printing: Printing): Promise<Uint8Array> {
    const key = digestOf(printing)
    const kept = this.#kept.get(key)
    if (kept) return Promise.resolve(kept)
    const underWay = this.#underWay.get(key)
    if (underWay) return underWay
    const printed = this.#turns
      .run(key, () => this.#print(printing))
      .then((bytes) => {
        this.#keep(key, bytes)
        return bytes
      })
      .finally(() => this.#underWay.delete(key))
    this.#underWay.set(key, printed)
    return printed
  }

  /** Gives up what is printed, and forgets what was. */
  async stop(): Promise<void> {
    this.#forget()
    await this.#thread.stop()
  }

  /** The same for good. */
  async end(): Promise<void> {
    this.#forget()
    await this.#thread.end()
  }

  async #print(printing: Printing): Promise<Uint8Array> {
    clearTimeout(this.#idle)
    const late = setTimeout(() => void this.#thread.stop(), LONGEST_MS)
    // After a failure nobody knows what the compiler can still do.
    let ends = true
    try {
      const { bytes, spent } = await this.#thread.run({ type: 'print', printing })
      ends = spent
      return bytes
    } finally {
      clearTimeout(late)
      if (ends) await this.#thread.stop()
      this.#idle = setTimeout(() => void this.stop(), IDLE_MS).unref()
    }
  }

  #keep(key: string, bytes: Uint8Array): void {
    this.#kept.set(key, bytes)
    let total = [...this.#kept.values()].reduce((sum, each) => sum + each.byteLength, 0)
    for (const [oldest, { byteLength }] of this.#kept) {
      if (total <= MOST_KEPT_BYTES) break
      this.#kept.delete(oldest)
      total -= byteLength
    }
  }

  #forget(): void {
    clearTimeout(this.#idle)
    this.#kept.clear()
  }
}

/** Names what is printed: the same gives the same bytes. */
function digestOf({ content, logo, signature, files }: Printing): string {
  const attached = files.map(({ bytes, ...told }) => ({ ...told, length: bytes.length }))
  const hash = createHash('sha256').update(JSON.stringify([content, logo, signature, attached]))
  for (const { bytes } of files) hash.update(bytes)
  return hash.digest('base64')
}
