// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createApp, effectScope } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import { useListPlace, type Place } from './useListPlace'

/** The browser's entry that is shown. */
const entry = {
  state: { current: '/', position: 3 } as object,
  replaceState: (state: object) => (entry.state = state),
}
beforeEach(() => {
  vi.stubGlobal('history', entry)
  entry.state = { current: '/', position: 3 }
})
afterEach(() => vi.unstubAllGlobals())

async function list(what: string, where: Place | null) {
  const screen = { render: () => null }
  const router = createRouter({ history: createMemoryHistory(), routes: [{ path: '/', component: screen }] })
  const app = createApp(screen).use(router)
  await router.push('/')
  return app.runWithContext(() =>
    effectScope().run(() =>
      useListPlace(
        () => what,
        () => where,
      ),
    ),
  )!
}

test('what was left is found by the entry of the history, else as it was left last', async () => {
  const place = { offset: 400, active: 'print:1' }
  ;(await list('flyers', place)).keep()
  expect(entry.state).toEqual({ current: '/', position: 3, list: { of: 'flyers', place } })
  expect((await list('flyers', null)).left()).toEqual(place)
  entry.state = { current: '/', position: 4 }
  expect((await list('flyers', null)).left()).toEqual(place)
  expect((await list('posters', null)).left()).toBeNull()
})

test('nothing is written to another entry, and what is no place is none', async () => {
  entry.state = { current: '/devis' }
  ;(await list('cards', { offset: 10, active: null })).keep()
  expect(entry.state).toEqual({ current: '/devis' })
  entry.state = { current: '/', list: { of: 'menus', place: 'x' } }
  expect((await list('menus', null)).left()).toBeNull()
})
