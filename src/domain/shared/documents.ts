/** How documents may be wanted, and what a logo may be: for the service, and for the screens before they send one. */

export const LAYOUTS = ['detailed', 'summary'] as const
export type Layout = (typeof LAYOUTS)[number]

/** How a customer buys, which decides the blocks that the law wants. */
export const BUYERS = ['company', 'consumer', 'smallBusiness'] as const
/** `smallBusiness`: of five employees at most, met outside of the shop, beside its own trade (code de la consommation L221-3). */
export type Buyer = (typeof BUYERS)[number]

export const DOCUMENT_LANGUAGES = ['fr', 'en'] as const
export type DocumentLanguage = (typeof DOCUMENT_LANGUAGES)[number]

/** Of a logo, 256 KiB: a request that changes one holds the one before, too, and is 1 MiB at most. */
export const MOST_LOGO_BYTES = 256 * 1024

const SIGNATURES = { png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], jpeg: [0xff, 0xd8, 0xff] }

/** What kind of picture bytes are, as far as the first of them tell; null: none that documents take. */
export function pictureKind(bytes: Uint8Array): 'png' | 'jpeg' | null {
  const kinds = Object.keys(SIGNATURES) as (keyof typeof SIGNATURES)[]
  return kinds.find((kind) => SIGNATURES[kind].every((byte, i) => bytes[i] === byte)) ?? null
}

/** A picture is unpacked to be printed: some 120 MB. */
export const MOST_LOGO_PIXELS = 30_000_000

/** How many pixels a picture says that it has; null where it does not say so at its place. */
export function picturePixels(bytes: Uint8Array): number | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (pictureKind(bytes) === 'png')
    return bytes.length < 24 ? null : view.getUint32(PNG_WIDTH_AT) * view.getUint32(PNG_WIDTH_AT + 4)
  // The segments of a JPEG, up to the one that begins its frame.
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff;) {
    const marker = bytes[at + 1]!
    if (marker === 0xff) at += 1
    else if (marker >= 0xc0 && marker <= 0xcf && !NO_FRAMES.has(marker))
      return view.getUint16(at + 5) * view.getUint16(at + 7)
    else at += 2 + Math.max(2, view.getUint16(at + 2))
  }
  return null
}

const PNG_WIDTH_AT = 16
/** Tables and what applications write, among the markers of frames. */
const NO_FRAMES = new Set([0xc4, 0xc8, 0xcc])
