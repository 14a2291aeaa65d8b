/** The two files that hold an icon in several sizes, each a list of PNG pictures. */

export interface Picture {
  /** pixels on a side */
  readonly size: number
  readonly png: Buffer
}

const HEADER = 6
const ENTRY = 16

/** Windows' `.ico`: a directory, then the pictures. */
export function ico(pictures: readonly Picture[]): Buffer {
  const directory = Buffer.alloc(HEADER + ENTRY * pictures.length)
  directory.writeUInt16LE(1, 2)
  directory.writeUInt16LE(pictures.length, 4)
  let offset = directory.length
  pictures.forEach(({ size, png }, i) => {
    const entry = HEADER + ENTRY * i
    // 0 stands for 256.
    directory.writeUInt8(size % 256, entry)
    directory.writeUInt8(size % 256, entry + 1)
    directory.writeUInt16LE(1, entry + 4)
    directory.writeUInt16LE(32, entry + 6)
    directory.writeUInt32LE(png.length, entry + 8)
    directory.writeUInt32LE(offset, entry + 12)
    offset += png.length
  })
  return Buffer.concat([directory, ...pictures.map(({ png }) => png)])
}

/** By pixels, the names that macOS reads PNG pictures under: as they are, and as the half size of a fine screen. */
const ICNS: readonly (readonly [name: string, size: number])[] = [
  ['icp4', 16],
  ['icp5', 32],
  ['ic11', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic08', 256],
  ['ic13', 256],
  ['ic09', 512],
  ['ic14', 512],
  ['ic10', 1024],
]
export const ICNS_SIZES = [...new Set(ICNS.map(([, size]) => size))]

const TAG = 8
const tagged = (name: string, content: Buffer): Buffer => {
  const head = Buffer.alloc(TAG)
  head.write(name, 'latin1')
  head.writeUInt32BE(TAG + content.length, 4)
  return Buffer.concat([head, content])
}

/** macOS's `.icns`. @throws Error where a size of {@link ICNS_SIZES} is missing */
export function icns(pictures: readonly Picture[]): Buffer {
  const parts = ICNS.map(([name, size]) => {
    const picture = pictures.find((one) => one.size === size)
    if (!picture) throw new Error(`there is no picture of ${size} pixels`)
    return tagged(name, picture.png)
  })
  return tagged('icns', Buffer.concat(parts))
}
