/** What adds to the quote: its button, and Ctrl+Enter wherever the keyboard is. However it is pressed, one press is one line. */
import { computed, onBeforeUnmount, onMounted } from 'vue'
import { singlePresses } from '../lib/single-press'
import { isModal, leaveField } from './useShortcuts'

/**
 * @param configured what is added; null: nothing yet, a press leads to what is in the way
 * @param button that adds: it has the keyboard once it was added from a field
 */
export function useAddPress(
  configured: () => object | null,
  add: () => void,
  button: () => HTMLElement | null,
) {
  const said = computed(() => {
    const line = configured()
    return line && JSON.stringify(line)
  })
  const isMeant = singlePresses()

  /** The field that the keyboard was in as it was added from there. */
  let field: HTMLInputElement | null = null

  /** Who added from a field and types a number on means the next one there. */
  function backToField({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): void {
    if (ctrlKey || metaKey || altKey || !/^\d$/.test(key) || isModal()) return
    if (!field?.isConnected || document.activeElement !== button()) return
    field.focus()
    field.select()
  }

  function onKey(event: KeyboardEvent): void {
    backToField(event)
    if (!(event.ctrlKey || event.metaKey) || event.key !== 'Enter' || isModal()) return
    event.stopPropagation()
    // The button that gets the keyboard is not pressed by the same key.
    event.preventDefault()
    // What was typed counts, though its field was not left. The next letters are shortcuts.
    const from = document.activeElement
    if (leaveField()) {
      field = from instanceof HTMLInputElement ? from : null
      button()?.focus()
    }
    if (isMeant(event, said.value)) add()
  }
  // Before the field that has the focus: Enter alone chooses in its list.
  onMounted(() => window.addEventListener('keydown', onKey, true))
  onBeforeUnmount(() => window.removeEventListener('keydown', onKey, true))

  /** The button keeps the focus while it adds: the second click of a double one, and what a held key repeats, add nothing. */
  function onClick({ detail, timeStamp }: MouseEvent): void {
    const isByKey = detail === 0
    if (isByKey ? isMeant({ repeat: false, timeStamp }, said.value) : detail < 2) add()
  }
  return { onClick }
}
