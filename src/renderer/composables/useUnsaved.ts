/** Asks before a screen is left on which something is written that nothing keeps: for another one, or with the page. */
import { shallowRef, watch } from 'vue'
import { onBeforeRouteLeave, onBeforeRouteUpdate } from 'vue-router'
import { useHeldPage } from './useHeldPage'

/** @param isSaving whether it is being saved: what comes of that is waited for, and may leave nothing to ask */
export function useUnsaved(isWritten: () => boolean, isSaving: () => boolean) {
  /** Answers whether to leave, while that is asked. */
  const asked = shallowRef<((leave: boolean) => void) | null>(null)

  const saved = () =>
    new Promise<void>((resolve) => {
      watch(isSaving, () => resolve(), { once: true })
    })

  async function ask(): Promise<boolean> {
    if (isSaving()) await saved()
    // Who goes elsewhere meanwhile is asked of that.
    asked.value?.(false)
    if (!isWritten()) return true
    return new Promise((resolve) => {
      asked.value = (leave) => {
        asked.value = null
        resolve(leave)
      }
    })
  }
  onBeforeRouteLeave(ask)
  onBeforeRouteUpdate((to, from) => to.path === from.path || ask())
  useHeldPage(isWritten)

  return { asked }
}
