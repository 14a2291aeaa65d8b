/** How much is in a zip archive, before anything else opens it: its own word for it may be a lie. */
import { inflateRawSync } from 'node:zlib'

const END = 0x06054b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
const STORED = 0
const DEFLATED = 8
const MOST_ENTRIES = 10_000

/**
 * Whether the bytes are a zip archive that holds at most so many bytes, inflated.
 * @returns `broken` where it cannot be read, `large` where it holds more
 */
export function zipSize(bytes: Buffer, limit: number): 'fits' | 'large' | 'broken' {
  try {
    return sizeOf(bytes, limit)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'large' : 'broken'
  }
}

/** A file of an archive, inflated. @throws where it is not there, cannot be read, or is larger than `limit` */
export function zipEntry(bytes: Buffer, name: string, limit: number): Buffer {
  for (const entry of entriesOf(bytes)) if (entry.name === name) return inflated(entry, limit)
  throw new Error(`${name} is missing`)
}

/** The files of an archive whose names match, inflated one at a time. @throws where one cannot be read, or is larger than `limit` */
export function* zipFiles(bytes: Buffer, named: RegExp, limit: number): Generator<Buffer, void> {
  for (const entry of entriesOf(bytes)) if (named.test(entry.name)) yield inflated(entry, limit)
}

function sizeOf(bytes: Buffer, limit: number): 'fits' | 'large' {
  let left = limit
  let entries = 0
  for (const entry of entriesOf(bytes)) {
    if (++entries > MOST_ENTRIES) return 'large'
    // One byte more is asked for, so that what fills the rest exactly still fits.
    left -= inflated(entry, left + 1).length
    if (left < 0) return 'large'
  }
  return 'fits'
}

interface Entry {
  readonly name: string
  readonly method: number
  readonly data: Buffer
}

const inflated = ({ method, data }: Entry, limit: number): Buffer =>
  method === STORED ? data : inflateRawSync(data, { maxOutputLength: limit })

/** What the archive's directory names. @throws where it cannot be read */
function* entriesOf(bytes: Buffer): Generator<Entry, void> {
  const broken = (isBroken: boolean) => {
    if (isBroken) throw new Error('no zip archive')
  }
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  broken(end < 0 || bytes.readUInt32LE(end) !== END)
  const count = bytes.readUInt16LE(end + 10)
  let at = bytes.readUInt32LE(end + 16)
  for (let i = 0; i < count; i++) {
    broken(bytes.readUInt32LE(at) !== ENTRY)
    const method = bytes.readUInt16LE(at + 10)
    const packed = bytes.readUInt32LE(at + 20)
    const local = bytes.readUInt32LE(at + 42)
    broken(bytes.readUInt32LE(local) !== LOCAL || (method !== STORED && method !== DEFLATED))
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const named = bytes.readUInt16LE(at + 28)
    const name = bytes.toString('utf8', at + 46, at + 46 + named)
    yield { name, method, data: bytes.subarray(start, start + packed) }
    at += 46 + named + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
}
