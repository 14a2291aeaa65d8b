/** The text of a portable quote: as it is written, and as it is read, which anybody may have written. */
import { mapLine } from '../ids.ts'
import { nestsDeeper } from '../json-depth.ts'
import { isDay } from '../shared/calendar.ts'
import { structure } from '../schema.ts'
import { hasPlaceIn, toOurs, type Source } from '../source.ts'
import { isPercentage } from '../vat.ts'
import { discountFaults, lineFaults, type LineInput } from './lines.ts'
import { ownVatOf, PORTABLE_VERSION, PortableQuote } from './portable.ts'
import { quoteTextFaults } from './texts.ts'

export const LARGEST_FILE_BYTES = 10 * 1024 * 1024
const FORMAT = 'comptoir-quote'
const KEY_BYTES = 32
const SIGNATURE_BYTES = 64
const DEEPEST = 40

/** What a signature is made of, and checked with. */
export interface Signed {
  /** the exact bytes that are signed: what is said of them is read from these bytes alone */
  readonly payload: Buffer
  /** the 32 bytes of an Ed25519 key */
  readonly publicKey: Buffer
  readonly signature: Buffer
}

export type OpenedFile =
  /** `foreign`: no such file; `damaged`: one that is cut off or changed beyond reading; `newer`: of a later program */
  | { readonly verdict: 'foreign' | 'damaged' | 'newer' }
  | {
      /** `altered`: the signature is not that of the key over these bytes; `unread`: it is, and they are no quote */
      readonly verdict: 'intact' | 'altered' | 'unread'
      readonly signed: Signed
      readonly quote: PortableQuote | null
    }

export function fileText({ payload, publicKey, signature }: Signed): string {
  const texts = [payload, publicKey, signature].map((bytes) => bytes.toString('base64'))
  return envelope(texts[0]!, texts[1]!, texts[2]!)
}

const envelope = (payload: string, publicKey: string, signature: string) =>
  JSON.stringify({ format: FORMAT, version: PORTABLE_VERSION, payload, publicKey, signature })

/** @param isGood whether the signature is that of the key over the payload */
export function openFile(bytes: Uint8Array, isGood: (signed: Signed) => boolean): OpenedFile {
  const told = Buffer.from(bytes).toString('utf8')
  const text = (told.startsWith('\uFEFF') ? told.slice(1) : told).trim()
  const known = text.includes(`"${FORMAT}"`)
  const value = known && bytes.length <= LARGEST_FILE_BYTES ? parsed(text) : undefined
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { verdict: known ? 'damaged' : 'foreign' }
  const { format, version, payload, publicKey, signature } = value as Record<string, unknown>
  if (format !== FORMAT) return { verdict: 'foreign' }
  if (typeof version === 'number' && Number.isInteger(version) && version > PORTABLE_VERSION)
    return { verdict: 'newer' }
  if (typeof payload !== 'string' || typeof publicKey !== 'string' || typeof signature !== 'string')
    return { verdict: 'damaged' }
  const signed = {
    payload: Buffer.from(payload, 'base64'),
    publicKey: Buffer.from(publicKey, 'base64'),
    signature: Buffer.from(signature, 'base64'),
  }
  // Written again it is the same to the byte: nothing stands in it that the signature does not cover.
  const exact = text === fileText(signed)
  const sized = signed.publicKey.length === KEY_BYTES && signed.signature.length === SIGNATURE_BYTES
  if (!exact || !sized) return { verdict: 'damaged' }
  const good = isGood(signed)
  const quote = quoteIn(signed.payload)
  if (quote === 'newer') return { verdict: good ? 'newer' : 'damaged' }
  if (!good) return { verdict: quote ? 'altered' : 'damaged', signed, quote }
  return { verdict: quote ? 'intact' : 'unread', signed, quote }
}

const portable = structure(PortableQuote)

/** What the bytes say; null where that is no quote as this program would write one. */
function quoteIn(payload: Buffer): PortableQuote | 'newer' | null {
  const text = payload.toString('utf8')
  // Bytes that are no text, keys that stand twice, numbers that are read as others: what one reads is what is signed.
  const value = Buffer.from(text).equals(payload) ? parsed(text) : undefined
  if (value === undefined || JSON.stringify(value) !== text) return null
  if (isLater(value)) return 'newer'
  if (!portable.is(value) || !isPossible(value)) return null
  return value
}

const isLater = (value: unknown) =>
  typeof value === 'object' &&
  value !== null &&
  'version' in value &&
  typeof value.version === 'number' &&
  value.version > PORTABLE_VERSION

/** Whether what has the right form is also something: days of the calendar, rates, amounts and texts that are kept so. */
function isPossible(quote: PortableQuote): boolean {
  const days = [quote.validUntil, quote.filesOn, ...quote.lines.map(promisedOf)]
  const instants = [quote.createdAt, quote.updatedAt, quote.writtenAt, ...quote.lines.map(observedOf)]
  const rates = [
    quote.vat,
    ...(quote.totals?.vat ?? []),
    ...quote.lines.flatMap((line) => ownVatOf(line) ?? []),
  ].map(({ rate }) => rate)
  return (
    rates.every(isPercentage) &&
    days.every((day) => day === null || isDay(day)) &&
    instants.every((at) => at === null || !Number.isNaN(Date.parse(at))) &&
    lineFaults(quote.lines.map(lineInputOf)).length === 0 &&
    discountFaults(quote.discount).length === 0 &&
    // What no draft takes could be mended nowhere.
    quoteTextFaults(quote).length === 0
  )
}

type Line = PortableQuote['lines'][number]

const promisedOf = (line: Line) => ('promised' in line ? line.promised : null)
const observedOf = (line: Line) => (line.area === 'heading' ? null : (line.price?.observedAt ?? null))

/** A line as it is asked for here: without a price, which is this catalogue's. */
export function lineInputOf(line: Line): LineInput {
  if (line.area === 'heading') return { area: line.area, text: line.text }
  const { role, discount } = line
  if (line.area === 'free') {
    const { area, text, quantity, unitCents } = line
    return { area, text, quantity, unitCents, role, discount }
  }
  const { area, delai, leadTimeLabel } = line
  return { area, line: line.line, delai, leadTimeLabel: line.price?.label || leadTimeLabel, role, discount }
}

/**
 * A product's line by the ids of a store that has its source under the same name, the own tariffs as its own: sources have their
 * blocks in the order in which they were added there.
 * @returns null where that has none such, or the ids are the same
 */
export function lineAmong<L extends Extract<Line, { line: unknown }>>(
  line: L,
  sources: readonly Source[],
): L | null {
  const { base = 0, source } = line
  const block = sources.find(({ name, removed, block }) => name === source && !removed && block)?.block
  if (!block || block.base === base || !Array.isArray(line.line['variantes'] ?? [])) return null
  const ofHere = (id: number) => (hasPlaceIn(id - base, block) ? toOurs(id - base, block) : id)
  const { delai } = line
  return { ...line, line: mapLine(line.line, ofHere), delai: delai === null ? null : ofHere(delai) }
}

/** @returns undefined where it is no JSON, or nests without an end */
function parsed(text: string): unknown {
  if (nestsDeeper(Buffer.from(text), DEEPEST)) return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
