/** Why an order waits, as things stand now: what was written of which partner is set may be untrue since. */
import type { Coded } from '../domain/messages.ts'
import type { OutboxRecord } from '../store/outbox.ts'

const MOVES_BY_ITSELF: ReadonlySet<string> = new Set(['ready', 'sending', 'doubtful'])

/** Whether the partner has another address than the one that an order was made for. @param url null: it is not set */
export const isElsewhere = ({ upstream }: OutboxRecord, url: string | null): boolean =>
  upstream !== null && upstream !== url

/**
 * Why an order is stranded, whatever else it waits for: nothing goes to a partner that is not set, nor by itself to another
 * address than the one that the order was made for. Null where it is not, and of what is made.
 * @param url the partner that is set, null without one
 */
export function whyStranded(entry: OutboxRecord, url: string | null): Coded | null {
  const { phase, upstream: made } = entry
  if (phase === 'sent' || phase === 'cancelled') return null
  const params: Coded['params'] = made === null ? {} : { made }
  if (url === null) return { code: 'outbox_no_partner', params }
  return isElsewhere(entry, url) ? { code: 'outbox_other_partner', params: { ...params, set: url } } : null
}

/**
 * @param url the partner that is set, null without one
 * @param problem why that one cannot even be asked; null while it can
 */
export function whyNow(entry: OutboxRecord, url: string | null, problem: Coded | null = null): Coded | null {
  const { lastError, phase, upstream: made } = entry
  const isOnItsWay = MOVES_BY_ITSELF.has(phase)
  const ofPartner = phase === 'attention' && lastError?.code === 'outbox_other_partner'
  if (!isOnItsWay && !ofPartner) return lastError
  const stranded = whyStranded(entry, url)
  if (stranded !== null) return stranded
  if (problem !== null && isOnItsWay) return problem
  return ofPartner ? { code: 'outbox_partner_back', params: { made: made ?? '' } } : lastError
}
