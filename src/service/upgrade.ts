/** Brings the store of an earlier program to today's schema before it is opened, while who waits goes on being drawn. */
import { StoreError } from '../store/errors.ts'
import { needsMigration } from '../store/sqlite/database.ts'
import type { UpgradeListener } from '../store/upgrade.ts'
import { Background } from './background/background.ts'

export type { UpgradeListener, UpgradeProgress } from '../store/upgrade.ts'
export { watchingUpgrades } from '../store/upgrade.ts'

/**
 * In a thread of its own: SQLite holds the one that it runs in, for minutes where a store is large. Where nothing is to
 * be done none is started, and nobody is told.
 * @param told before the copy and before each step
 * @throws StoreError as opening the store would
 */
export async function upgradeStore(folder: string, told: UpgradeListener): Promise<void> {
  if (!needsMigration(folder)) return
  const thread = new Background()
  try {
    const done = await thread.run({ type: 'upgrade', folder }, told)
    if ('failed' in done) throw new StoreError(done.failed.code, done.failed.params)
  } finally {
    await thread.end()
  }
}
