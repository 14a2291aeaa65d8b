import { expect, onTestFinished, test, vi } from 'vitest'
import { world } from '../testing/app.ts'

test('is asked without a key, and says that the store can be written', async () => {
  const { app } = await world()
  const answer = await app.inject('/health')
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({ status: 'ok', version: expect.stringMatching(/^\d+\.\d+\.\d+/) })
})

test('says in the caller’s language that it cannot be', async () => {
  const { app, service } = await world()
  // As a disk that became read-only.
  service.store.sqlite.db.pragma('query_only = ON')
  const answer = await app.inject({ url: '/health', headers: { 'accept-language': 'en' } })
  expect(answer.statusCode).toBe(503)
  expect(answer.json()).toEqual({
    status: 'degraded',
    reason: 'The data store does not accept writes (read-only). Nothing was saved.',
  })
  expect((await app.inject('/health')).json()).toMatchObject({
    reason: 'Le magasin de données n’accepte pas d’écriture (lecture seule). Rien n’a été enregistré.',
  })
})

test('writes once for many who ask', async () => {
  const { app, service } = await world()
  const changes = () => service.store.sqlite.db.prepare('SELECT total_changes()').pluck().get()
  await app.inject('/health')
  const before = changes()
  await Promise.all(Array.from({ length: 20 }, () => app.inject('/health')))
  expect(changes()).toBe(before)
})

test('a store that answers nothing is not waited for without end', async () => {
  const { service } = await world()
  vi.spyOn(service.store.engine, 'probe').mockReturnValue(new Promise(() => undefined))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const answer = service.health()
  vi.advanceTimersByTime(5_000)
  expect(await answer).toBe('away')
})
