/** Backup, restore and examination of a data folder. */
import { worded } from '../domain/messages.ts'
import { backupTo, freeBytes, restoreFrom } from '../store/backup.ts'
import { hasStore, integrityProblems, openDatabase } from '../store/database.ts'
import { StoreError, storeFailure } from '../store/errors.ts'
import { isFolderLocked } from '../store/lock.ts'
import { MIGRATIONS } from '../store/migrations.ts'
import type { Service } from './service.ts'

export { hasStore, isFolderLocked, StoreError, storeFailure }

/**
 * What a backup must not hold: secrets that only this machine can open anyway. And what it cannot know: whether an
 * order that still waited has been sent since. Put back, such an order is looked up at the partner first. Ids of events
 * go on far beyond those that are given meanwhile: a reader who comes back with one of these is told to read anew.
 */
const REDACT = `DELETE FROM settings WHERE key LIKE 'secret:%';
  UPDATE outbox SET phase = 'doubtful', received = 'maybe' WHERE phase IN ('ready', 'sending');
  DELETE FROM events WHERE id < (SELECT max(id) FROM events);
  UPDATE events SET id = id + 1000000000`

/**
 * A consistent copy of the store, also while a service runs.
 * @param signal stops it; nothing is left
 * @returns its size in bytes.
 * @throws StoreError
 */
export async function backup(folder: string, file: string, signal?: AbortSignal): Promise<number> {
  if (!hasStore(folder)) throw new StoreError('no_store', { folder })
  const db = openDatabase(folder)
  try {
    return await backupTo(db, file, REDACT, signal)
  } finally {
    db.close()
  }
}

/** Puts a backup in the store's place. @returns where the store from before is kept. @throws StoreError */
export function restore(folder: string, file: string, signal?: AbortSignal): Promise<string | null> {
  return restoreFrom(folder, file, signal)
}

export interface Check {
  readonly name: string
  readonly ok: boolean
  readonly detail: string
}

const LOW_DISK_BYTES = 100 * 1024 * 1024
const OLD_CATALOGUE_DAYS = 30
const DAY_MS = 86_400_000

/** Examines a store: integrity, schema, catalogue, the partner (asked now), disk space. */
export async function examine(service: Service): Promise<Check[]> {
  const { db } = service.store
  const problems = integrityProblems(db, 'integrity_check')
  const foreign = db.pragma('foreign_key_check') as unknown[]
  const version = db.pragma('user_version', { simple: true }) as number
  const { productCount, familyCount } = service.catalogue.snapshot
  const loadedAt = service.catalogue.loadedAt()
  const age = loadedAt === null ? null : (service.clock.now().getTime() - Date.parse(loadedAt)) / DAY_MS
  const free = await freeBytes(service.store.folder)
  const status = service.status()
  const partner = status.upstream === null ? null : await service.upstream.check()
  return [
    {
      name: 'store',
      ok: problems.length === 0 && foreign.length === 0,
      detail: problems[0] ?? (foreign.length > 0 ? `${foreign.length} broken reference(s)` : 'sound'),
    },
    { name: 'schema', ok: version === MIGRATIONS.length, detail: `version ${version}` },
    {
      name: 'catalogue',
      ok: productCount + familyCount > 0 && (age === null || age <= OLD_CATALOGUE_DAYS),
      detail:
        productCount + familyCount === 0
          ? 'empty: load a bundle with "comptoir import" or set an upstream and "comptoir sync"'
          : `${productCount} products, ${familyCount} families, loaded ${age === null ? 'at an unknown time' : `${Math.floor(age)} day(s) ago`}`,
    },
    {
      name: 'upstream',
      ok: status.needsAttention === 0 && partner?.ok !== false,
      detail:
        partner === null
          ? 'none set'
          : `${status.upstream}: ${worded(partner.found, 'en')} ${status.outbox} order(s) waiting, ${status.needsAttention} to look at`,
    },
    { name: 'disk', ok: free >= LOW_DISK_BYTES, detail: `${Math.floor(free / 1024 / 1024)} MiB free` },
  ]
}
