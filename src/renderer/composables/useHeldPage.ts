/** Holds the page itself, against a reload or the closing of its window, while something is written that nothing keeps. */
import { onBeforeUnmount, onMounted } from 'vue'

export function useHeldPage(isWritten: () => boolean): void {
  /** The browser asks in its own words. The desktop's window would be kept open without any. */
  const hold = (event: BeforeUnloadEvent) => isWritten() && event.preventDefault()
  onMounted(() => 'comptoirDesktop' in window || window.addEventListener('beforeunload', hold))
  onBeforeUnmount(() => window.removeEventListener('beforeunload', hold))
}
