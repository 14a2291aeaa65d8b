import fc from 'fast-check'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../testing/folder.ts'
import { keepPlace, keptPlace, placeOn, SMALLEST, USUAL } from './window-place.ts'

const SCREEN = { x: 0, y: 0, width: 1920, height: 1040 }
const BESIDE = { x: 1920, y: 0, width: 1280, height: 984 }
const place = (x: number, y: number, width = 1000, height = 700) => ({
  x,
  y,
  width,
  height,
  maximized: false,
})

test('what is kept is read again; what is none is none', () => {
  const file = join(temporaryFolder(), 'window.json')
  expect(keptPlace(file)).toBeNull()
  keepPlace(file, { ...place(-5, 40), maximized: true })
  expect(keptPlace(file)).toEqual({ ...place(-5, 40), maximized: true })
  for (const text of ['', '{', 'null', '[]', '{"x":1}', '{"x":1e99,"y":0,"width":1,"height":1}', '"a"']) {
    writeFileSync(file, text)
    expect(keptPlace(file)).toBeNull()
  }
  keepPlace(join(file, 'nowhere', 'window.json'), place(0, 0))
})

test('it is where it was, as long as it can be seen there', () => {
  expect(placeOn(null, [SCREEN])).toEqual(USUAL)
  expect(placeOn(place(100, 80), [SCREEN])).toEqual({ x: 100, y: 80, width: 1000, height: 700 })
  expect(placeOn(place(2000, 80), [SCREEN, BESIDE])).toEqual({ x: 2000, y: 80, width: 1000, height: 700 })
  // The screen beside is gone; the upper edge is above the screen.
  expect(placeOn(place(2000, 80), [SCREEN])).toEqual({ width: 1000, height: 700 })
  expect(placeOn(place(100, -60), [SCREEN])).toEqual({ width: 1000, height: 700 })
  expect(placeOn(place(0, 0, 4000, 3000), [SCREEN])).toMatchObject({ width: 1920, height: 1040 })
  expect(placeOn(null, [{ x: 0, y: 0, width: 800, height: 600 }])).toEqual({ width: 800, height: 600 })
  expect(placeOn(place(0, 0), [])).toEqual({ width: 1000, height: 700 })
})

test('wherever it was, it can be taken hold of on one of the screens', () => {
  const whole = fc.integer({ min: -5000, max: 5000 })
  const size = fc.integer({ min: -100, max: 6000 })
  fc.assert(
    fc.property(whole, whole, size, size, (x, y, width, height) => {
      const found = placeOn(place(x, y, width, height), [SCREEN, BESIDE])
      expect(found.width).toBeGreaterThanOrEqual(SMALLEST.width)
      expect(found.height).toBeGreaterThanOrEqual(SMALLEST.height)
      if (found.x === undefined) return
      const { x: left, y: top } = found as Required<typeof found>
      const seen = [SCREEN, BESIDE].some(
        (one) =>
          left < one.x + one.width && left + found.width > one.x && top >= one.y && top < one.y + one.height,
      )
      expect(seen).toBe(true)
    }),
  )
})
