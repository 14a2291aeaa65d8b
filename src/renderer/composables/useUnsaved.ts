/** Asks before a screen is left on which something is written that nothing keeps: for another one, or with the page. */
import { shallowRef } from 'vue'
import { onBeforeRouteLeave, onBeforeRouteUpdate } from 'vue-router'
import { useHeldPage } from './useHeldPage'

export function useUnsaved(isWritten: () => boolean) {
  /** Answers whether to leave, while that is asked. */
  const asked = shallowRef<((leave: boolean) => void) | null>(null)

  function ask(): true | Promise<boolean> {
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
