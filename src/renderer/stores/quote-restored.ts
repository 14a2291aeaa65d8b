/** The quote of the last visit: it is there again after a reload, with what of it could not be saved. */
import { watch, type Ref } from 'vue'
import { answers, api, isUnknown } from '../api/client'
import type { Quote } from '../api/types'
import type { memoryOf, Unsaved } from '../lib/quote-draft'
import { inHandBeside } from '../lib/sale-memory'
import { useSession } from './session'

/**
 * A quote that is come back to: as the service has it, else as it was shown last where something of it could not be saved.
 * @throws ApiError where it is neither
 */
export async function foundAgain(
  id: number,
  unsaved: () => Unsaved | null,
): Promise<{ readonly quote: Quote; readonly gone: boolean }> {
  try {
    return { quote: await api.quote(id), gone: false }
  } catch (cause) {
    const last = isUnknown(cause) ? unsaved()?.quote : null
    if (!last) throw cause
    return { quote: last, gone: true }
  }
}

/** For so long a new quote of another window is waited for, while the service is slow. */
const SAVED_BY_MS = 4_000

/** What coming back to it needs. */
export interface RestoredQuote {
  readonly memory: Readonly<Ref<ReturnType<typeof memoryOf>>>
  /** Shows the quote, and goes on with what of it could not be saved. @param gone whether it is deleted */
  takeUp(answer: Quote, kept: Unsaved | null, gone: boolean): void
  /** Shows none. */
  close(): void
  /** Goes on with a new one that could not be saved. */
  resume(kept: Unsaved): void
}

export function quoteRestored({ memory, takeUp, close, resume }: RestoredQuote) {
  const session = useSession()

  /** One that is gone or decided is left alone, but for what waits there for a choice. */
  async function restore(): Promise<void> {
    const id = inHandBeside(memory.value.current())
    const unsaved = () => memory.value.unsaved(id)
    const kept = unsaved()
    if (id === null) return void (kept && resume(kept))
    try {
      const { quote, gone } = await foundAgain(id, unsaved)
      if (!kept && quote.state !== 'draft') close()
      else takeUp(quote, kept, gone)
    } catch (cause) {
      if (!isUnknown(cause)) throw cause
      close()
    }
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

  let joining: Promise<void> | null = null
  /** Goes on with the quote that another window has begun since this one looked; null: there is none. */
  function joined(): Promise<void> | null {
    const isKnown = inHandBeside(memory.value.current()) !== null
    if (!isKnown && answers() && memory.value.unsaved(null) !== null)
      return begunElsewhere().then(() => (memory.value.current() === null ? null : joined()) ?? undefined)
    if (!isKnown) return null
    if (joining === null) {
      restoring = null
      // Where it cannot be read, what is added here is a new one.
      joining = restored()
        .catch(() => undefined)
        .finally(() => (joining = null))
    }
    return joining
  }
  /** Resolves once another window's new quote is saved, or has not been for so long that what is added here is another. */
  const begunElsewhere = () =>
    new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer)
        window.removeEventListener('storage', look)
        resolve()
      }
      const look = () => {
        if (memory.value.current() !== null) done()
      }
      const timer = setTimeout(done, SAVED_BY_MS)
      window.addEventListener('storage', look)
    })
  return { restored, joined }
}
