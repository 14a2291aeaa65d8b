/** One question asked again and again, where only the newest answer counts and the last good one stays on the screen. */
import { onScopeDispose, ref, shallowRef } from 'vue'
import { isAborted } from '../api/client'

export function useLatest<R>() {
  const data = shallowRef<R | null>(null)
  const error = shallowRef<unknown>(null)
  const pending = ref(false)
  let running: AbortController | null = null

  /** @returns whether this question's answer is the one that now stands. */
  async function ask(question: (signal: AbortSignal) => Promise<R>): Promise<boolean> {
    running?.abort()
    const own = (running = new AbortController())
    pending.value = true
    try {
      const answer = await question(own.signal)
      if (running !== own) return false
      data.value = answer
      error.value = null
      return true
    } catch (cause) {
      if (running === own && !isAborted(cause)) error.value = cause
      return false
    } finally {
      if (running === own) {
        running = null
        pending.value = false
      }
    }
  }

  onScopeDispose(() => running?.abort())
  return { data, error, pending, ask }
}
