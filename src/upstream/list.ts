/**
 * Reads a list answer as it arrives: a plain array, or an object that holds one under `results`. Entries are cut out
 * one by one, so that a list of any length takes the memory of one entry, and never holds the event loop.
 */
import { withoutAmounts } from '../domain/partner-words.ts'
import type { Discretion } from './discretion.ts'
import { UnreadableAnswer } from './errors.ts'
import { describePriced, notJson, parseJson, SHOWN_START, tidy } from './json.ts'

export interface ListLimits {
  /** of one entry, in bytes */
  readonly entry: number
  readonly entries: number
}

/** What surrounds the entries: how many there are in all, and the next page; null where it does not tell. */
export interface Envelope {
  readonly count: number | null
  readonly next: string | null
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [OPEN_ARRAY, OPEN_OBJECT, CLOSE_ARRAY, CLOSE_OBJECT] = [0x5b, 0x7b, 0x5d, 0x7d]
/** What stands around the entries of a list is short; an object that is longer is no list. */
const ENVELOPE_BYTES = 65_536
const START_BYTES = 4096
const KEY_BYTES = 64

export class ListReader {
  readonly #path: string
  readonly #limits: ListLimits
  readonly #discretion: Discretion
  readonly #onEntry: (bytes: Uint8Array, index: number) => void
  /** what stands outside of the entries */
  readonly #envelope = new Piece()
  readonly #entry = new Piece()
  /** how it begins, for messages */
  readonly #start = new Piece()
  #received = 0
  #depth = 0
  #inString = false
  #escaped = false
  /** the depth of the list while within it */
  #listDepth = 0
  #listSeen = false
  #length = 0

  /** @param path what was asked for, as messages name it */
  constructor(
    path: string,
    limits: ListLimits,
    discretion: Discretion,
    onEntry: (bytes: Uint8Array, index: number) => void,
  ) {
    this.#path = path
    this.#limits = limits
    this.#discretion = discretion
    this.#onEntry = onEntry
  }

  /** How many entries have been read. */
  get length(): number {
    return this.#length
  }

  /** @throws UnreadableAnswer at once where it is no list, or larger than its limits */
  push(chunk: Uint8Array): void {
    if (this.#start.length < START_BYTES) this.#start.add(chunk.subarray(0, START_BYTES))
    this.#received += chunk.length
    /** where what has not been put away yet begins */
    let from = 0
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i]!
      if (this.#inString) {
        if (this.#escaped) this.#escaped = false
        else if (byte === BACKSLASH) this.#escaped = true
        else if (byte === QUOTE) this.#inString = false
        continue
      }
      switch (byte) {
        case QUOTE:
          this.#inString = true
          break
        case OPEN_ARRAY:
        case OPEN_OBJECT:
          this.#depth++
          if (byte === OPEN_ARRAY && this.#isList(chunk.subarray(from, i))) {
            this.#outside(chunk.subarray(from, i + 1))
            from = i + 1
            this.#listDepth = this.#depth
            this.#listSeen = true
          }
          break
        case COMMA:
          if (this.#depth !== this.#listDepth) break
          this.#inside(chunk.subarray(from, i))
          this.#ended(false)
          from = i + 1
          break
        case CLOSE_ARRAY:
        case CLOSE_OBJECT:
          if (this.#depth === this.#listDepth) {
            this.#inside(chunk.subarray(from, i))
            this.#ended(true)
            from = i
            this.#listDepth = 0
          }
          this.#depth--
          break
      }
    }
    if (this.#listDepth > 0) this.#inside(chunk.subarray(from))
    else this.#outside(chunk.subarray(from))
  }

  /** The end of the answer. @throws UnreadableAnswer where it is no list, or not a whole one */
  end(): Envelope {
    if (this.#inString || this.#depth !== 0) throw this.#notJson()
    const envelope = parseJson(this.#envelope.take(), this.#path, this.#discretion)
    if (!this.#listSeen) {
      throw new UnreadableAnswer('partner_not_list', { path: this.#path, got: describePriced(envelope) })
    }
    const { count, next } = envelope as { count?: unknown; next?: unknown }
    return {
      count: Number.isSafeInteger(count) ? (count as number) : null,
      next: typeof next === 'string' && next !== '' ? next : null,
    }
  }

  /** Whether the array that begins here is the list. @param before what has come since the last piece was put away */
  #isList(before: Uint8Array): boolean {
    if (this.#listSeen) return false
    const text = Buffer.concat([this.#envelope.end(KEY_BYTES), before.subarray(-KEY_BYTES)]).toString(
      'latin1',
    )
    return this.#depth === 1
      ? text.replace(BOM, '').trim() === ''
      : this.#depth === 2 && /"results"\s*:\s*$/.test(text)
  }

  #outside(bytes: Uint8Array): void {
    this.#envelope.add(bytes)
    if (this.#envelope.length <= ENVELOPE_BYTES) return
    const start = new TextDecoder().decode(this.#envelope.take())
    if (!start.trimStart().startsWith('{')) throw this.#notJson()
    const got = tidy(withoutAmounts(this.#discretion.text(start)), SHOWN_START)
    throw new UnreadableAnswer('partner_not_list', { path: this.#path, got })
  }

  #inside(bytes: Uint8Array): void {
    this.#entry.add(bytes)
    const { entry: limit } = this.#limits
    if (this.#entry.length <= limit) return
    throw new UnreadableAnswer('partner_entry_too_large', { path: this.#path, index: this.#length, limit })
  }

  /** The end of an entry. @param last it ends the list, too: an empty list has no entry before its end */
  #ended(last: boolean): void {
    const bytes = this.#entry.take()
    if (isBlank(bytes)) {
      if (last && this.#length === 0) return
      throw this.#notJson()
    }
    const { entries: limit } = this.#limits
    if (this.#length >= limit) throw new UnreadableAnswer('partner_too_many', { path: this.#path, limit })
    this.#onEntry(bytes, this.#length)
    this.#length++
  }

  #notJson(): UnreadableAnswer {
    return notJson(this.#path, this.#received, new TextDecoder().decode(this.#start.take()), this.#discretion)
  }
}

/** The byte order mark as Latin-1 shows it. */
const BOM = 'ï»¿'

const isBlank = (bytes: Uint8Array) => bytes.every((byte) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d))

/** Bytes that are gathered until they are whole: copied, so that what they are cut out of need not be kept. */
class Piece {
  #bytes = new Uint8Array(START_BYTES)
  length = 0

  add(bytes: Uint8Array): void {
    const length = this.length + bytes.length
    if (length > this.#bytes.length) {
      const larger = new Uint8Array(2 * length)
      larger.set(this.#bytes.subarray(0, this.length))
      this.#bytes = larger
    }
    this.#bytes.set(bytes, this.length)
    this.length = length
  }

  /** The last bytes, at most `count`. */
  end(count: number): Uint8Array {
    return this.#bytes.subarray(Math.max(0, this.length - count), this.length)
  }

  take(): Uint8Array {
    const bytes = this.#bytes.slice(0, this.length)
    this.length = 0
    return bytes
  }
}
