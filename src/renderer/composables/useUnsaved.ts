/** Asks before a screen is left on which something is written that nothing keeps: for another one, or with the page. */
import { onBeforeUnmount, onMounted, shallowRef } from 'vue'
import { onBeforeRouteLeave, onBeforeRouteUpdate } from 'vue-router'

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

  /** The browser asks in its own words. The desktop's window would be kept open without any. */
  const hold = (event: BeforeUnloadEvent) => isWritten() && event.preventDefault()
  onMounted(() => 'comptoirDesktop' in window || window.addEventListener('beforeunload', hold))
  onBeforeUnmount(() => window.removeEventListener('beforeunload', hold))

  return { asked }
}
