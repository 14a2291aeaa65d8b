import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { PostgresEngine } from '../store/postgres/engine.ts'
import { Leases } from '../store/postgres/leases.ts'
import { world } from '../testing/app.ts'
import { postgresDatabase } from '../testing/engines.ts'
import { temporaryFolder } from '../testing/folder.ts'
import { waited } from '../testing/wait.ts'

/** A partner with one product. */
async function partnerAt(): Promise<string> {
  const product = { id: 1, nom: 'Carte', quantites: { range: true }, options: [] }
  const server = createServer((request, response) => {
    const body = request.url!.endsWith('/print/produit/') ? [product] : []
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close().closeAllConnections())
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('the sync at the start is made up for where a service that was killed in one still holds its claim', async () => {
  const store = await postgresDatabase()
  const folder = temporaryFolder()
  const before = await world({ bundle: null, store, folder })
  await before.service.settings.update({ retryMs: 100, fillerPrices: 0, syncIntervalMinutes: 0 })
  const { id } = await before.service.partners.keep({
    name: 'Atelier',
    url: await partnerAt(),
    token: 'jeton',
  })
  await vi.waitFor(() => expect(before.service.partners.byId(id)!.sync.lastSync).not.toBeNull(), 10_000)
  await before.service.close()

  const killed = new PostgresEngine(store)
  onTestFinished(() => killed.close())
  const giveBack = await killed.claims.attempt(`sync:${id}`)
  const attempt = vi.spyOn(Leases.prototype, 'attempt')
  const { service, clock } = await world({ bundle: null, store, folder })
  const { sync } = service.partners.byId(id)!
  const { lastSync } = sync
  // By then it has been refused, and all that its start has begun is done.
  await vi.waitFor(() => expect(attempt).toHaveBeenCalled(), 10_000)
  expect(await attempt.mock.results[0]!.value).toBeNull()
  await service.partners.byId(id)!.link.client!.ping()
  await waited(() => expect(sync.state.state).toBe('idle'))
  clock.advance(1_000)
  await giveBack!()
  await waited(() => expect(sync.lastSync).not.toBe(lastSync))
})
