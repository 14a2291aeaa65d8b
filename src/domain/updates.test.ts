import { describe, expect, test } from 'vitest'
import { isFeed, isNewer, isOfFeed, notesOf } from './updates.ts'

describe('a version', () => {
  test.each([
    ['1.0.1', '1.0.0', true],
    ['1.10.0', '1.9.9', true],
    ['2.0.0', '10.0.0', false],
    ['1.0.0', '1.0.0', false],
    ['1.0.0+7', '1.0.0', false],
    ['0.9.9', '1.0.0', false],
    ['1.0.0', '1.0.0-beta.2', true],
    ['1.0.0-beta.2', '1.0.0', false],
    ['1.0.0-beta.10', '1.0.0-beta.9', true],
    ['1.0.0-beta.2', '1.0.0-beta', true],
    ['1.0.0-beta', '1.0.0-beta.2', false],
    ['1.0.0-beta', '1.0.0-7', true],
    ['1.0.0-7', '1.0.0-beta', false],
    ['1.0.0-beta.2', '1.0.0-beta.2', false],
    ['v1.0.1', '1.0.0', false],
    ['1.1', '1.0.0', false],
    ['', '1.0.0', false],
    [undefined, '1.0.0', false],
    [7, '1.0.0', false],
    ['9'.repeat(80), '1.0.0', false],
    [`9.9.9-${'a'.repeat(80)}`, '1.0.0', false],
  ])('%j comes after %j: %s', (offered, present, newer) => {
    expect(isNewer(offered, present)).toBe(newer)
  })
})

test.each([
  ['https://maj.example/comptoir/', true],
  ['http://127.0.0.1:8080/', true],
  ['http://localhost:8080', true],
  ['http://[::1]:8080/', true],
  ['http://maj.example/', false],
  ['http://127.0.0.1.example/', false],
  ['https://ada:secret@maj.example/', false],
  ['https://maj.example/?channel=beta', false],
  ['https://maj.example/#a', false],
  ['file:///etc/', false],
  ['maj.example', false],
  ['', false],
])('%j is an address of updates: %s', (address, is) => {
  expect(isFeed(address)).toBe(is)
})

test.each([
  ['Comptoir-1.0.1.AppImage', true],
  ['/elsewhere/Comptoir-1.0.1.exe', true],
  ['https://maj.example/Comptoir.exe', true],
  ['https://maj.example:444/Comptoir.exe', false],
  ['http://maj.example/Comptoir.exe', false],
  ['https://evil.example/Comptoir.exe', false],
  ['//evil.example/Comptoir.exe', false],
  ['\\\\evil.example\\Comptoir.exe', false],
  [undefined, false],
  [{ url: 'a' }, false],
])('%j is the feed’s own: %s', (file, is) => {
  expect(isOfFeed(file, 'https://maj.example/comptoir/')).toBe(is)
})

test.each([
  ['Deux corrections.', 'Deux corrections.'],
  ['<p>Un</p><ul><li>deux</li></ul>', 'Un\ndeux'],
  ['1 < 2, et 3 > 2', '1 < 2, et 3 > 2'],
  [[{ version: '1.0.1', note: 'Un' }, { version: '1.0.0', note: null }, 'Deux'], 'Un\n\nDeux'],
  ['a\u202eb\u0000c', 'abc'],
  [null, ''],
  [undefined, ''],
  [{ a: 1 }, ''],
])('%j is told as %j', (told, notes) => {
  expect(notesOf(told)).toBe(notes)
})

test('notes without an end are cut', () => {
  expect(notesOf('x'.repeat(100_000))).toHaveLength(4_000)
  expect(notesOf('<'.repeat(100_000)).length).toBeLessThanOrEqual(4_000)
})
