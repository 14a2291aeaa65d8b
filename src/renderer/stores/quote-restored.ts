/** The quote of the last visit: it is there again after a reload, with what of it could not be saved. */
import { watch, type Ref } from 'vue'
import { api, ApiError } from '../api/client'
import type { Quote } from '../api/types'
import type { memoryOf, Unsaved } from '../lib/quote-draft'
import { useSession } from './session'

/** What coming back to it needs. */
export interface RestoredQuote {
  readonly memory: Readonly<Ref<ReturnType<typeof memoryOf>>>
  /** Shows the quote as the service has it. */
  take(answer: Quote): void
  /** Shows none. */
  close(): void
  /** Goes on with what could not be saved. */
  resume(kept: Unsaved): void
}

export function quoteRestored({ memory, take, close, resume }: RestoredQuote) {
  const session = useSession()

  /** One that is gone or decided is left alone. */
  async function restore(): Promise<void> {
    const id = memory.value.current()
    const kept = memory.value.unsaved(id)
    if (id !== null) {
      try {
        const answer = await api.quote(id)
        if (answer.state !== 'draft') return close()
        take(answer)
      } catch (cause) {
        if (!(cause instanceof ApiError && cause.status === 404)) throw cause
        return close()
      }
    }
    if (kept) resume(kept)
  }

  let restoring: Promise<void> | null = null
  /** Whoever needs the quote of the last visit waits for this; where it could not be read, it is read anew. */
  function restored(): Promise<void> {
    restoring ??= restore().catch((cause: unknown) => {
      restoring = null
      throw cause
    })
    return restoring
  }
  // Of whom the quote of the last visit is, is known with the session.
  watch(
    () => session.owner,
    () => {
      restoring = null
      void restored().catch(() => undefined)
    },
    { immediate: true, flush: 'sync' },
  )
  return restored
}
