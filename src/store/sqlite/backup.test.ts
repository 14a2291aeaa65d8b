import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  linkSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../testing/folder.ts'
import { backupTo } from './backup.ts'
import { restoreFrom } from './restore.ts'
import { integrityProblems, STORE_FILE } from './database.ts'
import { open } from '../fixtures/databases.ts'
import { backedUp, keys, keysIn, NOTHING, put } from './backup.fixture.ts'

/** As the program marks its own files under way: this machine, and a process that ran and has ended. */
const HOST = createHash('sha256').update(hostname()).digest('hex').slice(0, 6)
const DEAD = spawnSync('true').pid

describe('backup', () => {
  test('is one whole file that says its size', async () => {
    const folder = temporaryFolder()
    const target = temporaryFolder()
    const db = open(folder)
    put(db, 'a')
    const { bytes } = await backupTo(db, join(target, 'copy.bak'), NOTHING)
    expect(readdirSync(target)).toEqual(['copy.bak'])
    expect(readFileSync(join(target, 'copy.bak'))).toHaveLength(bytes)
    expect(keysIn(join(target, 'copy.bak'))).toEqual(['a'])
  })

  test('leaves out what others added to the store, and is none where the store lacks something', async () => {
    const folder = temporaryFolder()
    const file = join(temporaryFolder(), 'copy.bak')
    const db = open(folder)
    put(db, 'a')
    db.exec(`CREATE INDEX "of the ""shop" ON settings (value); CREATE VIEW figures AS SELECT * FROM settings;
      CREATE TABLE notes (text TEXT); CREATE INDEX notes_by_text ON notes (text)`)
    await backupTo(db, file, NOTHING)
    const other = temporaryFolder()
    await restoreFrom(other, file)
    expect(keysIn(join(other, STORE_FILE))).toEqual(['a'])
    db.exec('DROP TABLE tokens')
    const before = readFileSync(file)
    await expect(backupTo(db, file, NOTHING)).rejects.toMatchObject({ code: 'source_altered' })
    expect(readFileSync(file)).toEqual(before)
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

  test.each(['running', 'at rest'])('never takes the place of another folder’s store: %s', async (state) => {
    const other = temporaryFolder()
    const theirs = open(other)
    put(theirs, 'theirs')
    if (state === 'at rest') theirs.close()
    const db = open(temporaryFolder())
    const refused = backupTo(db, join(other, STORE_FILE), NOTHING)
    await expect(refused).rejects.toMatchObject({ code: 'backup_in_use' })
    expect(keys(open(other))).toEqual(['theirs'])
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
