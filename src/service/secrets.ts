import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { worded, type Coded } from '../domain/messages.ts'
import { partialOf } from '../store/folder.ts'

/** Why a sealed secret cannot be opened: a code, so that it can be told in the reader's language. */
export class SecretError extends Error {
  readonly problem: Coded

  constructor(code: SecretCode, file: string, cause?: unknown) {
    const problem = { code, params: { file } }
    super(worded(problem, 'en'), { cause })
    this.name = 'SecretError'
    this.problem = problem
  }
}

type SecretCode = 'secret_elsewhere' | 'secret_key_missing' | 'secret_key_damaged' | 'secret_other_key'

/** Seals what must not lie in clear in the data folder. docs/backup.md says what that protects against and what not. */
export interface SecretBox {
  seal(text: string): string
  /** @throws SecretError where it was sealed on another machine or by another kind of box */
  open(sealed: string): string
  /**
   * What a text is known again by after it was forgotten: the same each time in this data folder. It cannot be turned
   * back, and who would guess the text needs the folder's key, and much time for each guess.
   */
  fingerprint(text: string): string
}

const KEY_FILE = 'secret.key'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
const FINGERPRINT_BYTES = 16
const PREFIX = 'keyfile:'

/**
 * A box whose key is a file beside the store, for this user's eyes alone (mode 0600): who copies the store or a backup
 * without it gets nothing.
 */
export class KeyFileBox implements SecretBox {
  readonly #file: string

  constructor(folder: string) {
    this.#file = join(folder, KEY_FILE)
  }

  seal(text: string): string {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv('aes-256-gcm', this.#key(true), nonce)
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return PREFIX + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
  }

  open(sealed: string): string {
    if (!sealed.startsWith(PREFIX)) {
      throw new SecretError('secret_elsewhere', this.#file)
    }
    const bytes = Buffer.from(sealed.slice(PREFIX.length), 'base64')
    const decipher = createDecipheriv('aes-256-gcm', this.#key(false), bytes.subarray(0, NONCE_BYTES))
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
    try {
      const text = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
      return text.toString('utf8')
    } catch (error) {
      throw new SecretError('secret_other_key', this.#file, error)
    }
  }

  fingerprint(text: string): string {
    return scryptSync(text, this.#key(true), FINGERPRINT_BYTES).toString('hex')
  }

  #key(make: boolean): Buffer {
    if (!existsSync(this.#file)) {
      if (!make) throw new SecretError('secret_key_missing', this.#file)
      this.#make()
    }
    const key = readFileSync(this.#file)
    if (key.length !== KEY_BYTES) throw new SecretError('secret_key_damaged', this.#file)
    return key
  }

  /** Makes the key under a temporary name first: under its own it is whole, and the first of two programs wins. */
  #make(): void {
    const partial = partialOf(this.#file)
    const file = openSync(partial, 'wx', 0o600)
    try {
      writeSync(file, randomBytes(KEY_BYTES))
      fsyncSync(file)
      closeSync(file)
      linkSync(partial, this.#file)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      rmSync(partial, { force: true })
    }
  }
}
