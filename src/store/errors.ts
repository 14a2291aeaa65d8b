/** Why a data folder cannot be used, in words for the person who can mend it. */
export class StoreError extends Error {
  readonly code: StoreErrorCode

  constructor(code: StoreErrorCode, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'StoreError'
    this.code = code
  }
}

export type StoreErrorCode = 'locked' | 'corrupt' | 'newer' | 'unwritable' | 'full' | 'not_a_backup'

/** SQLite's result code of an error, such as `SQLITE_BUSY`, or the system's, such as `ENOSPC`. */
export function errorCode(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : ''
}

/** Whether a write failed because the disk is full, the folder cannot be written or the disk fails. */
export function isDiskFailure(error: unknown): boolean {
  return /^(SQLITE_(FULL|READONLY|IOERR|CANTOPEN)|ENOSPC|EROFS|EACCES|EPERM|EFBIG)/.test(errorCode(error))
}

/** Whether a write failed because another program held the store for too long. */
export function isBusy(error: unknown): boolean {
  return errorCode(error).startsWith('SQLITE_BUSY')
}
