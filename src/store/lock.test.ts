/** One service a folder. */
import { once } from 'node:events'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { describe, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../testing/folder.ts'
import { LOCK_FILE } from './folder.ts'
import { isFolderLocked, lockFolder } from './lock.ts'
import { open, failure } from './fixtures/databases.ts'

/** Looks at a lock, and goes on until another waits for it. */
const LOOKING = `
const { parentPort, workerData: { sqlite, file } } = require('node:worker_threads')
const Database = require(sqlite)
const look = () => {
  const db = new Database(file, { timeout: 0 })
  db.exec('BEGIN; SELECT 1 FROM sqlite_master')
  return db
}
const first = look()
parentPort.once('message', () => {
  try {
    for (;;) look().close()
  } catch {
    first.close()
  }
})
parentPort.postMessage('looks')
`

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

  test('is no folder: that is named, with what helps', () => {
    const folder = temporaryFolder()
    mkdirSync(join(folder, LOCK_FILE))
    for (const look of [lockFolder, isFolderLocked]) {
      const { code, message } = failure(() => look(folder))
      expect(code).toBe('unwritable')
      expect(message).toContain(
        `${join(folder, LOCK_FILE)} cannot be written (it is a folder); move that folder`,
      )
    }
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

  test('is taken once those that look at it have looked: they do not see each other', async () => {
    const folder = temporaryFolder()
    lockFolder(folder).release()
    const looking = new Worker(LOOKING, {
      eval: true,
      workerData: {
        sqlite: createRequire(import.meta.url).resolve('better-sqlite3'),
        file: join(folder, LOCK_FILE),
      },
    })
    onTestFinished(() => void looking.terminate())
    await once(looking, 'message')
    expect(isFolderLocked(folder)).toBe(false)
    const go = once(looking, 'exit')
    looking.postMessage('go')
    lockFolder(folder).release()
    await go
  })

  test('of a folder that is not there is not held', () => {
    expect(isFolderLocked(join(temporaryFolder(), 'none'))).toBe(false)
  })
})
