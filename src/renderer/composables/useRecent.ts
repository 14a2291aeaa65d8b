/** Notes what stands in the configurator, once it has stood there for a moment, or is left. */
import { onScopeDispose, watch } from 'vue'
import type { QuoteLineInput } from '../api/types'

const STANDS_MS = 1_500

/** @param now what is configured; null while it cannot be ordered */
export function useRecent(
  now: () => QuoteLineInput | null,
  note: (line: QuoteLineInput) => Promise<unknown>,
): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let waiting: QuoteLineInput | null = null
  let noted = ''

  function tell(): void {
    clearTimeout(timer)
    const text = JSON.stringify(waiting)
    if (waiting && text !== noted) void note(waiting)
    noted = text
    waiting = null
  }

  watch(
    now,
    (line) => {
      if (!line) return
      waiting = line
      clearTimeout(timer)
      timer = setTimeout(tell, STANDS_MS)
    },
    { immediate: true },
  )
  onScopeDispose(tell)
}
