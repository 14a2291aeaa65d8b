import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '../store/sqlite/database.ts'
import { temporaryFolder } from '../testing/folder.ts'
import { Service } from './service.ts'

/** The address of a partner whose catalogue is these print products. */
async function partnerOf(products: readonly object[]): Promise<string> {
  const server = createServer((request, response) => {
    const isPrint = request.url!.includes('/print/')
    response.setHeader('content-type', 'application/json').end(JSON.stringify(isPrint ? products : []))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('a sync waits for a command that holds the store, as every write does, and takes the catalogue over', async () => {
  const folder = temporaryFolder()
  const service = await Service.open({ folder, log: pino({ level: 'silent' }) })
  onTestFinished(() => service.close())
  await service.store.listen({ written: () => undefined, message: () => undefined, missed: () => undefined })
  const command = openDatabase(folder)
  onTestFinished(() => void command.close())
  const product = { id: 1, nom: 'Carte', quantites: { range: true }, options: [] }
  const url = await partnerOf([product])
  const { sync } = await service.partners.keep({ name: 'Atelier', url, token: 'jeton' })
  const { background } = service
  const run = background.run.bind(background)
  vi.spyOn(background, 'run').mockImplementation(async (task) => {
    const result = await run(task)
    // From here on the sync writes.
    if (task.type === 'load') command.exec('BEGIN IMMEDIATE')
    return result
  })
  const submit = vi.spyOn(service.store.sqlite.commit, 'submit')
  const synced = sync.run(0)
  await Promise.race([synced, vi.waitFor(() => expect(submit).toHaveBeenCalled(), { timeout: 10_000 })])
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve))
  command.exec('COMMIT')
  expect(await synced).toMatchObject({ changed: true, changes: 1 })
  expect(sync.state).toMatchObject({ state: 'idle', error: null })
  expect(service.store.sources.all().at(-1)).toMatchObject({ catalogueUrl: url, lastSync: sync.lastSync })
})

test('a catalogue that was just read whole is not read again because the line was down for a moment, but after a while', async () => {
  const service = await Service.open({ folder: temporaryFolder(), log: pino({ level: 'silent' }) })
  onTestFinished(() => service.close())
  const url = await partnerOf([])
  const { sync, id } = await service.partners.keep({ name: 'Atelier', url, token: 'jeton' })
  await service.changeSettings({ fillerPrices: 0 })
  sync.start()
  onTestFinished(() => sync.stop())
  await vi.waitFor(() => expect(sync.lastSync).not.toBeNull(), { timeout: 20_000 })
  await vi.waitFor(() => expect(sync.state.state).toBe('idle'), { timeout: 20_000 })
  const now = performance.now.bind(performance)
  const clock = vi.spyOn(performance, 'now')
  onTestFinished(() => clock.mockRestore())
  const backAfter = (minutes: number) => {
    clock.mockImplementation(() => now() + minutes * 60_000)
    service.events.emit('online', id)
    return sync.state.state
  }
  expect(backAfter(9)).toBe('idle')
  expect(backAfter(11)).toBe('running')
})
