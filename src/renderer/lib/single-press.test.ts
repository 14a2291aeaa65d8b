import { expect, test } from 'vitest'
import { singlePresses } from './single-press.ts'

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
