import { describe, expect, test, vi } from 'vitest'
import { StoreError } from '../../store/errors.ts'
import { AHEAD_MS, IDLE_MS } from '../../service/sessions.ts'
import { BY_KEY } from '../../domain/people.ts'
import { caller, faultsOf, json, world, type World } from '../../testing/app.ts'
import { postgresDatabase } from '../../testing/engines.ts'
import { add, PASSWORD } from '../../testing/people.ts'
import { signedIn } from '../../testing/signed-in.ts'

async function shop(options: Parameters<typeof world>[0] = {}) {
  const here = await world(options)
  const ada = await add(here.service, 'Ada', 'administrateur')
  const zoe = await add(here.service, 'Zoé')
  return { ...here, ada, zoe }
}

describe('signing in', () => {
  test('answers who one is and what he may, and leaves a cookie that scripts and other sites cannot use', async () => {
    const { anyone, app, zoe } = await shop()
    const response = await anyone.post('/api/session', { name: 'zoé', password: PASSWORD })
    expect(response.statusCode).toBe(200)
    expect(json(response)).toEqual({ person: { id: zoe.id, name: 'Zoé', role: 'vendeur' }, rights: ['desk'] })
    expect(response.headers['cache-control']).toBe('no-store')
    const cookie = String(response.headers['set-cookie'])
    expect(cookie).toMatch(/^comptoir_session(_\d+)?=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/)
    expect(response.body).not.toContain(cookie.split(/[=;]/)[1])
    const browser = caller(app, { cookie: cookie.split(';')[0]! })
    expect(json(await browser.get('/api/session'))).toMatchObject({ person: { name: 'Zoé' } })
    expect((await browser.get('/api/status')).statusCode).toBe(200)
  })

  test('is looked for among the first sessions that a browser names, so that a request has its bounds', async () => {
    const { anyone, service } = await shop()
    const { token } = await service.sessions.signIn('Zoé', PASSWORD, '127.0.0.1')
    const behind = async (others: number) => {
      const cookies = [...Array.from({ length: others }, (_, i) => `other${i}`), token]
      const cookie = cookies.map((value) => `comptoir_session_80=${value}`).join('; ')
      return (await anyone.get('/api/session', { cookie, host: 'localhost:80' })).statusCode
    }
    expect([await behind(0), await behind(7), await behind(8)]).toEqual([200, 200, 401])
  })

  test('over https the cookie is the host’s own, and sent over https alone', async () => {
    const { anyone, app } = await shop({ host: '127.0.0.1', publicUrl: 'https://shop.example' })
    const through = { host: 'shop.example', 'x-forwarded-proto': 'https', origin: 'https://shop.example' }
    const response = await anyone.post('/api/session', { name: 'Zoé', password: PASSWORD }, through)
    const cookie = String(response.headers['set-cookie'])
    expect(cookie).toMatch(/^__Host-comptoir_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/)
    // Whatever the proxy says beside its name.
    const whatever: Record<string, string>[] = [
      {},
      { 'x-forwarded-host': 'localhost' },
      { 'x-forwarded-proto': 'http' },
    ]
    for (const said of whatever) {
      const given = await anyone.post(
        '/api/session',
        { name: 'Zoé', password: PASSWORD },
        { host: 'shop.example', ...said },
      )
      expect(String(given.headers['set-cookie'])).toMatch(/^__Host-comptoir_session=.*; Secure$/)
    }
    const browser = caller(app, { ...through, cookie: cookie.split(';')[0]! })
    expect((await browser.get('/api/session')).statusCode).toBe(200)
    expect((await browser.get('/api/session', { origin: 'https://evil.example' })).statusCode).toBe(403)
  })

  test('what the store did not answer is no failed sign-in', async () => {
    const { anyone, service } = await shop()
    const credentials = vi.spyOn(service.store.people, 'credentials')
    const away = new StoreError('away', { store: 'x', problem: 'Query read timeout' })
    const signIn = () => anyone.post('/api/session', { name: 'Zoé', password: PASSWORD })
    credentials.mockRejectedValue(away)
    for (let i = 0; i < 8; i++) expect((await signIn()).statusCode).toBe(503)
    credentials.mockRestore()
    expect((await signIn()).statusCode).toBe(200)
  })

  test('another site’s page cannot sign in', async () => {
    const { anyone } = await shop({ host: '127.0.0.1' })
    const from = { host: '127.0.0.1:4580', origin: 'https://evil.example' }
    const response = await anyone.post('/api/session', { name: 'Zoé', password: PASSWORD }, from)
    expect(response.statusCode).toBe(403)
    expect(response.headers['set-cookie']).toBeUndefined()
  })

  test('a wrong password and an unknown name are refused in the same words, and logged without them', async () => {
    const { anyone, logged } = await shop()
    const answers = []
    for (const body of [
      { name: 'Zoé', password: 'pas le bon du tout' },
      { name: 'Nobody', password: PASSWORD },
    ]) {
      const response = await anyone.post('/api/session', body)
      expect(response.statusCode).toBe(401)
      answers.push(json(response))
    }
    expect(answers[0]).toEqual(answers[1])
    expect(faultsOf(await anyone.post('/api/session', { name: 'Zoé' }))).toEqual(['/password field_required'])
    expect(logged.join('')).toContain('a sign-in was refused')
    expect(logged.join('')).not.toMatch(/pas le bon|presse bien|Nobody/)
  })

  test('after five failures the name waits, says how long, and the right password waits, too', async () => {
    const { anyone, clock } = await shop()
    const wrong = () => anyone.post('/api/session', { name: 'Zoé', password: 'pas le bon du tout' })
    const right = () => anyone.post('/api/session', { name: 'Zoé', password: PASSWORD })
    for (let i = 0; i < 5; i++) expect((await wrong()).statusCode).toBe(401)
    const refused = await right()
    expect(refused.statusCode).toBe(429)
    expect(refused.headers['retry-after']).toBe('1')
    expect(faultsOf(refused)).toEqual([' sign_in_throttled'])
    expect((await anyone.post('/api/session', { name: 'Ada', password: PASSWORD })).statusCode).toBe(200)
    clock.advance(1000)
    expect((await right()).statusCode).toBe(200)
  })

  test('tries at the same time count each', async () => {
    const { anyone } = await shop()
    const wrong = () => anyone.post('/api/session', { name: 'Zoé', password: 'pas le bon du tout' })
    const codes = (await Promise.all(Array.from({ length: 12 }, wrong))).map(({ statusCode }) => statusCode)
    expect(codes.filter((code) => code === 401)).toHaveLength(5)
    expect(codes.filter((code) => code === 429)).toHaveLength(7)
  })
})

describe('a session', () => {
  test('ends at a service that has not heard of it yet', async () => {
    const store = await postgresDatabase()
    const [here, there] = [await shop({ store }), await world({ store, bundle: null })]
    const deaf = vi.spyOn(there.service.people, 'reload').mockResolvedValue()
    const begun = await here.anyone.post('/api/session', { name: 'Zoé', password: PASSWORD })
    const cookie = String(begun.headers['set-cookie']).split(';')[0]!
    const left = await there.anyone.send({ method: 'DELETE', url: '/api/session', headers: { cookie } })
    expect(left.statusCode).toBe(204)
    deaf.mockRestore()
    const statusAt = async ({ app }: World) => (await caller(app, { cookie }).get('/api/session')).statusCode
    expect(await statusAt(there)).toBe(401)
    await expect.poll(() => statusAt(here)).toBe(401)
  })

  test('ends where one signs out, which takes the cookie away', async () => {
    const here = await shop()
    const zoe = await signedIn(here, 'Zoé')
    const out = await zoe.send({ method: 'DELETE', url: '/api/session' })
    expect(out.statusCode).toBe(204)
    expect(out.headers['set-cookie']).toMatch(/^comptoir_session(_\d+)?=; .*Max-Age=0$/)
    expect((await zoe.get('/api/session')).statusCode).toBe(401)
    expect((await zoe.send({ method: 'DELETE', url: '/api/session' })).statusCode).toBe(204)
  })

  test('is a new one each time one signs in, and the one that the browser had ends', async () => {
    const here = await shop()
    const zoe = await signedIn(here, 'Zoé')
    const again = await zoe.post('/api/session', { name: 'Ada', password: PASSWORD })
    expect(again.statusCode).toBe(200)
    expect((await zoe.get('/api/session')).statusCode).toBe(401)
  })

  test('ends without use, and with the access of its person', async () => {
    const here = await shop()
    const [zoe, ada] = [await signedIn(here, 'Zoé'), await signedIn(here, 'Ada')]
    await here.service.people.change(here.zoe.id, { disabled: true }, BY_KEY)
    expect(faultsOf(await zoe.get('/api/status'))).toEqual([' sign_in_required'])
    here.clock.advance(IDLE_MS)
    expect(faultsOf(await ada.get('/api/status'))).toEqual([' sign_in_required'])
  })

  test('that began by a clock that was ahead ends once that is set right, and is forgotten', async () => {
    const { service, clock, ...here } = await shop()
    const day = 24 * 60 * 60 * 1000
    clock.set(AHEAD_MS)
    const kept = await signedIn(here, 'Zoé')
    clock.set(365 * day)
    const ended = await signedIn(here, 'Zoé')
    clock.set(-365 * day - AHEAD_MS)
    expect((await kept.get('/api/session')).statusCode).toBe(200)
    expect((await ended.get('/api/session')).statusCode).toBe(401)
    await service.sessions.keepUp()
    expect((await service.store.people.images()).sessions).toHaveLength(1)
  })

  test('one’s own password is changed by the old one; the browser goes on with a new session', async () => {
    const here = await shop()
    const [one, two] = [await signedIn(here, 'Zoé'), await signedIn(here, 'Zoé')]
    const change = (old: string, wanted: string) =>
      one.send({ method: 'PUT', url: '/api/session/password', payload: { old, new: wanted } })
    expect(faultsOf(await change('pas le bon du tout', 'une autre bien gardée'))).toEqual([
      '/old password_wrong',
    ])
    expect(json(await change(PASSWORD, 'zoé'))['detail']).toBe(
      'Ce mot de passe est trop court : il lui faut au moins 12 caractères.',
    )
    const changed = await change(PASSWORD, 'une autre bien gardée')
    expect(changed.statusCode).toBe(200)
    for (const browser of [one, two]) expect((await browser.get('/api/session')).statusCode).toBe(401)
    const next = caller(here.app, { cookie: String(changed.headers['set-cookie']).split(';')[0]! })
    expect((await next.get('/api/session')).statusCode).toBe(200)
    // Who has the key alone is nobody whose password it could be.
    const key = await here.desk.send({
      method: 'PUT',
      url: '/api/session/password',
      payload: { old: 'x', new: 'y' },
    })
    expect(key.statusCode).toBe(401)
  })
})

test('a stream of events ends at once with the session that opened it, and is not opened without one', async () => {
  const here = await shop()
  expect((await here.anyone.get('/api/events')).statusCode).toBe(401)
  const zoe = await signedIn(here, 'Zoé')
  const answer = zoe.send({ method: 'GET', url: '/api/events' })
  // An answer that is injected is there once its stream has ended.
  await expect.poll(() => here.service.events.listenerCount('outbox')).toBeGreaterThan(0)
  await here.service.people.change(here.zoe.id, { disabled: true }, BY_KEY)
  expect((await answer).statusCode).toBe(200)
})
