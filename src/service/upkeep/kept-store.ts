import { StoreError } from '../../store/errors.ts'
import { inspectBackup } from '../../store/sqlite/restore.ts'
import { keepFacts, type BackupFacts } from './backup-facts.ts'

/**
 * Notes beside a store that was kept what is wrong with it: a damaged one is most often why another took its place, and is
 * not to be listed as if it could be put back.
 * @returns the place that is damaged, and how; null: none, or it cannot be looked at
 */
export function noteKept(kept: string | null): string | null {
  if (kept === null) return null
  const facts = factsOfKept(kept)
  try {
    keepFacts(kept, facts)
  } catch {
    // A full disk: the store is in its place all the same.
  }
  return facts.damaged
}

function factsOfKept(kept: string): BackupFacts {
  try {
    return { given: null, unread: inspectBackup(kept, null), damaged: null }
  } catch (error) {
    return { given: null, unread: null, damaged: error instanceof StoreError ? damageIn(error) : null }
  }
}

const damageIn = ({ code, params }: StoreError) =>
  code === 'backup_damaged' ? String(params['problem']) : code === 'not_a_backup' ? code : null
