import { randomUUID } from 'node:crypto'
import { closeSync, openSync, readSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { causeMessage } from '../domain/store-messages.ts'
import { CommandError } from './failure.ts'
import type { Language } from './words/index.ts'

const BEGINNING = '{"format":"comptoir-quote"'

/**
 * Writes a signed quote, whole or not at all. In the place of another one alone: a name that was mistyped costs nothing.
 * @throws CommandError
 */
export function writeQuoteFile(file: string, text: string, { words, locale }: Language): void {
  const partial = `${file}.${randomUUID()}.partial`
  try {
    if (!isFree(file)) throw new CommandError('file_exists', words.quote.taken(file))
    writeFileSync(partial, text, { flag: 'wx' })
    renameSync(partial, file)
  } catch (error) {
    if (error instanceof CommandError) throw error
    const { code, message } = error as NodeJS.ErrnoException
    const why = code ? causeMessage(code, locale) : message
    throw new CommandError('unwritable', words.quote.unwritable(file, why))
  } finally {
    rmSync(partial, { force: true })
  }
}

function isFree(file: string): boolean {
  const there = statSync(file, { throwIfNoEntry: false })
  if (!there) return true
  if (!there.isFile()) return false
  const opened = openSync(file, 'r')
  try {
    const bytes = Buffer.alloc(BEGINNING.length)
    readSync(opened, bytes)
    return bytes.toString() === BEGINNING
  } finally {
    closeSync(opened)
  }
}
