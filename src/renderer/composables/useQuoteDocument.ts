/** The document of a quote as it is on the screen: what is written here is saved before it is made. */
import { onScopeDispose, ref } from 'vue'
import { useI18n } from 'vue-i18n'
import { api, isAborted } from '../api/client'
import type { Quote } from '../api/types'
import { saveFile } from '../lib/save-file'
import { useQuote } from '../stores/quote'
import { useFailure } from './useFailure'
import { stoppedAtUnread } from './useReadable'
import { useToasts } from './useToasts'

/** @param of the quote @param revision of those that were sent; null: as it stands */
export function useQuoteDocument(of: () => Quote, revision: number | null = null) {
  const { t } = useI18n()
  const store = useQuote()
  const toasts = useToasts()
  const { tell } = useFailure()
  /** While one is made, or what it is made of is saved, no other one is. */
  const busy = ref(false)
  const leaving = new AbortController()
  onScopeDispose(() => leaving.abort())

  /** Whether the service has all that is written. */
  async function isSaved(): Promise<boolean> {
    if (revision !== null || store.quote?.id !== of().id) return true
    if (stoppedAtUnread(document.body)) return false
    await store.save()
    if (!store.dirty && !store.theirs && !store.deleted) return true
    toasts.error(t('document.notSaved'))
    return false
  }

  async function once(task: () => Promise<void>): Promise<void> {
    if (busy.value) return
    busy.value = true
    try {
      if (await isSaved()) await task()
    } catch (cause) {
      if (!isAborted(cause)) tell(cause)
    } finally {
      busy.value = false
    }
  }

  const query: Readonly<Record<string, number>> = revision === null ? {} : { revision }
  const save = () =>
    once(async () => {
      const { file, name } = await api.quotePdf(of().id, query, leaving.signal)
      saveFile(file, name)
    })
  return { busy, once, save }
}
