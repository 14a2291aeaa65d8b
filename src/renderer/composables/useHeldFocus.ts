/** The keyboard of a part of the screen, where what has it is taken out, or barred, as by what another counter does. */
import { onScopeDispose, watch, type Ref } from 'vue'
import { isNowhere, toLastResort } from '../lib/keyboard'

/**
 * The keyboard then goes to a heading, unless somebody has a better place for it.
 * @returns onFocus: hears what has the keyboard in the part
 */
export function useHeldFocus(
  part: Readonly<Ref<HTMLElement | null>>,
  heading: () => HTMLElement | null,
  options?: FocusOptions,
) {
  let held: Element | null = null

  function keep(): void {
    if (!held || (held.isConnected && !held.matches(':disabled'))) return
    if (isNowhere() || document.activeElement === held) toLastResort(heading(), options)
    held = null
  }
  // A frame later: whoever has a better place for it has put it there by then.
  const watcher = new MutationObserver(() => requestAnimationFrame(keep))
  watch(
    part,
    (element) => {
      watcher.disconnect()
      if (element) watcher.observe(element, { childList: true, subtree: true, attributeFilter: ['disabled'] })
    },
    { immediate: true, flush: 'post' },
  )
  onScopeDispose(() => watcher.disconnect())
  return { onFocus: ({ target }: Event) => void (held = target as Element) }
}
