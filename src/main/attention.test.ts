import { beforeEach, expect, test, vi } from 'vitest'
import { Attention } from './attention.ts'

const told = vi.hoisted(() => ({
  badges: [] as number[],
  shown: [] as { title: string; body: string; click: () => void }[],
}))
vi.mock('electron', () => ({
  app: { setBadgeCount: (count: number) => told.badges.push(count) },
  Notification: class {
    static isSupported = () => true
    readonly #told: { title: string; body: string }
    #click = () => {}
    constructor(options: { title: string; body: string }) {
      this.#told = options
    }
    on(_event: string, listener: () => void) {
      this.#click = listener
    }
    show() {
      told.shown.push({ ...this.#told, click: this.#click })
    }
  },
}))
beforeEach(() => {
  told.badges.length = told.shown.length = 0
})

test('what there is at the start is a number; more of it is said, to who does not look, once', () => {
  const show = vi.fn()
  let seen = false
  const { tell } = new Attention({ locale: () => 'fr', isSeen: () => seen, show })
  tell(2)
  expect(told.shown).toEqual([])
  tell(2)
  tell(3)
  tell(3)
  expect(told.shown).toHaveLength(1)
  expect(told.shown[0]!.body).toContain('3')
  told.shown[0]!.click()
  expect(show).toHaveBeenCalledTimes(1)
  tell(1)
  seen = true
  tell(4)
  expect(told.shown).toHaveLength(1)
  expect(told.badges).toEqual([2, 2, 3, 3, 1, 4])
})
