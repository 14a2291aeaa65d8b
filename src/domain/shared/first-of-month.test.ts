import { expect, test } from 'vitest'
import { withFirst } from './first-of-month.ts'

test.each([
  ['1 mai 2027', '1er mai 2027'],
  ['mar. 1 déc.', 'mar. 1er déc.'],
  ['dimanche 1 novembre 2026', 'dimanche 1er novembre 2026'],
  ['1 déc. 2026, 11:01', '1er déc. 2026, 11:01'],
  ['11 mai 2027', '11 mai 2027'],
  ['21 déc. 2026, 01:01', '21 déc. 2026, 01:01'],
  ['01/12/2026', '01/12/2026'],
  ['décembre 2026', 'décembre 2026'],
])('%s is %s in French', (written, read) => {
  expect(withFirst(written)).toBe(read)
})
