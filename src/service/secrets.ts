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

  /** @param key where the key is: its file, or the variable that gives it */
  constructor(code: SecretCode, key: string, cause?: unknown) {
    const problem = { code, params: { file: key } }
    super(worded(problem, 'en'), { cause })
    this.name = 'SecretError'
    this.problem = problem
  }
}

type SecretCode =
  | 'secret_elsewhere'
  | 'secret_key_missing'
  | 'secret_key_damaged'
  | 'secret_key_unreadable'
  | 'secret_key_folder'
  | 'secret_keyring_closed'
  | 'secret_other_key'

/** Seals what must not lie in clear in the data folder. docs/backup.md says what that protects against and what not. */
export interface SecretBox {
  seal(text: string): string
  /** @throws SecretError where it was sealed on another machine or by another kind of box, or its key is not to be had */
  open(sealed: string): string
  /**
   * What a text is known again by after it was forgotten: the same each time under this key. It cannot be turned back, and
   * who would guess the text needs the key, and much time for each guess.
   */
  fingerprint(text: string): string
}

/** What gives the key, in the place of the folder's file. */
export const SECRET_KEY_VARIABLE = 'COMPTOIR_SECRET_KEY'
export const SECRET_KEY_BYTES = 32

const KEY_FILE = 'secret.key'
const NONCE_BYTES = 12
const TAG_BYTES = 16
const FINGERPRINT_BYTES = 16
const PREFIX = 'keyfile:'

/** The box of a service: its key is the one that is given, else a file of its data folder. */
export function secretBox(folder: string, given: Buffer | null): SecretBox {
  return given === null ? new KeyFileBox(folder) : new KeyBox(() => given, SECRET_KEY_VARIABLE)
}

/** Seals with a key that somebody keeps: whoever has it opens what another one sealed with it. */
class KeyBox implements SecretBox {
  readonly #key: (make: boolean) => Buffer
  readonly #place: string

  /** @param place where the key is, for people */
  constructor(key: (make: boolean) => Buffer, place: string) {
    this.#key = key
    this.#place = place
  }

  seal(text: string): string {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv('aes-256-gcm', this.#key(true), nonce)
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return PREFIX + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
  }

  open(sealed: string): string {
    if (!sealed.startsWith(PREFIX)) {
      throw new SecretError('secret_elsewhere', this.#place)
    }
    const bytes = Buffer.from(sealed.slice(PREFIX.length), 'base64')
    const key = this.#key(false)
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES))
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
      const text = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
      return text.toString('utf8')
    } catch (error) {
      throw new SecretError('secret_other_key', this.#place, error)
    }
  }

  fingerprint(text: string): string {
    return scryptSync(text, this.#key(true), FINGERPRINT_BYTES).toString('hex')
  }
}

/**
 * A box whose key is a file beside the store, for this user's eyes alone (mode 0600): who copies the store or a backup
 * without it gets nothing.
 */
export class KeyFileBox extends KeyBox {
  constructor(folder: string) {
    const file = new KeyFile(join(folder, KEY_FILE))
    super((make) => file.read(make), file.path)
  }
}

class KeyFile {
  readonly path: string

  constructor(path: string) {
    this.path = path
  }

  /** @throws SecretError where it is missing and not to be made, cannot be read, or is no key */
  read(make: boolean): Buffer {
    if (!existsSync(this.path)) {
      if (!make) throw new SecretError('secret_key_missing', this.path)
      this.#make()
    }
    const key = this.#bytes()
    if (key.length !== SECRET_KEY_BYTES) throw new SecretError('secret_key_damaged', this.path)
    return key
  }

  #bytes(): Buffer {
    try {
      return readFileSync(this.path)
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? ''
      if (code === 'EISDIR') throw new SecretError('secret_key_folder', this.path, error)
      throw /^E(ACCES|PERM)$/.test(code) ? new SecretError('secret_key_unreadable', this.path, error) : error
    }
  }

  /** Makes the key under a temporary name first: under its own it is whole, and the first of two programs wins. */
  #make(): void {
    const partial = partialOf(this.path)
    const file = openSync(partial, 'wx', 0o600)
    try {
      writeSync(file, randomBytes(SECRET_KEY_BYTES))
      fsyncSync(file)
      closeSync(file)
      linkSync(partial, this.path)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      rmSync(partial, { force: true })
    }
  }
}
