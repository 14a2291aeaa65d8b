/** The partners of the settings: each is synced, and stopped, by itself. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { world } from '../../testing/app.ts'
import type { PartnerInfo } from './schemas.ts'

/** A partner that lists no products, and is silent about its families: it is reached, and its sync never ends. */
async function silentPartner(): Promise<string> {
  const server = createServer((request, response) => {
    if (request.url?.includes('/produit/')) response.end('[]')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('the sync of one is stopped, that of another goes on', async () => {
  const { desk } = await world()
  for (const name of ['Atelier', 'Reliure']) {
    const set = await desk.post('/api/partners', { name, url: await silentPartner(), token: 'jeton' })
    expect(set.statusCode).toBe(201)
  }
  const state = async () =>
    (await desk.get('/api/partners')).json<PartnerInfo[]>().map(({ sync }) => sync.state)
  // Each begins by itself once it is set.
  expect(await state()).toEqual(['running', 'running'])
  const stopped = await desk.send({ method: 'DELETE', url: '/api/partners/Atelier/sync' })
  expect(stopped.json<PartnerInfo>().sync).toMatchObject({ state: 'idle', error: null, lastSync: null })
  expect(await state()).toEqual(['idle', 'running'])
  expect((await desk.send({ method: 'DELETE', url: '/api/partners/Ailleurs/sync' })).statusCode).toBe(404)
})
