/** Backup, restore and examination of a data folder. */
import type { Coded } from '../domain/messages.ts'
import { backupTo, freeBytes, restoreFrom } from '../store/backup.ts'
import { hasStore, integrityProblems, openDatabase, STORE_FILE } from '../store/database.ts'
import { StoreError, storeFailure } from '../store/errors.ts'
import { MIGRATIONS } from '../store/migrations.ts'
import type { Service } from './service.ts'

export { hasStore, STORE_FILE, StoreError, storeFailure }

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

export type Finding =
  | { readonly code: 'store_sound' }
  | { readonly code: 'store_damaged'; readonly problem: string }
  | { readonly code: 'references_broken'; readonly count: number }
  | { readonly code: 'schema'; readonly version: number }
  | { readonly code: 'catalogue_empty' }
  /** `days`: since it was loaded, null where that is not known */
  | {
      readonly code: 'catalogue'
      readonly products: number
      readonly families: number
      readonly days: number | null
    }
  | { readonly code: 'upstream_none' }
  /** `partner`: what came back from it */
  | {
      readonly code: 'upstream'
      readonly url: string
      readonly partner: Coded
      readonly waiting: number
      readonly attention: number
    }
  | { readonly code: 'disk'; readonly freeMebibytes: number }

export interface Check {
  readonly name: string
  /** false: a person should look */
  readonly ok: boolean
  readonly found: Finding
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
  const { upstream, outbox, needsAttention } = service.status()
  const partner = upstream === null ? null : await service.upstream.check()
  return [
    {
      name: 'store',
      ok: problems.length === 0 && foreign.length === 0,
      found:
        problems[0] !== undefined
          ? { code: 'store_damaged', problem: problems[0] }
          : foreign.length > 0
            ? { code: 'references_broken', count: foreign.length }
            : { code: 'store_sound' },
    },
    { name: 'schema', ok: version === MIGRATIONS.length, found: { code: 'schema', version } },
    {
      name: 'catalogue',
      ok: productCount + familyCount > 0 && (age === null || age <= OLD_CATALOGUE_DAYS),
      found:
        productCount + familyCount === 0
          ? { code: 'catalogue_empty' }
          : {
              code: 'catalogue',
              products: productCount,
              families: familyCount,
              days: age === null ? null : Math.floor(age),
            },
    },
    {
      name: 'upstream',
      ok: needsAttention === 0 && partner?.ok !== false,
      found:
        upstream === null || partner === null
          ? { code: 'upstream_none' }
          : {
              code: 'upstream',
              url: upstream,
              partner: partner.found,
              waiting: outbox,
              attention: needsAttention,
            },
    },
    {
      name: 'disk',
      ok: free >= LOW_DISK_BYTES,
      found: { code: 'disk', freeMebibytes: Math.floor(free / 1024 / 1024) },
    },
  ]
}
