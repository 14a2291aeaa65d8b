/** What a quote is called: a draft by its id until it has a number, a revision by its number and which one it is. */
import { useI18n } from 'vue-i18n'
import type { Quote } from '../api/types'

export type Named = Pick<Quote, 'id' | 'number' | 'state' | 'revision'>

/** Whether it was never sent nor ordered, so that nobody but the desk knows it. */
export const hasNoNumber = ({ state, revision }: Named) => state === 'draft' && revision === 1

export function useQuoteName() {
  const { t } = useI18n()
  const number = (quote: Named) =>
    quote.revision > 1 ? t('quote.revised', { number: quote.number, revision: quote.revision }) : quote.number
  return {
    /** In a list: `Brouillon 12`, `D2026-K7-0012 rév. 2`. */
    number,
    /** As a title: `Brouillon 12`, `Devis D2026-K7-0012`. */
    titled: (quote: Named) =>
      hasNoNumber(quote) ? quote.number : t('quote.title', { number: number(quote) }),
    /** In a sentence: `brouillon 12`, `devis D2026-K7-0012`. */
    named: (quote: Named) =>
      hasNoNumber(quote)
        ? t('quote.namedDraft', { id: quote.id })
        : t('quote.named', { number: number(quote) }),
    /** A draft in a sentence, by its id alone. */
    namedDraft: (id: number) => t('quote.namedDraft', { id }),
  }
}
