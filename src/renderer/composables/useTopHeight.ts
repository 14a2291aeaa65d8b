/** How much of the window the header takes with what is said below it, for all that must not lie beneath: `--top`. */
import { onScopeDispose, watch, type Ref } from 'vue'

/** Between the top and the field that is typed in. */
const GAP_PX = 8

/** Scrolls the field that is typed in from under the top, which has grown over it. */
function uncover(height: number): void {
  const field = document.activeElement
  if (!(field instanceof HTMLElement) || !field.matches('main :is(input, textarea, select)')) return
  const { top, bottom } = field.getBoundingClientRect()
  if (bottom > 0 && top < height) window.scrollBy(0, top - height - GAP_PX)
}

export function useTopHeight(element: Readonly<Ref<HTMLElement | null>>): void {
  const root = document.documentElement
  const observer = new ResizeObserver(([entry]) => {
    const height = entry!.target.getBoundingClientRect().height
    root.style.setProperty('--top', `${height}px`)
    if (getComputedStyle(entry!.target).position === 'sticky') uncover(height)
  })
  watch(element, (now, before) => {
    if (before) observer.unobserve(before)
    if (now) observer.observe(now)
    else root.style.removeProperty('--top')
  })
  onScopeDispose(() => observer.disconnect())
}
