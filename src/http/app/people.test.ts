import { expect, test } from 'vitest'
import { faultsOf, json, world } from '../../testing/app.ts'
import { put as run } from '../../store/work.ts'
import { add, PASSWORD } from '../../testing/people.ts'
import { signedIn } from '../../testing/signed-in.ts'

async function shop() {
  const here = await world()
  await add(here.service, 'Ada', 'administrateur')
  const ada = await signedIn(here, 'Ada')
  const put = (url: string, payload: object) => ada.send({ method: 'PUT', url, payload })
  return { ...here, ada, put }
}

test('an administrator adds people, changes their roles, their access and their passwords', async () => {
  const { ada, put, ...here } = await shop()
  const made = await ada.post('/api/people', { name: 'Zoé', role: 'vendeur', password: PASSWORD })
  expect(made.statusCode).toBe(201)
  const { id } = json(made) as { id: number }
  expect(json(made)).toMatchObject({ name: 'Zoé', role: 'vendeur', disabledAt: null, lastSignInAt: null })
  expect((await put(`/api/people/${id}`, { role: 'responsable' })).json()).toMatchObject({
    role: 'responsable',
  })
  const zoe = await signedIn(here, 'Zoé')
  expect(json(await zoe.get('/api/session'))).toMatchObject({ person: { role: 'responsable' } })
  expect((await put(`/api/people/${id}`, { disabled: true })).json()).toMatchObject({
    disabledAt: expect.any(String),
  })
  expect((await zoe.get('/api/session')).statusCode).toBe(401)
  await put(`/api/people/${id}`, { disabled: false })
  expect((await put(`/api/people/${id}/password`, { password: 'une autre bien gardée' })).statusCode).toBe(
    200,
  )
  await signedIn(here, 'Zoé', 'une autre bien gardée')
  const list = await ada.get('/api/people')
  expect(list.json<{ name: string }[]>().map(({ name }) => name)).toEqual(['Ada', 'Zoé'])
  expect(list.body).not.toContain('scrypt')
})

test('whose role is none is told so as he signs in, and may nothing until an administrator gives him one', async () => {
  const { ada, put, service, anyone, ...here } = await shop()
  await ada.post('/api/people', { name: 'Zoé', role: 'vendeur', password: PASSWORD })
  const zoe = await signedIn({ ...here, anyone }, 'Zoé')
  await service.store.engine.write(() => run("UPDATE people SET role = 'chef' WHERE name = 'Zoé'"))
  await service.people.reload()
  expect((await zoe.get('/api/session')).statusCode).toBe(401)
  const english = { 'accept-language': 'en' }
  const refused = await anyone.post('/api/session', { name: 'Zoé', password: PASSWORD }, english)
  expect([refused.statusCode, ...faultsOf(refused)]).toEqual([403, ' role_unread'])
  expect(json(refused)['detail']).toMatch(/^The role of Zoé in this store is none: an administrator/)
  const wrong = await anyone.post('/api/session', { name: 'Zoé', password: 'autre chose' })
  expect(faultsOf(wrong)).toEqual([' sign_in_refused'])
  expect(json(await ada.get('/api/people'))).toMatchObject([{ name: 'Ada' }, { name: 'Zoé', role: null }])
  expect(json(await put('/api/people/2', { role: 'vendeur' }))).toMatchObject({ role: 'vendeur' })
  await signedIn({ ...here, anyone }, 'Zoé')
})

test.each(['', 'x', 'scrypt$ln=99,r=8,p=1$QQ==$QQ==', 'scrypt$ln=1,r=1,p=1$QQ==$='])(
  'whose password is stored as %j is told so, and signs in once an administrator has given another',
  async (stored) => {
    const { ada, put, service, anyone, ...here } = await shop()
    await ada.post('/api/people', { name: 'Zoé', role: 'vendeur', password: PASSWORD })
    await service.store.engine.write(() => run('UPDATE people SET password = ? WHERE id = 2', stored))
    const english = { 'accept-language': 'en' }
    const refused = await anyone.post('/api/session', { name: 'Zoé', password: PASSWORD }, english)
    expect([refused.statusCode, ...faultsOf(refused)]).toEqual([403, ' password_unread'])
    expect(json(refused)['detail']).toMatch(/^The password of Zoé in this store cannot be read any more/)
    expect((await put('/api/people/2/password', { password: 'une autre bien gardée' })).statusCode).toBe(200)
    await signedIn({ ...here, anyone }, 'Zoé', 'une autre bien gardée')
  },
)

test('what cannot be is refused, by its place', async () => {
  const { ada, put } = await shop()
  const faults = async (body: object) => faultsOf(await ada.post('/api/people', body))
  expect(await faults({ name: ' ', role: 'vendeur', password: PASSWORD })).toEqual([
    '/name person_name_invalid',
  ])
  expect(await faults({ name: 'Zoé', role: 'patron', password: PASSWORD })).toEqual(['/role field_type'])
  expect(await faults({ name: 'Zoé', role: 'vendeur', password: 'zoé zoé zoé zoé' })).toEqual([
    '/password password_refused',
  ])
  expect(await faults({ name: 'ADA', role: 'vendeur', password: PASSWORD })).toEqual([' name_taken'])
  expect(faultsOf(await put('/api/people/1', { disabled: true }))).toEqual([' last_administrator'])
  expect(faultsOf(await put('/api/people/1', { role: 'vendeur' }))).toEqual([' last_administrator'])
  expect((await put('/api/people/99', { disabled: true })).statusCode).toBe(404)
})

test('the journal is paged, the newest first, in the reader’s words, everyone’s or a person’s', async () => {
  const { ada, put, desk } = await shop()
  await ada.post('/api/people', { name: 'Zoé', role: 'vendeur', password: PASSWORD })
  await desk.send({ method: 'PUT', url: '/api/people/2', payload: { role: 'responsable' } })
  await put('/api/people/2/password', { password: 'une autre bien gardée' })
  const page = await ada.get('/api/journal?limit=2', { 'accept-language': 'en' })
  expect(page.headers['x-total-count']).toBe('4')
  expect(page.json()).toMatchObject([
    { by: 'person', person: 'Ada', action: 'person_password', message: 'Password of Zoé replaced' },
    { by: 'key', person: null, action: 'person_role', message: 'Role of Zoé: sales → manager' },
  ])
  const own = await ada.get('/api/journal?person=1')
  expect(own.headers['x-total-count']).toBe('2')
  expect(own.json()).toMatchObject([{ action: 'person_password' }, { message: 'Zoé ajouté comme vendeur' }])
})
