import { rulesOf, type CheckedLine } from '../domain/areas.ts'
import type { Reason } from '../domain/reasons.ts'
import type { LeadTimePrice } from '../domain/tariff.ts'
import type { LeadTimeIds } from './lead-time-ids.ts'
import type { PartnerLink } from './partner-link.ts'
import { neverAsked, type RememberedPrices } from './remembered-prices.ts'

interface Known {
  readonly link: PartnerLink
  readonly leadTimeIds: LeadTimeIds
  readonly remembered: RememberedPrices
}

/** Why a partner's line has no price at the lead time that it asks for, and what would give it one. */
export function noPriceAt(
  { link, leadTimeIds, remembered }: Known,
  checked: CheckedLine,
  prices: readonly LeadTimePrice[],
  delai: number | null,
  label: string | undefined,
): Reason {
  if (prices.length === 0) {
    // Where no silence is the cause, the partner has answered, and no lead time.
    const silence = remembered.silence(prices)
    return silence === null ? { code: 'upstream_no_price' } : neverAsked(silence)
  }
  if (label !== undefined) {
    const item = rulesOf(checked).itemName(checked)
    return { code: 'lead_time_not_answered', params: { label, item } }
  }
  const offline = link.worthAsking ? 0 : 1
  if (delai !== null) return { code: 'lead_time_not_known', params: { delai, offline } }
  const ids = rulesOf(checked).leadTimeIds(checked) ?? leadTimeIds.all
  const named = ids.flatMap((id) => {
    const known = leadTimeIds.labelOf(id)
    return known !== null && prices.some(({ leadTime }) => leadTime.label === known) ? `${id} (${known})` : []
  })
  return { code: 'main_lead_time_not_known', params: { offline, delais: named.join(', ') } }
}

/** Why an order cannot name a lead time of which the label alone is known; null where no id may be it. */
export function idUntold({ link, leadTimeIds }: Known, checked: CheckedLine, label: string): Reason | null {
  const ids = rulesOf(checked).leadTimeIds(checked) ?? leadTimeIds.all
  if (ids.every((id) => leadTimeIds.labelOf(id) !== null)) return null
  const item = rulesOf(checked).itemName(checked)
  return { code: 'lead_time_id_untold', params: { label, item, offline: link.worthAsking ? 0 : 1 } }
}
