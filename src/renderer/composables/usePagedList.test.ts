import { afterEach, expect, test, vi } from 'vitest'
import { createApp, effectScope, nextTick } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import { usePagedList } from './usePagedList'

afterEach(() => vi.useRealTimers())

test('an order that is opened within the pause of typing is opened, however long it takes to come', async () => {
  vi.useFakeTimers()
  const screen = { render: () => null }
  const loaded = Promise.withResolvers<typeof screen>()
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [
      { path: '/commandes', name: 'orders', component: screen },
      { path: '/commandes/:id', name: 'order', component: () => loaded.promise },
    ],
  })
  const app = createApp(screen).use(router)
  await router.push('/commandes')
  const scope = effectScope()
  const list = app.runWithContext(() =>
    scope.run(() => usePagedList(() => Promise.resolve({ entries: [], total: 0, unreadable: 0 }))),
  )!
  list.search.value = 'martin'
  await nextTick()
  const opened = router.push({ name: 'order', params: { id: 1 } })
  await vi.advanceTimersByTimeAsync(1_000)
  loaded.resolve(screen)
  await opened
  expect(router.currentRoute.value.name).toBe('order')
  scope.stop()
})
