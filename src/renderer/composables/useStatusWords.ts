/** The statuses of orders and of their transmissions in words. */
import { watch } from 'vue'
import { useI18n } from 'vue-i18n'
import { isUnmadeThere, readableWord, stateReadAs } from '../../domain/shared/order-states.ts'

export function useStatusWords() {
  const { t, locale } = useI18n()
  const read = (word: string) => readableWord(word, locale.value === 'en' ? 'en' : 'fr')
  /** A partner's own word is shown as it is read, unless it reads as one of ours. */
  function statusWords(status: string): string {
    const known = isUnmadeThere(status) ? status : stateReadAs(status)
    return known === null ? read(status) : t(`orderStatus.${known}`)
  }

  /**
   * What a status has become since a question about it was opened.
   * @returns the words of the other one; null: it is the same
   */
  function statusSince(asking: () => boolean, status: () => string): () => string | null {
    let then = status()
    watch(asking, (is) => void (is && (then = status())))
    return () => (status() === then ? null : statusWords(status()))
  }
  return { statusWords, statusSince }
}
