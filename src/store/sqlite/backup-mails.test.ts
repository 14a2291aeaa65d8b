import Database from 'better-sqlite3'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../testing/folder.ts'
import { backupTo, REDACTION } from './backup.ts'
import { openDatabase } from './database.ts'

test('a backup has e-mails that waited in doubt: they may have gone since', async () => {
  const folder = temporaryFolder()
  const file = join(temporaryFolder(), 'copy.bak')
  const db = openDatabase(folder)
  db.pragma('foreign_keys = OFF')
  const states = ['waiting', 'sending', 'sent', 'unknown', 'failed', 'cancelled']
  for (const state of states)
    db.prepare(
      "INSERT INTO mails VALUES (?, 1, 1, '', '', '', '', x'00', ?, 0, '', NULL, '', NULL, NULL)",
    ).run(state, state)
  await backupTo(db, file, REDACTION)
  db.close()
  const statesIn = (of: string) => {
    const copy = new Database(of, { readonly: true })
    const found = copy.prepare('SELECT key, state, problem FROM mails').all()
    copy.close()
    return found as { key: string; state: string; problem: string | null }[]
  }
  const doubtful = statesIn(file).filter(({ key, state }) => key !== state)
  expect(doubtful.map(({ key, state, problem }) => [key, state, problem])).toEqual(
    ['waiting', 'sending'].map((key) => [key, 'unknown', '{"code":"mail_restored"}']),
  )
  expect(statesIn(join(folder, 'comptoir.db')).every(({ key, state }) => key === state)).toBe(true)
})
