/** Keeps the field that is written in where it is on the screen, whatever appears or goes above it. */
import { nextTick, watch } from 'vue'
import { isTyping } from './useShortcuts'

/** @param above what decides of that which stands above the fields */
export function useSteadyField(above: () => unknown): void {
  watch(above, async () => {
    const field = document.activeElement
    if (!isTyping(field)) return
    const before = field!.getBoundingClientRect().top
    await nextTick()
    if (document.activeElement !== field) return
    const moved = field!.getBoundingClientRect().top - before
    if (moved !== 0) window.scrollBy({ top: moved, behavior: 'instant' })
  })
}
