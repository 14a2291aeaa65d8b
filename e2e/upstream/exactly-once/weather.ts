/** What partners do to those who order of them: each fails in its own way, all in every way. */
import { setTimeout as wait } from 'node:timers/promises'
import { faultKinds, type FaultKind, type FaultRule } from '../../partner/faults.ts'
import { randomFrom, type Random } from '../../partner/random.ts'
import type { PartnerSource } from '../sources.ts'

const CHAOS = { rate: 0.2, ms: 500 }
/** Beside the chaos, what an order itself suffers: nearly every second one, and mostly what leaves it in doubt. */
const ORDER_FAULTS: readonly FaultKind[] = [
  ...faultKinds.filter((kind) => kind !== '401'),
  'late-commit',
  'late-commit',
  'drop-after-commit',
  'drop-before-commit',
  'delay',
]
/** What each partner is worst at. */
const HABITS: readonly (readonly FaultKind[])[] = [
  ['drop-after-commit', 'drop-before-commit', 'late-commit'],
  ['500-after-commit', '500-before-commit', '502-html', 'malformed-json'],
  ['delay', 'slow-drip', 'half-body', 'late-commit'],
]
/** With the longest late commit this is still shorter than the settling time. */
const MOST_LIST_LAG_MS = 300

/** The storm begins. @param orders as many as there are, at most, at each partner */
export async function worsen(
  sources: readonly PartnerSource[],
  { seed, orders }: { seed: number; orders: number },
): Promise<void> {
  const random = randomFrom(seed, 'weather')
  for (const [i, { partner }] of sources.entries()) {
    await partner.clearRequests()
    await partner.chaos({ seed: seed * 10 + i, ...CHAOS })
    await partner.faults(...orderFaults(orders, HABITS[(seed + i) % HABITS.length]!, random))
    await partner.listLag((seed + i) % 3 === 0 ? 0 : random.int(50, MOST_LIST_LAG_MS))
  }
}

function orderFaults(orders: number, habits: readonly FaultKind[], random: Random): FaultRule[] {
  return Array.from({ length: orders }, () => ({
    method: 'POST',
    path: 'panier/validate/$',
    kind: random.pick(random.chance(0.5) ? habits : ORDER_FAULTS),
    after: random.int(0, 1),
    ms: random.int(250, CHAOS.ms),
  }))
}

/** The storm ends: no fault any more. Prices and lists stay as they are. */
export async function calm(sources: readonly PartnerSource[]): Promise<void> {
  for (const { partner } of sources) {
    await partner.chaos(null)
    await partner.clearFaults()
    await partner.offline(0)
  }
}

/** While the storm lasts, a partner is out of reach for a while, now and then. */
export async function outages(
  { name, partner }: PartnerSource,
  seed: number,
  stormy: () => boolean,
): Promise<void> {
  const random = randomFrom(seed, 'outages', name)
  while (stormy()) {
    await wait(random.int(3_000, 8_000))
    await partner.offline(random.int(200, 1_000))
  }
}

/** While the storm lasts, a partner asks other prices, now and then. */
export async function priceMoves(
  { name, partner }: PartnerSource,
  seed: number,
  stormy: () => boolean,
): Promise<void> {
  const random = randomFrom(seed, 'moves', name)
  while (stormy()) {
    await wait(random.int(2_000, 6_000))
    await partner.prices(random.pick([1, 1.05, 1.1, 0.9]))
  }
}
