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

function sizeOf(bytes: Buffer, limit: number): 'fits' | 'large' | 'broken' {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || bytes.readUInt32LE(end) !== END) return 'broken'
  const count = bytes.readUInt16LE(end + 10)
  if (count > MOST_ENTRIES) return 'large'
  let at = bytes.readUInt32LE(end + 16)
  let left = limit
  for (let i = 0; i < count; i++) {
    if (bytes.readUInt32LE(at) !== ENTRY) return 'broken'
    const method = bytes.readUInt16LE(at + 10)
    const packed = bytes.readUInt32LE(at + 20)
    const local = bytes.readUInt32LE(at + 42)
    if (bytes.readUInt32LE(local) !== LOCAL) return 'broken'
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const data = bytes.subarray(start, start + packed)
    if (method !== STORED && method !== DEFLATED) return 'broken'
    // One byte more is asked for, so that what fills the rest exactly still fits.
    left -= method === STORED ? data.length : inflateRawSync(data, { maxOutputLength: left + 1 }).length
    if (left < 0) return 'large'
    at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return 'fits'
}
