import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ICNS_SIZES } from './containers.ts'

const RESOURCES = join(import.meta.dirname, '../../resources')
const read = (name: string) => readFileSync(join(RESOURCES, name))

/** Of a PNG picture. */
function sizeOf(png: Buffer): number {
  expect(png.subarray(1, 4).toString('latin1')).toBe('PNG')
  expect(png.readUInt32BE(16)).toBe(png.readUInt32BE(20))
  return png.readUInt32BE(16)
}

test('icon.ico has each of its pictures, of the size that its directory says', () => {
  const ico = read('icon.ico')
  const sizes = Array.from({ length: ico.readUInt16LE(4) }, (_, i) => {
    const entry = 6 + 16 * i
    const size = sizeOf(ico.subarray(ico.readUInt32LE(entry + 12)).subarray(0, ico.readUInt32LE(entry + 8)))
    expect(ico.readUInt8(entry)).toBe(size % 256)
    return size
  })
  expect(sizes).toEqual([16, 24, 32, 48, 64, 128, 256])
})

test('icon.icns has a picture of every size, whole', () => {
  const icns = read('icon.icns')
  expect(icns.subarray(0, 4).toString()).toBe('icns')
  expect(icns.readUInt32BE(4)).toBe(icns.length)
  const sizes = new Set<number>()
  for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4)) sizes.add(sizeOf(icns.subarray(at + 8)))
  expect([...sizes].sort((a, b) => a - b)).toEqual([...ICNS_SIZES].sort((a, b) => a - b))
})

test.each([
  ...[16, 24, 32, 48, 64, 128, 256, 512].map((size) => [join('icons', `${size}x${size}.png`), size] as const),
  ['icon.png', 512] as const,
  ['tray.png', 16] as const,
  ['tray@2x.png', 32] as const,
])('%s is %i pixels wide and high', (name, size) => {
  expect(sizeOf(read(name))).toBe(size)
})
