import { describe, expect, it } from 'vitest'
import { startPartner, type RunningPartner } from '../partner/client.ts'
import { Comptoir } from './comptoir.ts'

/** Each beside a partner of its own: they mostly wait. */
describe.concurrent('limits', () => {
  async function asking(
    latency: number,
    work: (partner: RunningPartner, comptoir: Comptoir) => Promise<void>,
  ) {
    const partner = await startPartner({ seed: 31, products: 8, families: 3, latency })
    const comptoir = new Comptoir({ COMPTOIR_UPSTREAM_RATE: '5' })
    try {
      await comptoir.setUpstream(partner)
      await partner.clearRequests()
      await work(partner, comptoir)
    } finally {
      await comptoir.end()
      await partner.stop()
    }
  }

  it('4 requests at once, and Retry-After', () =>
    asking(900, async (partner, comptoir) => {
      await comptoir.done(['sync', '--prices', '14'])
      const { maxConcurrency, total } = await partner.requests()
      expect(total).toBe(16)
      expect(maxConcurrency).toBeLessThanOrEqual(4)
      await partner.clearRequests()
      await partner.faults({ path: 'produit/', kind: '429-retry-after', ms: 2000 })
      await comptoir.done(['sync'])
      const [refused, again] = (await partner.requests()).requests
      expect(refused!.status).toBe(429)
      expect(Date.parse(again!.at) - Date.parse(refused!.at)).toBeGreaterThanOrEqual(2000)
    }))

  it('5 requests a second', () =>
    asking(0, async (partner, comptoir) => {
      await comptoir.done(['sync', '--prices', '34'])
      const { requests } = await partner.requests()
      expect(requests).toHaveLength(36)
      // 5 at once and the others one by one take 6.2 s, however close a busy machine lets some of them arrive.
      const [first, last] = [requests[0]!, requests.at(-1)!]
      expect(Date.parse(last.at) - Date.parse(first.at)).toBeGreaterThan(4_500)
    }))
})
