/** How much of the window something that is pinned below the header takes, for all that the keyboard goes to: `--pinned`. */
import { onScopeDispose, watch, type Ref } from 'vue'

/** Between the header and it. */
const GAP_PX = 8

export function usePinnedHeight(element: Readonly<Ref<HTMLElement | null>>): void {
  const root = document.documentElement
  const observer = new ResizeObserver(([entry]) => {
    const pinned = getComputedStyle(entry!.target).position === 'sticky'
    const height = entry!.target.getBoundingClientRect().height + GAP_PX
    root.style.setProperty('--pinned', pinned ? `${height}px` : '0px')
  })
  watch(element, (now) => now && observer.observe(now), { immediate: true })
  onScopeDispose(() => {
    observer.disconnect()
    root.style.removeProperty('--pinned')
  })
}
