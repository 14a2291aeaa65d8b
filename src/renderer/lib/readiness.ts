/** The checklist before a visit, from what the service and the header know: pure. */
import type { Readiness, Status } from '../api/types'

/** All is here; something is older or surer than nothing; something is missing. */
export type CheckState = 'good' | 'fair' | 'bad'

/** A catalogue that old is worth fetching before one leaves. */
const FRESH_DAYS = 1
const DAY_MS = 86_400_000

/** How a partner's catalogue stands: never taken over, of today, or older. */
export function catalogueState(lastSync: string | null, now: Date): CheckState {
  if (lastSync === null) return 'bad'
  return now.getTime() - Date.parse(lastSync) <= FRESH_DAYS * DAY_MS ? 'good' : 'fair'
}

/** How the prices stand that a visit will need. */
export function pricesState({ missing, invalid, old, estimated }: Readiness['prices']): CheckState {
  if (missing + invalid > 0) return 'bad'
  return old + estimated > 0 ? 'fair' : 'good'
}

/** A partner of whom less came than was asked for just now is not as fresh as he could be. */
const fairAtBest = (state: CheckState): CheckState => (state === 'good' ? 'fair' : state)

/** Every part of the checklist with how it stands, in its order. */
export function checksOf(found: Readiness, { partners, outbox, needsAttention }: Status, now: Date) {
  const { failures } = found.preparation
  const isMissed = (name: string) => failures.some(({ partner }) => partner === name)
  return {
    partners: partners.map((partner) => {
      const state = catalogueState(partner.lastSync, now)
      return { partner, state: isMissed(partner.name) ? fairAtBest(state) : state }
    }),
    tried: failures.length > 0 ? 'fair' : 'good',
    prices: pricesState(found.prices),
    quotes: found.brokenQuotes > 0 ? 'bad' : 'good',
    outbox: needsAttention > 0 ? 'bad' : outbox > 0 ? 'fair' : 'good',
    disk: found.diskLow ? 'bad' : 'good',
  } as const
}

const WORST: readonly CheckState[] = ['bad', 'fair', 'good']

/** The worst of the checks. */
export function worstOf({ partners, ...checks }: ReturnType<typeof checksOf>): CheckState {
  const states: CheckState[] = [...partners.map(({ state }) => state), ...Object.values(checks)]
  return WORST.find((state) => states.includes(state)) ?? 'good'
}
