/** A dialog that goes because what it asks about has changed, and not by the person before it. */
import { onBeforeUnmount } from 'vue'
import { useRouter } from 'vue-router'
import { useToasts } from './useToasts'

/**
 * Says so where it stood, also to who comes back a while later; who leaves the screen knows it.
 * @param words of what has changed; null: nothing is to be said
 */
export function useTakenAway(words: () => string | null) {
  const toasts = useToasts()
  const { currentRoute } = useRouter()
  const { path: opened } = currentRoute.value
  let isOver = false
  let isGone = false
  onBeforeUnmount(() => {
    isGone = true
    const said = isOver || currentRoute.value.path !== opened ? null : words()
    if (said !== null) toasts.error(said, { lasting: true })
  })
  return {
    /** The person has closed it, or done what it asks. */
    over: () => void (isOver = true),
    isGone: () => isGone,
  }
}
