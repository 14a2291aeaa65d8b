import { effectScope } from 'vue'
import { expect, test } from 'vitest'
import { useLatest } from './useLatest'

test('who waits for an answer goes on once the screen that asked is left', async () => {
  const scope = effectScope()
  const { ask, settled, busy } = scope.run(() => useLatest<number>())!
  void ask(
    (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error()))),
  )
  const over = settled()
  scope.stop()
  await over
  expect(busy()).toBe(false)
})

test('a newer question is waited for, too', async () => {
  const scope = effectScope()
  const { ask, settled, data } = scope.run(() => useLatest<number>())!
  const first = Promise.withResolvers<number>()
  const second = Promise.withResolvers<number>()
  void ask(() => first.promise)
  const over = settled().then(() => data.value)
  void ask(() => second.promise)
  first.resolve(1)
  await first.promise
  second.resolve(2)
  expect(await over).toBe(2)
  scope.stop()
})
