/** What a failed command made is taken back, unless it is another's by now. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../testing/folder.ts'
import { openDatabase, STORE_FILE } from './sqlite/database.ts'
import { lockFolder } from './lock.ts'
import { beforeMaking } from './new-folder.ts'

test('a store and its folders are taken back, and nothing else', () => {
  const above = temporaryFolder()
  const folder = join(above, 'a', 'b')
  const takeBack = beforeMaking(folder)
  openDatabase(folder).close()
  expect(existsSync(join(folder, STORE_FILE))).toBe(true)
  takeBack()
  expect(readdirSync(above)).toEqual([])
})

test('a store that another has open, has written or runs on stays', () => {
  const folder = join(temporaryFolder(), 'data')
  const takeBack = beforeMaking(folder)
  const stays = () => {
    takeBack()
    expect(existsSync(join(folder, STORE_FILE))).toBe(true)
  }
  const db = openDatabase(folder)
  stays()
  db.close()
  const lock = lockFolder(folder)
  stays()
  lock.release()
  const writer = openDatabase(folder)
  writer.prepare('INSERT INTO settings VALUES (?, ?)').run('a', '1')
  writer.close()
  stays()
})

test('a store that was there is nobody’s to take back', () => {
  const folder = temporaryFolder()
  openDatabase(folder).close()
  beforeMaking(folder)()
  expect(existsSync(join(folder, STORE_FILE))).toBe(true)
})
