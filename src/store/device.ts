/** The code that a device numbers its quotes under, so that two that never meet give no number twice. */
import { randomInt } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DEVICE_ALPHABET, DEVICE_CODE_LENGTH, isDeviceCode } from '../domain/shared/numbers.ts'
import type { Engine } from './engine.ts'
import { storeFailure } from './errors.ts'
import { DEVICE_FILE, partialOf, touchPrivate } from './folder.ts'
import type { SettingsTable } from './settings.ts'
import { all, first, type Work } from './work.ts'

const KEY = 'device'

/** Of the store: its folder, and its database's address where it has one. */
interface Place {
  readonly folder: string
  readonly url: string | null
}

/**
 * A folder's code is a file beside its store, not in it: a backup that is restored elsewhere does not take it along. All
 * services of a shared store number as one, and its code is in the store.
 */
export class Device {
  readonly #at: Place
  readonly #engine: Engine
  readonly #settings: SettingsTable

  constructor(at: Place, engine: Engine, settings: SettingsTable) {
    this.#at = at
    this.#engine = engine
    this.#settings = settings
  }

  /** The code, made at random when it is first asked for. */
  async code(): Promise<string> {
    if (this.#at.url === null) return this.#kept() ?? this.#keep(newCode(await this.#engine.read(used)))
    const known = this.#settings.get(KEY)
    if (isCode(known)) return known
    return this.#settings.change(function* (settings) {
      const there = yield* settings.get(KEY)
      if (isCode(there)) return there
      const code = newCode(yield* used())
      yield* settings.set(KEY, code)
      return code
    })
  }

  /** Whether it numbers nothing yet: what bears it stays where it counts on. */
  async isChangeable(): Promise<boolean> {
    return !(await this.#isUsed(await this.code()))
  }

  /** Gives the device another code. @returns false, and it stays, where it has numbered, or the other one has */
  async change(code: string): Promise<boolean> {
    if (!(await this.isChangeable()) || (await this.#isUsed(code))) return false
    if (this.#at.url === null) this.#keep(code)
    else await this.#settings.set(KEY, code)
    return true
  }

  #isUsed(code: string): Promise<boolean> {
    return this.#engine.read(function* () {
      return (yield* first('SELECT 1 AS used FROM quote_numbers WHERE device = ?', code)) !== undefined
    })
  }

  get #file(): string {
    return join(this.#at.folder, DEVICE_FILE)
  }

  #kept(): string | null {
    try {
      const code = readFileSync(this.#file, 'utf8').trim()
      return isDeviceCode(code) ? code : null
    } catch {
      return null
    }
  }

  /** @throws StoreError where the folder cannot be written */
  #keep(code: string): string {
    const partial = partialOf(this.#file)
    try {
      touchPrivate(partial)
      writeFileSync(partial, `${code}\n`)
      renameSync(partial, this.#file)
      return code
    } catch (error) {
      throw storeFailure(error, this.#file)
    }
  }
}

const isCode = (value: unknown): value is string => typeof value === 'string' && isDeviceCode(value)

/** Codes that quotes of the store are numbered under, those of devices that it came from among them. */
function* used(): Work<ReadonlySet<string>> {
  const rows = yield* all<{ device: string }>('SELECT DISTINCT device FROM quote_numbers')
  return new Set(rows.map(({ device }) => device))
}

function newCode(taken: ReadonlySet<string>): string {
  for (;;) {
    const chars = Array.from(
      { length: DEVICE_CODE_LENGTH },
      () => DEVICE_ALPHABET[randomInt(DEVICE_ALPHABET.length)]!,
    )
    const code = chars.join('')
    if (!taken.has(code)) return code
  }
}
