import { expect, test } from 'vitest'
import { fileSize } from './file-size.ts'

const KB = 1024
const MB = KB * KB
const GB = KB * MB

test.each([
  [0, '0 o', '0 B'],
  [1, '1 o', '1 B'],
  [1023, '1 023 o', '1,023 B'],
  [KB, '1 Ko', '1 KB'],
  [417_792, '408 Ko', '408 KB'],
  [MB - 1, '1 Mo', '1 MB'],
  [1_300_000, '1,2 Mo', '1.2 MB'],
  [358 * MB + 9, '358 Mo', '358 MB'],
  [GB - 1, '1 Go', '1 GB'],
  [5 * GB, '5 Go', '5 GB'],
  [12.34 * GB, '12,3 Go', '12.3 GB'],
  [3000 * GB, '2,9 To', '2.9 TB'],
])('%d bytes: %s, %s', (bytes, fr, en) => {
  const plain = (text: string) => text.replace(/\s/g, ' ')
  expect([plain(fileSize(bytes, 'fr')), plain(fileSize(bytes, 'en'))]).toEqual([fr, en])
})
