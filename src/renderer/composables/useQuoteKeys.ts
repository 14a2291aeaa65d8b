/** What is done with a quote by the keyboard, wherever the focus is: save, take back what was removed, send. */
import { onBeforeUnmount, onMounted, type Ref } from 'vue'
import { useQuote } from '../stores/quote'
import { isModal, isTyping } from './useShortcuts'

export interface QuoteKeys {
  save(): unknown
  undo(): unknown
  send(): unknown
  readonly sendable: Readonly<Ref<boolean>>
}

export function useQuoteKeys({ save, undo, send, sendable }: QuoteKeys): void {
  const store = useQuote()

  function onKey(event: KeyboardEvent): void {
    if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
    const key = event.key.toLowerCase()
    const undoes = key === 'z' && store.removed.length > 0 && !isModal()
    const sends = key === 'enter' && sendable.value && !isModal()
    // In a field it takes back what was typed.
    if (key !== 's' && !sends && !(undoes && !isTyping(event.target))) return
    event.preventDefault()
    if (event.repeat && sends) return
    if (sends) void send()
    else void (key === 's' ? save() : undo())
  }

  onMounted(() => window.addEventListener('keydown', onKey))
  onBeforeUnmount(() => window.removeEventListener('keydown', onKey))
}
