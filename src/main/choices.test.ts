/** What a person chooses of the desktop application, over a real store and a stand-in of the system's own. */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { buildApp } from '../http/app.ts'
import { fingerprintKey, tokenKey } from '../service/partner-link.ts'
import { resealSecrets } from '../service/reseal.ts'
import { KeyFileBox } from '../service/secrets.ts'
import { world } from '../testing/app.ts'
import { temporaryFolder } from '../testing/folder.ts'
import { Choices } from './choices.ts'
import { SafeStorageBox } from './safe-storage-box.ts'

const system = vi.hoisted(() => ({ available: true, broken: false }))
vi.mock('electron', () => ({
  safeStorage: {
    isEncryptionAvailable: () => system.available,
    getSelectedStorageBackend: () => 'gnome_libsecret',
    encryptString: (text: string) => Buffer.from([...text].reverse().join('')),
    decryptString: (bytes: Buffer) => {
      if (system.broken) throw new Error('another user’s')
      return [...bytes.toString()].reverse().join('')
    },
  },
}))

const NEVER = { atLogin: false, stays: false, sharedSecrets: false }

async function made() {
  Object.assign(system, { available: true, broken: false })
  const { service } = await world()
  const { folder } = service.store
  const box = new SafeStorageBox(new KeyFileBox(folder))
  const told: unknown[] = []
  const options = {
    ...{ folder, box, reseal: () => resealSecrets(service.store, box) },
    atLogin: (on: boolean) => void told.push(['atLogin', on]),
    stays: (on: boolean) => void told.push(['stays', on]),
  }
  return { service, folder, box, told, options, choices: new Choices(options) }
}

test('nothing is chosen until somebody does; what is chosen is carried out, and is so again at the next start', async () => {
  const { folder, told, options, choices } = await made()
  expect(choices.state).toEqual({ ...NEVER, hasKeyring: true })
  expect(told.splice(0)).toEqual([['stays', false]])
  await choices.choose({ ...NEVER, stays: true, atLogin: true })
  expect(told.splice(0)).toEqual([
    ['atLogin', true],
    ['stays', true],
  ])
  const file = join(folder, 'comptoir.desktop.json')
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ ...NEVER, stays: true, atLogin: true })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(new Choices(options).state).toMatchObject({ stays: true, atLogin: true })
  expect(told).toEqual([['stays', true]])
})

/** A partner whose token the system has sealed, and the e-mail server's password. */
async function sealed() {
  const all = await made()
  const { service, box } = all
  const { id } = await service.partners.keep({ name: 'Alpha', url: 'http://127.0.0.1:9', token: null })
  const { settings } = service.store
  await settings.set(tokenKey(id), box.seal('jeton'))
  await settings.set('mail', { host: 'h', sealed: box.seal('passe') })
  const token = () => settings.get(tokenKey(id)) as string
  const password = () => (settings.get('mail') as { sealed: string }).sealed
  return { ...all, id, token, password, command: new KeyFileBox(all.folder) }
}

test('secrets are sealed by the system; shared, a command opens them; no longer shared, it does not', async () => {
  const { choices, box, command, token, password } = await sealed()
  expect(() => command.open(token())).toThrow()
  await choices.choose({ ...NEVER, sharedSecrets: true })
  expect([command.open(token()), command.open(password())]).toEqual(['jeton', 'passe'])
  await choices.choose(NEVER)
  expect(() => command.open(token())).toThrow()
  expect([box.open(token()), box.open(password())]).toEqual(['jeton', 'passe'])
})

test('orders on their way know their account by the same word, also where it was that of the seal', async () => {
  const { service, choices, id, token } = await sealed()
  const known = () => service.store.settings.get(fingerprintKey(id))
  const before = token()
  await choices.choose({ ...NEVER, sharedSecrets: true })
  expect(known()).toBe(before)
  await choices.choose(NEVER)
  expect(known()).toBe(before)
})

test('where a secret cannot be opened any more nothing is changed, and it is said', async () => {
  const { choices, token, box } = await sealed()
  const before = token()
  system.broken = true
  await expect(choices.choose({ ...NEVER, sharedSecrets: true })).rejects.toMatchObject({
    code: 'secrets_unsealed',
  })
  expect(token()).toBe(before)
  expect(choices.state.sharedSecrets).toBe(false)
  expect(box.seal('x')).toMatch(/^safestorage:/)
})

test('the window asks for them; anyone else finds none', async () => {
  const { service, choices } = await made()
  const headers = { authorization: 'Bearer k' }
  const ask = async (method: 'GET' | 'PUT', desktop?: Choices, payload?: object) => {
    const app = buildApp(service, {
      key: 'k',
      renderer: temporaryFolder(),
      host: null,
      ...(desktop && { desktop }),
    })
    onTestFinished(() => app.close())
    return app.inject({ method, url: '/api/desktop', headers, ...(payload && { payload }) })
  }
  expect((await ask('GET')).statusCode).toBe(404)
  expect((await ask('GET', choices)).json()).toEqual({ ...NEVER, hasKeyring: true })
  expect((await ask('PUT', choices, { ...NEVER, stays: true })).json()).toMatchObject({ stays: true })
  expect((await ask('PUT', choices, { stays: 'yes' })).statusCode).toBe(400)
  expect(choices.state.stays).toBe(true)
})
