import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { runHere as cli } from '../testing/command-line.ts'
import { json, world } from '../testing/app.ts'
import { postgresDatabase } from '../testing/engines.ts'
import { temporaryFolder } from '../testing/folder.ts'
import { tokenKey } from './partner-link.ts'
import type { Refusal } from './refusal.ts'
import { givenSecretKey } from './secret-key.ts'
import { KeyFileBox, secretBox } from './secrets.ts'
import { waited } from '../testing/wait.ts'

const KEY = randomBytes(32)

describe('a key that the environment gives', () => {
  test.each([
    ['hexadecimal', KEY.toString('hex')],
    ['base64', KEY.toString('base64')],
    ['base64 for addresses', `${KEY.toString('base64url')}\n`],
  ])('is read: %s', (_how, text) => {
    expect(givenSecretKey({ COMPTOIR_SECRET_KEY: text })).toEqual(KEY)
  })

  test.each([[undefined], [''], ['  ']])('is none: %j', (text) => {
    expect(givenSecretKey({ COMPTOIR_SECRET_KEY: text })).toBeNull()
  })

  test.each([
    ['a password', 'correct horse battery staple'],
    ['too few bytes', randomBytes(16).toString('hex')],
    ['too many bytes', randomBytes(48).toString('base64')],
  ])('is refused with what it must be, and not repeated: %s', (_what, text) => {
    let refused: Refusal | null = null
    try {
      givenSecretKey({ COMPTOIR_SECRET_KEY: text })
    } catch (error) {
      refused = error as Refusal
    }
    expect(refused).toMatchObject({ code: 'secret_key_invalid' })
    expect(refused!.message).toContain('COMPTOIR_SECRET_KEY must be a key of 32 bytes')
    expect(refused!.message).toContain('openssl rand -hex 32')
    expect(JSON.stringify(refused)).not.toContain(text)
  })

  test('opens anywhere what it sealed, and what the same key sealed as a folder’s file', () => {
    const box = secretBox(temporaryFolder(), KEY)
    expect(secretBox(temporaryFolder(), KEY).open(box.seal('jeton'))).toBe('jeton')
    expect(secretBox(temporaryFolder(), KEY).fingerprint('jeton')).toBe(box.fingerprint('jeton'))
    const folder = temporaryFolder()
    const sealed = new KeyFileBox(folder).seal('jeton')
    const same = readFileSync(join(folder, 'secret.key'))
    expect(secretBox(temporaryFolder(), same).open(sealed)).toBe('jeton')
    expect(() => box.open(sealed)).toThrow('not sealed with COMPTOIR_SECRET_KEY')
  })

  test('makes no key file', () => {
    const folder = temporaryFolder()
    secretBox(folder, KEY).seal('jeton')
    expect(existsSync(join(folder, 'secret.key'))).toBe(false)
  })
})

/** A partner with nothing to offer. */
async function emptyPartner(): Promise<string> {
  const server = createServer((_request, response) =>
    response.setHeader('content-type', 'application/json').end('[]'),
  ).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise((resolve) => server.once('listening', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('of two services of a store, one without the key', () => {
  async function two() {
    const store = await postgresDatabase()
    const environment = { COMPTOIR_SECRET_KEY: KEY.toString('hex') }
    const locked = await world({ store, bundle: null })
    const able = await world({ store, environment })
    const url = await emptyPartner()
    await able.service.partners.keep({ name: 'Atelier', url, token: 'jeton-secret' })
    const link = await waited(async () => {
      await locked.service.refresh()
      return locked.service.partners.byName('Atelier').link
    })
    return { store, able, locked, link, url }
  }

  test('says so at the partner, in the log, where it is synced, and in doctor, with what to do', async () => {
    const { store, locked, link } = await two()
    expect(link.problem).toMatchObject({ code: 'secret_not_shared' })
    const partners = (await locked.desk.get('/api/partners')).json<{ problem: string }[]>()
    expect(partners[0]!.problem).toMatch(
      /copiez le secret\.key .*, ou donnez à tous les services la même clé/,
    )
    const pressed = await locked.desk.post('/api/sync', { prices: 0 })
    expect([pressed.statusCode, json(pressed)['detail']]).toEqual([409, expect.stringContaining('même clé')])
    const logged = locked.logged.filter((line) => line.includes('cannot be opened'))
    expect(logged).toHaveLength(1)
    expect(logged[0]).toContain(`copy the secret.key of its data folder here, ${locked.folder}`)
    expect(locked.logged.join('')).not.toMatch(new RegExp(`jeton-secret|${KEY.toString('hex')}`))
    const doctor = await cli('doctor', '--store', store, '--data', temporaryFolder(), '--lang', 'en')
    expect(doctor.code).toBe(1)
    expect(doctor.stdout).toContain('or give all services the same key (COMPTOIR_SECRET_KEY)')
  })

  test('leaves the token as it is: another is refused, until the partner was removed', async () => {
    const { able, locked, link, url } = await two()
    const sealed = locked.service.store.settings.get(tokenKey(link.id))
    const put = () =>
      locked.desk.send({ method: 'PUT', url: '/api/partners/Atelier', payload: { url, token: 'autre' } })
    const refused = await put()
    expect([refused.statusCode, refused.body]).toEqual([409, expect.stringContaining('même clé')])
    await able.service.refresh()
    expect(able.service.store.settings.get(tokenKey(link.id))).toBe(sealed)
    expect(able.service.partners.byName('Atelier').link.client).not.toBeNull()
    await locked.service.partners.remove('Atelier')
    await locked.service.partners.keep({ name: 'Atelier', url, token: 'autre' })
    expect(locked.service.partners.byName('Atelier').link.client).not.toBeNull()
  })

  test('finds the key that is copied to it as soon as it is needed, and works with it', async () => {
    const { locked, link } = await two()
    const partner = async () =>
      (await locked.desk.get('/api/partners')).json<{ problem: string | null }[]>()[0]!
    expect((await partner()).problem).toContain(join(locked.folder, 'secret.key'))
    writeFileSync(join(locked.folder, 'secret.key'), randomBytes(32))
    expect((await partner()).problem).toContain('copiez')
    writeFileSync(join(locked.folder, 'secret.key'), KEY)
    await vi.waitFor(async () => expect((await partner()).problem).toBeNull(), 3_000)
    expect(await link.check()).toMatchObject({ ok: true })
  })

  test('leaves the work for the partner to the one that can do it, though it was there first', async () => {
    const { able } = await two()
    await vi.waitFor(
      () => expect(able.service.partners.byName('Atelier').sync.lastSync).not.toBeNull(),
      8_000,
    )
  })
})
