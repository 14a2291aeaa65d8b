import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { effectScope, nextTick, shallowRef } from 'vue'
import type { QuoteLineInput } from '../api/types'
import { useRecent } from './useRecent'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const line = (id: number): QuoteLineInput => ({ area: 'print', line: { produit: id }, delai: null })

test('what stands for a moment is noted once, and what is left before that on leaving', async () => {
  const now = shallowRef<QuoteLineInput | null>(null)
  const note = vi.fn(() => Promise.resolve())
  const scope = effectScope()
  scope.run(() => useRecent(() => now.value, note))
  for (const id of [1, 2, 3]) {
    now.value = line(id)
    await nextTick()
    vi.advanceTimersByTime(500)
  }
  expect(note).not.toHaveBeenCalled()
  vi.advanceTimersByTime(2_000)
  now.value = line(3)
  await nextTick()
  vi.advanceTimersByTime(2_000)
  expect(note.mock.calls).toEqual([[line(3)]])
  now.value = line(4)
  await nextTick()
  now.value = null
  await nextTick()
  scope.stop()
  expect(note.mock.calls).toEqual([[line(3)], [line(4)]])
})
