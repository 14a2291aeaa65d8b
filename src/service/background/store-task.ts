/** What takes as long as reading the store whole, beside the service, on a connection of its own. */
import { StoreError } from '../../store/errors.ts'
import { backupTo, inspectBackup, REDACTION } from '../../store/sqlite/backup.ts'
import { openDatabase } from '../../store/sqlite/database.ts'
import { examination } from '../../store/sqlite/examination.ts'
import { watchingUpgrades, type UpgradeListener } from '../../store/upgrade.ts'
import { surveyOf } from '../../store/sqlite/survey.ts'
import type { Results, StoreTask } from './protocol.ts'

/** A StoreError is a result: its code and what its words name would not come through as an error. */
export async function perform(task: StoreTask, tell: UpgradeListener): Promise<Results[StoreTask['type']]> {
  try {
    switch (task.type) {
      case 'backup':
        return await onStore(task.folder, async (db) => ({ bytes: await backupTo(db, task.file, REDACTION) }))
      case 'examine':
        return await onStore(task.folder, (db) => examination(db, task.folder))
      case 'survey':
        return surveyOf(task.folder)
      case 'inspect':
        inspectBackup(task.file, task.folder)
        return { sound: true }
      case 'upgrade':
        watchingUpgrades(tell, () => openDatabase(task.folder)).close()
        return { upgraded: true }
    }
  } catch (error) {
    if (error instanceof StoreError) return { failed: { code: error.code, params: error.params } }
    throw error
  }
}

async function onStore<T>(
  folder: string,
  work: (db: ReturnType<typeof openDatabase>) => T | Promise<T>,
): Promise<T> {
  const db = openDatabase(folder)
  try {
    return await work(db)
  } finally {
    db.close()
  }
}
