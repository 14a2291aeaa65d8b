/** What is wrong with a store's file, for who examines it. */
import { join } from 'node:path'
import type { FaultParams } from '../../domain/reasons.ts'
import { StoreError, storeFailure, type StoreErrorCode } from '../errors.ts'
import {
  brokenReferences,
  integrityProblems,
  openDatabase,
  refusedWrite,
  schemaVersion,
  STORE_FILE,
  type Sqlite,
} from './database.ts'
import { basicProblem, emptyOrder, unreadableValue } from './content.ts'
import { MIGRATIONS } from './migrations.ts'
import { schemaDifferences, type SchemaDifference } from './schema.ts'

export type StoreFault =
  /** `table`: of the only row that is known to be so: the rest can be read */
  | { readonly code: 'store_damaged'; readonly problem: string; readonly table?: string }
  | ({ readonly code: 'store_altered' } & SchemaDifference)
  /** `cause`: the system's or SQLite's code */
  | { readonly code: 'store_unwritable'; readonly file: string; readonly cause: string }
  /** of a database: why, as the store tells it */
  | { readonly code: 'store_refused'; readonly reason: StoreErrorCode; readonly params: FaultParams }
  | { readonly code: 'references_broken'; readonly count: number }

export interface Examination {
  /** null: it is sound and can be written */
  readonly wrong: StoreFault | null
  /** null: of what is damaged it cannot be told */
  readonly schema: { readonly version: number; readonly isCurrent: boolean } | null
}

/**
 * Examines the store of a folder, also while a service runs on it. One that does not let itself be opened is found to be
 * so: whoever asks how it stands is told, and not refused.
 * @throws StoreError where that says nothing of the store: another program holds it, for instance
 */
export function examineFolder(folder: string): Examination {
  const file = join(folder, STORE_FILE)
  try {
    const db = openDatabase(folder)
    try {
      return examination(db, folder)
    } finally {
      db.close()
    }
  } catch (error) {
    const failure = storeFailure(error, file)
    const wrong = failure instanceof StoreError ? openingFault(failure, file) : null
    if (wrong === null) throw failure
    return { wrong, schema: null }
  }
}

/** What a store is that cannot be opened; null where that is no matter of the store. */
export function openingFault({ code, params }: StoreError, file: string): StoreFault | null {
  switch (code) {
    case 'corrupt':
      return { code: 'store_damaged', problem: String(params['problem']) }
    case 'empty':
      return { code: 'store_damaged', problem: '0 bytes' }
    case 'not_a_store':
      return { code: 'store_damaged', problem: 'application_id' }
    case 'unreadable':
    case 'unwritable':
    case 'full':
      return { code: 'store_unwritable', file, cause: String(params['cause'] ?? code) }
    default:
      return null
  }
}

/** Examines an open store: takes as long as reading it whole. */
export function examination(db: Sqlite, folder: string): Examination {
  const version = schemaVersion(db)
  return { wrong: fault(db, folder), schema: { version, isCurrent: version === MIGRATIONS.length } }
}

/** The worst first. */
function fault(db: Sqlite, folder: string): StoreFault | null {
  const [problem] = integrityProblems(db, 'integrity_check')
  if (problem !== undefined) return { code: 'store_damaged', problem }
  const [difference] = schemaDifferences(db)
  if (difference) return { code: 'store_altered', ...difference }
  const basic = basicProblem(db)
  if (basic !== null) return { code: 'store_damaged', problem: basic }
  const unread = unreadableValue(db) ?? emptyOrder(db)
  if (unread !== null) return { code: 'store_damaged', problem: unread, table: /^\w+/.exec(unread)![0] }
  const count = brokenReferences(db)
  if (count > 0) return { code: 'references_broken', count }
  const refused = refusedWrite(db, folder)
  return refused && { code: 'store_unwritable', ...refused }
}
