/** A bundle as a file has it: what keeps its bytes from being read, and what only its text shows. */
import { isUtf8 } from 'node:buffer'
import type { BundleFault } from '../domain/bundle.ts'
import { bundleTextFaults, jsonPlace, type JsonPlace } from '../domain/bundle-text.ts'
import { nestsDeeper } from '../domain/json-depth.ts'
import type { Locale } from '../domain/messages.ts'

const LONGEST_CHARACTER_BYTES = 4
/** A bundle is some ten levels deep; to parse what nests without an end takes gigabytes, and to write it again all of the stack. */
const DEEPEST = 100

/** `notText`: the offset of the first byte that belongs to no character; `notJson`: where it ends to be JSON. */
export type ReadBundle =
  | { readonly bundle: unknown }
  | { readonly faults: readonly BundleFault[] }
  | { readonly notText: number }
  | { readonly notJson: JsonPlace }

const tooDeep = (message: string): BundleFault => ({ path: '', code: 'nesting_too_deep', message })
const TOO_DEEP: Readonly<Record<Locale, BundleFault>> = {
  fr: tooDeep(`trop de niveaux imbriqués : ${DEEPEST} au plus`),
  en: tooDeep(`nested too deeply: ${DEEPEST} levels at most`),
}

/** Reads UTF-8, with or without a byte order mark. What the bundle means is not looked at. */
export function readBundleBytes(bytes: Uint8Array, locale: Locale): ReadBundle {
  if (!isUtf8(bytes)) return { notText: firstInvalid(bytes) }
  if (nestsDeeper(bytes, DEEPEST)) return { faults: [TOO_DEEP[locale]] }
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
  const text = whole.startsWith('\uFEFF') ? whole.slice(1) : whole
  let bundle: unknown
  try {
    bundle = JSON.parse(text)
  } catch {
    return { notJson: jsonPlace(text) }
  }
  const faults = bundleTextFaults(text, locale)
  return faults.length > 0 ? { faults } : { bundle }
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
