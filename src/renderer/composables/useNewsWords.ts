/** What another counter changed of the quote on the screen, in a sentence or two. */
import { useI18n } from 'vue-i18n'
import { beginningOf } from '../lib/beginning'
import type { News } from '../lib/quote-news'
import { useQuote } from '../stores/quote'
import { useLineChanges } from './useLineChanges'
import { useQuoteFields } from './useQuoteFields'

/** Longer contents are read in their field. */
const SHOWN_CHARS = 40

export function useNewsWords() {
  const { t } = useI18n()
  const { label, content } = useQuoteFields()
  const store = useQuote()
  const { changesIn } = useLineChanges()

  const cut = (text: string) => beginningOf(text, SHOWN_CHARS)

  /** How the quote stands by now, where it stands otherwise. */
  function standing({ state, givenUp, revision }: News): string | null {
    if (givenUp) return t('elsewhere.givenUp')
    const now = state ?? store.quote?.state
    if (revision !== null && now === 'draft') return t('elsewhere.revised', { revision })
    if (revision !== null && now === 'sent') return t('elsewhere.revisionSent', { revision })
    return state && state !== 'draft' ? t(`elsewhere.${state}`) : null
  }

  return (news: News): string => {
    const { fields, state, lines, moved } = news
    const ofLines = changesIn(lines, moved)
    const stands = standing(news)
    const changed = [
      ...fields
        .filter(({ field }) => field !== 'lines' || ofLines === '')
        .map((each) =>
          t('elsewhere.field', {
            name: label(each),
            now: cut(content(each.field, each.now, store.theirs ?? store.quote)),
          }),
        ),
      ...(ofLines ? [t('lineChange.lines', { lines: ofLines })] : []),
    ].join(t('elsewhere.join'))
    return [
      stands,
      state && (state === 'sent' || state === 'accepted') && t('elsewhere.still'),
      changed && t('elsewhere.changed', { fields: changed }),
      !changed && !stands && t('quote.renewed'),
    ]
      .filter(Boolean)
      .join(' ')
  }
}
