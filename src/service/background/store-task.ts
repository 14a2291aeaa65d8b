/** What takes as long as reading the store whole, beside the service, on a connection of its own. */
import { StoreError } from '../../store/errors.ts'
import { backupTo, REDACTION } from '../../store/sqlite/backup.ts'
import { inspectBackup } from '../../store/sqlite/restore.ts'
import { openDatabase } from '../../store/sqlite/database.ts'
import { examineFolder } from '../../store/sqlite/examination.ts'
import { watchingUpgrades, type UpgradeListener } from '../../store/upgrade.ts'
import { surveyOf } from '../../store/sqlite/survey.ts'
import type { Results, StoreTask } from './protocol.ts'

/** A StoreError is a result: its code and what its words name would not come through as an error. */
export async function perform(task: StoreTask, tell: UpgradeListener): Promise<Results[StoreTask['type']]> {
  try {
    switch (task.type) {
      case 'backup':
        return await backUp(task.folder, task.file)
      case 'examine':
        return examineFolder(task.folder)
      case 'survey':
        return surveyOf(task.folder)
      case 'inspect':
        return { unread: inspectBackup(task.file, task.folder) }
      case 'upgrade':
        watchingUpgrades(tell, () => openDatabase(task.folder)).close()
        return { upgraded: true }
    }
  } catch (error) {
    if (error instanceof StoreError) return { failed: { code: error.code, params: error.params } }
    throw error
  }
}

async function backUp(folder: string, file: string): Promise<Results['backup']> {
  const db = openDatabase(folder)
  try {
    return await backupTo(db, file, REDACTION)
  } finally {
    db.close()
  }
}
