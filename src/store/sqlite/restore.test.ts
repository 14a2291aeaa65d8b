import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, onTestFinished, test } from 'vitest'
import { contents } from '../../testing/files.ts'
import { temporaryFolder } from '../../testing/folder.ts'
import { restoreFrom } from './restore.ts'
import { openDatabase, STORE_FILE } from './database.ts'
import { lockFolder } from '../lock.ts'
import { MIGRATIONS } from './migrations.ts'
import { open } from '../fixtures/databases.ts'
import { backedUp, keys, keysIn, NOTHING, put } from './backup.fixture.ts'

/** Where the header of an SQLite file says what may write it. */
const WRITE_VERSION_AT = 18
describe('restore', () => {
  test('puts the backup in place and keeps the store from before, so that it can be undone', async () => {
    const { folder, file } = await backedUp('a', 'b')
    const db = openDatabase(folder)
    put(db, 'c')
    db.close()
    const { kept } = await restoreFrom(folder, file)
    expect(keysIn(join(folder, STORE_FILE))).toEqual(['a', 'b'])
    expect(keysIn(kept!)).toEqual(['a', 'b', 'c'])

    const { kept: keptToo } = await restoreFrom(folder, kept!)
    expect(keys(open(folder))).toEqual(['a', 'b', 'c'])
    expect(keysIn(keptToo!)).toEqual(['a', 'b'])
    expect(readdirSync(folder).filter((name) => name.startsWith('restore-'))).toEqual([])
    // A kept store is whole by itself: reading it leaves no log beside it.
    expect(readdirSync(folder).filter((name) => /before.*-(wal|shm)$/.test(name))).toEqual([])
  })

  test('keeps what stands in the write-ahead log alone', async () => {
    const { folder, file } = await backedUp('a')
    const db = openDatabase(folder)
    db.pragma('wal_autocheckpoint = 0')
    put(db, 'only in the log')
    // As after a kill: the store and its log stay behind, no one closed them.
    const crashed = temporaryFolder()
    for (const name of readdirSync(folder))
      writeFileSync(join(crashed, name), readFileSync(join(folder, name)))
    db.close()
    const { kept } = await restoreFrom(crashed, file)
    expect(keysIn(kept!)).toEqual(['a', 'only in the log'])
    expect(keys(open(crashed))).toEqual(['a'])
  })

  test('into an empty or a missing folder', async () => {
    const { file } = await backedUp('a')
    const folder = join(temporaryFolder(), 'new')
    expect(await restoreFrom(folder, file)).toMatchObject({ kept: null, people: 'none', reopened: [] })
    expect(keys(open(folder))).toEqual(['a'])
  })

  test('of a damaged store keeps it byte for byte', async () => {
    const { folder, file } = await backedUp('a')
    writeFileSync(join(folder, STORE_FILE), 'rubbish'.repeat(1000))
    const { kept } = await restoreFrom(folder, file)
    expect(readFileSync(kept!, 'utf8')).toBe('rubbish'.repeat(1000))
    expect(keys(open(folder))).toEqual(['a'])
  })

  test('of an older backup migrates it; the backup stays as it is', async () => {
    const old = temporaryFolder()
    openDatabase(old, MIGRATIONS.slice(0, 1)).close()
    const file = join(old, STORE_FILE)
    const before = readFileSync(file)
    const folder = temporaryFolder()
    await restoreFrom(folder, file)
    expect(open(folder).pragma('user_version', { simple: true })).toBe(MIGRATIONS.length)
    expect(readFileSync(file).equals(before)).toBe(true)
  })

  test('is refused while a service runs', async () => {
    const { folder, file } = await backedUp('a')
    const lock = lockFolder(folder)
    onTestFinished(() => lock.release())
    const before = contents(folder)
    await expect(restoreFrom(folder, file)).rejects.toMatchObject({ code: 'locked' })
    expect(contents(folder)).toEqual(before)
  })

  test('is refused while another command reads or writes the store', async () => {
    const { folder, file } = await backedUp('a')
    const db = open(folder)
    db.exec('BEGIN')
    keys(db)
    const other = open(folder)
    put(other, 'b')
    await expect(restoreFrom(folder, file)).rejects.toMatchObject({ code: 'busy' })
    db.exec('COMMIT')
    expect(keys(db)).toEqual(['a', 'b'])
  })

  /** A store whose pages between two shares of its length are other bytes. */
  function writeRubbish(file: string, from: number, to: number) {
    const folder = temporaryFolder()
    const db = openDatabase(folder)
    for (let i = 0; i < 200; i++) put(db, `key ${i}`, 'x'.repeat(2000))
    db.close()
    const bytes = readFileSync(join(folder, STORE_FILE))
    bytes.fill(0xa5, Math.floor(bytes.length * from), Math.floor(bytes.length * to))
    writeFileSync(file, bytes)
  }

  const bad: [what: string, make: (file: string) => void, code: string][] = [
    ['missing', () => undefined, 'backup_missing'],
    ['empty', (file) => writeFileSync(file, ''), 'not_a_backup'],
    [
      'other bytes',
      (file) => writeFileSync(file, 'PK\u0003\u0004 not a database'.repeat(500)),
      'not_a_backup',
    ],
    ['a folder', (file) => mkdirSync(file), 'not_a_backup'],
    [
      'another program’s database',
      (file) => {
        const db = new Database(file)
        db.exec('CREATE TABLE contacts (name TEXT)')
        db.pragma('user_version = 3')
        db.close()
      },
      'not_a_backup',
    ],
    [
      'of a newer program',
      (file) => {
        const folder = temporaryFolder()
        openDatabase(folder, [...MIGRATIONS, { name: 'next', sql: NOTHING }]).close()
        writeFileSync(file, readFileSync(join(folder, STORE_FILE)))
      },
      'newer',
    ],
    [
      'cut short',
      (file) => {
        const folder = temporaryFolder()
        openDatabase(folder).close()
        writeFileSync(file, readFileSync(join(folder, STORE_FILE)))
        truncateSync(file, 20_000)
      },
      'backup_damaged',
    ],
  ]
  const altered = (sql: string) => (file: string) => {
    const folder = temporaryFolder()
    const db = openDatabase(folder)
    db.exec(sql)
    db.close()
    writeFileSync(file, readFileSync(join(folder, STORE_FILE)))
  }
  bad.push(
    ['of rubbish in its middle', (file) => writeRubbish(file, 0.3, 0.7), 'backup_damaged'],
    ['without a table', altered('DROP TABLE tokens'), 'backup_altered'],
    ['without an index', altered('DROP INDEX transmissions_there'), 'backup_altered'],
    ['with a column more', altered('ALTER TABLE tokens ADD COLUMN extra TEXT'), 'backup_altered'],
    [
      'with a trigger',
      altered('CREATE TRIGGER gone AFTER INSERT ON orders BEGIN DELETE FROM orders; END'),
      'backup_altered',
    ],
    [
      'with references that lead nowhere',
      altered(
        `PRAGMA foreign_keys = OFF; INSERT INTO tokens (customer_id, hash, created_at) VALUES (77, x'00', '')`,
      ),
      'backup_damaged',
    ],
    [
      'of a format that only later programs write',
      (file) => {
        altered(NOTHING)(file)
        const bytes = readFileSync(file)
        bytes[WRITE_VERSION_AT] = 9
        writeFileSync(file, bytes)
      },
      'backup_damaged',
    ],
    ['without the row of the catalogue', altered('DELETE FROM catalogue'), 'backup_damaged'],
    [
      'whose orders have no next number',
      altered(`INSERT INTO sqlite_sequence VALUES ('orders', 9223372036854775807)`),
      'backup_damaged',
    ],
    ['that is a pipe', (file) => void spawnSync('mkfifo', [file]), 'not_a_backup'],
    ['with a view', altered('CREATE VIEW sqliteview AS SELECT 1'), 'backup_altered'],
  )
  test('with which no service can begin is refused and changes nothing; a full disk is told as that', async () => {
    const { folder, file } = await backedUp('a')
    const before = contents(folder)
    const begin = (error: Error) => async (staging: string) => {
      expect(keysIn(join(staging, STORE_FILE))).toEqual(['a'])
      return Promise.reject(error)
    }
    await expect(
      restoreFrom(folder, file, { begin: begin(new TypeError('no limits')) }),
    ).rejects.toMatchObject({
      ...{ code: 'backup_damaged', params: { file, problem: 'no limits' } },
    })
    const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' })
    await expect(restoreFrom(folder, file, { begin: begin(full) })).rejects.toBe(full)
    expect(contents(folder)).toEqual(before)
  })

  test.each(bad)('of a bad file (%s) is refused and changes nothing', async (_what, make, code) => {
    const { folder } = await backedUp('a')
    const file = join(temporaryFolder(), 'bad.bak')
    make(file)
    const before = contents(folder)
    await expect(restoreFrom(folder, file)).rejects.toMatchObject({ name: 'StoreError', code })
    expect(contents(folder)).toEqual(before)
    expect(keys(open(folder))).toEqual(['a'])
  })
})
