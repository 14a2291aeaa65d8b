import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, onTestFinished, test } from 'vitest'
import { contents } from '../../testing/files.ts'
import { temporaryFolder } from '../../testing/folder.ts'
import { backupTo, restoreFrom } from './backup.ts'
import { integrityProblems, openDatabase, STORE_FILE, type Sqlite } from './database.ts'
import { lockFolder } from '../lock.ts'
import { MIGRATIONS } from './migrations.ts'

const NOTHING = 'SELECT 1'
/** Where the header of an SQLite file says what may write it. */
const WRITE_VERSION_AT = 18
/** As the program marks its own files under way: this machine, and a process that ran and has ended. */
const HOST = createHash('sha256').update(hostname()).digest('hex').slice(0, 6)
const DEAD = spawnSync('true').pid

function open(folder: string): Sqlite {
  const db = openDatabase(folder)
  onTestFinished(() => void db.close())
  return db
}
const put = (db: Sqlite, key: string, value = '1') =>
  db.prepare('INSERT INTO settings VALUES (?, ?)').run(key, value)
const keys = (db: Sqlite) => db.prepare('SELECT key FROM settings ORDER BY rowid').pluck().all() as string[]
const keysIn = (file: string) => {
  const db = new Database(file, { readonly: true })
  try {
    return keys(db)
  } finally {
    db.close()
  }
}

/** A folder with a store that holds the keys, and the path of a backup of it. */
async function backedUp(...names: string[]) {
  const folder = temporaryFolder()
  const file = join(temporaryFolder(), 'copy.bak')
  const db = openDatabase(folder)
  for (const name of names) put(db, name)
  await backupTo(db, file, NOTHING)
  db.close()
  return { folder, file }
}

describe('backup', () => {
  test('is one whole file that says its size', async () => {
    const folder = temporaryFolder()
    const target = temporaryFolder()
    const db = open(folder)
    put(db, 'a')
    const bytes = await backupTo(db, join(target, 'copy.bak'), NOTHING)
    expect(readdirSync(target)).toEqual(['copy.bak'])
    expect(readFileSync(join(target, 'copy.bak'))).toHaveLength(bytes)
    expect(keysIn(join(target, 'copy.bak'))).toEqual(['a'])
  })

  test('ends, and is consistent, while another connection writes without pause', async () => {
    const folder = temporaryFolder()
    const file = join(folder, 'copy.bak')
    const writer = open(folder)
    for (let i = 0; i < 40; i++) put(writer, `big ${i}`, 'x'.repeat(50_000))
    const before = keys(writer).length
    let written = 0
    // Two rows a transaction: a backup between them would be torn.
    const pair = writer.transaction(() => {
      put(writer, `left ${written}`)
      put(writer, `right ${written}`)
    })
    let running = true
    const writing = (async () => {
      while (running) {
        pair()
        written++
        await new Promise((resolve) => setImmediate(resolve))
      }
    })()
    try {
      await backupTo(open(folder), file, NOTHING)
    } finally {
      running = false
      await writing
    }
    expect(written).toBeGreaterThan(0)
    const copied = keysIn(file).length
    expect((copied - before) % 2).toBe(0)
    expect(keys(writer)).toHaveLength(before + 2 * written)
    const copy = new Database(file, { readonly: true })
    expect(integrityProblems(copy, 'integrity_check')).toEqual([])
    copy.close()
  })

  test('holds nothing of what was redacted, not even in free pages', async () => {
    const folder = temporaryFolder()
    const file = join(folder, 'copy.bak')
    const db = open(folder)
    put(db, 'secret:upstream', '"very-secret-token"')
    put(db, 'plain')
    await backupTo(db, file, "DELETE FROM settings WHERE key LIKE 'secret:%'")
    expect(keysIn(file)).toEqual(['plain'])
    expect(readFileSync(file).includes('very-secret-token')).toBe(false)
    expect(keys(db)).toEqual(['secret:upstream', 'plain'])
  })

  test('takes the place of an older one only once it is whole', async () => {
    const { folder, file } = await backedUp('a')
    const before = readFileSync(file)
    const db = open(folder)
    await expect(backupTo(db, file, 'this is no SQL')).rejects.toThrow()
    expect(readFileSync(file).equals(before)).toBe(true)
    expect(readdirSync(join(file, '..'))).toEqual(['copy.bak'])
    put(db, 'b')
    await backupTo(db, file, NOTHING)
    expect(keysIn(file)).toEqual(['a', 'b'])
  })

  test('is for its owner’s eyes alone', async () => {
    const { file } = await backedUp('a')
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  const ways: [what: string, way: (store: string) => string][] = [
    ['by its own name', (store) => store],
    ['through a symbolic link', (store) => link(symlinkSync, store)],
    ['through a second name', (store) => link(linkSync, store)],
    ['through a linked folder', (store) => join(link(symlinkSync, join(store, '..')), STORE_FILE)],
    ['as its log', (store) => `${store}-wal`],
    ['as its log, through a link', (store) => link(symlinkSync, `${store}-wal`)],
    ['as a journal that is not there yet', (store) => `${store}-journal`],
    ['in another case of letters', (store) => join(store, '..', 'COMPTOIR.DB-JOURNAL')],
    ['as the lock', (store) => join(store, '..', 'comptoir.lock')],
    ['as what describes the service', (store) => join(store, '..', 'server.json')],
    ['as the key of its secrets', (store) => join(store, '..', 'secret.key')],
    ['as what a person keeps beside it', (store) => join(store, '..', 'notes.txt')],
  ]
  const link = (make: (from: string, to: string) => void, to: string) => {
    const name = join(temporaryFolder(), 'copy.bak')
    make(to, name)
    return name
  }
  test.each(ways)('never takes the place of a file of the data folder: %s', async (_what, way) => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'notes.txt'), 'mine')
    const db = open(folder)
    put(db, 'a')
    const target = way(join(folder, STORE_FILE))
    const before = readdirSync(folder)
    await expect(backupTo(db, target, NOTHING)).rejects.toMatchObject({ code: 'backup_in_use' })
    put(db, 'b')
    expect(keys(open(folder))).toEqual(['a', 'b'])
    expect(readdirSync(folder)).toEqual(before)
    expect(readFileSync(join(folder, 'notes.txt'), 'utf8')).toBe('mine')
  })

  test('through a link elsewhere is put where the link leads', async () => {
    const { folder, file } = await backedUp('a')
    const name = link(symlinkSync, file)
    const db = open(folder)
    put(db, 'b')
    await backupTo(db, name, NOTHING)
    expect(lstatSync(name).isSymbolicLink()).toBe(true)
    expect(keysIn(file)).toEqual(['a', 'b'])
  })

  test('onto what is no file is refused', async () => {
    const db = open(temporaryFolder())
    for (const place of ['/dev/null', temporaryFolder()]) {
      await expect(backupTo(db, place, NOTHING)).rejects.toMatchObject({ code: 'backup_no_file' })
      expect(existsSync(place)).toBe(true)
    }
  })

  test('stopped on its way leaves nothing, and the store can be written', async () => {
    const folder = temporaryFolder()
    const target = temporaryFolder()
    const db = open(folder)
    const stopped = AbortSignal.abort()
    await expect(backupTo(db, join(target, 'copy.bak'), NOTHING, stopped)).rejects.toThrow()
    expect(readdirSync(target)).toEqual([])
    put(db, 'a')
  })

  test('removes what a killed one left behind, and nothing else', async () => {
    const { folder, file } = await backedUp('a')
    const there = join(file, '..')
    const marked = (process: number) => `${file}.${HOST}-${process}-0123abcd.partial`
    const dead = [marked(DEAD), `${marked(DEAD)}-journal`]
    const others = [
      marked(process.pid),
      `${file}.partial`,
      join(there, `other.bak.${HOST}-${DEAD}-0123abcd.partial`),
    ]
    for (const path of [...dead, ...others]) writeFileSync(path, 'half')
    await backupTo(open(folder), file, NOTHING)
    expect(dead.filter((path) => existsSync(path))).toEqual([])
    expect(others.filter((path) => existsSync(path))).toEqual(others)
  })

  test('into a folder that is not there fails and leaves nothing', async () => {
    const folder = temporaryFolder()
    await expect(backupTo(open(folder), join(folder, 'none', 'copy.bak'), NOTHING)).rejects.toThrow()
    expect(readdirSync(folder).filter((name) => !name.startsWith(STORE_FILE))).toEqual(['comptoir.lock'])
  })
})

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
    expect(await restoreFrom(folder, file)).toEqual({ kept: null, people: 'none' })
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
    ['that is a pipe', (file) => void spawnSync('mkfifo', [file]), 'not_a_backup'],
    ['with a view', altered('CREATE VIEW sqliteview AS SELECT 1'), 'backup_altered'],
  )
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
