import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SecretError, type SecretBox } from '../service/secrets.ts'
import { SafeStorageBox } from './safe-storage-box.ts'

const TOKEN = 'jeton-tres-secret'

/** The system's store of secrets: turns letters round, and says what it is. */
const system = vi.hoisted(() => ({ available: true, backend: 'gnome_libsecret' }))
vi.mock('electron', () => ({
  safeStorage: {
    isEncryptionAvailable: () => system.available,
    getSelectedStorageBackend: () => system.backend,
    encryptString: (text: string) => Buffer.from([...text].reverse().join('')),
    decryptString: (bytes: Buffer) => {
      if (bytes.length === 0) throw new Error('Error while decrypting the ciphertext provided.')
      return [...bytes.toString()].reverse().join('')
    },
  },
}))

/** The folder's key file, as the command line has it. */
const keyFile: SecretBox = {
  seal: (text) => `keyfile:${Buffer.from(text).toString('hex')}`,
  open: (sealed) => Buffer.from(sealed.slice('keyfile:'.length), 'hex').toString(),
  fingerprint: (text) => `of the key file: ${text.length}`,
}
const box = new SafeStorageBox(keyFile)

const platform = process.platform
const on = (name: string) => Object.defineProperty(process, 'platform', { value: name })
beforeEach(() => {
  Object.assign(system, { available: true, backend: 'gnome_libsecret' })
  on('linux')
})
afterEach(() => on(platform))

test('the system seals, and opens what it sealed', () => {
  const sealed = box.seal(TOKEN)
  expect(sealed).toMatch(/^safestorage:/)
  expect(Buffer.from(sealed.slice('safestorage:'.length), 'base64').toString()).toBe('terces-sert-notej')
  expect(box.open(sealed)).toBe(TOKEN)
})

test('what the command line sealed is opened', () => {
  expect(box.open(keyFile.seal(TOKEN))).toBe(TOKEN)
})

test('what the system does not open is told as a secret that is closed', () => {
  expect(() => box.open('safestorage:')).toThrow(SecretError)
  expect(() => box.open('safestorage:')).toThrow(/keyring does not open/)
})

test('a text is known again by the key file, whoever sealed it', () => {
  expect(box.fingerprint(TOKEN)).toBe(keyFile.fingerprint(TOKEN))
})

test.each([
  ['linux', false, 'gnome_libsecret', 'keyfile'],
  // A key that everyone knows is no secret.
  ['linux', true, 'basic_text', 'keyfile'],
  ['linux', true, 'kwallet6', 'safestorage'],
  // The other systems know of no such backend.
  ['darwin', true, 'basic_text', 'safestorage'],
  ['win32', true, 'basic_text', 'safestorage'],
  ['win32', false, 'basic_text', 'keyfile'],
])('on %s, with a store of secrets: %s (%s), the %s seals', (name, available, backend, sealer) => {
  on(name)
  Object.assign(system, { available, backend })
  expect(box.seal(TOKEN).split(':')[0]).toBe(sealer)
  expect(box.open(box.seal(TOKEN))).toBe(TOKEN)
})
