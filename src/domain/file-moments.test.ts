import { expect, test } from 'vitest'
import { momentForFile, momentInFile, momentOf } from './file-moments.ts'

test('a moment is read back as it was written; a part of a name that has more than one moment is none', () => {
  const at = '2026-11-27T22:23:38.295Z'
  const part = momentForFile(at)
  expect(momentOf(part)).toBe(at)
  for (const other of [`1${part}`, `${part}-2`, `${part}-${part}`, '2026-11-27', ''])
    expect(momentOf(other)).toBe(null)
  expect(momentInFile(`comptoir-manual-${part}.db`)).toBe(at)
  expect(momentInFile('autre.db')).toBe(null)
})
