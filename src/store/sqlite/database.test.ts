/** Stores as they are made, migrated and refused. */
import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, onTestFinished, test } from 'vitest'
import { contents } from '../../testing/files.ts'
import { temporaryFolder } from '../../testing/folder.ts'
import { integrityProblems, openDatabase, STORE_FILE, type Sqlite } from './database.ts'
import { LOCK_FILE } from '../folder.ts'
import { MIGRATIONS } from './migrations.ts'
import { Store } from '../store.ts'
import { open, storeIn, failure } from '../fixtures/databases.ts'

const version = (db: Sqlite) => db.pragma('user_version', { simple: true })

test('what is wrong with a file is told a line each, and none that only names the database', () => {
  const rows = [
    {
      a: '*** in database main ***\nTree 3 page 5: btreeInitPage() returns error code 11\nPage 7: never used',
    },
  ]
  const file = join(temporaryFolder(), 'whole')
  writeFileSync(file, Buffer.alloc(4096))
  const pragma = (said: string) => (said === 'page_size' ? 4096 : rows)
  const db = { name: file, pragma } as unknown as Sqlite
  expect(integrityProblems(db, 'integrity_check')).toEqual([
    'Tree 3 page 5: btreeInitPage() returns error code 11',
    'Page 7: never used',
  ])
})

describe('a new store', () => {
  test('is made where the folder is new, durable and strict', () => {
    const folder = join(temporaryFolder(), 'a', 'b')
    const db = open(folder)
    expect(version(db)).toBe(MIGRATIONS.length)
    expect(db.pragma('journal_mode', { simple: true })).toBe('wal')
    expect(db.pragma('synchronous', { simple: true })).toBe(2)
    expect(db.pragma('foreign_keys', { simple: true })).toBe(1)
    const tables = db
      .prepare("SELECT name FROM pragma_table_list WHERE schema = 'main' AND strict = 0")
      .pluck()
      .all()
    expect((tables as string[]).filter((name) => !name.startsWith('sqlite_'))).toEqual([])
    expect(integrityProblems(db, 'integrity_check')).toEqual([])
  })

  test('a file that was only just begun is taken as new', () => {
    const begun = temporaryFolder()
    const db = new Database(join(begun, STORE_FILE))
    db.pragma('journal_mode = WAL')
    db.close()
    expect(version(open(begun))).toBe(MIGRATIONS.length)
  })

  test('opened again it is the same, and no copy is made', () => {
    const folder = temporaryFolder()
    storeIn(folder)
    open(folder).close()
    expect(readdirSync(folder)).toEqual([STORE_FILE, LOCK_FILE])
  })

  test('two programs may open it at once', () => {
    const folder = temporaryFolder()
    const [one, two] = [open(folder), open(folder)]
    one.prepare("INSERT INTO settings VALUES ('a', '1')").run()
    expect(two.prepare('SELECT count(*) AS n FROM settings').get()).toEqual({ n: 1 })
  })
})

describe('migrations', () => {
  const next = [...MIGRATIONS, { name: 'next', sql: 'CREATE TABLE next (id INTEGER PRIMARY KEY) STRICT;' }]

  test('every step from every older store keeps what it held, and a copy from before', () => {
    for (let from = 1; from < next.length; from++) {
      const folder = temporaryFolder()
      storeIn(folder, next.slice(0, from))
      const db = open(folder, next)
      expect(version(db)).toBe(next.length)
      expect(db.prepare('SELECT count(*) FROM settings').pluck().get()).toBe(500)
      const copies = readdirSync(folder).filter((name) => name.endsWith('.bak'))
      expect(copies).toHaveLength(1)
      expect(copies[0]).toContain(`.v${from}-`)
      const copy = new Database(join(folder, copies[0]!), { readonly: true })
      expect(version(copy)).toBe(from)
      expect(copy.prepare('SELECT count(*) FROM settings').pluck().get()).toBe(500)
      copy.close()
    }
  })

  test('a second migration on the same day does not overwrite the first copy', () => {
    const folder = temporaryFolder()
    storeIn(folder, next.slice(0, 1))
    open(folder, next.slice(0, 2)).close()
    open(folder, next).close()
    expect(readdirSync(folder).filter((name) => name.endsWith('.bak'))).toHaveLength(2)
  })

  test('a step that fails is undone whole, says so, and the copy is there', () => {
    const folder = temporaryFolder()
    storeIn(folder)
    const broken = [
      ...MIGRATIONS,
      { name: 'broken', sql: 'CREATE TABLE half (id INTEGER) STRICT; INSERT INTO nowhere VALUES (1);' },
    ]
    expect(() => openDatabase(folder, broken)).toThrow('nowhere')
    const db = open(folder)
    expect(version(db)).toBe(MIGRATIONS.length)
    expect(db.prepare("SELECT count(*) FROM sqlite_schema WHERE name = 'half'").pluck().get()).toBe(0)
    expect(readdirSync(folder).filter((name) => name.endsWith('.bak'))).toHaveLength(1)
  })

  test('a step that fails is told in words, and the copy is whole', () => {
    const folder = temporaryFolder()
    storeIn(folder)
    const { code, message } = failure(() =>
      openDatabase(folder, [...MIGRATIONS, { name: 'broken', sql: 'INSERT INTO nowhere VALUES (1)' }]),
    )
    expect(code).toBe('migration_failed')
    expect(message).toMatch(
      /could not be brought to schema \d+ \(no such table: nowhere\); it stayed as it was/,
    )
    expect(readdirSync(folder).filter((name) => name.includes('partial'))).toEqual([])
  })

  test('a store of a newer program is refused in words and left as it is', () => {
    const folder = temporaryFolder()
    storeIn(folder, next)
    const before = contents(folder)
    const { code, message } = failure(() => openDatabase(folder))
    expect(code).toBe('newer')
    expect(message).toMatch(
      /written by a newer Comptoir \(schema \d+, this program knows \d+\); install the newer version/,
    )
    expect(contents(folder)).toEqual(before)
  })
})

describe('files that are no sound store are refused, with what to do, byte for byte untouched', () => {
  const random = (length: number) =>
    Buffer.from(Array.from({ length }, (_, i) => (i * 7919 + (i >> 3)) % 256))
  const bend = (file: string, change: (bytes: Buffer) => void) => {
    const bytes = readFileSync(file)
    change(bytes)
    writeFileSync(file, bytes)
  }
  const numbered = (file: string, schema: number) => {
    const db = new Database(file)
    db.pragma('journal_mode = DELETE')
    db.pragma(`user_version = ${schema}`)
    db.close()
  }
  const rows: [what: string, bend: (file: string) => void][] = [
    ['other bytes', (file) => writeFileSync(file, random(50_000))],
    ['no byte at all', (file) => truncateSync(file)],
    ['a negative schema', (file) => numbered(file, -5)],
    ['a schema of zero', (file) => numbered(file, 0)],
    ['a few bytes', (file) => writeFileSync(file, 'hello')],
    ['text', (file) => writeFileSync(file, '{"orders":[]}\n'.repeat(1000))],
    ['cut in the middle', (file) => truncateSync(file, 60_000)],
    ['cut to its first page', (file) => truncateSync(file, 4096)],
    ['garbage in the middle', (file) => bend(file, (bytes) => random(8192).copy(bytes, 12 * 4096))],
    ['zeros in the middle', (file) => bend(file, (bytes) => bytes.fill(0, 12 * 4096, 14 * 4096))],
    ['another header', (file) => bend(file, (bytes) => bytes.write('SQLite format 9', 0))],
    ['a header of garbage', (file) => bend(file, (bytes) => random(84).copy(bytes, 16))],
  ]
  test.each(rows)('%s', (_what, damage) => {
    const folder = temporaryFolder()
    damage(storeIn(folder))
    const before = contents(folder)
    const { code, message } = failure(() => openDatabase(folder))
    expect(code).toMatch(/^(corrupt|empty|not_a_store)$/)
    expect(message).toMatch(
      /is (damaged|empty) .*it was not changed: restore a backup with "comptoir restore FILE"|not a Comptoir store/,
    )
    expect(message).not.toContain('\n')
    expect(contents(folder)).toEqual(before)
  })

  test('another program’s database, whatever numbers it bears', () => {
    for (const [id, userVersion] of [
      [0, 0],
      [0, 1],
      [7, 0],
      [7, 1],
    ] as const) {
      const folder = temporaryFolder()
      const db = new Database(join(folder, STORE_FILE))
      db.exec("CREATE TABLE contacts (name TEXT); INSERT INTO contacts VALUES ('Ada')")
      db.pragma(`application_id = ${id}`)
      db.pragma(`user_version = ${userVersion}`)
      db.close()
      const before = contents(folder)
      const { code, message } = failure(() => openDatabase(folder))
      expect(code).toBe('not_a_store')
      expect(message).toContain('is not a Comptoir store; choose another folder with --data')
      expect(contents(folder)).toEqual(before)
    }
  })
})

test('a value that cannot be read is refused in words where it is asked for, and stays', async () => {
  const folder = temporaryFolder()
  const db = openDatabase(folder)
  db.prepare("INSERT INTO settings VALUES ('settings', '{broken')").run()
  db.close()
  const store = await Store.open({ folder, url: null })
  onTestFinished(() => store.close())
  const { code, message } = failure(() => store.settings.get('settings'))
  expect(code).toBe('value_damaged')
  expect(message).toContain('"settings" cannot be read; it was not changed: restore a backup')
  await expect(store.settings.update('settings', () => ({}))).rejects.toMatchObject({ code: 'value_damaged' })
  expect(store.sqlite.db.prepare('SELECT value FROM settings').pluck().all()).toEqual(['{broken'])
})
