/** What one order, or its part, on its way to a partner is recognised by, in words. */
import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import type { OutboxEntry } from '../api/types'
import { useFormat } from './useFormat'

export function useOutboxWords(entry: () => OutboxEntry) {
  const { t } = useI18n()
  const { quantity } = useFormat()

  /** What is ordered, as short as an order is recognised by. */
  const ordered = computed(() => {
    const { lines, lineCount } = entry()
    const more = lineCount - lines.length
    return [
      ...lines.map(({ name, quantity: copies }) => t('outbox.line', { quantity: quantity(copies), name })),
      ...(more > 0 ? [t('outbox.moreLines', { count: quantity(more) }, more)] : []),
    ]
  })
  /** How often the order itself was sent: a cart that was tried orders nothing. */
  const sendings = computed(() => {
    const { attempts, received } = entry()
    if (attempts > 0) return quantity(attempts)
    return t(received === 'no' ? 'outbox.sentNever' : 'outbox.sentUnknown')
  })

  return { ordered, sendings }
}
