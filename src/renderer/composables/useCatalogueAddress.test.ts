import { createPinia } from 'pinia'
import { afterEach, expect, test, vi } from 'vitest'
import { createApp, effectScope, nextTick } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import { useCatalogueFilter } from '../stores/catalogue-filter'
import { useCatalogueAddress } from './useCatalogueAddress'

afterEach(() => vi.useRealTimers())

test('a product that is opened within the pause of typing is opened, however long it takes to come', async () => {
  vi.useFakeTimers()
  const screen = { render: () => null }
  const loaded = Promise.withResolvers<typeof screen>()
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [
      { path: '/', name: 'catalogue', component: screen },
      { path: '/produit/:id', name: 'product', component: () => loaded.promise },
    ],
  })
  const app = createApp(screen).use(createPinia()).use(router)
  await router.push('/')
  const scope = effectScope()
  const filter = app.runWithContext(() =>
    scope.run(() => {
      useCatalogueAddress()
      return useCatalogueFilter()
    }),
  )!
  filter.text = 'dépliants'
  await nextTick()
  const opened = router.push({ name: 'product', params: { id: 1 } })
  await vi.advanceTimersByTimeAsync(1_000)
  loaded.resolve(screen)
  await opened
  expect(router.currentRoute.value.name).toBe('product')
  scope.stop()
})
