import { expect, it } from 'vitest'
import { faultKinds, type FaultKind } from '../partner/faults.ts'
import { atPartner, comptoir, order, ordering, partner, sent, SETTLE_MS, TIMEOUT_MS } from './ordering.ts'

/** Each fault at each step of a transmission, one at a time. */
export function oneFaultAtATime(area: 'print' | 'display'): void {
  ordering()
  const kinds: readonly FaultKind[] = faultKinds
  for (const path of ['panier/$', 'panier/validate/$', 'commande/$']) {
    it.each(kinds)(`%s on ${path} leaves the order once at the partner`, async (kind) => {
      // The list is only read where an order is in doubt.
      if (path === 'commande/$')
        await partner.faults({ path: `${area}/panier/validate/$`, kind: 'drop-after-commit' })
      const { devis, id } = await order(area)
      // Times: later than a time-out, sooner than the settling; of 429 a whole second.
      await partner.faults({ path: `${area}/${path}`, kind, ms: (TIMEOUT_MS + SETTLE_MS) / 2 })
      await comptoir.desk('POST', `outbox/${id}/retry`)
      await sent(id, area)
      // Whatever was done late is done by now.
      await partner.faults()
      expect(await atPartner(devis)).toHaveLength(1)
    })
  }
}
