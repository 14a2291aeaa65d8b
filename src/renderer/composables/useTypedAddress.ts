/** Writes what is typed into the address of a screen, once the typing pauses. */
import { onScopeDispose } from 'vue'
import { useRoute, useRouter, type LocationQueryRaw } from 'vue-router'

const TYPING_PAUSE_MS = 150

export function useTypedAddress() {
  const route = useRoute()
  const router = useRouter()
  const { path: screen } = route
  let timer: ReturnType<typeof setTimeout> | undefined
  /** another screen is on its way: an address written now would call it off */
  let leaving = false
  const stops = [
    router.beforeEach((to) => {
      leaving = to.path !== screen
    }),
    router.afterEach(() => {
      leaving = false
    }),
  ]
  const forget = () => clearTimeout(timer)
  onScopeDispose(() => {
    forget()
    for (const stop of stops) stop()
  })
  return {
    /** Whether the screen is shown, and no other screen is on its way. */
    isHere: () => !leaving && route.path === screen,
    /** Puts these among what the address says. */
    write(change: LocationQueryRaw): void {
      if (!leaving) void router.replace({ query: { ...route.query, ...change } })
    },
    /** Has `work` done after a pause, in place of what waits for one. */
    afterPause(work: () => void): void {
      forget()
      timer = setTimeout(work, TYPING_PAUSE_MS)
    },
    /** Nothing is left to be written. */
    forget,
  }
}
