import fc from 'fast-check'
import { expect, test } from 'vitest'
import { restored, storable } from './text.ts'

const text = fc.string({ unit: fc.constantFrom('a', '\0', '\u{F0000}', '\u{F0001}', '\u{F0002}', 'é', '"') })

test('every text comes back as it was, without a character that PostgreSQL does not hold', () => {
  fc.assert(
    fc.property(text, (before) => {
      const kept = storable(before) as string
      expect(kept).not.toContain('\0')
      expect(restored(kept)).toBe(before)
    }),
  )
})

test('JSON is JSON when it comes back', () => {
  fc.assert(
    fc.property(text, (before) => {
      const kept = storable(JSON.stringify({ before })) as string
      expect(JSON.parse(restored(kept))).toEqual({ before })
    }),
  )
})

test('what was kept before texts were escaped whole is read as then', () => {
  expect(restored('a\u{F0000}b')).toBe('a\0b')
})
