/** What each route needs of who asks, and what each role is let do. */
import { expect, test } from 'vitest'
import { RIGHTS, ROLE_RIGHTS, ROLES, type Right } from '../../domain/shared/rights.ts'
import { caller, faultsOf, json, KEY, world } from '../../testing/app.ts'
import { add } from '../../testing/people.ts'
import { routesOf } from '../../testing/routes.ts'
import { signedIn } from '../../testing/signed-in.ts'

const isGuarded = (url: string) => url.startsWith('/api/') || url === '/metrics'

test('every route of the application says what it needs, and those of the right “nobody” are the two of signing in', async () => {
  const guarded = (await routesOf()).filter(({ url }) => isGuarded(url))
  expect(guarded.length).toBeGreaterThan(60)
  const told = guarded.map(
    ({ method, url, config }) => `${String(method)} ${url} ${config?.needs ?? 'NOTHING'}`,
  )
  expect(told.filter((line) => line.endsWith('NOTHING'))).toEqual([])
  expect(told.filter((line) => line.endsWith(' nobody'))).toEqual([
    'POST /api/session nobody',
    'DELETE /api/session nobody',
  ])
  for (const { config } of guarded) {
    const needs = config!.needs!
    expect(needs === 'known' || needs === 'nobody' || RIGHTS.includes(needs)).toBe(true)
  }
})

test('each role is let do what its rights are, and refused all else, by the name of the right', async () => {
  const all = (await routesOf()).filter(
    ({ url, config }) => isGuarded(url) && RIGHTS.includes(config?.needs as Right) && url !== '/api/events',
  )
  const here = await world()
  await add(here.service, 'Ada', 'administrateur')
  for (const role of ROLES) {
    await add(here.service, `a ${role}`, role)
    const person = await signedIn(here, `a ${role}`)
    for (const { method, url, config } of all) {
      const needs = config!.needs as Right
      const path = url.replace(':id', '99999').replace(':name', 'nobody')
      const response = await person.send({ method: String(method) as 'GET', url: path })
      const what = `${role}: ${String(method)} ${url}`
      if (ROLE_RIGHTS[role].includes(needs)) {
        expect(response.statusCode, what).not.toBe(401)
        expect(response.statusCode, what).not.toBe(403)
      } else {
        expect(response.statusCode, what).toBe(403)
        if (method === 'HEAD') continue
        expect(faultsOf(response), what).toEqual([' right_missing'])
        expect(json(response)['right'], what).toBe(needs)
      }
    }
  }
})

test('what takes a right is said in the reader’s words', async () => {
  const here = await world()
  await add(here.service, 'Ada', 'administrateur')
  await add(here.service, 'Zoé')
  const zoe = await signedIn(here, 'Zoé')
  expect(json(await zoe.get('/api/settings'))['detail']).toBe(
    'Votre rôle ne le permet pas : il y faut le droit de voir les prix d’achat.',
  )
  expect(json(await zoe.get('/api/journal', { 'accept-language': 'en' }))['detail']).toBe(
    'Your role does not allow this: it takes the right to read the journal.',
  )
})

test('without people the key’s cookie opens the screens; with them it opens nothing, and the key itself still does', async () => {
  const here = await world({ renderer: '/nonexistent' })
  const given = await here.anyone.get(`/?key=${KEY}`)
  const cookie = String(given.headers['set-cookie']).split(';')[0]!
  const screens = caller(here.app, { cookie })
  expect((await screens.get('/api/status')).statusCode).toBe(200)
  expect(json(await screens.get('/api/session'))).toEqual({ person: null, rights: [...RIGHTS] })
  expect(faultsOf(await here.anyone.get('/api/session'))).toEqual([' authentication_required'])

  await add(here.service, 'Ada', 'administrateur')
  for (const who of [screens, here.anyone]) {
    const refused = await who.get('/api/session')
    expect(refused.statusCode).toBe(401)
    expect(refused.headers['www-authenticate']).toBe('Bearer')
    expect(faultsOf(refused)).toEqual([' sign_in_required'])
  }
  expect((await screens.get('/metrics')).statusCode).toBe(401)
  expect((await here.desk.get('/metrics')).statusCode).toBe(200)
  expect(json(await here.desk.get('/api/session'))).toEqual({ person: null, rights: [...RIGHTS] })
  const again = await here.anyone.get(`/?key=${KEY}`)
  expect(again.statusCode).toBe(303)
  expect(again.headers['set-cookie']).toBeUndefined()
  // A token of the partner API is another door's.
  expect((await here.partner(await here.token('Tool')).get('/api/status')).statusCode).toBe(401)
})
