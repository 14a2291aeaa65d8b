/** A store's file that is damaged, or replaced, under the service that runs on it. */
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { damageTable } from '../store/sqlite/damage.fixture.ts'
import { json, world } from '../testing/app.ts'
import { printCart } from '../testing/carts.ts'
import { temporaryFolder } from '../testing/folder.ts'

const ENGLISH = { 'accept-language': 'en' }
const VALIDATE = '/0.2/print/panier/validate/'

test('what damage stops says so, and the service is found degraded from then on', async () => {
  const { token, partner, desk, app, service, folder } = await world({ folder: temporaryFolder() })
  const tool = partner(await token('Zoé', { canOrder: true }))
  await tool.post(VALIDATE, printCart)
  expect((await app.inject('/health')).statusCode).toBe(200)
  damageTable(folder, 'orders')
  service.store.sqlite.db.pragma('shrink_memory')
  const refused = await tool.post(VALIDATE, printCart, ENGLISH)
  expect(refused.statusCode).toBe(500)
  expect(json(refused)).toMatchObject({
    detail: expect.stringMatching(/^The file of the data store is damaged: .*"comptoir doctor" says where/),
    errors: [{ path: '', code: 'internal_error' }],
  })
  expect(json(await desk.get('/api/orders'))['detail']).toMatch(/Remettez une sauvegarde : Réglages/)
  await expect(service.store.engine.probe('')).rejects.toMatchObject({ code: 'damaged' })
})

test('another file in its place takes no order, until the former one is back', async () => {
  const { token, partner, desk, app, service, folder } = await world({ folder: temporaryFolder() })
  const tool = partner(await token('Zoé', { canOrder: true }))
  const file = join(folder, 'comptoir.db')
  renameSync(file, `${file}.away`)
  writeFileSync(file, 'another')
  const health = await app.inject({ url: '/health', headers: ENGLISH })
  expect(health.statusCode).toBe(503)
  expect(health.json()).toMatchObject({
    status: 'degraded',
    reason: expect.stringContaining('was taken away or replaced while Comptoir runs') as string,
  })
  const refused = await tool.post(VALIDATE, printCart)
  expect(refused.statusCode).toBe(503)
  expect(refused.headers['retry-after']).toBe('5')
  expect(json(refused)['detail']).toContain('rien n’a été enregistré')
  expect(json(refused)).not.toHaveProperty('lasting')
  const here = await desk.post('/api/companies', { name: 'Ada' })
  expect([here.statusCode, json(here)['lasting']]).toEqual([503, true])
  renameSync(`${file}.away`, file)
  await expect.poll(() => service.store.engine.probe('').then(() => 'sound')).toBe('sound')
})
