import { randomUUID } from 'node:crypto'
import { closeSync, openSync, readSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { causeMessage } from '../domain/store-messages.ts'
import { CommandError } from './failure.ts'
import type { Language } from './words/index.ts'

/** How files begin that one of their kind is written in the place of; null: of none, as any office file begins like a workbook. */
const BEGINNINGS = { quote: '{"format":"comptoir-quote"', document: '%PDF-', workbook: null }

/**
 * Writes a signed quote, its document or a workbook, whole or not at all. In the place of another one alone: a name that was mistyped
 * costs nothing.
 * @throws CommandError
 */
export function writeQuoteFile(
  file: string,
  content: string | Uint8Array,
  kind: keyof typeof BEGINNINGS,
  { words, locale }: Language,
): void {
  const partial = `${file}.${randomUUID()}.partial`
  try {
    if (!isFree(file, BEGINNINGS[kind]))
      throw new CommandError(
        'file_exists',
        kind === 'workbook' ? words.tariffs.taken(file) : words.quote.taken(file, kind),
      )
    writeFileSync(partial, content, { flag: 'wx' })
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

function isFree(file: string, beginning: string | null): boolean {
  const there = statSync(file, { throwIfNoEntry: false })
  if (!there) return true
  if (!there.isFile() || beginning === null) return false
  const opened = openSync(file, 'r')
  try {
    const bytes = Buffer.alloc(beginning.length)
    readSync(opened, bytes)
    return bytes.toString() === beginning
  } finally {
    closeSync(opened)
  }
}
