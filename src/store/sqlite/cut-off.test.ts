/** Files that were cut off: a copy that ends too soon, a store whose last write a power cut broke off. */
import { appendFileSync, copyFileSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { contents } from '../../testing/files.ts'
import { temporaryFolder } from '../../testing/folder.ts'
import { backupTo } from './backup.ts'
import { inspectBackup, restoreFrom } from './restore.ts'
import { openDatabase, STORE_FILE, type Sqlite } from './database.ts'

const add = (db: Sqlite, key: string, value: unknown) =>
  db.prepare('INSERT INTO settings (key, value) VALUES (?, ?)').run(key, JSON.stringify(value))

test('a backup that ends within its last page is no sound one, and neither is such a store', async () => {
  const folder = temporaryFolder()
  const file = join(temporaryFolder(), 'copy.db')
  const db = openDatabase(folder)
  const { bytes } = await backupTo(db, file, 'SELECT 1')
  db.close()
  inspectBackup(file, folder)
  for (const missing of [1, 100, 4000]) {
    truncateSync(file, bytes - missing)
    const damaged = expect.objectContaining({ code: 'backup_damaged' })
    expect(() => inspectBackup(file, folder), String(missing)).toThrow(damaged)
    await expect(restoreFrom(folder, file)).rejects.toMatchObject({ code: 'backup_damaged' })
  }
  const store = join(folder, STORE_FILE)
  copyFileSync(file, store)
  expect(() => openDatabase(folder)).toThrow(expect.objectContaining({ code: 'corrupt' }))
})

test('a store whose log was being written back when the power went is whole by its log', () => {
  const [folder, left] = [temporaryFolder(), temporaryFolder()]
  const db = openDatabase(folder)
  const store = join(folder, STORE_FILE)
  for (let i = 0; i < 50; i++) add(db, `more ${i}`, 'x'.repeat(5_000))
  for (const suffix of ['', '-wal']) copyFileSync(store + suffix, join(left, STORE_FILE + suffix))
  db.close()
  // The first page that it was to grow by had not come whole.
  appendFileSync(join(left, STORE_FILE), 'half a page')
  const again = openDatabase(left)
  expect(again.prepare("SELECT count(*) FROM settings WHERE key LIKE 'more %'").pluck().get()).toBe(50)
  again.close()
})

/**
 * A folder as a power cut leaves it in the middle of a write that has begun to reach the file; with a person in its store.
 * @param mark by which it is another program's
 */
function brokenOff(mark?: number): string {
  const [folder, left] = [temporaryFolder(), temporaryFolder()]
  const made = openDatabase(folder)
  add(made, 'kept', 1)
  made
    .prepare(
      "INSERT INTO people (name, name_key, role, password, created_at) VALUES ('Ada', 'ada', 'administrateur', 'scrypt$ln=1,r=1,p=1$QQ==$QQ==', '')",
    )
    .run()
  made.close()
  const store = join(folder, STORE_FILE)
  const db = new Database(store)
  db.pragma('journal_mode = DELETE')
  db.pragma('cache_size = 1')
  if (mark !== undefined) db.pragma(`application_id = ${mark}`)
  db.exec('BEGIN IMMEDIATE')
  for (let i = 0; i < 100; i++) add(db, `lost ${i}`, 'x'.repeat(20_000))
  for (const suffix of ['', '-journal']) copyFileSync(store + suffix, join(left, STORE_FILE + suffix))
  db.exec('ROLLBACK')
  db.close()
  return left
}

test('a write that a power cut broke off is taken back, and the store opens', () => {
  const db = openDatabase(brokenOff())
  expect(db.prepare('SELECT key FROM settings').pluck().all()).toEqual(['kept'])
  db.close()
})

test('where a backup is put in its place, its people are read all the same', async () => {
  const folder = brokenOff()
  const other = temporaryFolder()
  const file = join(other, 'copy.db')
  const db = openDatabase(other)
  await backupTo(db, file, 'SELECT 1')
  db.close()
  expect(await restoreFrom(folder, file, { guarded: true })).toMatchObject({ people: 'stayed' })
})

test('of another program’s database nothing is taken back', () => {
  const folder = brokenOff(7)
  const before = contents(folder)
  expect(() => openDatabase(folder)).toThrow(expect.objectContaining({ name: 'StoreError' }))
  expect(contents(folder)).toMatchObject(before)
})
