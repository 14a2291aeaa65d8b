/** A store's file that is written over in its place, under the service that runs on it. */
import { execFileSync } from 'node:child_process'
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../testing/folder.ts'
import { put } from '../work.ts'
import { NOTHING } from './backup.fixture.ts'
import { backupTo } from './backup.ts'
import { openDatabase } from './database.ts'
import { SqliteEngine } from './engine.ts'

/** A store that is at work, and a raw copy and a backup of it from before it grew. */
async function grown() {
  const folder = temporaryFolder()
  const file = join(folder, 'comptoir.db')
  const raw = join(temporaryFolder(), 'raw')
  const backup = join(temporaryFolder(), 'backup')
  const engine = new SqliteEngine(folder)
  onTestFinished(() => engine.close())
  const write = (key: string) =>
    engine.write(() => put('INSERT INTO settings (key, value) VALUES (?, ?)', key, '"'.repeat(9_000)))
  await write('first')
  engine.db.pragma('wal_checkpoint(TRUNCATE)')
  copyFileSync(file, raw)
  await backupTo(engine.db, backup, NOTHING)
  for (const key of ['second', 'third']) await write(key)
  engine.db.pragma('wal_checkpoint(TRUNCATE)')
  await engine.probe('')
  await write('in the log alone')
  return { folder, file, raw, backup, engine, write }
}

test.each(['raw', 'backup'] as const)(
  'a %s copy of before takes no write, and is what the next service begins with',
  async (kind) => {
    const { folder, file, engine, write, ...copies } = await grown()
    copyFileSync(copies[kind], file)
    await expect(engine.probe('')).rejects.toMatchObject({ code: 'replaced' })
    await expect(write('lost')).rejects.toMatchObject({ code: 'replaced' })
    await engine.close()
    expect(readFileSync(file).equals(readFileSync(copies[kind]))).toBe(true)
    expect(readdirSync(folder)).toContainEqual(expect.stringMatching(/^comptoir\.db-wal\..*\.bak$/))
    const db = openDatabase(folder)
    expect(db.prepare('SELECT count(*) FROM settings WHERE value LIKE \'"""%\'').pluck().get()).toBe(1)
    db.close()
  },
)

test('what is no store takes no write', async () => {
  const { file, engine, write } = await grown()
  writeFileSync(file, 'another')
  await expect(engine.probe('')).rejects.toMatchObject({ code: 'replaced' })
  await expect(write('lost')).rejects.toMatchObject({ code: 'replaced' })
})

test('a log that was taken away takes no write, and what it had is in the store, also where the service is killed', async () => {
  const { folder, file, engine, write } = await grown()
  for (const part of ['-wal', '-shm']) rmSync(`${file}${part}`)
  await expect(engine.probe('')).rejects.toMatchObject({ code: 'replaced' })
  await expect(write('lost')).rejects.toMatchObject({
    code: 'replaced',
    params: { file: `${file}-wal`, log: 1 },
  })
  const db = openDatabase(folder)
  expect(db.prepare("SELECT count(*) FROM settings WHERE key = 'in the log alone'").pluck().get()).toBe(1)
  db.close()
})

test('to look at the file takes no lock of it from this process: no other takes the log away', async () => {
  const folder = temporaryFolder()
  const engine = new SqliteEngine(folder)
  onTestFinished(() => engine.close())
  await engine.probe('')
  const take = `const db = new (require('better-sqlite3'))(process.argv[1], { timeout: 0 })
    db.pragma('locking_mode = EXCLUSIVE')
    try { db.prepare('SELECT * FROM settings').all() } catch (error) { console.log(error.code) }`
  const said = execFileSync(process.execPath, ['-e', take, join(folder, 'comptoir.db')])
  expect(said.toString()).toBe('SQLITE_BUSY\n')
})
