import { join } from 'node:path'
import Database from 'better-sqlite3'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { BY_COMMAND } from '../../domain/people.ts'
import { backupTo } from '../../store/sqlite/backup.ts'
import { openDatabase } from '../../store/sqlite/database.ts'
import { temporaryFolder } from '../../testing/folder.ts'
import { Service } from '../service.ts'
import { renew } from './renewal.ts'
import type { Replaced, Replacement } from './replacement.ts'

const log = pino({ level: 'silent' })

/** A running service, and what it is told to do once it has ended. */
async function running() {
  const folder = temporaryFolder()
  let asked: Replacement | undefined
  const begin = (replaced: Replaced | null) =>
    Service.start({ folder, log, replaced, onReplace: (replacement) => (asked = replacement) })
  const service = await begin(null)
  onTestFinished(() => service.close())
  return { folder, service, begin, asked: () => asked! }
}

test('a backup with a partner whose limits cannot be read takes no store’s place: the service goes on with its own, and says why', async () => {
  const { folder, service, begin, asked } = await running()
  await service.customers.create({
    ...{ name: 'Présent', canOrder: true, discount: '0', products: null, families: null },
  })
  const file = join(temporaryFolder(), 'comptoir-manual-2026-01-02T00-00-00-000Z.db')
  const db = openDatabase(folder)
  await backupTo(db, file, 'SELECT 1')
  db.close()
  const copy = new Database(file)
  copy.exec(`UPDATE sources SET limits = '{'`)
  copy.close()
  service.replacement.restore(file, 'comptoir-manual-2026-01-02T00-00-00-000Z.db', BY_COMMAND, false)
  const after = await renew(service, asked(), begin)
  onTestFinished(() => after.close())
  expect(after.replacement.before).toMatchObject({ what: 'restored', problem: { code: 'backup_damaged' } })
  expect(await after.customers.byName('Présent')).toBeDefined()
})
