import { isUtf8 } from 'node:buffer'
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { bundleTextFaults, jsonPlace } from '../domain/bundle-text.ts'
import { causeMessage } from '../domain/store-messages.ts'
import { CommandError } from './failure.ts'
import type { Language, Words } from './words/index.ts'

const MEGABYTE = 1_000_000
/** Some forty thousand products with their tariffs; an import of so many bytes takes about 1.3 GB of memory. */
export const LARGEST_BUNDLE_BYTES = 200 * MEGABYTE
const CHUNK_BYTES = 4 * 1024 * 1024
const LONGEST_CHARACTER_BYTES = 4

/**
 * Reads a bundle: UTF-8, with or without a byte order mark, of at most {@link LARGEST_BUNDLE_BYTES}.
 * @throws CommandError naming the file, and the place in it.
 */
export function readBundle(file: string, { words, locale }: Language): unknown {
  const text = readText(file, { words, locale })
  let bundle: unknown
  try {
    bundle = JSON.parse(text)
  } catch {
    throw new CommandError('json_malformed', words.file.notJson(file, placeOf(text, words)))
  }
  const faults = bundleTextFaults(text, locale)
  if (faults.length > 0)
    throw new CommandError('bundle_invalid', words.import.faults(file, faults.length), faults)
  return bundle
}

function readText(file: string, { words, locale }: Language): string {
  let bytes: Buffer
  try {
    bytes = readBytes(file, words)
  } catch (error) {
    if (error instanceof CommandError) throw error
    const { code, message } = error as NodeJS.ErrnoException
    throw new CommandError(
      'unreadable',
      words.file.unreadable(file, code ? causeMessage(code, locale) : message),
    )
  }
  if (!isUtf8(bytes)) throw new CommandError('not_utf8', words.file.notText(file, firstInvalid(bytes)))
  const text = bytes.toString('utf8')
  return text.startsWith('\uFEFF') ? text.slice(1) : text
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

/** The offset of the first byte that belongs to no character. */
function firstInvalid(bytes: Uint8Array): number {
  const continues = (at: number) => (bytes[at]! & 0xc0) === 0x80
  // All before `low` is whole characters; what is wrong begins before `high`.
  let low = 0
  let high = bytes.length
  while (high - low > 2 * LONGEST_CHARACTER_BYTES) {
    let middle = (low + high) >> 1
    while (middle > low && continues(middle)) middle--
    if (middle === low) break
    if (isUtf8(bytes.subarray(low, middle))) low = middle
    else high = middle
  }
  for (;;) {
    const length = [1, 2, 3, 4].find((n) => low + n <= bytes.length && isUtf8(bytes.subarray(low, low + n)))
    if (length === undefined) return low
    low += length
  }
}

function placeOf(text: string, { file }: Words): string {
  const place = jsonPlace(text)
  if (place === 'empty') return file.jsonEmpty
  if (place === 'cut') return file.jsonEnd
  return file.jsonAt(place.line, place.column)
}
