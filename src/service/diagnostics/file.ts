/** A diagnostic as a file: whole under its name, or not there, and in the place of no other unless a person says so. */
import { linkSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { errorCode } from '../../store/errors.ts'
import { partialOf, touchPrivate } from '../../store/folder.ts'
import { makeDiagnostics, type DiagnosticsOf } from './diagnostics.ts'

export { diagnosticsName } from './diagnostics.ts'

/** Why a diagnostic is not written: something has that name, or it cannot be. */
export class NotWritten extends Error {
  readonly code: 'file_exists' | 'unwritable'
  /** the system's code */
  readonly why: string

  constructor(code: NotWritten['code'], file: string, cause?: unknown) {
    super(`${file} cannot be written: ${code}`, { cause })
    this.name = 'NotWritten'
    this.code = code
    this.why = errorCode(cause)
  }
}

/**
 * @param replaces whether a person has said that it may take the place of another
 * @returns its size in bytes.
 * @throws NotWritten
 */
export async function writeDiagnostics(
  file: string,
  of: DiagnosticsOf,
  { replaces = false } = {},
): Promise<number> {
  // Before the work, which takes its time.
  if (!replaces && isThere(file)) throw new NotWritten('file_exists', file)
  const partial = partialOf(file)
  try {
    // A place that takes no file is told before the work, too.
    touchPrivate(partial)
    const bytes = await makeDiagnostics(of)
    writeFileSync(partial, bytes)
    if (replaces) renameSync(partial, file)
    else place(partial, file)
    return bytes.length
  } catch (error) {
    if (error instanceof NotWritten || !/^E[A-Z]+$/.test(errorCode(error))) throw error
    throw new NotWritten('unwritable', file, error)
  } finally {
    rmSync(partial, { force: true })
  }
}

const isThere = (file: string) => statSync(file, { throwIfNoEntry: false }) !== undefined

/** Gives it its name, unless that was taken meanwhile. */
function place(partial: string, file: string): void {
  try {
    linkSync(partial, file)
  } catch (error) {
    if (errorCode(error) === 'EEXIST') throw new NotWritten('file_exists', file, error)
    // Not every disk has second names.
    if (isThere(file)) throw new NotWritten('file_exists', file, error)
    renameSync(partial, file)
  }
}
