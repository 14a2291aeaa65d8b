import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, onTestFinished, test } from 'vitest'
import { canMount, smallDisk } from '../testing/disk.ts'
import { contents } from '../testing/files.ts'
import { temporaryFolder } from '../testing/folder.ts'
import { integrityProblems, openDatabase, STORE_FILE, type Sqlite } from './database.ts'
import { StoreError } from './errors.ts'
import { LOCK_FILE } from './folder.ts'
import { isFolderLocked, lockFolder } from './lock.ts'
import { MIGRATIONS } from './migrations.ts'
import { SettingsTable } from './settings.ts'

function open(folder: string, migrations = MIGRATIONS): Sqlite {
  const db = openDatabase(folder, migrations)
  onTestFinished(() => void db.close())
  return db
}

/** A closed store with some rows, in one file. */
function storeIn(folder: string, migrations = MIGRATIONS): string {
  const db = openDatabase(folder, migrations)
  const insert = db.prepare('INSERT INTO settings (key, value) VALUES (?, ?)')
  db.transaction(() => {
    for (let i = 0; i < 500; i++) insert.run(`key ${i}`, JSON.stringify('x'.repeat(200)))
  })()
  db.close()
  return join(folder, STORE_FILE)
}

function failure(work: () => unknown): StoreError {
  try {
    work()
  } catch (error) {
    expect(error).toBeInstanceOf(StoreError)
    return error as StoreError
  }
  throw new Error('nothing was refused')
}

const version = (db: Sqlite) => db.pragma('user_version', { simple: true })

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

describe('a data folder', () => {
  const mode = (path: string) => statSync(path).mode & 0o777
  const others = (folder: string) => readdirSync(folder).filter((name) => mode(join(folder, name)) & 0o077)

  test.skipIf(process.platform === 'win32')('is for its owner’s eyes alone, with all that is in it', () => {
    const folder = join(temporaryFolder(), 'data')
    const lock = lockFolder(folder)
    const db = open(folder)
    db.prepare("INSERT INTO settings VALUES ('a', '1')").run()
    expect(readdirSync(folder).length).toBeGreaterThan(3)
    expect(mode(folder)).toBe(0o700)
    expect(others(folder)).toEqual([])
    lock.release()
  })

  test.skipIf(process.platform === 'win32')('of before is closed to others when it is opened', () => {
    const folder = join(temporaryFolder(), 'data')
    const file = storeIn(folder)
    for (const name of ['secret.key', 'comptoir.log', 'comptoir.db.v1-x.bak'])
      writeFileSync(join(folder, name), 'x')
    for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o644)
    chmodSync(folder, 0o755)
    open(folder)
    expect(mode(folder)).toBe(0o700)
    expect(others(folder)).toEqual([])
    expect(mode(file)).toBe(0o600)
  })

  test.skipIf(process.platform === 'win32')(
    'that holds other things, too, keeps its rights, and theirs',
    () => {
      const folder = join(temporaryFolder(), 'data')
      storeIn(folder)
      writeFileSync(join(folder, 'notes.txt'), 'mine')
      chmodSync(join(folder, 'notes.txt'), 0o644)
      chmodSync(folder, 0o755)
      open(folder)
      expect(mode(folder)).toBe(0o755)
      expect(others(folder)).toEqual(['notes.txt'])
    },
  )

  test('that the system does not let be made is refused at once', () => {
    expect(failure(() => openDatabase('/proc/x')).code).toBe('unwritable')
    expect(failure(() => openDatabase('/proc/x/y/z')).code).toBe('unwritable')
    expect(failure(() => lockFolder('/proc/x')).code).toBe('unwritable')
  })

  test('is rid of what killed programs left in it', () => {
    const folder = temporaryFolder()
    storeIn(folder)
    const dead = spawnSync('true').pid
    const host = createHash('sha256').update(hostname()).digest('hex').slice(0, 6)
    mkdirSync(join(folder, `restore-${host}-${dead}-0123abcd`))
    mkdirSync(join(folder, `restore-${host}-${process.pid}-0123abcd`))
    mkdirSync(join(folder, 'restore-0123abcd'))
    writeFileSync(join(folder, `${STORE_FILE}.${host}-${dead}-0123abcd.partial`), 'half')
    writeFileSync(join(folder, `${STORE_FILE}.${host}-${dead}-0123abcd.partial-journal`), 'half')
    for (const name of ['comptoir.db.v1-x.bak', 'comptoir.db.v2-x.bak']) writeFileSync(join(folder, name), '')
    const longAgo = new Date(0)
    utimesSync(join(folder, 'comptoir.db.v1-x.bak'), longAgo, longAgo)
    utimesSync(join(folder, 'restore-0123abcd'), longAgo, longAgo)
    open(folder).close()
    // What this process works on stays, and so does what may be under way.
    expect(readdirSync(folder).sort()).toEqual(
      [STORE_FILE, 'comptoir.db.v2-x.bak', LOCK_FILE, `restore-${host}-${process.pid}-0123abcd`].sort(),
    )
  })
})

test('a value that cannot be read is refused in words, and stays', () => {
  const folder = temporaryFolder()
  const db = openDatabase(folder)
  db.prepare("INSERT INTO settings VALUES ('settings', '{broken')").run()
  const table = new SettingsTable(db)
  const { code, message } = failure(() => table.get('settings'))
  expect(code).toBe('value_damaged')
  expect(message).toContain('"settings" cannot be read; it was not changed: restore a backup')
  db.close()
})

describe('places that cannot be written', () => {
  test('a file where the folder should be', () => {
    const file = join(temporaryFolder(), 'file')
    writeFileSync(file, 'x')
    expect(failure(() => openDatabase(file)).code).toBe('unwritable')
    expect(failure(() => openDatabase(join(file, 'below'))).code).toBe('unwritable')
    expect(failure(() => lockFolder(join(file, 'below'))).code).toBe('unwritable')
  })

  test('a folder where the store should be', () => {
    const folder = temporaryFolder()
    mkdirSync(join(folder, STORE_FILE))
    expect(failure(() => openDatabase(folder)).code).toBe('unwritable')
  })

  test.skipIf(!canMount())(
    'a read-only disk, with a store and without (skipped where no disk can be mounted)',
    () => {
      const disk = smallDisk('4m')
      const folder = join(disk.folder, 'data')
      storeIn(folder)
      disk.makeReadOnly()
      const before = contents(disk.folder)
      for (const place of [folder, join(disk.folder, 'new'), disk.folder]) {
        const { code, message } = failure(() => openDatabase(place))
        expect(code).toBe('unwritable')
        expect(message).toContain(
          'give this user the right to write there, or choose another folder with --data',
        )
        expect(failure(() => lockFolder(place)).code).toBe('unwritable')
      }
      expect(contents(disk.folder)).toEqual(before)
    },
  )

  test.skipIf(!canMount())('a full disk (skipped where no disk can be mounted)', () => {
    const disk = smallDisk('96k')
    const { code, message } = failure(() => openDatabase(join(disk.folder, 'data')))
    expect(code).toBe('full')
    expect(message).toContain('is full; free some space and start again')
  })

  test.skipIf(!canMount())('a disk that is full by now (skipped where no disk can be mounted)', () => {
    const disk = smallDisk('2m')
    const folder = join(disk.folder, 'data')
    storeIn(folder)
    const before = contents(folder)
    expect(() => writeFileSync(join(disk.folder, 'ballast'), Buffer.alloc(4 * 1024 * 1024))).toThrow('ENOSPC')
    expect(failure(() => openDatabase(folder)).code).toBe('full')
    expect(contents(folder)).toMatchObject(before)
  })
})

describe('the lock of a data folder', () => {
  test('is held by one, and free again once released', () => {
    const folder = temporaryFolder()
    expect(isFolderLocked(folder)).toBe(false)
    const lock = lockFolder(folder)
    expect(isFolderLocked(folder)).toBe(true)
    const { code, message } = failure(() => lockFolder(folder))
    expect(code).toBe('locked')
    expect(message).toContain('is in use by another Comptoir')
    lock.release()
    expect(isFolderLocked(folder)).toBe(false)
    lockFolder(folder).release()
  })

  test('does not keep other programs from the store', () => {
    const folder = temporaryFolder()
    const lock = lockFolder(folder)
    open(folder).prepare("INSERT INTO settings VALUES ('a', '1')").run()
    lock.release()
  })

  test('outlives the removal of its file: the service takes the new one', () => {
    const folder = temporaryFolder()
    const lock = lockFolder(folder)
    onTestFinished(() => lock.release())
    rmSync(join(folder, LOCK_FILE))
    expect(lock.keep()).toBe(true)
    expect(failure(() => lockFolder(folder)).code).toBe('locked')
    // One that was laid down, and not taken yet, is taken too.
    rmSync(join(folder, LOCK_FILE))
    writeFileSync(join(folder, LOCK_FILE), '')
    expect(lock.keep()).toBe(true)
    expect(failure(() => lockFolder(folder)).code).toBe('locked')
  })

  test('is lost where another has the folder by now', () => {
    const folder = temporaryFolder()
    const lock = lockFolder(folder)
    onTestFinished(() => lock.release())
    rmSync(join(folder, LOCK_FILE))
    const other = lockFolder(folder)
    onTestFinished(() => other.release())
    expect(lock.keep()).toBe(false)
    expect(other.keep()).toBe(true)
  })

  test('of a folder that is not there is not held', () => {
    expect(isFolderLocked(join(temporaryFolder(), 'none'))).toBe(false)
  })
})
