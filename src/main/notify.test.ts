import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test, vi } from 'vitest'
import { notify } from './notify.ts'

/** As Electron holds them: not at all. */
const shown = vi.hoisted(() => [] as WeakRef<{ click: () => void }>[])
vi.mock('electron', () => ({
  Notification: class {
    static isSupported = () => true
    click = () => {}
    on(_event: string, listener: () => void) {
      this.click = listener
    }
    show() {
      shown.push(new WeakRef(this))
    }
  },
}))

setFlagsFromString('--expose_gc')
const collect = runInNewContext('gc') as () => void

test('a click does what it is for long after, and those of long ago are let go', async () => {
  const clicked = vi.fn()
  for (let made = 0; made < 30; made++) notify('Comptoir', String(made), () => clicked(made))
  await nextTurn()
  collect()
  shown.at(-1)!.deref()!.click()
  expect(clicked).toHaveBeenCalledWith(29)
  expect(shown.filter((one) => one.deref()).length).toBeLessThanOrEqual(20)
})
