import { safeStorage } from 'electron'
import { SecretError, type SecretBox } from '../service/secrets.ts'

const PREFIX = 'safestorage:'
const KEYRING = 'the system’s keyring'

/**
 * Seals with the operating system's own store of secrets, bound to this user. What was sealed with the folder's key file
 * is opened all the same; the key file seals where the system offers no store, and where a person wants commands and the
 * service without a window to open the same secrets.
 */
export class SafeStorageBox implements SecretBox {
  readonly #keyFile: SecretBox
  /** whether the key file seals, though the system has a store */
  shared = false

  constructor(keyFile: SecretBox) {
    this.#keyFile = keyFile
  }

  /** On Linux without a keyring Electron would seal with a key that everyone knows: that is no store of secrets. */
  get hasKeyring(): boolean {
    if (!safeStorage.isEncryptionAvailable()) return false
    return process.platform !== 'linux' || safeStorage.getSelectedStorageBackend() !== 'basic_text'
  }

  seal(text: string): string {
    if (this.shared || !this.hasKeyring) return this.#keyFile.seal(text)
    return PREFIX + safeStorage.encryptString(text).toString('base64')
  }

  open(sealed: string): string {
    if (!sealed.startsWith(PREFIX)) return this.#keyFile.open(sealed)
    try {
      return safeStorage.decryptString(Buffer.from(sealed.slice(PREFIX.length), 'base64'))
    } catch (error) {
      throw new SecretError('secret_keyring_closed', KEYRING, error)
    }
  }

  /** By the key file: the command line knows the same text again. */
  fingerprint(text: string): string {
    return this.#keyFile.fingerprint(text)
  }
}
