/** The keyboard of a modal dialog: never nowhere, in it nor after it. */
import { onBeforeUnmount, onMounted, type Ref } from 'vue'
import { isNowhere, toHeading } from '../lib/keyboard'
import { useHeldFocus } from './useHeldFocus'

/**
 * Where what has the keyboard is taken out of the dialog, or barred, as by what another counter does, the keyboard goes to the
 * dialog's heading, unless the dialog has a place of its own for that. After the dialog it goes back to what opened it; where
 * that is gone, or nothing had it, to the screen's heading.
 * @param isHeld whether something is under way that its closing would not end
 * @returns before: what had the keyboard as the dialog was opened; onFocus: hears what has it in the dialog
 */
export function useDialogFocus(
  dialog: Readonly<Ref<HTMLDialogElement | null>>,
  heading: Readonly<Ref<HTMLElement | null>>,
  isHeld: () => boolean,
) {
  let opener: Element | null = null
  const { onFocus } = useHeldFocus(dialog, () => heading.value)
  onMounted(() => (opener = document.activeElement))

  function keepOnScreen(): void {
    if (!isNowhere()) return
    const below = [...document.querySelectorAll('dialog[open]')].at(-1)
    toHeading((below ?? document).querySelector<HTMLElement>(below ? 'h2' : 'main h1'))
  }
  onBeforeUnmount(() => {
    // What was under way finds it a place with what comes of it.
    if (!isHeld()) requestAnimationFrame(keepOnScreen)
  })
  return {
    before: () => (opener instanceof HTMLElement && opener.isConnected ? opener : null),
    onFocus,
  }
}
