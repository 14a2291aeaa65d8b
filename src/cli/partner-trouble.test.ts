/** What a partner's trouble is called, and where it is told: sync, doctor, and the status of the service. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { partnerView } from '../http/app/partners.ts'
import { EVERY_RIGHT } from '../domain/shared/rights.ts'
import { statusView } from '../http/app/status.ts'
import { listen } from '../http/server.ts'
import { writeServerFile } from '../service/server-file.ts'
import { Service } from '../service/service.ts'
import { runHere as cli } from '../testing/command-line.ts'
import { temporaryFolder } from '../testing/folder.ts'
import { type Loose } from '../testing/shop.ts'
import { LISTS } from '../upstream/answer-limits.ts'
import { logger } from './service.ts'

vi.mock(import('../upstream/answer-limits.ts'), async (original) => {
  const { LISTS: lists, ...rest } = await original()
  return { ...rest, LISTS: { ...lists, catalogue: { ...lists.catalogue } } }
})
const WHOLE = LISTS.catalogue.bytes
afterEach(() => setLimit(WHOLE))
const setLimit = (bytes: number) => void Object.assign(LISTS.catalogue, { bytes })

const product = (id: number, nom = `Produit ${id}`) => ({
  ...{ id, nom, quantites: { range: true }, options: [], delais: [3] },
})

/** A partner of these products, which a test may change. */
async function partnerOf(...products: object[]): Promise<{ url: string; products: object[] }> {
  const server = createServer((request, response) => {
    const list = request.url!.includes('/print/produit/') ? products : []
    response.setHeader('content-type', 'application/json').end(JSON.stringify(list))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, products }
}

async function folderWith(url: string, token: string | null = 'jeton'): Promise<string> {
  const data = temporaryFolder()
  await withService(data, ({ partners }) => partners.keep({ name: 'Atelier', url, token }))
  return data
}

async function withService<T>(data: string, work: (service: Service) => T | Promise<T>): Promise<T> {
  const service = await Service.open({ folder: data, log: logger('silent') })
  try {
    return await work(service)
  } finally {
    await service.close()
  }
}

/** The partner as the status and the settings of the screens show it. */
const shown = (data: string) =>
  withService(data, async (service) => ({
    status: statusView(await service.status(), { locale: 'en', rights: EVERY_RIGHT }).partners[0]!,
    partner: partnerView(service.partners.all()[0]!, 'en'),
  }))

const upstreamCheck = async (data: string) => {
  const { code, stdout } = await cli('doctor', '--data', data, '--json')
  const { checks } = JSON.parse(stdout) as Loose
  return { code, ...(checks as Loose[]).find(({ name }) => name === 'upstream') } as Loose
}

test('without a token it is called by its name, and sync, doctor and status say so in words', async () => {
  const data = await folderWith((await partnerOf(product(1))).url, null)
  const words = 'No token is stored for this partner.'
  const synced = await cli('sync', '--data', data)
  expect(synced.code).toBe(1)
  const remedy = new RegExp(`comptoir upstream set --name Atelier --url http://\\S+ --data ${data}`)
  expect(synced.stderr).toContain(
    `comptoir: Atelier: the sync failed, the catalogue stays as it was: ${words} Give its token: comptoir`,
  )
  expect(synced.stderr).toMatch(remedy)
  expect(await upstreamCheck(data)).toMatchObject({
    ...{ code: 1, ok: false, detail: expect.stringContaining(words) },
  })
  expect((await upstreamCheck(data)).detail).toMatch(new RegExp(`give its token \\(${remedy.source}\\)$`))
  expect((await cli('upstream', 'show', '--data', data)).stdout).toContain('without a token')
  const { status, partner } = await shown(data)
  expect(status).toMatchObject({ online: false, trouble: 'token', problem: words })
  expect(partner).toMatchObject({ hasToken: false, problem: words })
  await withService(data, async (service) => {
    expect(await service.status()).toMatchObject({ online: false, trouble: 'token' })
    expect(() => service.partners.byName('Atelier').sync.begin(0)).toThrow(words)
    expect(() => service.sync.begin(0)).toThrow(words)
  })
})

describe('products whose ids are beyond the block of their partner', () => {
  const FAR = 10 ** 10

  test('are counted, with what helps, by sync, by doctor and by the partner’s state; what helps does', async () => {
    const { url, products } = await partnerOf(product(1), product(2), product(3))
    const data = await folderWith(url)
    await cli('sync', '--data', data)
    expect(await upstreamCheck(data)).toMatchObject({ code: 0, found: { outside: 0, syncError: null } })
    products.push(product(FAR + 4, 'Calendriers'), product(FAR + 5, 'Agendas'))
    const synced = await cli('sync', '--data', data)
    expect(synced.stdout).toContain(`not taken: print ${FAR + 4} Calendriers: id ${FAR + 4} is none of`)
    const look = /2 products or families not taken: .* under another name \(--name\).* clear this one/
    expect(synced.stdout).toMatch(look)
    const check = await upstreamCheck(data)
    expect(check).toMatchObject({ code: 1, ok: false, found: { outside: 2 } })
    expect(check.detail).toMatch(look)
    expect((await cli('doctor', '--data', data, '--lang', 'fr')).stdout).toMatch(
      /VOIR .*2 produits ou familles non repris/,
    )
    expect((await shown(data)).partner.sync).toMatchObject({
      state: 'idle',
      refusedCount: 2,
      outsideCount: 2,
    })
    await cli('upstream', 'set', '--name', 'Atelier 2', '--url', url, '--token', 'j', '--data', data)
    await cli('sync', '--name', 'Atelier 2', '--data', data)
    await cli('upstream', 'clear', '--name', 'Atelier', '--data', data)
    expect(await upstreamCheck(data)).toMatchObject({ code: 0, ok: true })
    expect((await shown(data)).status).toMatchObject({ name: 'Atelier 2', products: 5 })
  })

  test('are told no more once they are gone, or the partner is', async () => {
    const { url, products } = await partnerOf(product(1), product(2))
    const data = await folderWith(url)
    await cli('sync', '--data', data)
    products.push(product(FAR))
    await cli('sync', '--data', data)
    expect(await upstreamCheck(data)).toMatchObject({ ok: false })
    await cli('upstream', 'clear', '--data', data)
    await cli('upstream', 'set', '--name', 'Atelier', '--url', url, '--token', 'j', '--data', data)
    expect(await upstreamCheck(data)).toMatchObject({ found: { outside: 0 } })
    await cli('sync', '--data', data)
    expect(await upstreamCheck(data)).toMatchObject({ ok: false, found: { outside: 1 } })
    products.pop()
    await cli('sync', '--data', data)
    expect(await upstreamCheck(data)).toMatchObject({ ok: true, found: { outside: 0 } })
  })
})

test('a list beyond what is read: sync, doctor and status say it in words until it is taken over', async () => {
  const { url } = await partnerOf(...Array.from({ length: 40 }, (_, i) => product(i + 1)))
  const data = await folderWith(url)
  setLimit(2048)
  const words = 'produit/: the partner’s answer is over 2\u00a0KB; reading was stopped.'
  const synced = await cli('sync', '--data', data)
  expect(synced.code).toBe(1)
  expect(synced.stderr).toContain(`the catalogue stays as it was: ${words}`)
  // What a try reads of it is well: it is the sync that cannot be.
  setLimit(WHOLE)
  const check = await upstreamCheck(data)
  expect(check).toMatchObject({ code: 1, ok: false, found: { partner: { code: 'partner_ok' } } })
  expect(check.detail).toContain(`its catalogue could not be taken over and stays as it was: ${words}`)
  const { status, partner } = await shown(data)
  expect(status.problem).toBe(words)
  expect(partner.sync).toMatchObject({ state: 'failed', error: words })
  await cli('sync', '--data', data)
  expect(await upstreamCheck(data)).toMatchObject({ code: 0, ok: true, found: { syncError: null } })
  expect(await shown(data)).toMatchObject({ status: { problem: null }, partner: { sync: { state: 'idle' } } })
})

test('what a command’s sync came to is taken over by the service that runs, and nothing of trouble that passes', async () => {
  const { url, products } = await partnerOf(product(1), product(2))
  const data = await folderWith(url)
  await withService(data, async (service) => {
    const { sync } = service.partners.all()[0]!
    products.splice(0, 2, product(1), { id: 2 })
    await cli('sync', '--data', data)
    await service.refresh()
    expect(sync.state).toMatchObject({ state: 'idle', refusedCount: 1, refused: [{ id: 2 }] })
  })
  const check = await upstreamCheck(data)
  expect(check).toMatchObject({ ok: true, found: { outside: 0, refused: 1 } })
  expect(check.detail).toContain('1 product or family of its catalogue not taken')
  await cli(
    'upstream',
    'set',
    '--name',
    'Atelier',
    '--url',
    'http://127.0.0.1:9',
    '--token',
    't',
    '--data',
    data,
  )
  expect((await cli('sync', '--data', data)).code).toBe(1)
  expect((await shown(data)).partner.sync).toMatchObject({ state: 'idle', error: null, refusedCount: 0 })
})

test('Comptoir itself is refused as a partner by its command, while it serves', async () => {
  const data = temporaryFolder()
  const service = await Service.start({ folder: data, log: logger('silent') })
  onTestFinished(() => service.close())
  const server = await listen(service, { host: '127.0.0.1', port: 0, key: 'k', renderer: '/nonexistent' })
  onTestFinished(() => server.close())
  writeServerFile(data, server.url)
  const self = await cli('upstream', 'set', '--url', server.url, '--token', 't', '--data', data)
  expect(self.code).toBe(1)
  expect(self.stdout).toBe('')
  expect(self.stderr).toMatch(/^comptoir: http:\S+ is this Comptoir’s own address: [^\n]+\n$/)
  expect((await cli('upstream', 'show', '--data', data)).stdout).toBe('no partner\n')
})
