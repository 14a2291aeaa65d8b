/** A barcode that is scanned anywhere but in a text field opens its order or quote. */
import { onMounted, onScopeDispose } from 'vue'
import { useI18n } from 'vue-i18n'
import { useRouter } from 'vue-router'
import { api } from '../api/client'
import { beforeNumber, numberIn, scans, type Numbered } from '../lib/scan'
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

function write(field: HTMLInputElement, text: string): void {
  field.value = text
  field.dispatchEvent(new Event('input'))
}

export function useScanner(): void {
  const { t } = useI18n()
  const toasts = useToasts()
  const { go } = useNumbered()
  const scanned = scans()

  /** A number that is all that a search holds is gone to however it came there; one that is not there can be put right. */
  async function goTo(named: Numbered, field: HTMLInputElement): Promise<void> {
    const text = field.value
    write(field, '')
    if (!(await go(named)) && field.isConnected && field.value === '') write(field, text)
  }

  function onKey(event: KeyboardEvent): void {
    const { target, key, code, timeStamp, repeat } = event
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const field = takesScans(target) ? target : null
    if (isTyping(target) && !field) return
    const found = scanned({ key, code, timeStamp, repeat, held: field?.value })
    const isWhole = key === 'Enter' && !event.shiftKey && field !== null && !isModal()
    const whole = isWhole ? numberIn(field.value) : null
    // A text that is typed fast is no product's code in a field.
    const isFound = found !== null && !(field && found === 'foreign')
    if (!isFound && !whole) return
    // Enter does what it is for to nothing that has the focus: a stray scan orders nothing.
    event.preventDefault()
    event.stopImmediatePropagation()
    if (!isFound) return void goTo(whole!, field!)
    if (found === 'foreign') return toasts.error(t('scan.foreign'))
    if (isModal() && !field) return toasts.error(t('scan.dialog'))
    if (field) write(field, found.held ?? beforeNumber(field.value))
    void go(found.named)
  }
  onMounted(() => window.addEventListener('keydown', onKey, true))
  onScopeDispose(() => window.removeEventListener('keydown', onKey, true))
}
