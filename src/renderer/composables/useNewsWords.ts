/** What another counter changed of the quote on the screen, in a sentence or two. */
import { useI18n } from 'vue-i18n'
import type { News } from '../lib/quote-draft'
import { useQuote } from '../stores/quote'
import { useLineChanges } from './useLineChanges'
import { useQuoteFields } from './useQuoteFields'

/** Longer contents are read in their field. */
const SHOWN_CHARS = 40

export function useNewsWords() {
  const { t } = useI18n()
  const { label, content } = useQuoteFields()
  const store = useQuote()
  const changes = useLineChanges()

  const cut = (text: string) =>
    text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS).trimEnd()}…` : text

  return ({ fields, state, givenUp, lines }: News): string => {
    const changed = [
      ...fields
        .filter(({ field }) => field !== 'lines' || lines.length === 0)
        .map((each) =>
          t('elsewhere.field', { name: label(each), now: cut(content(each.field, each.now, store.quote)) }),
        ),
      ...(lines.length > 0 ? [t('lineChange.lines', { lines: changes(lines) })] : []),
    ].join(t('elsewhere.join'))
    return [
      state && state !== 'draft' && t(`elsewhere.${givenUp ? 'givenUp' : state}`),
      state && (state === 'sent' || state === 'accepted') && t('elsewhere.still'),
      changed && t('elsewhere.changed', { fields: changed }),
      !changed && (state === null || state === 'draft') && t('quote.renewed'),
    ]
      .filter(Boolean)
      .join(' ')
  }
}
