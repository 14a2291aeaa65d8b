import { expect, onTestFinished, test, vi } from 'vitest'
import { singlePresses, withoutSecondEnter } from './single-press.ts'

test('a key that is held, or pressed twice, is pressed once', () => {
  const isMeant = singlePresses()
  const press = (timeStamp: number, what: string | null, repeat = false) =>
    isMeant({ repeat, timeStamp }, what)
  expect(press(0, 'flyers')).toBe(true)
  expect([press(60, 'flyers'), press(400, 'flyers'), press(850, 'flyers')]).toEqual([false, false, false])
  expect(press(1400, 'flyers')).toBe(true)
  expect([press(1900, 'flyers', true), press(3000, 'flyers', true)]).toEqual([false, false])
  expect(press(3600, 'flyers')).toBe(true)
  expect([press(3660, 'posters'), press(3700, 'posters')]).toEqual([true, false])
  expect([press(3750, null), press(3760, null)]).toEqual([true, true])
})

test('the second of a double Enter that closed a dialog does not open it again; a later one does', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const opener = new EventTarget()
  const press = (key: string, timeStamp: number) => {
    const event = new Event('keydown', { cancelable: true })
    opener.dispatchEvent(
      Object.defineProperties(event, { key: { value: key }, timeStamp: { value: timeStamp } }),
    )
    return event.defaultPrevented
  }
  withoutSecondEnter(opener, 1000)
  expect(press('Enter', 1200)).toBe(true)
  expect(press(' ', 1250)).toBe(false)
  expect(press('Enter', 1700)).toBe(false)
  vi.runAllTimers()
  expect(press('Enter', 1200), 'it is forgotten').toBe(false)
})
