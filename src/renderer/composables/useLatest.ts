/** One question asked again and again, where only the newest answer counts and the last good one stays on the screen. */
import { onScopeDispose, ref, shallowRef } from 'vue'
import { isAborted } from '../api/client'

/** What may stand on the screen before a question is answered, for as long as it is the newest. */
export interface BeforeAnswer<R> {
  readonly show: (known: R) => void
  readonly fail: (cause: unknown) => void
}

/** A wait that is not yet felt: an answer within it changes nothing on the screen but itself. */
const UNFELT_MS = 80

export function useLatest<R>() {
  const data = shallowRef<R | null>(null)
  const error = shallowRef<unknown>(null)
  /** Whether the newest question has been waiting so long that it is felt. */
  const waiting = ref(false)
  let running: { readonly abort: AbortController; readonly over: Promise<unknown> } | null = null

  /** @returns whether this question's answer is the one that now stands. */
  function ask(question: (signal: AbortSignal, before: BeforeAnswer<R>) => Promise<R>): Promise<boolean> {
    running?.abort.abort()
    const abort = new AbortController()
    const over = answered(question, abort)
    running = { abort, over }
    return over
  }

  async function answered(
    question: (signal: AbortSignal, before: BeforeAnswer<R>) => Promise<R>,
    abort: AbortController,
  ): Promise<boolean> {
    const timer = setTimeout(() => (waiting.value = true), UNFELT_MS)
    const newest = () => !abort.signal.aborted
    let isOpen = true
    const before: BeforeAnswer<R> = {
      show(known) {
        if (!newest() || !isOpen) return
        data.value = known
        error.value = null
      },
      fail(cause) {
        if (newest() && isOpen && !isAborted(cause)) error.value = cause
      },
    }
    try {
      const answer = await question(abort.signal, before).finally(() => (isOpen = false))
      if (!newest()) return false
      data.value = answer
      error.value = null
      return true
    } catch (cause) {
      if (newest() && !isAborted(cause)) error.value = cause
      return false
    } finally {
      clearTimeout(timer)
      if (newest()) {
        running = null
        waiting.value = false
      }
    }
  }

  /** What stands is of something else than what is asked for next: nothing of it is shown, or acted upon, any more. */
  function forget(): void {
    running?.abort.abort()
    running = null
    data.value = null
    error.value = null
    waiting.value = false
  }

  const busy = () => running !== null

  /** Resolves once no question is under way, or, while one is, what it is asked for is not meant any more. */
  async function settled(isMeant = () => true): Promise<void> {
    while (running && isMeant()) await running.over
  }

  onScopeDispose(() => {
    running?.abort.abort()
    // Who waits for it to settle would wait without an end, and let nothing else of the page run.
    running = null
  })
  return { data, error, waiting, ask, forget, busy, settled }
}
