import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import type { JsonPlace } from '../domain/bundle-text.ts'
import { causeMessage } from '../domain/store-messages.ts'
import { readBundleBytes } from '../service/bundle-bytes.ts'
import { CommandError } from './failure.ts'
import type { Language, Words } from './words/index.ts'

const MEGABYTE = 1_000_000
/** Some forty thousand products with their tariffs; an import of so many bytes takes about 1.3 GB of memory. */
export const LARGEST_BUNDLE_BYTES = 200 * MEGABYTE
const CHUNK_BYTES = 4 * 1024 * 1024

/**
 * Reads a bundle: UTF-8, with or without a byte order mark, of at most {@link LARGEST_BUNDLE_BYTES}.
 * @throws CommandError naming the file, and the place in it.
 */
export function readBundle(file: string, { words, locale }: Language): unknown {
  const read = readBundleBytes(bytesOf(file, { words, locale }), locale)
  if ('bundle' in read) return read.bundle
  if ('notText' in read) throw new CommandError('not_utf8', words.file.notText(file, read.notText))
  if ('notJson' in read)
    throw new CommandError('json_malformed', words.file.notJson(file, placeOf(read.notJson, words)))
  throw new CommandError('bundle_invalid', words.import.faults(file, read.faults.length), read.faults)
}

/** @throws CommandError naming the file, which is none, or too large */
export function bytesOf(file: string, { words, locale }: Language): Buffer {
  try {
    return readBytes(file, words)
  } catch (error) {
    if (error instanceof CommandError) throw error
    const { code, message } = error as NodeJS.ErrnoException
    throw new CommandError(
      'unreadable',
      words.file.unreadable(file, code ? causeMessage(code, locale) : message),
    )
  }
}

/** Reads to the end, also of a pipe, and no further than the limit; a file that says its size is not begun with. */
function readBytes(file: string, words: Words): Buffer {
  const tooLarge = (bytes: number) =>
    new CommandError(
      'file_too_large',
      words.file.tooLarge(file, Math.ceil(bytes / MEGABYTE), LARGEST_BUNDLE_BYTES / MEGABYTE),
    )
  const source = openSync(file, 'r')
  try {
    const { size } = fstatSync(source)
    if (size > LARGEST_BUNDLE_BYTES) throw tooLarge(size)
    const chunks: Buffer[] = []
    for (let total = 0; ;) {
      const chunk = Buffer.allocUnsafe(Math.max(CHUNK_BYTES, size - total + 1))
      const read = readSync(source, chunk)
      if (read === 0) return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
      total += read
      if (total > LARGEST_BUNDLE_BYTES) throw tooLarge(total)
      chunks.push(chunk.subarray(0, read))
    }
  } finally {
    closeSync(source)
  }
}

function placeOf(place: JsonPlace, { file }: Words): string {
  if (place === 'empty') return file.jsonEmpty
  if (place === 'cut') return file.jsonEnd
  return file.jsonAt(place.line, place.column)
}
