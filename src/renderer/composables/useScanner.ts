/** A barcode that is scanned anywhere but in a text field opens its order or quote. */
import { onMounted, onScopeDispose } from 'vue'
import { useI18n } from 'vue-i18n'
import { useRouter } from 'vue-router'
import { api } from '../api/client'
import { numberIn, scans, type Numbered } from '../lib/scan'
import { useFailure } from './useFailure'
import { isModal, isTyping } from './useShortcuts'
import { quoteRoute } from './useStepOutcome'
import { useToasts } from './useToasts'

/** Goes to what a number names; where there is no such thing, that is said. */
export function useNumbered() {
  const { t } = useI18n()
  const router = useRouter()
  const toasts = useToasts()
  const { attempt } = useFailure()

  /** @returns whether it is there */
  async function go(named: Numbered): Promise<boolean> {
    if (named.kind === 'order') {
      if (!(await attempt(() => api.order(named.id)))) return false
      await router.push({ name: 'order', params: { id: named.id } })
      return true
    }
    const { number } = named
    const query = { search: number, state: '', limit: 20, offset: 0 } as const
    const found = await attempt(() => api.quotes(query))
    const quote = found?.entries.find((entry) => entry.number === number)
    if (found && !quote) toasts.error(t('scan.none', { number }))
    if (!quote) return false
    await router.push(quoteRoute(quote.id))
    return true
  }
  return { go, numberIn }
}

/** A search takes no number for a text: what is scanned in a field that says so is taken out of it again. */
const takesScans = (field: EventTarget | null): field is HTMLInputElement =>
  field instanceof HTMLInputElement && field.dataset['scan'] !== undefined

export function useScanner(): void {
  const { t } = useI18n()
  const toasts = useToasts()
  const { go } = useNumbered()
  const scanned = scans()
  /** The field and what it held before the first of the keys. */
  let before: { readonly field: HTMLInputElement; readonly text: string; readonly at: number } | null = null
  const SCAN_MS = 2000

  function onKey(event: KeyboardEvent): void {
    const { target, timeStamp, key } = event
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const field = takesScans(target) ? target : null
    if (isTyping(target) && !field) return
    if (field && (before?.field !== field || timeStamp - before.at > SCAN_MS))
      before = { field, text: field.value, at: timeStamp }
    const found = scanned(event)
    if (!found) {
      if (key === 'Enter') before = null
      return
    }
    // A text that is typed fast is none.
    if (field && found === 'foreign') return void (before = null)
    // Enter does what it is for to nothing that has the focus: a stray scan orders nothing.
    event.preventDefault()
    event.stopImmediatePropagation()
    if (found === 'foreign' || isModal())
      return toasts.error(t(found === 'foreign' ? 'scan.foreign' : 'scan.dialog'))
    if (field && before) {
      field.value = before.text
      field.dispatchEvent(new Event('input'))
    }
    before = null
    void go(found)
  }
  onMounted(() => window.addEventListener('keydown', onKey, true))
  onScopeDispose(() => window.removeEventListener('keydown', onKey, true))
}
