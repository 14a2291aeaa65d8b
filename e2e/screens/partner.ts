/** A service with a partner: its catalogue, and enough of its prices that each lead time's id is known. */
import { startPartner, type RunningPartner } from '../partner/client.ts'
import { expect, test as base } from './fixtures.ts'
import type { DeskService } from './service.ts'

/** A partner of its own, and a service that has taken its catalogue. */
export const test = base.extend<{ partner: RunningPartner }>({
  stocked: false,
  partner: async ({ service }, use) => {
    const partner = await startPartner({ seed: 3, products: 30, families: 4 })
    await service.call('PUT', '/settings', {
      ...(await service.call<object>('GET', '/settings')),
      fillerPrices: 0,
      upstreamRatePerSecond: 500,
      settleMs: 200,
      retryMs: 200,
    })
    await service.call('POST', '/partners', { url: partner.url, token: partner.token })
    await use(partner)
    await partner.stop()
  },
})

/** The catalogue is there, and enough prices that each lead time's id is known. */
export async function synced(service: DeskService, prices = 60): Promise<void> {
  const idle = async () => (await service.call<{ state: string }>('GET', '/sync')).state === 'idle'
  await expect
    .poll(async () => (await service.call<{ products: number }>('GET', '/status')).products)
    .toBe(30)
  await expect.poll(idle).toBe(true)
  await service.call('POST', '/sync', { prices })
  // Ends what hangs: hundreds of prices take their time on a busy machine.
  await expect.poll(idle, { timeout: 300_000 }).toBe(true)
}

/**
 * A product that the partner prices as it stands: none of its values is left open.
 * @param least how many lead times it has at least
 */
export async function pricedProduct(service: DeskService, least = 1): Promise<number> {
  const { entries } = await service.call<{ entries: { area: string; id: number }[] }>('GET', '/catalogue')
  for (const { area, id } of entries) {
    if (area !== 'print') continue
    const { product, defaultLine } = await service.call<{
      product: { options: { type: string }[]; delais: number[] }
      defaultLine: object
    }>('GET', `/products/${id}`)
    if (product.options.some(({ type }) => type !== 'variante') || product.delais.length < least) continue
    const { leadTimes } = await service.call<{ leadTimes: { status: string }[] }>('POST', '/prices', {
      area,
      line: defaultLine,
    })
    if (leadTimes.length > 0 && leadTimes.every(({ status }) => status === 'firm')) return id
  }
  throw new Error('The partner prices no product as it stands.')
}
