import { safeStorage } from 'electron'
import type { SecretBox } from '../service/secrets.ts'

const PREFIX = 'safestorage:'

/**
 * Seals with the operating system's own store of secrets, bound to this user. What the command line sealed with the
 * folder's key file is still opened; where the system offers no store, the key file seals, too.
 */
export class SafeStorageBox implements SecretBox {
  readonly #keyFile: SecretBox

  constructor(keyFile: SecretBox) {
    this.#keyFile = keyFile
  }

  seal(text: string): string {
    if (!available()) return this.#keyFile.seal(text)
    return PREFIX + safeStorage.encryptString(text).toString('base64')
  }

  open(sealed: string): string {
    if (!sealed.startsWith(PREFIX)) return this.#keyFile.open(sealed)
    return safeStorage.decryptString(Buffer.from(sealed.slice(PREFIX.length), 'base64'))
  }

  /** By the key file: the command line knows the same text again. */
  fingerprint(text: string): string {
    return this.#keyFile.fingerprint(text)
  }
}

/** On Linux without a keyring Electron would seal with a key that everyone knows: that is no store of secrets. */
function available(): boolean {
  if (!safeStorage.isEncryptionAvailable()) return false
  return process.platform !== 'linux' || safeStorage.getSelectedStorageBackend() !== 'basic_text'
}
