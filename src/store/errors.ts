import { dirname } from 'node:path'
import type { FaultParams } from '../domain/reasons.ts'
import { COMMANDS, storeMessage, type StoreErrorCode } from '../domain/store-messages.ts'

export type { StoreErrorCode }

/**
 * Why a data folder cannot be used: a code with what its words name. The message is the English of the table, for
 * logs; who shows it to a person makes it from the code in his language.
 */
export class StoreError extends Error {
  readonly code: StoreErrorCode
  readonly params: FaultParams

  constructor(code: StoreErrorCode, params: FaultParams, cause?: unknown) {
    super(storeMessage(code, 'en', { ...COMMANDS, ...params }), { cause })
    this.name = 'StoreError'
    this.code = code
    this.params = params
  }
}

/** SQLite's result code of an error, such as `SQLITE_BUSY`, the system's, such as `ENOSPC`, or a StoreError's own. */
export function errorCode(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : ''
}

const DISK = /^(full|unwritable|right_lacking|database_read_only|away|commit_unknown|newer|damaged|replaced)$/

/**
 * Whether a write failed because the disk is full, the folder or the database cannot be written, the disk fails, the database is away or a
 * newer program has changed it, or the store's file is damaged or no longer in its place.
 */
export function isDiskFailure(error: unknown): boolean {
  if (error instanceof StoreError) return DISK.test(error.code)
  return /^(SQLITE_(FULL|READONLY|IOERR|CANTOPEN)|ENOSPC|EROFS|EACCES|EPERM|EFBIG|EIO)/.test(errorCode(error))
}

/** Whether a write failed because another program held the store for too long. */
export function isBusy(error: unknown): boolean {
  return errorCode(error).startsWith('SQLITE_BUSY') || (error instanceof StoreError && error.code === 'busy')
}

/** Whether the store was closed meanwhile: nothing was written. */
export const isClosed = (error: unknown) => error instanceof StoreError && error.code === 'closed'

/** Places that are no folder, or not to be had: what making and opening files says of them. */
const PLACE = /^(ENOTDIR|EEXIST|ENOENT|EISDIR|ELOOP|ENAMETOOLONG|EMFILE)/

/** The program asks for what its migrations made: a table or a column that is not there was lost, or taken out. */
export const isLacking = (error: unknown) =>
  errorCode(error) === 'SQLITE_ERROR' && /^no such (table|column)/.test((error as Error).message)

/** A value that can be read, and is none that its column may hold. */
export class ImpossibleValue extends Error {
  constructor(table: string, column: string) {
    super(`${table}.${column}: impossible value`)
    this.name = 'ImpossibleValue'
  }
}

/** A value that was to be JSON is none, or is one that its column never holds. */
export const isUnreadable = (error: unknown) =>
  error instanceof ImpossibleValue || (error instanceof SyntaxError && /\bJSON\b/.test(error.message))

/** What SQLite or the system said of a store's file, as a StoreError; other errors are defects and stay what they are. */
export function storeFailure(error: unknown, file: string): unknown {
  if (error instanceof StoreError) return error
  const code = errorCode(error)
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code) || isLacking(error) || isUnreadable(error)) {
    return new StoreError('corrupt', { file, problem: (error as Error).message }, error)
  }
  // SHMSIZE: the index of the log, which SQLite enlarges before all else, finds no room.
  if (/^(SQLITE_FULL|SQLITE_IOERR_SHMSIZE|ENOSPC)$/.test(code)) return new StoreError('full', { file }, error)
  if (isBusy(error)) return new StoreError('busy', { file }, error)
  // ENOENT is what making a folder on a read-only disk says.
  if (isDiskFailure(error) || PLACE.test(code)) {
    // SQLite names the file, where it is the folder that takes no file beside it.
    const place = code === 'SQLITE_READONLY_DIRECTORY' ? dirname(file) : file
    return new StoreError('unwritable', { file: place, cause: code }, error)
  }
  return error
}
