/** What has become of a partner's part of an order while a question about it was open. */
import { useI18n } from 'vue-i18n'
import { orderNumber } from '../../domain/shared/numbers.ts'
import type { OutboxEntry } from '../api/types'
import { useStatusWords } from './useStatusWords'

/** @returns it in words, for a question that goes by somebody else's doing */
export function usePartMeanwhile(entry: () => OutboxEntry, asking: () => boolean): () => string {
  const { statusSince } = useStatusWords()
  const words = usePartGone()
  const since = statusSince(asking, () => entry().state)
  return () => words(entry(), since())
}

/** @returns the words for a part that is another than it was shown; its status in words, null: nobody can say, or it is the same */
export function usePartGone() {
  const { t } = useI18n()
  return ({ order, partner }: Pick<OutboxEntry, 'order' | 'partner'>, status: string | null): string => {
    const told = { number: orderNumber(order), partner }
    return status === null ? t('outbox.gone', told) : t('outbox.goneTo', { ...told, status })
  }
}
