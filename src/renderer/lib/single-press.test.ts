import { expect, test, vi } from 'vitest'
import { once, singlePresses, withoutSecondEnter } from './single-press.ts'

const described = (fields: object) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, { value: value as unknown }]))

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

test('the Enter that closed a dialog does not open it again, held or doubled; a later one does', () => {
  const opener = new EventTarget()
  const press = (key: string, timeStamp: number, repeat = false) => {
    const event = new Event('keydown', { cancelable: true })
    opener.dispatchEvent(Object.defineProperties(event, described({ key, timeStamp, repeat })))
    return event.defaultPrevented
  }
  withoutSecondEnter(opener, 1000)
  expect(press('Enter', 1200)).toBe(true)
  expect(press(' ', 1250)).toBe(false)
  expect([press('Enter', 1700, true), press('Enter', 9000, true)], 'held').toEqual([true, true])
  expect([press('Enter', 9100), press('Enter', 9700, true)], 'pressed anew').toEqual([false, false])
  withoutSecondEnter(opener, 10_000)
  opener.dispatchEvent(new Event('blur'))
  expect(press('Enter', 10_100), 'it was elsewhere meanwhile').toBe(false)
})

test('what makes something is made once by a double press, however fast it is, and again later', async () => {
  let at = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => at)
  const given: number[] = []
  const make = once(async (n: number) => {
    await Promise.resolve()
    given.push(n)
  })
  const first = make(1)
  await make(2)
  await first
  at = 100
  await make(3)
  at = 700
  await make(4)
  expect(given).toEqual([1, 4])
  clock.mockRestore()
})
