import { onScopeDispose, readonly, ref } from 'vue'

/** Whether a media query holds, for what style sheets alone cannot decide. */
export function useMediaQuery(query: string) {
  const list = matchMedia(query)
  const matches = ref(list.matches)
  const follow = (event: MediaQueryListEvent) => (matches.value = event.matches)
  list.addEventListener('change', follow)
  onScopeDispose(() => list.removeEventListener('change', follow))
  return readonly(matches)
}
