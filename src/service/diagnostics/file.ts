/** A diagnostic as a file: whole under its name, or not there, and never in the place of another. */
import { closeSync, linkSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs'
import { errorCode } from '../../store/errors.ts'
import { partialOf } from '../../store/folder.ts'
import { makeDiagnostics, type DiagnosticsOf } from './diagnostics.ts'

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

/** @returns its size in bytes. @throws NotWritten */
export async function writeDiagnostics(file: string, of: DiagnosticsOf): Promise<number> {
  // Before the work, which takes its time.
  if (isThere(file)) throw new NotWritten('file_exists', file)
  const partial = partialOf(file)
  try {
    const descriptor = openSync(partial, 'wx', 0o600)
    try {
      const bytes = await makeDiagnostics(of)
      let written = 0
      while (written < bytes.length) written += writeSync(descriptor, bytes, written)
      place(partial, file)
      return bytes.length
    } finally {
      closeSync(descriptor)
    }
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
