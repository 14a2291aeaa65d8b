/** A barcode that is scanned opens its order or quote, wherever the cursor stands: a field has back what it held. */
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

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** What types into a field, which has a text back; a password is looked at by nobody. */
const fieldOf = (target: EventTarget | null): Field | null =>
  isTyping(target) &&
  'value' in target! &&
  !(target instanceof HTMLInputElement && target.type === 'password')
    ? (target as Field)
    : null

/** A search takes no number for a text: one that is all that it holds is gone to with Enter, however it came there. */
const isSearch = (field: Field | null): boolean => field?.dataset['scan'] !== undefined

/** As if a person had written it. What hears of a text only when its field is left hears of it now: a browser tells of none that a script wrote. */
function write(field: Field, text: string): void {
  if (field.value === text) return
  field.value = text
  field.dispatchEvent(new Event('input', { bubbles: true }))
  if (!isSearch(field)) field.dispatchEvent(new Event('change', { bubbles: true }))
}

export function useScanner(): void {
  const { t } = useI18n()
  const toasts = useToasts()
  const { go } = useNumbered()
  const scanned = scans()

  /** A number that is all that a search holds is gone to however it came there; one that is not there can be put right. */
  async function goTo(named: Numbered, field: Field): Promise<void> {
    const text = field.value
    write(field, '')
    if (!(await go(named)) && field.isConnected && field.value === '') write(field, text)
  }

  function onKey(event: KeyboardEvent): void {
    const { target, key, code, timeStamp, repeat } = event
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const field = fieldOf(target)
    if (isTyping(target) && !field) return
    const found = scanned({ key, code, timeStamp, repeat, held: field?.value, target })
    const isWhole = key === 'Enter' && !event.shiftKey && isSearch(field) && !isModal()
    const whole = isWhole ? numberIn(field!.value) : null
    // A text that is typed fast is no product's code in a field.
    const isFound = found !== null && !(field && found === 'foreign')
    if (!isFound && !whole) return
    // Enter does what it is for to nothing that has the focus: a stray scan orders nothing.
    event.preventDefault()
    event.stopImmediatePropagation()
    if (!isFound) return void goTo(whole!, field!)
    if (found === 'foreign') return toasts.error(t('scan.foreign'))
    if (field) write(field, found.held ?? beforeNumber(field.value))
    // A letter may have moved the focus to a field that takes a person's typing.
    if (found.target !== target && found.target instanceof HTMLElement) found.target.focus()
    if (isModal() && !isSearch(field)) return toasts.error(t('scan.dialog'))
    void go(found.named)
  }
  onMounted(() => window.addEventListener('keydown', onKey, true))
  onScopeDispose(() => window.removeEventListener('keydown', onKey, true))
}
