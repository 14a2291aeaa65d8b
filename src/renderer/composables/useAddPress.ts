/** What adds to the quote: its button, and Ctrl+Enter wherever the keyboard is. However it is pressed, one press is one line. */
import { computed, onBeforeUnmount, onMounted } from 'vue'
import { singlePresses } from '../lib/single-press'
import { isModal, leaveField } from './useShortcuts'

/**
 * @param configured what is added; null: nothing yet, a press leads to what is in the way
 * @param toButton puts the keyboard on the button that adds
 */
export function useAddPress(configured: () => object | null, add: () => void, toButton: () => void) {
  const said = computed(() => {
    const line = configured()
    return line && JSON.stringify(line)
  })
  const isMeant = singlePresses()

  function onKey(event: KeyboardEvent): void {
    if (!(event.ctrlKey || event.metaKey) || event.key !== 'Enter' || isModal()) return
    event.stopPropagation()
    // The button that gets the keyboard is not pressed by the same key.
    event.preventDefault()
    // What was typed counts, though its field was not left. The next letters are shortcuts.
    if (leaveField()) toButton()
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
