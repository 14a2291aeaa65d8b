/** The window's title: what is on the screen, the screen, the application. */
import { onScopeDispose, shallowRef, toValue, watchEffect, type MaybeRefOrGetter } from 'vue'

/** The number or name of what the screen shows; null where the screen's own name says it all. */
export const subject = shallowRef<string | null>(null)

/** Names in the window's title what a screen shows, for as long as it does. */
export function useTitle(text: MaybeRefOrGetter<string | null | undefined>): void {
  let own: string | null = null
  watchEffect(() => {
    own = toValue(text) ?? null
    subject.value = own
  })
  // The next screen may have named its own already.
  onScopeDispose(() => {
    if (subject.value === own) subject.value = null
  })
}
