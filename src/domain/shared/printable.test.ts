import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isUnprintable, printable, UNPRINTABLE } from './printable.ts'

test('what comes out is of the fonts, without what turns the direction of text', () => {
  const any = fc.string({ unit: 'binary', maxLength: 200 })
  fc.assert(
    fc.property(any, (text) => {
      const out = printable(text)
      expect(isUnprintable(out)).toBe(false)
      expect(out.replaceAll('\u200b', '').includes(UNPRINTABLE)).toBe(
        isUnprintable(text) || text.includes(UNPRINTABLE),
      )
      // What is printable is printed as it is, but for places where a line may end.
      const latin = [...text.normalize('NFC')]
        .filter((char) => /[\u0020-\u007e\u00c0-\u017f]/.test(char))
        .join('')
      expect(printable(latin).replaceAll('\u200b', '')).toBe(latin)
    }),
  )
  expect(printable('\u202egnp.exe\u202c\u0000\u00ad')).toBe('gnp.exe')
  expect(printable('a\r\nb\rc\u2028d\te')).toBe('a\nb\nc\nd e')
})

test('a long word gets places where a line may end', () => {
  const out = printable('x'.repeat(100))
  expect(out.replaceAll('\u200b', '')).toBe('x'.repeat(100))
  expect(Math.max(...out.split('\u200b').map(({ length }) => length))).toBeLessThan(30)
  expect(printable(`${'word '.repeat(20)}D2026-K7-0012`)).not.toContain('\u200b')
  // Whoever copies them out of the document pastes them as they are.
  for (const copied of ['FR7630006000011234567890189', 'contact@gutenberg.example.com'])
    expect(printable(copied)).toBe(copied)
})

test('what no font has is known beforehand: Latin, Greek, Cyrillic and signs are printed, Chinese and pictures are not', () => {
  for (const text of ['Œuvre à 12 € — « ça »', 'Αθήνα', 'Дніпро', '→ ✓ ½', 'e\u0301', 'a\tb\r\n', ''])
    expect(isUnprintable(text), text).toBe(false)
  for (const text of ['上海印刷', '株式会社', 'Merci 🙏']) expect(isUnprintable(text), text).toBe(true)
  expect(printable('Merci 🙏')).toBe('Merci □')
})
