import { writeFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { canMount, smallDisk } from '../../testing/disk.ts'
import { temporaryFolder } from '../../testing/folder.ts'
import { openDatabase, readOnly, type Sqlite } from './database.ts'
import { isBusy, isDiskFailure } from '../errors.ts'
import { GroupCommit } from './group-commit.ts'

function setUp(folder = temporaryFolder()) {
  const db = openDatabase(folder)
  onTestFinished(() => void db.close())
  const put = (key: string, value = '1') => db.prepare('INSERT INTO settings VALUES (?, ?)').run(key, value)
  const keys = (of: Sqlite = db) => of.prepare('SELECT key FROM settings ORDER BY rowid').pluck().all()
  return { folder, db, commit: new GroupCommit(db), put, keys }
}

/** A write longer than a commit goes on taking others. */
function slow(put: (key: string) => unknown, key: string): void {
  put(key)
  for (const end = performance.now() + 30; performance.now() < end;);
}

describe('writes that arrive together', () => {
  test('share one commit and are answered in their order, each with its own result', async () => {
    const { db, commit, put, keys } = setUp()
    const answers: number[] = []
    const all = Array.from({ length: 50 }, (_, i) =>
      commit
        .submit(() => {
          expect(db.inTransaction).toBe(true)
          put(`k${i}`)
          return i * 2
        })
        .then((answer) => {
          answers.push(answer)
          return answer
        }),
    )
    expect(keys()).toEqual([])
    expect(await Promise.all(all)).toEqual(Array.from({ length: 50 }, (_, i) => i * 2))
    expect(answers).toEqual([...answers].sort((a, b) => a - b))
    expect(keys()).toHaveLength(50)
  })

  test('are answered only once they are durable: another connection sees them by then', async () => {
    const { folder, commit, put, keys } = setUp()
    const other = readOnly(folder)
    onTestFinished(() => void other.close())
    const answered = commit.submit(() => put('a'))
    expect(keys(other)).toEqual([])
    await answered
    expect(keys(other)).toEqual(['a'])
  })

  test('that take long are committed in turns: others are served in between, and the order is kept', async () => {
    const { commit, put, keys } = setUp()
    const seen: unknown[] = []
    const all = ['a', 'b', 'c'].map((key) =>
      commit.submit(() => slow(put, key)).then(() => seen.push(keys())),
    )
    await Promise.all(all)
    expect(seen).toEqual([['a'], ['a', 'b'], ['a', 'b', 'c']])
  })

  test('that take long are all written before the store is closed', async () => {
    const { commit, put, keys } = setUp()
    const all = ['a', 'b', 'c'].map((key) => commit.submit(() => slow(put, key)))
    commit.end()
    await Promise.all(all)
    expect(keys()).toEqual(['a', 'b', 'c'])
  })

  test('one that fails takes back its own writes alone', async () => {
    const { commit, put, keys } = setUp()
    const results = await Promise.allSettled([
      commit.submit(() => put('a')),
      commit.submit(() => {
        put('b')
        put('c')
        throw new Error('refused')
      }),
      commit.submit(() => put('a')),
      commit.submit(() => put('d')),
    ])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
    expect((results[1] as PromiseRejectedResult).reason).toEqual(new Error('refused'))
    expect((results[2] as PromiseRejectedResult).reason).toMatchObject({
      code: 'SQLITE_CONSTRAINT_PRIMARYKEY',
    })
    expect(keys()).toEqual(['a', 'd'])
  })

  test('the last of them may fail, and all of them may', async () => {
    const { commit, put, keys } = setUp()
    const fail = () => {
      put('x')
      throw new Error('no')
    }
    await Promise.allSettled([commit.submit(() => put('a')), commit.submit(fail)])
    expect(keys()).toEqual(['a'])
    await Promise.allSettled([commit.submit(fail), commit.submit(fail)])
    expect(keys()).toEqual(['a'])
  })

  test('work may hold transactions of its own', async () => {
    const { db, commit, put, keys } = setUp()
    const inner = db.transaction((fail: boolean) => {
      put(`inner ${fail}`)
      if (fail) throw new Error('inner')
    })
    await commit.submit(() => {
      put('outer')
      inner(false)
      expect(() => inner(true)).toThrow('inner')
    })
    expect(keys()).toEqual(['outer', 'inner false'])
  })

  test('what a settled write submits is written in a later commit', async () => {
    const { commit, put, keys } = setUp()
    await commit.submit(() => put('first')).then(() => commit.submit(() => put('second')))
    expect(keys()).toEqual(['first', 'second'])
  })

  test('where the commit itself fails, no one is told that it succeeded', async () => {
    const { db, commit, put, keys } = setUp()
    const deferred = () => {
      db.pragma('defer_foreign_keys = ON')
      db.prepare("INSERT INTO tokens (customer_id, hash, created_at) VALUES (99, x'00', '')").run()
    }
    const results = await Promise.allSettled([commit.submit(() => put('a')), commit.submit(deferred)])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(keys()).toEqual([])
    await commit.submit(() => put('b'))
    expect(keys()).toEqual(['b'])
  })

  test('flush writes at once; nothing to write is nothing', async () => {
    const { commit, put, keys } = setUp()
    commit.flush()
    const answered = commit.submit(() => put('a'))
    commit.flush()
    expect(keys()).toEqual(['a'])
    await answered
  })

  test('wait beside the others, not before them, while another program holds the store', async () => {
    const { folder, db, commit, put, keys } = setUp()
    db.pragma('busy_timeout = 1')
    const other = openDatabase(folder)
    onTestFinished(() => void other.close())
    other.exec('BEGIN IMMEDIATE')
    let settled = false
    const answered = commit.submit(() => put('a')).finally(() => (settled = true))
    for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve))
    expect(settled).toBe(false)
    const later = commit.submit(() => put('b'))
    other.exec('COMMIT')
    await Promise.all([answered, later])
    expect(keys()).toEqual(['a', 'b'])
  })

  test('are refused as busy once the other program has held the store for seconds; later ones are not', async () => {
    const { folder, db, commit, put, keys } = setUp()
    db.pragma('busy_timeout = 1')
    const other = openDatabase(folder)
    onTestFinished(() => void other.close())
    other.exec('BEGIN IMMEDIATE')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const refused = commit.submit(() => put('a')).catch(isBusy)
    await new Promise((resolve) => setImmediate(resolve))
    vi.advanceTimersByTime(6_000)
    expect(await refused).toBe(true)
    const taken = commit.submit(() => put('b'))
    await new Promise((resolve) => setImmediate(resolve))
    other.exec('COMMIT')
    vi.advanceTimersByTime(100)
    await taken
    expect(keys()).toEqual(['b'])
  })

  test('that still wait when the store is closed are refused', async () => {
    const { folder, db, commit, put } = setUp()
    db.pragma('busy_timeout = 1')
    const other = openDatabase(folder)
    onTestFinished(() => void other.close())
    other.exec('BEGIN IMMEDIATE')
    const refused = expect(commit.submit(() => put('a'))).rejects.toMatchObject({ code: 'closed' })
    commit.end()
    await refused
    other.exec('ROLLBACK')
  })

  test.skipIf(!canMount())(
    'a full disk refuses in words the program knows, keeps what it took, and works again once there is room',
    async () => {
      const disk = smallDisk('2m')
      const { db, commit, put, keys } = setUp(join(disk.folder, 'data'))
      const ballast = join(disk.folder, 'ballast')
      writeFileSync(ballast, Buffer.alloc(1024 * 1024))
      const taken: string[] = []
      let failure: unknown
      for (let i = 0; failure === undefined; i++) {
        try {
          await commit.submit(() => put(`k${i}`, 'x'.repeat(20_000)))
          taken.push(`k${i}`)
        } catch (error) {
          failure = error
        }
      }
      expect(isDiskFailure(failure)).toBe(true)
      expect(taken.length).toBeGreaterThan(2)
      expect(keys()).toEqual(taken)
      expect(db.inTransaction).toBe(false)
      rmSync(ballast)
      await commit.submit(() => put('after', 'x'.repeat(20_000)))
      expect(keys()).toEqual([...taken, 'after'])
      db.close()
      const again = openDatabase(join(disk.folder, 'data'))
      expect(keys(again)).toEqual([...taken, 'after'])
      again.close()
    },
  )
})
