/** Why an order waits, as things stand now: what was written of which partner is set may be untrue since. */
import type { Coded } from '../domain/messages.ts'
import type { OutboxRecord } from '../store/outbox.ts'

const MOVES_BY_ITSELF: ReadonlySet<string> = new Set(['ready', 'sending', 'doubtful'])

/**
 * @param url the partner that is set, null without one
 * @param problem why that one cannot even be asked; null while it can
 */
export function whyNow(entry: OutboxRecord, url: string | null, problem: Coded | null = null): Coded | null {
  const { lastError, phase, upstream: made } = entry
  const ofPartner = lastError?.code === 'outbox_other_partner'
  if (!MOVES_BY_ITSELF.has(phase) && !ofPartner) return lastError
  if (url === null) return { code: 'outbox_no_partner', params: made === null ? {} : { made } }
  if (made !== null && made !== url) return { code: 'outbox_other_partner', params: { made, set: url } }
  if (problem !== null && MOVES_BY_ITSELF.has(phase)) return problem
  return ofPartner ? { code: 'outbox_partner_back', params: { made: url } } : lastError
}

/** Whether an order is stranded: nothing will become of it while its partner is not set, or has another address. */
export function isStranded(entry: OutboxRecord, url: string | null): boolean {
  if (entry.phase === 'sent') return false
  if (url === null) return true
  const code = whyNow(entry, url)?.code
  return code === 'outbox_no_partner' || code === 'outbox_other_partner'
}
