import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../testing/folder.ts'
import { KeyFileBox } from './secrets.ts'

const TOKEN = 'jeton-tres-secret'

it('opens what it sealed, also as another object over the same folder', () => {
  const folder = temporaryFolder()
  const sealed = new KeyFileBox(folder).seal(TOKEN)
  expect(new KeyFileBox(folder).open(sealed)).toBe(TOKEN)
  expect(sealed).not.toContain(TOKEN)
  expect(Buffer.from(sealed.split(':')[1]!, 'base64').includes(TOKEN)).toBe(false)
})

it('seals the same differently each time', () => {
  const box = new KeyFileBox(temporaryFolder())
  expect(box.seal(TOKEN)).not.toBe(box.seal(TOKEN))
})

it('knows a text again by its fingerprint, in this folder alone', () => {
  const folder = temporaryFolder()
  const fingerprint = new KeyFileBox(folder).fingerprint(TOKEN)
  expect(new KeyFileBox(folder).fingerprint(TOKEN)).toBe(fingerprint)
  expect(new KeyFileBox(folder).fingerprint('autre-jeton')).not.toBe(fingerprint)
  expect(new KeyFileBox(temporaryFolder()).fingerprint(TOKEN)).not.toBe(fingerprint)
})

it('keeps its key whole, for this user alone, and leaves nothing beside it', () => {
  const folder = temporaryFolder()
  new KeyFileBox(folder).seal(TOKEN)
  expect(readdirSync(folder)).toEqual(['secret.key'])
  expect(readFileSync(join(folder, 'secret.key'))).toHaveLength(32)
  if (process.platform !== 'win32') expect(statSync(join(folder, 'secret.key')).mode & 0o777).toBe(0o600)
})

it.each<[string, (folder: string, sealed: string) => string, RegExp]>([
  [
    'its key is gone',
    (folder, sealed) => {
      rmSync(join(folder, 'secret.key'))
      return sealed
    },
    /missing.*set it again/,
  ],
  [
    'its key is cut short',
    (folder, sealed) => {
      writeFileSync(join(folder, 'secret.key'), 'x')
      return sealed
    },
    /damaged/,
  ],
  [
    'its key is a folder',
    (folder, sealed) => {
      rmSync(join(folder, 'secret.key'))
      mkdirSync(join(folder, 'secret.key'))
      return sealed
    },
    /secret\.key is a folder.*move that folder away/,
  ],
  [
    'it was sealed elsewhere',
    (_folder, _sealed) => new KeyFileBox(temporaryFolder()).seal(TOKEN),
    /set it again/,
  ],
  ['it is cut short itself', () => 'keyfile:AAAA', /set it again/],
  ['the desktop sealed it', () => 'safestorage:AAAA', /desktop.*set it again/],
])('says what to do where %s', (_what, spoil, words) => {
  const folder = temporaryFolder()
  const sealed = spoil(folder, new KeyFileBox(folder).seal(TOKEN))
  expect(() => new KeyFileBox(folder).open(sealed)).toThrow(words)
})

it('makes no key where it only opens', () => {
  const folder = temporaryFolder()
  expect(() => new KeyFileBox(folder).open('keyfile:AAAA')).toThrow()
  expect(existsSync(join(folder, 'secret.key'))).toBe(false)
})
