/** Puts a text on the clipboard, and says that it is there, or that it has to be got otherwise. */
import { useI18n } from 'vue-i18n'
import { useToasts } from './useToasts'

export function useCopy() {
  const { t } = useI18n()
  const toasts = useToasts()
  /** @param copied what is said once it is there */
  return async (text: string, copied: string): Promise<void> => {
    try {
      // Over plain http to another machine browsers have none.
      await navigator.clipboard.writeText(text)
      toasts.done(copied)
    } catch {
      toasts.error(t('action.copyFailed'))
    }
  }
}
