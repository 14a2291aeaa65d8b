import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { json, world } from '../../testing/app.ts'

/** A partner that answers every request alike. */
async function partnerThatSays(status: number, body: string): Promise<string> {
  const server = createServer((_request, response) => response.writeHead(status).end(body))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('a sync that fails names the partner where there are several, each that does', async () => {
  const { service, desk } = await world()
  const failed = async (): Promise<string> => {
    await expect.poll(async () => json(await desk.get('/api/sync'))['state']).not.toBe('running')
    return json(await desk.get('/api/sync'))['error'] as string
  }
  const add = async (name: string, url: string) => {
    const { sync } = await service.partners.keep({ name, url, token: 'jeton' })
    await sync.run(0).catch(() => undefined)
  }
  await add('Alpha', await partnerThatSays(200, 'null'))
  expect(await failed()).toBe('produit/: une liste était attendue du partenaire, non null')
  await add('Bravo', await partnerThatSays(401, '{"detail":"Jeton inconnu."}'))
  expect((await failed()).split('\n')).toEqual([
    'Alpha – produit/: une liste était attendue du partenaire, non null',
    expect.stringMatching(/^Bravo – .*401/),
  ])
  await service.partners.remove('Alpha')
  expect(await failed()).toMatch(/^Le partenaire n’accepte pas/)
})

test('a sync that a person wants asks what has become of the orders, too: of one partner, and of all', async () => {
  const { service, desk } = await world()
  const partner = await service.partners.keep({
    ...{ name: 'Alpha', url: await partnerThatSays(200, 'null'), token: 'jeton' },
  })
  const asked = vi.spyOn(partner.outbox, 'lookAtOrders')
  const over = () => expect.poll(async () => json(await desk.get('/api/sync'))['state']).not.toBe('running')
  await over()
  expect((await desk.post('/api/partners/Alpha/sync', { prices: 0 })).statusCode).toBe(202)
  expect(asked).toHaveBeenCalledTimes(1)
  await over()
  expect((await desk.post('/api/sync', { prices: 0 })).statusCode).toBe(202)
  expect(asked).toHaveBeenCalledTimes(2)
  await over()
})
