/** What has become of a partner's part of an order while a question about it was open. */
import { useI18n } from 'vue-i18n'
import { orderNumber } from '../../domain/shared/numbers.ts'
import type { OutboxEntry } from '../api/types'
import { useStatusWords } from './useStatusWords'

/** @returns it in words, for a question that goes by somebody else's doing */
export function usePartMeanwhile(entry: () => OutboxEntry, asking: () => boolean): () => string {
  const { t } = useI18n()
  const { statusSince } = useStatusWords()
  const since = statusSince(asking, () => entry().state)
  return () => {
    const { order, partner } = entry()
    const told = { number: orderNumber(order), partner }
    const status = since()
    return status === null ? t('outbox.gone', told) : t('outbox.goneTo', { ...told, status })
  }
}
