/** What is wrong with a store's file, for who examines it. */
import type { FaultParams } from '../../domain/reasons.ts'
import type { StoreErrorCode } from '../errors.ts'
import { brokenReferences, integrityProblems, refusedWrite, schemaVersion, type Sqlite } from './database.ts'
import { MIGRATIONS } from './migrations.ts'
import { schemaDifferences, type SchemaDifference } from './schema.ts'

export type StoreFault =
  | { readonly code: 'store_damaged'; readonly problem: string }
  | ({ readonly code: 'store_altered' } & SchemaDifference)
  /** `cause`: the system's or SQLite's code */
  | { readonly code: 'store_unwritable'; readonly file: string; readonly cause: string }
  /** of a database: why, as the store tells it */
  | { readonly code: 'store_refused'; readonly reason: StoreErrorCode; readonly params: FaultParams }
  | { readonly code: 'references_broken'; readonly count: number }

export interface Examination {
  /** null: it is sound and can be written */
  readonly wrong: StoreFault | null
  readonly schema: { readonly version: number; readonly isCurrent: boolean }
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
  const count = brokenReferences(db)
  if (count > 0) return { code: 'references_broken', count }
  const refused = refusedWrite(db, folder)
  return refused && { code: 'store_unwritable', ...refused }
}
