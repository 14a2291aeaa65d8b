/** What an export calls what the screens call so, too: `words.test.ts` holds them to each other. */
import type { Locale } from '../../../domain/messages.ts'
import type { PriceStatus, QuoteState } from '../../../domain/quote/quote.ts'
import type { LineArea, LineRole } from '../../../domain/shared/line-roles.ts'
import {
  CANCELLED_THERE,
  REFUSED_THERE,
  readableWord,
  stateReadAs,
  type OrderState,
} from '../../../domain/shared/order-states.ts'

export type Words = Readonly<Record<Locale, string>>
type Named<Key extends string> = Readonly<Record<Key, Words>>

export const QUOTE_STATE_WORDS: Named<QuoteState> = {
  draft: { fr: 'Brouillon', en: 'Draft' },
  sent: { fr: 'Envoyé', en: 'Sent' },
  accepted: { fr: 'Accepté', en: 'Accepted' },
  refused: { fr: 'Refusé', en: 'Refused' },
  cancelled: { fr: 'Annulé', en: 'Cancelled' },
  ordered: { fr: 'Commandé', en: 'Ordered' },
}
export const EXPIRED: Words = { fr: 'Expiré', en: 'Expired' }

export const ORDER_STATUS_WORDS: Named<OrderState> = {
  enregistree: { fr: 'Enregistrée', en: 'Recorded' },
  a_transmettre: { fr: 'À transmettre', en: 'To transmit' },
  transmise: { fr: 'Transmise', en: 'Transmitted' },
  a_verifier: { fr: 'À vérifier', en: 'To check' },
  refusee: { fr: 'Refusée', en: 'Refused' },
  annulee: { fr: 'Annulée', en: 'Cancelled' },
}
export const CANCELLED_THERE_WORDS: Words = {
  fr: 'Annulée chez le partenaire',
  en: 'Cancelled at the partner',
}
export const REFUSED_THERE_WORDS: Words = {
  fr: 'Refusée par le partenaire',
  en: 'Refused by the partner',
}
/** A status in words; a partner's own is shown as it is read, unless it reads as one of ours. */
export function statusWords(status: string, locale: Locale): string {
  if (status === CANCELLED_THERE) return CANCELLED_THERE_WORDS[locale]
  if (status === REFUSED_THERE) return REFUSED_THERE_WORDS[locale]
  const state = stateReadAs(status)
  return state === null ? readableWord(status, locale) : ORDER_STATUS_WORDS[state][locale]
}

export const ROLE_WORDS: Named<LineRole> = {
  included: { fr: 'Incluse', en: 'Included' },
  option: { fr: 'Option', en: 'Option' },
  alternative: { fr: 'Variante', en: 'Alternative' },
}

export const AREA_WORDS: Named<Exclude<LineArea, 'heading'>> = {
  print: { fr: 'Imprimés', en: 'Print' },
  display: { fr: 'PLV', en: 'Display' },
  free: { fr: 'Prestation', en: 'Service' },
}

export const PROVENANCE_WORDS: Named<PriceStatus> = {
  firm: { fr: 'Ferme', en: 'Firm' },
  observed: { fr: 'Prix observé', en: 'Observed price' },
  estimated: { fr: 'Estimation', en: 'Estimate' },
  unavailable: { fr: 'Sans prix', en: 'No price' },
}

export const OWN_TARIFFS_WORDS: Words = { fr: 'Nos tarifs', en: 'Own tariffs' }
export const INDICATIVE: Words = { fr: 'Indicatif', en: 'Indicative' }
export const RECONFIRM: Words = { fr: 'Prix à reconfirmer', en: 'Prices to be reconfirmed' }
