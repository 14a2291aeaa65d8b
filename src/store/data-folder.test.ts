/** The folder of a store: whose eyes it is for, and places that cannot be written. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { canMount, smallDisk } from '../testing/disk.ts'
import { contents } from '../testing/files.ts'
import { temporaryFolder } from '../testing/folder.ts'
import { openDatabase, STORE_FILE } from './sqlite/database.ts'
import { LOCK_FILE } from './folder.ts'
import { lockFolder } from './lock.ts'
import { open, storeIn, failure } from './fixtures/databases.ts'

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

  test.skipIf(process.platform === 'win32')(
    'that was made empty before is closed to others with its first store',
    () => {
      const folder = temporaryFolder()
      chmodSync(folder, 0o755)
      open(folder)
      expect(mode(folder)).toBe(0o700)
    },
  )

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

describe('places that cannot be written', () => {
  test('a file where the folder should be', () => {
    const file = join(temporaryFolder(), 'file')
    writeFileSync(file, 'x')
    expect(failure(() => openDatabase(file)).code).toBe('unwritable')
    // No right would help.
    expect(failure(() => openDatabase(file)).message).toMatch(/should be\); choose another folder/)
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
        expect(message).toContain('choose another folder with --data')
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
