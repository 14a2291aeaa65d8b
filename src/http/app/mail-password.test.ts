/** The password of the e-mail server where it is not there, or cannot be opened: said before an e-mail waits for it. */
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { restore } from '../../service/maintenance.ts'
import { faultsOf, json, world, type World } from '../../testing/app.ts'
import { temporaryFolder } from '../../testing/folder.ts'
import type { StoreCheck } from './store.ts'

const SERVER = { host: 'smtp.shop.fr', port: 587, security: 'starttls', from: 'a@shop.fr', fromName: '' }

/** A folder whose e-mail goes by a server with a password, and a backup of its store. */
async function backedUp() {
  const here = await world({ folder: temporaryFolder() })
  const payload = { ...SERVER, user: 'ada', password: 'sésame' }
  await here.desk.send({ method: 'PUT', url: '/api/mail', payload })
  const { name } = json(await here.desk.send({ method: 'POST', url: '/api/store/backups' }))
  return { here, file: join(here.folder, 'comptoir.backups', name as string) }
}

async function told({ desk }: World) {
  const french = { 'accept-language': 'fr' }
  const check = await desk.send({ method: 'POST', url: '/api/store/check', headers: french })
  return {
    settings: json(await desk.get('/api/mail', french)),
    status: json(await desk.get('/api/status', french))['mailProblem'] as unknown,
    check: check.json<StoreCheck>().checks.find(({ name }) => name === 'mail'),
    test: json(await desk.send({ method: 'POST', url: '/api/mail/test', payload: { to: 'b@client.fr' } })),
  }
}

test('a backup holds none, and where it is put back the password is asked for anew', async () => {
  const { here, file } = await backedUp()
  expect(await told(here)).toMatchObject({
    ...{ settings: { hasPassword: true, problem: null }, status: null },
    check: { ok: true, message: 'smtp.shop.fr est réglé.' },
  })
  const sealed = (here.service.store.settings.get('mail') as { sealed: string }).sealed
  expect(readFileSync(file).includes(sealed)).toBe(false)
  const folder = temporaryFolder()
  expect(await restore(folder, file)).toMatchObject({ withoutMailPassword: true })
  const words = expect.stringContaining('redonnez-le dans Réglages → Documents') as string
  expect(await told(await world({ folder, bundle: null }))).toMatchObject({
    ...{ settings: { user: 'ada', hasPassword: false, problem: words }, status: words },
    ...{ check: { ok: false, message: words }, test: { problem: words } },
  })
})

test('one that was for another server, or another user, is told as that until it is given again', async () => {
  const { here } = await backedUp()
  const set = async (server: object) => {
    const payload = { ...SERVER, user: 'ada', ...server }
    const headers = { 'accept-language': 'fr' }
    return json(await here.desk.send({ method: 'PUT', url: '/api/mail', payload, headers }))
  }
  const former =
    'Le mot de passe enregistré était pour l’ancien serveur (smtp.shop.fr), il n’est plus gardé : donnez celui de smtp.other.fr dans Réglages → Documents.'
  const moved = await set({ host: 'smtp.other.fr' })
  expect(moved).toMatchObject({ hasPassword: false, problem: former })
  expect(moved).not.toHaveProperty('formerHost')
  // Changed once more, without it, it is told as before.
  expect(await set({ host: 'smtp.other.fr', port: 465 })).toMatchObject({ problem: former })
  expect(await set({ host: 'smtp.other.fr', password: 'sésame' })).toMatchObject({ problem: null })
  expect(await set({ host: 'smtp.other.fr', user: 'bea' })).toMatchObject({
    problem: expect.stringContaining('était pour un autre utilisateur') as string,
  })
})

test('what would end a header is no name', async () => {
  const { here } = await backedUp()
  const given = { ...SERVER, user: 'a\u0000da', fromName: 'Atelier\r\nBcc: x@y.fr' }
  const refused = await here.desk.send({ method: 'PUT', url: '/api/mail', payload: given })
  expect([refused.statusCode, faultsOf(refused)]).toEqual([
    400,
    ['/user text_control', '/fromName text_control'],
  ])
})

test('one that was sealed with another key is told as that, not as a token', async () => {
  const { here } = await backedUp()
  const kept = here.service.store.settings.get('mail')
  const there = await world({ folder: temporaryFolder() })
  await there.service.store.settings.set('mail', kept)
  const words = expect.stringMatching(/^Le mot de passe du serveur d’envoi ne s’ouvre pas ici/) as string
  expect(await told(there)).toMatchObject({
    ...{ settings: { hasPassword: true, problem: words }, status: words },
    ...{ check: { ok: false, message: words }, test: { problem: words } },
  })
})

test('where its key cannot be read at all, that is said, and the service still tells how it is', async () => {
  const { here } = await backedUp()
  const kept = here.service.store.settings.get('mail')
  const there = await world({ folder: temporaryFolder() })
  rmSync(join(there.folder, 'secret.key'), { force: true })
  mkdirSync(join(there.folder, 'secret.key'))
  await there.service.store.settings.set('mail', kept)
  const words = expect.stringMatching(/^Le mot de passe du serveur d’envoi ne s’ouvre pas ici/) as string
  expect(await told(there)).toMatchObject({
    ...{ settings: { hasPassword: true, problem: words }, status: words },
    ...{ check: { ok: false, message: words }, test: { problem: words } },
  })
})
