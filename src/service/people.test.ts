import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { BY_COMMAND, BY_KEY } from '../domain/people.ts'
import { TestClock } from '../testing/app.ts'
import { temporaryFolder } from '../testing/folder.ts'
import { add, CHEAP, PASSWORD } from '../testing/people.ts'
import { Service } from './service.ts'
import { IDLE_MS, SESSION_MS } from './sessions.ts'

const HERE = '10.0.0.1'

async function shop({ folder = temporaryFolder(), clock = new TestClock() } = {}) {
  const service = await Service.open({ folder, clock, log: pino({ level: 'silent' }), passwordCost: CHEAP })
  onTestFinished(() => service.close())
  return {
    folder,
    clock,
    service,
    signIn: (name: string, password = PASSWORD) => service.sessions.signIn(name, password, HERE),
  }
}

test('a person signs in by his name, whatever its case, and nothing of the password or the session is stored', async () => {
  const { folder, service, signIn } = await shop()
  expect(service.people.any).toBe(false)
  await add(service, ' Zoé Martin ', 'responsable')
  expect(service.people.all()).toMatchObject([{ name: 'Zoé Martin', role: 'responsable', disabledAt: null }])
  const { token, person } = await signIn('ZOÉ MARTIN'.normalize('NFD'))
  expect(person).toMatchObject({ name: 'Zoé Martin', lastSignInAt: expect.any(String) })
  expect(await service.sessions.find(token)).toMatchObject({ person: { name: 'Zoé Martin' } })
  expect(await service.sessions.find(`${token}x`)).toBeUndefined()
  await service.close()
  const bytes = readFileSync(join(folder, 'comptoir.db')).toString('latin1')
  expect(bytes).toContain('scrypt$')
  expect(bytes).not.toContain(token)
  expect(bytes).not.toContain('presse bien')
})

test('a wrong password, an unknown name and a closed access are told alike', async () => {
  const { service, signIn } = await shop()
  const { id } = await add(service, 'Zoé')
  await add(service, 'Ada', 'administrateur')
  await expect(signIn('Zoé', 'une presse mal encrée')).rejects.toMatchObject({ code: 'sign_in_refused' })
  await expect(signIn('Nobody')).rejects.toMatchObject({ code: 'sign_in_refused' })
  await service.people.change(id, { disabled: true }, BY_KEY)
  await expect(signIn('Zoé')).rejects.toMatchObject({ code: 'sign_in_refused' })
})

test('names are told apart by their letters, not their case; weak passwords are refused', async () => {
  const { service } = await shop()
  await add(service, 'Zoé')
  await expect(add(service, 'zOÉ')).rejects.toMatchObject({ code: 'name_taken' })
  await add(service, 'Zoe')
  await expect(add(service, 'A\nB')).rejects.toMatchObject({
    faults: [{ path: '/name', code: 'person_name_invalid' }],
  })
  await expect(add(service, 'Max', 'vendeur', 'court')).rejects.toMatchObject({
    faults: [
      { path: '/password', code: 'password_refused', params: { fault: 'too_short', min: 12, max: 128 } },
    ],
  })
})

test('a session ends after twelve hours, after two without use, and where its person signs out', async () => {
  const { clock, service, signIn } = await shop()
  await add(service, 'Zoé')
  const idle = await signIn('Zoé')
  const used = await signIn('Zoé')
  clock.advance(IDLE_MS - 1)
  const found = (await service.sessions.find(used.token))!
  clock.advance(1)
  expect(await service.sessions.find(idle.token)).toBeUndefined()
  expect(service.sessions.stands(found)).toBe(true)
  for (let passed = IDLE_MS; passed < SESSION_MS - IDLE_MS / 2; passed += IDLE_MS / 2) {
    expect(await service.sessions.find(used.token)).toBeDefined()
    clock.advance(IDLE_MS / 2)
  }
  clock.advance(IDLE_MS / 2)
  expect(await service.sessions.find(used.token)).toBeUndefined()
  const left = await signIn('Zoé')
  await service.sessions.signOut(left.token)
  expect(await service.sessions.find(left.token)).toBeUndefined()
})

test('what was used is written, so that another process goes on with it; what is over is forgotten', async () => {
  const { folder, clock, service, signIn } = await shop()
  await add(service, 'Zoé')
  const { token } = await signIn('Zoé')
  clock.advance(IDLE_MS - 1)
  await service.sessions.find(token)
  await service.sessions.keepUp()
  clock.advance(IDLE_MS - 1)
  const other = await shop({ folder, clock })
  expect(await other.service.sessions.find(token)).toMatchObject({ person: { name: 'Zoé' } })
  clock.advance(SESSION_MS)
  await other.service.sessions.keepUp()
  expect((await service.store.people.images()).sessions).toEqual([])
})

test('another role, another password and a closed access end every session of the person', async () => {
  const { service, signIn } = await shop()
  await add(service, 'Ada', 'administrateur')
  const { id } = await add(service, 'Zoé')
  const ada = await signIn('Ada')
  const ends = async (work: () => Promise<unknown>, password = PASSWORD) => {
    const { token } = await signIn('Zoé', password)
    await work()
    return (await service.sessions.find(token)) === undefined
  }
  expect(await ends(() => service.people.change(id, { role: 'responsable' }, BY_KEY))).toBe(true)
  expect(await ends(() => service.people.change(id, { role: 'responsable' }, BY_KEY))).toBe(false)
  expect(await ends(() => service.people.setPassword(id, 'une autre bien gardée', BY_KEY))).toBe(true)
  await expect(signIn('Zoé')).rejects.toMatchObject({ code: 'sign_in_refused' })
  expect(
    await ends(() => service.people.change(id, { disabled: true }, BY_KEY), 'une autre bien gardée'),
  ).toBe(true)
  await service.people.change(id, { disabled: false }, BY_KEY)
  await signIn('Zoé', 'une autre bien gardée')
  expect(await service.sessions.find(ada.token)).toBeDefined()
})

test('one’s own password is changed with the old one: other sessions end, a new one begins', async () => {
  const { service, signIn } = await shop()
  await add(service, 'Zoé')
  const [one, two] = [await signIn('Zoé'), await signIn('Zoé')]
  const signedIn = (await service.sessions.find(one.token))!
  const change = (old: string, wanted: string) => service.sessions.changePassword(signedIn, old, wanted, HERE)
  await expect(change('pas celui-là du tout', 'une autre bien gardée')).rejects.toMatchObject({
    faults: [{ path: '/old', code: 'password_wrong' }],
  })
  await expect(change(PASSWORD, 'motdepasse1234')).rejects.toMatchObject({ faults: [{ path: '/new' }] })
  const begun = await change(PASSWORD, 'une autre bien gardée')
  expect(await service.sessions.find(begun.token)).toBeDefined()
  for (const { token } of [one, two]) expect(await service.sessions.find(token)).toBeUndefined()
  await signIn('Zoé', 'une autre bien gardée')
})

test('the last administrator keeps his role and his access, also where two are taken away at once', async () => {
  const { service } = await shop()
  const ada = await add(service, 'Ada', 'administrateur')
  const bob = await add(service, 'Bob', 'administrateur')
  const outcomes = await Promise.allSettled([
    service.people.change(ada.id, { disabled: true }, BY_KEY),
    service.people.change(bob.id, { role: 'vendeur' }, BY_KEY),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  await expect(service.people.change(bob.id, { disabled: true }, BY_KEY)).rejects.toMatchObject({
    code: 'last_administrator',
  })
  await expect(service.people.change(99, { disabled: true }, BY_KEY)).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('what changes people is in the journal, with who did it, and without any password', async () => {
  const { service, signIn } = await shop()
  const ada = await add(service, 'Ada', 'administrateur')
  await service.people.change(ada.id, { role: 'administrateur' }, BY_COMMAND)
  const bob = await service.people.create(
    { name: 'Bob', role: 'vendeur', password: PASSWORD },
    { by: 'person', person: ada.id },
  )
  await service.people.change(bob.id, { role: 'responsable', disabled: true }, BY_KEY)
  await service.people.setPassword(bob.id, 'une autre bien gardée', BY_KEY)
  await service.people.change(bob.id, { disabled: false }, BY_KEY)
  const { token } = await signIn('Ada')
  await service.sessions.changePassword(
    (await service.sessions.find(token))!,
    PASSWORD,
    'encore une bien gardée',
    HERE,
  )
  const { total, entries } = await service.store.journal.list({ person: null }, 100, 0)
  expect(total).toBe(7)
  expect(entries.map(({ by, person, action }) => [by, person, action]).reverse()).toEqual([
    ['command', null, 'person_created'],
    ['person', 'Ada', 'person_created'],
    ['key', null, 'person_role'],
    ['key', null, 'person_disabled'],
    ['key', null, 'person_password'],
    ['key', null, 'person_enabled'],
    ['person', 'Ada', 'own_password'],
  ])
  expect(JSON.stringify(entries)).not.toMatch(/presse|gardée|scrypt/)
  const { entries: own } = await service.store.journal.list({ person: ada.id }, 1, 1)
  expect(own).toMatchObject([{ action: 'person_created', facts: { name: 'Bob', role: 'vendeur' } }])
})
