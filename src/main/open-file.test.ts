import { mkdirSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../testing/folder.ts'
import { readOpened } from './open-file.ts'
import { startOf } from './second-start.ts'

test('a file is read whole; what cannot be is said by its name', async () => {
  const folder = temporaryFolder()
  const at = (name: string) => join(folder, name)
  writeFileSync(at('D-1.comptoir'), 'text')
  expect(await readOpened(at('D-1.comptoir'), 'fr')).toEqual({
    file: { name: 'D-1.comptoir', bytes: new Uint8Array(Buffer.from('text')) },
  })
  mkdirSync(at('folder.pdf'))
  writeFileSync(at('large.pdf'), '')
  truncateSync(at('large.pdf'), 33 * 1024 * 1024)
  expect(await readOpened(at('folder.pdf'), 'fr')).toEqual({
    unread: { name: 'folder.pdf', why: 'c’est un dossier' },
  })
  expect(await readOpened(at('large.pdf'), 'en')).toEqual({
    unread: { name: 'large.pdf', why: 'file too large' },
  })
  expect(await readOpened(at('none.pdf'), 'en')).toMatchObject({ unread: { name: 'none.pdf' } })
})

test.each([
  [
    { folder: '/a', openings: [{ file: '/b.pdf' }, { quote: 'D-1' }] },
    { folder: '/a', openings: [{ file: '/b.pdf' }, { quote: 'D-1' }] },
  ],
  [
    { folder: 7, openings: [{ file: 7 }, null, 'x', { quote: {} }] },
    { folder: '', openings: [] },
  ],
  [null, { folder: '', openings: [] }],
  ['x', { folder: '', openings: [] }],
])('another start that tells %j is read as %j', (told, start) => {
  expect(startOf(told)).toEqual(start)
})
