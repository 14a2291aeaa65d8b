/** A Comptoir is no partner of its own: each order would be one more order for the same partner. */
import pino from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { worded } from '../domain/messages.ts'
import { listen } from '../http/server.ts'
import { json, KEY, world } from '../testing/app.ts'
import { temporaryFolder } from '../testing/folder.ts'
import { outboxShop } from '../testing/outbox.ts'
import { PartnerLink } from './partner-link.ts'
import { Service } from './service.ts'

const OPTIONS = { host: '127.0.0.1', key: KEY, renderer: '/nonexistent' }

test('its address is refused when it is set, however it is written, and nothing changes', async () => {
  const { service, desk } = await world()
  const server = await listen(service, { ...OPTIONS, port: 0 })
  onTestFinished(() => server.close())
  const local = server.url.replace('127.0.0.1', 'localhost')
  for (const url of [server.url, `${server.url}/`, local, `${local}/api`]) {
    const answer = await desk.post('/api/partners', { name: 'Moi', url, token: 'jeton' })
    expect(answer.statusCode).toBe(400)
    expect(json(answer)).toMatchObject({
      detail: expect.stringContaining('l’adresse de ce Comptoir'),
      errors: [{ code: 'upstream_is_self' }],
    })
  }
  const other = { name: 'Autre', url: 'http://127.0.0.1:9', token: 'jeton' }
  expect((await desk.post('/api/partners', other)).statusCode).toBe(201)
  const moved = { ...other, url: server.url }
  const put = await desk.send({ method: 'PUT', url: '/api/partners/Autre', payload: moved })
  expect(put.statusCode).toBe(400)
  expect(service.partners.all().map(({ link }) => link.url)).toEqual([other.url])
})

test('where it comes to serve at a partner’s address, that one is neither synced nor sent anything, and says why', async () => {
  const folder = temporaryFolder()
  const service = await Service.start({ folder, log: pino({ level: 'silent' }) })
  onTestFinished(() => service.close())
  const server = await listen(service, { ...OPTIONS, port: 0 })
  onTestFinished(() => server.close())
  let heard = 0
  server.app.server.on('connection', () => heard++)
  // The partner was set while this service listened elsewhere.
  service.partners.servedAt(null)
  const partner = await service.partners.keep({ name: 'Moi', url: server.url, token: 'jeton' })
  service.partners.servedAt(server.url)
  expect(partner.link).toMatchObject({ client: null, online: false, trouble: 'offline' })
  expect(await partner.link.check()).toMatchObject({ ok: false, found: { code: 'upstream_is_self' } })
  await expect(partner.sync.run(0)).rejects.toThrow('own address')
  expect(() => partner.sync.begin(0)).toThrow('own address')
  const [shown] = (await service.status()).partners
  expect(worded(shown!.problem!, 'fr')).toContain(`${server.url} est l’adresse de ce Comptoir`)
  expect(heard).toBe(0)
  // Served elsewhere it is a partner like any other.
  service.partners.servedAt('http://127.0.0.1:1')
  expect(partner.link.problem).toBeNull()
  expect(partner.link.client).not.toBeNull()
})

test('a sync of a partner that cannot be asked is refused in words', async () => {
  const { service, desk } = await world()
  await service.partners.keep({ name: 'Atelier', url: 'http://127.0.0.1:9', token: null })
  const answer = await desk.post('/api/partners/Atelier/sync', {})
  expect(answer.statusCode).toBe(409)
  expect(json(answer)).toMatchObject({
    detail: expect.stringContaining('Aucun jeton n’est enregistré pour ce partenaire.'),
    errors: [{ code: 'partner_unasked' }],
  })
})

test('an order for a partner that cannot be asked waits, and says why', async () => {
  const { outbox, upstream, place, phase } = await outboxShop()
  upstream.client = null
  const why = { code: 'upstream_is_self', params: { url: 'http://127.0.0.1:4580' } } as const
  const problem = vi.spyOn(PartnerLink.prototype, 'problem', 'get').mockReturnValue(why)
  onTestFinished(() => problem.mockRestore())
  outbox.start()
  const id = await place()
  expect(await phase(id)).toBe('ready')
  expect((await outbox.entry(id))?.lastError).toEqual(why)
})

test('the address behind its proxy is its own, too', async () => {
  const { service } = await world()
  service.partners.servedAt('http://127.0.0.1:4580', 'https://shop.example')
  for (const url of ['https://shop.example', 'https://shop.example/api', 'https://SHOP.example:443/'])
    await expect(service.partners.set({ name: 'Moi', url, token: 'jeton' })).rejects.toThrow('own address')
  expect(service.partners.all()).toEqual([])
  expect(
    (await service.partners.keep({ name: 'Autre', url: 'https://other.example', token: 'jeton' })).id,
  ).toBeGreaterThan(0)
})
