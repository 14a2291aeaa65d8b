import { linkSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../testing/folder.ts'
import { restoreFrom } from './restore.ts'
import { openDatabase, STORE_FILE } from './database.ts'

test('the store itself is no backup to be restored, by whatever name, and nothing changes', async () => {
  const folder = temporaryFolder()
  openDatabase(folder).close()
  const store = join(folder, STORE_FILE)
  const elsewhere = temporaryFolder()
  symlinkSync(store, join(elsewhere, 'link'))
  linkSync(store, join(elsewhere, 'second'))
  const before = readdirSync(folder)
  for (const file of [store, join(elsewhere, 'link'), join(elsewhere, 'second')])
    await expect(restoreFrom(folder, file)).rejects.toMatchObject({ code: 'backup_is_store' })
  expect(readdirSync(folder)).toEqual(before)
})
