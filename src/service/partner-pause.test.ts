import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { Produit } from '../domain/print/product.ts'
import { worded } from '../domain/messages.ts'
import { temporaryFolder } from '../testing/folder.ts'
import { systemClock } from './clock.ts'
import { examine } from './maintenance.ts'
import { Service } from './service.ts'
import { waited } from '../testing/wait.ts'

const TOKEN = 'jeton'
const NAME = 'partenaire'
const HOUR_MS = 3_600_000
const LINE = { produit: 1, variantes: [], valeurs: {}, quantites_multiples: [100] }
const PRODUCT = {
  ...{ id: 1, nom: 'Carte', delais: [], options: [] },
  ...{ nombre_visuels_min: 1, nombre_visuels_max: 1, quantites: { range: true, min: 1 } },
} as unknown as Produit

/** A partner that asks to be left alone for longer than it may, while it is `busy`. */
async function busyPartner() {
  const partner = { busy: true, asked: 0, url: '' }
  const server = createServer((request, response) => {
    partner.asked++
    request.resume()
    if (partner.busy) response.writeHead(429, { 'retry-after': '99999999999' }).end()
    else if (request.url!.endsWith('/prix/')) response.end('{"J+2":{"Message":"","PrixHT":"1200"}}')
    else response.end(request.url!.endsWith('/produit/') ? JSON.stringify([PRODUCT]) : '[]')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  partner.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return partner
}

/** One run of the program over a folder. @param shift of its clock, in milliseconds */
async function run(folder: string, shift = 0) {
  const clock = { ...systemClock, now: () => new Date(Date.now() + shift) }
  const environment = { COMPTOIR_UPSTREAM_RATE: '1000', COMPTOIR_UPSTREAM_TIMEOUT_MS: '2000' }
  const service = await Service.open({ folder, clock, log: pino({ level: 'silent' }), environment })
  onTestFinished(() => service.close())
  const only = () => service.partners.all()[0]!
  const price = async () => {
    const [offer] = await service.offers.offers(service.offers.check('print', LINE))
    return offer?.costCents ?? null
  }
  return { service, only, price, status: async () => (await service.status()).partners[0]! }
}

/** A shop whose partner has just asked to be left alone, for a price. */
async function pausedShop() {
  // Who tried again would wait for minutes.
  vi.spyOn(Math, 'random').mockReturnValue(1_000)
  onTestFinished(() => void vi.restoreAllMocks())
  const partner = await busyPartner()
  const folder = temporaryFolder()
  const shop = await run(folder)
  const set = () => shop.service.partners.keep({ name: NAME, url: partner.url, token: TOKEN })
  const { id } = await set()
  const none = { leadTimes: [], familles: [], printTariffs: [], displayTariffs: [] }
  await shop.service.catalogue.load({ produits: [PRODUCT], ...none }, id)
  await shop.service.partners.reload()
  await shop.price()
  await written(shop.service)
  return { ...shop, partner, folder, set }
}

/** What was to be written is. */
const written = (service: Service) => service.store.settings.set('written', true)

it('is told by the status, and nothing is asked meanwhile', async () => {
  const { status, service, price, partner } = await pausedShop()
  const { pausedUntil, ...rest } = await status()
  expect(rest).toMatchObject({ online: false, trouble: 'busy' })
  const left = Date.parse(pausedUntil!) - Date.now()
  expect(left).toBeGreaterThan(HOUR_MS - 60_000)
  expect(left, 'an hour at most').toBeLessThanOrEqual(HOUR_MS)
  expect(await service.status()).toMatchObject({ online: false, trouble: 'busy' })
  for (let n = 0; n < 5; n++) await price()
  expect(partner.asked).toBe(1)
})

it.each<[string, (shop: Awaited<ReturnType<typeof pausedShop>>) => unknown]>([
  ['who sets the partner again, as it was', ({ set }) => set()],
  ['who tries it', ({ only }) => only().link.resume()],
  [
    'who sets it again in another process',
    async ({ folder, partner, service }) => {
      const command = await run(folder)
      expect((await command.status()).pausedUntil).not.toBeNull()
      await command.service.partners.set({ name: NAME, url: partner.url, token: TOKEN })
      await service.refresh()
    },
  ],
  [
    'who syncs it',
    async ({ only }) => {
      only().sync.begin(0)
      await waited(() => expect(only().sync.lastSync).not.toBeNull())
    },
  ],
])('is lifted by %s', async (_who, lift) => {
  const shop = await pausedShop()
  shop.partner.busy = false
  await lift(shop)
  expect(await shop.status()).toMatchObject({ pausedUntil: null })
  expect(await shop.price()).toBe(1200)
  expect((await (await run(shop.folder)).status()).pausedUntil, 'for every process').toBeNull()
})

it('begins again where the partner asks for it again', async () => {
  const { set, status, only } = await pausedShop()
  await set()
  expect((await status()).pausedUntil).toBeNull()
  await only().link.check()
  expect(await status()).toMatchObject({ online: false, trouble: 'busy' })
})

it('holds after a restart, and for doctor, which says so without asking', async () => {
  const { folder, partner, status } = await pausedShop()
  const later = await run(folder)
  expect((await later.status()).pausedUntil).toBe((await status()).pausedUntil)
  const check = (await examine(later.service)).find(({ name }) => name === 'upstream')!
  expect(check.ok).toBe(false)
  const { found } = check
  if (found.code !== 'upstream') throw new Error(found.code)
  expect(worded(found.partner, 'en')).toBe('The partner asked to be left alone for 60 min more.')
  expect(worded(found.partner, 'fr')).toBe('Le partenaire demande de patienter encore 60 min.')
  expect(partner.asked).toBe(1)
})

it('is over when its time is', async () => {
  const { folder, partner } = await pausedShop()
  partner.busy = false
  const { status, price } = await run(folder, HOUR_MS)
  expect((await status()).pausedUntil).toBeNull()
  expect(await price()).toBe(1200)
})

it('is no longer than an hour by a clock that was set back', async () => {
  const { folder } = await pausedShop()
  const { status } = await run(folder, -48 * HOUR_MS)
  expect((await status()).pausedUntil).not.toBeNull()
  const { service, only } = await run(folder, -48 * HOUR_MS)
  const { found } = await only().link.check()
  expect(found.params).toEqual({ seconds: 3600 })
  expect((await service.status()).online).toBe(false)
})

it('stays lifted where the store is read anew before that is written', async () => {
  const { only, service, status, folder } = await pausedShop()
  const lifted = only().link.resume()
  await service.partners.reload()
  expect((await status()).pausedUntil).toBeNull()
  await lifted
  await service.partners.reload()
  expect((await status()).pausedUntil).toBeNull()
  expect((await (await run(folder)).status()).pausedUntil).toBeNull()
})

it('stays lifted in this run where that cannot be written', async () => {
  const { only, service, status } = await pausedShop()
  service.store.sqlite.db.pragma('query_only = ON')
  await only().link.resume()
  await service.partners.reload()
  expect((await status()).pausedUntil).toBeNull()
  service.store.sqlite.db.pragma('query_only = OFF')
})

it('goes with its partner', async () => {
  const { service, set, status } = await pausedShop()
  await service.partners.remove(NAME)
  await set()
  expect((await status()).pausedUntil).toBeNull()
})

it('ends a sync with its reason, so that the next one that is wanted asks again', async () => {
  const { only, status, partner } = await pausedShop()
  const state = () => only().sync.state
  only().sync.begin(0)
  await waited(() => expect(state().state).toBe('failed'))
  expect(state().error).not.toBeNull()
  expect((await status()).pausedUntil).not.toBeNull()
  partner.busy = false
  only().sync.begin(0)
  await waited(() => expect(only().sync.lastSync).not.toBeNull())
})
