/** Backup, restore and examination of a data folder. */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import type { Snapshot } from '../domain/catalogue.ts'
import type { Coded } from '../domain/messages.ts'
import { BY_COMMAND } from '../domain/people.ts'
import {
  REDACTION,
  backupTo,
  copyStoreFiles,
  freeBytes,
  notWritten,
  type MadeBackup,
} from '../store/sqlite/backup.ts'
import { restoreFrom, type RestoredStore, type RestoreOptions } from '../store/sqlite/restore.ts'
import { hasStore, openDatabase, STORE_FILE } from '../store/sqlite/database.ts'
import { errorCode, StoreError, storeFailure } from '../store/errors.ts'
import { beforeMaking } from '../store/new-folder.ts'
import {
  examineFolder,
  openingFault,
  type Examination,
  type StoreFault,
} from '../store/sqlite/examination.ts'
import type { SourceRecord } from '../store/sources.ts'
import { copyStore, type CopyResult } from '../store/copy.ts'
import { isMeantAsUrl, isPostgres, withoutPassword } from '../store/postgres/address.ts'
import { sqliteSource, sqliteTarget } from '../store/sqlite/copy.ts'
import { Store, type StorePlace } from '../store/store.ts'
import { lacksMailPassword } from './mail/server.ts'
import { tokenKey } from './partner-link.ts'
import type { Partner } from './partners.ts'
import type { Service } from './service.ts'
import { strandedCount, waitedFor, type WaitedFor } from './stranded.ts'
import { backupMoment } from './upkeep/backups.ts'
import { noteKept } from './upkeep/kept-store.ts'
import { notePlaced } from './upkeep/placed.ts'
import { beginOver } from './upkeep/trial.ts'

export { isMeantAsUrl, isPostgres as isStoreUrl, withoutPassword }
export { beforeMaking, STORE_FILE, StoreError, storeFailure }

/**
 * Where a store is.
 * @param named a database's address, another data folder, or none: the folder's own
 */
export function storeAt(folder: string, named: string | undefined): StorePlace {
  if (named === undefined) return { folder, url: null }
  return isPostgres(named) ? { folder, url: named } : { folder: resolve(named), url: null }
}

const ofDatabases = () => import('../store/postgres/copy.ts')

/** Copies a whole store into an empty one, and checks it. @throws StoreError */
export async function copyTo(from: StorePlace, to: StorePlace): Promise<CopyResult> {
  const source =
    from.url === null ? sqliteSource(from.folder) : await (await ofDatabases()).postgresSource(from.url)
  try {
    const target =
      to.url === null ? sqliteTarget(to.folder) : await (await ofDatabases()).postgresTarget(to.url)
    try {
      return await copyStore(source, target)
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

/** @throws StoreError where there is no store, or it does not let itself be seen: nothing is made */
export async function requireStore({ folder, url }: StorePlace): Promise<void> {
  if (url === null) return requireFile(folder)
  const { hasPostgresStore } = await import('../store/postgres/schema.ts')
  if (!(await hasPostgresStore(url))) throw new StoreError('database_empty', { store: withoutPassword(url) })
}

function requireFile(folder: string): void {
  if (hasStore(folder)) return
  const cause = hidden(folder)
  throw cause === null
    ? new StoreError('no_store', { folder })
    : new StoreError('unreadable', { file: folder, cause })
}

/** What keeps a folder from being looked into; null where it is not there, or holds no store. */
function hidden(folder: string): string | null {
  try {
    statSync(join(folder, STORE_FILE))
    return null
  } catch (error) {
    const code = errorCode(error)
    return /^(ENOENT|ENOTDIR)$/.test(code) ? null : code
  }
}

/**
 * A consistent copy of the store, also while a service runs.
 * @param signal stops it; nothing is left
 * @throws StoreError
 */
export async function backup(folder: string, file: string, signal?: AbortSignal): Promise<MadeBackup> {
  requireFile(folder)
  try {
    return await backupOf(folder, file, signal)
  } catch (error) {
    if (!takesNoWrite(error, folder)) throw error
    // The disk gives what it has, and takes nothing more: that is when a copy is wanted.
    const aside = madeBeside(file)
    try {
      copyStoreFiles(join(folder, STORE_FILE), join(aside, STORE_FILE))
      return await backupOf(aside, file, signal)
    } catch (failure) {
      throw notWritten(failure, file)
    } finally {
      rmSync(aside, { recursive: true, force: true })
    }
  }
}

/** Whether a store cannot be opened because its disk takes nothing more: it is read-only, or full. */
function takesNoWrite(error: unknown, folder: string): boolean {
  if (!(error instanceof StoreError)) return false
  const { code, params } = error
  return params['cause'] === 'EROFS' || (code === 'full' && params['file'] === join(folder, STORE_FILE))
}

/** A folder of ours beside a backup that is to be. @throws StoreError */
function madeBeside(file: string): string {
  try {
    return mkdtempSync(join(dirname(resolve(file)), '.comptoir-'))
  } catch (error) {
    throw notWritten(error, file)
  }
}

async function backupOf(folder: string, file: string, signal?: AbortSignal): Promise<MadeBackup> {
  const db = openDatabase(folder)
  try {
    return await backupTo(db, file, REDACTION, signal)
  } finally {
    db.close()
  }
}

/** What a restore came to. */
export interface Restored extends Omit<RestoredStore, 'kept'> {
  /** where the store from before is kept; null where there was none */
  readonly before: string | null
  /** the place in that store that is damaged, and how: it could not be put back; null: none known */
  readonly beforeDamaged: string | null
  /** the partners that cannot be asked until their token is given: no backup holds one */
  readonly withoutToken: readonly { readonly name: string; readonly url: string }[]
  /** whether e-mail goes by a server whose password is to be given again */
  readonly withoutMailPassword: boolean
}

/**
 * Puts a backup in the store's place.
 * @param options as {@link restoreFrom} has them
 * @throws StoreError
 */
export async function restore(
  folder: string,
  file: string,
  options: Pick<RestoreOptions, 'signal' | 'unread'> = {},
): Promise<Restored> {
  const name = basename(file)
  const moment = { at: new Date().toISOString(), from: backupMoment(name) }
  const { kept: before, ...restored } = await restoreFrom(folder, file, {
    ...options,
    begin: beginOver,
    note: (staging, told) =>
      notePlaced(staging, { what: 'restored', ...moment, ...told }, BY_COMMAND, [
        'store_restored',
        { file: name },
      ]),
  })
  const beforeDamaged = noteKept(before)
  const store = await Store.open({ folder, url: null })
  try {
    const isWithout = ({ id, removed, url }: SourceRecord) =>
      !removed && url !== null && store.settings.get(tokenKey(id)) === undefined
    const partners = store.sources.all().filter(isWithout)
    const withoutToken = partners.map(({ name, url }) => ({ name, url: url! }))
    const without = { withoutToken, withoutMailPassword: lacksMailPassword(store) }
    return { before, beforeDamaged, ...restored, ...without }
  } finally {
    await store.close()
  }
}

export type Finding =
  | { readonly code: 'store_sound' }
  | StoreFault
  | { readonly code: 'schema'; readonly version: number }
  | { readonly code: 'catalogue_empty' }
  /** `days`: since it was loaded, null where that is not known */
  | {
      readonly code: 'catalogue'
      readonly products: number
      readonly families: number
      readonly days: number | null
    }
  /** `stranded`: orders that wait for a partner that is not set; `waitedFor`: which ones */
  | {
      readonly code: 'upstream_none'
      readonly stranded: number
      readonly waitedFor: readonly WaitedFor[]
    }
  /** `partner`: what came back from it */
  | {
      readonly code: 'upstream'
      readonly partnerName: string
      readonly url: string
      readonly partner: Coded
      /** orders that are neither sent nor given up */
      readonly unsent: number
      /** those of them that need a person */
      readonly attention: number
      /** made, and to be looked into */
      readonly noted: number
      /** those of them that were made for another address */
      readonly stranded: number
      /** where it was when they were made */
      readonly waitedFor: readonly WaitedFor[]
      /** why its catalogue could not be taken over; null where it was, and of trouble that passes */
      readonly syncError: Coded | null
      /** products and families whose ids its block does not hold */
      readonly outside: number
      /** others that cannot be used */
      readonly refused: number
    }
  /** how many products and families cannot be read, and are offered to nobody */
  | { readonly code: 'catalogue_unread'; readonly products: number; readonly families: number }
  /** accounts of the API of which it cannot be read what they see */
  | { readonly code: 'accounts_unread'; readonly names: readonly string[] }
  /** those whose discount is none: nothing is sold to them */
  | { readonly code: 'discounts_unread'; readonly names: readonly string[] }
  | { readonly code: 'mail'; readonly host: string; readonly problem: Coded | null }
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

/**
 * Examines a store: integrity, schema, catalogue, the partner (asked now), disk space.
 * @param look reads the store whole
 */
export async function examine(service: Service, look = () => service.store.examine()): Promise<Check[]> {
  const { wrong, schema } = await look()
  // What a damaged store does not let be read is left out.
  const read = <T>(part: Promise<T>) => (wrong?.code === 'store_damaged' ? part.catch(() => null) : part)
  const { productCount, familyCount, unreadable } = service.catalogue.snapshot
  const loadedAt = await read(service.catalogue.loadedAt())
  const loaded = loadedAt === null ? NaN : Date.parse(loadedAt)
  const age = Number.isNaN(loaded) ? null : (service.clock.now().getTime() - loaded) / DAY_MS
  const set = service.partners.all()
  const partners = await Promise.all(set.map((partner) => read(partnerCheck(service, partner))))
  const unread = await read(service.store.customers.unread())
  const nowhere = (await read(waitedFor(service, null))) ?? []
  const none: Check = {
    name: 'upstream',
    ok: nowhere.length === 0,
    found: { code: 'upstream_none', stranded: strandedCount(nowhere), waitedFor: nowhere },
  }
  return [
    {
      name: 'store',
      ok: wrong === null,
      found: wrong ?? { code: 'store_sound' },
    },
    ...schemaCheck(schema),
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
    ...offerCheck(unreadable),
    ...(set.length === 0 || nowhere.length > 0 ? [none] : []),
    ...partners.filter((check) => check !== null),
    ...accountCheck('accounts_unread', unread?.seen ?? []),
    ...accountCheck('discounts_unread', unread?.discount ?? []),
    ...mailCheck(service),
    await diskCheck(service.store.folder),
  ]
}

async function diskCheck(folder: string): Promise<Check> {
  const free = await freeBytes(folder)
  return {
    name: 'disk',
    ok: free >= LOW_DISK_BYTES,
    found: { code: 'disk', freeMebibytes: Math.floor(free / 1024 / 1024) },
  }
}

/**
 * What is found of a store that does not let itself be opened; null where it is not the store that failed.
 * @returns `full`: its disk is, and what it holds was looked at all the same, where there is room elsewhere
 */
export async function examineUnopened(
  { folder, url }: StorePlace,
  error: unknown,
): Promise<{ readonly full: boolean; readonly checks: readonly Check[] } | null> {
  const file = join(folder, STORE_FILE)
  const failure = storeFailure(error, file)
  if (!(failure instanceof StoreError)) return null
  const full = url === null && failure.code === 'full'
  const read = full ? examineElsewhere(folder) : null
  const fault = read?.wrong ?? (url === null ? openingFault(failure, file) : null)
  const refused = { code: 'store_refused', reason: failure.code, params: failure.params } as const
  return {
    full,
    checks: [
      { name: 'store', ok: false, found: fault ?? refused },
      ...schemaCheck(read?.schema ?? null),
      await diskCheck(folder),
    ],
  }
}

/** The same of a copy in the system's folder for what is passing, on another disk most often; null where there is no room. */
function examineElsewhere(folder: string): Examination | null {
  try {
    const aside = mkdtempSync(join(tmpdir(), 'comptoir-'))
    try {
      copyStoreFiles(join(folder, STORE_FILE), join(aside, STORE_FILE))
      return examineFolder(aside)
    } finally {
      rmSync(aside, { recursive: true, force: true })
    }
  } catch {
    return null
  }
}

function schemaCheck(schema: Examination['schema']): Check[] {
  if (schema === null) return []
  return [{ name: 'schema', ok: schema.isCurrent, found: { code: 'schema', version: schema.version } }]
}

function offerCheck({ products, families }: Snapshot['unreadable']): Check[] {
  if (products.size + families.size === 0) return []
  const found = { code: 'catalogue_unread', products: products.size, families: families.size } as const
  return [{ name: 'catalogue', ok: false, found }]
}

const accountCheck = (code: 'accounts_unread' | 'discounts_unread', names: readonly string[]): Check[] =>
  names.length === 0 ? [] : [{ name: 'accounts', ok: false, found: { code, names } }]

/** How the server that e-mail is sent by stands, where one is set: it is not asked. */
function mailCheck({ mail: { server } }: Service): Check[] {
  const { problem } = server
  if (!server.isSet) return []
  return [{ name: 'mail', ok: problem === null, found: { code: 'mail', host: server.current.host, problem } }]
}

/** How a partner stands: it is asked now. */
async function partnerCheck(service: Service, { id, link, sync }: Partner) {
  const { ok, found } = await link.check()
  const { unsent, attention, noted } = await service.store.outbox.counts(id)
  const waiting = await waitedFor(service, id)
  const stranded = strandedCount(waiting)
  const { error: syncError, outsideCount: outside, refusedCount } = sync.state
  return {
    name: 'upstream',
    ok: ok && attention + noted + stranded + outside === 0 && syncError === null,
    found: {
      code: 'upstream' as const,
      ...{ partnerName: link.source.name, url: link.url, partner: found, unsent, attention, noted, stranded },
      ...{ waitedFor: waiting, syncError, outside, refused: refusedCount - outside },
    },
  }
}
