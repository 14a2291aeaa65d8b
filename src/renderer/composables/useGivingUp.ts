/** What giving up a partner's part of an order is called, wherever it is offered or spoken of. */
import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import type { OutboxEntry } from '../api/types'

/** @param entry of the part */
export function useGivingUp(entry: () => OutboxEntry) {
  const { t } = useI18n()
  /** The partner, and whose it is: French elides before a vowel. */
  const part = computed(() => {
    const { partner } = entry()
    const vowel = /^[aeiouàâäéèêëîïôöûüœæ]/i.test(partner)
    return { partner, of: t(vowel ? 'outbox.ofPartnerVowel' : 'outbox.ofPartner', { partner }) }
  })
  /** What its button says. */
  const action = computed(() => (entry().endsOrder ? t('order.cancel') : t('outbox.cancelPart', part.value)))
  /** What comes after the order was made again: that is what changes of it what was ordered, or its VAT. */
  const afterAgain = computed(() =>
    entry().endsOrder ? t('outbox.thenCancel') : t('outbox.thenGiveUp', part.value),
  )
  return { part, action, afterAgain }
}
