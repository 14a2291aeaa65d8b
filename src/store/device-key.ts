/** Where the key lies that a device signs with: beside its code, and like it never in a backup. */
import { closeSync, fsyncSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { errorCode, storeFailure } from './errors.ts'
import { DEVICE_KEY_FILE, partialOf, placeNew } from './folder.ts'
import type { SettingsTable } from './settings.ts'

/** Backups hold no value of this beginning. */
const KEY = 'secret:device_key'

/** How the key is written down: made new, and as it lies in a store that several machines reach. */
export interface KeyTexts {
  readonly make: () => string
  readonly seal: (text: string) => string
  readonly open: (sealed: string) => string
}

export class DeviceKeyPlace {
  readonly #folder: string
  readonly #shared: boolean
  readonly #settings: SettingsTable

  constructor(at: { readonly folder: string; readonly url: string | null }, settings: SettingsTable) {
    this.#folder = at.folder
    this.#shared = at.url !== null
    this.#settings = settings
  }

  /**
   * The key as it was made, which is when it is first asked for: of several programs the first one's stays.
   * @throws StoreError where the folder cannot be read or written; what `open` throws
   */
  async text({ make, seal, open }: KeyTexts): Promise<string> {
    if (!this.#shared) return this.#read() ?? this.#make(make())
    const known = this.#settings.get(KEY)
    if (typeof known === 'string') return open(known)
    const sealed = seal(make())
    const kept = await this.#settings.update(KEY, (there) => (typeof there === 'string' ? there : sealed))
    return open(kept)
  }

  get #file(): string {
    return join(this.#folder, DEVICE_KEY_FILE)
  }

  #read(): string | null {
    try {
      return readFileSync(this.#file, 'utf8')
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return null
      throw storeFailure(error, this.#file)
    }
  }

  /** Under a temporary name first: under its own it is whole. */
  #make(text: string): string {
    const partial = partialOf(this.#file)
    try {
      const file = openSync(partial, 'wx', 0o600)
      try {
        writeSync(file, text)
        fsyncSync(file)
      } finally {
        closeSync(file)
      }
      placeNew(partial, this.#file)
    } catch (error) {
      throw storeFailure(error, this.#file)
    } finally {
      rmSync(partial, { force: true })
    }
    return this.#read() ?? text
  }
}
