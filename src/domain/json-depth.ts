/** How deep JSON nests, read as the bytes that it comes in. */

const QUOTE = 0x22
const BACKSLASH = 0x5c
/** `[` and `{` differ by one bit, and so do `]` and `}`. */
const CASE_BIT = 0x20
const OPENING = 0x7b
const CLOSING = 0x7d

/** Whether the text of a JSON value nests deeper than so many levels: looked at before it is parsed, which takes memory by the level. */
export function nestsDeeper(json: Uint8Array, levels: number): boolean {
  // Each level takes two bytes at least.
  if (json.length <= 2 * levels) return false
  let depth = 0
  for (let i = 0; i < json.length; i++) {
    const byte = json[i]!
    if (byte === QUOTE) {
      i = endOfString(json, i)
      if (i < 0) return false
    } else if ((byte | CASE_BIT) === OPENING) {
      if (++depth > levels) return true
    } else if ((byte | CASE_BIT) === CLOSING) depth--
  }
  return false
}

/** The index of the quote that ends the string begun at `start`; -1 where none does. */
function endOfString(json: Uint8Array, start: number): number {
  for (let i = start + 1; i < json.length; i++) {
    const byte = json[i]!
    if (byte === QUOTE) return i
    if (byte === BACKSLASH) i++
  }
  return -1
}
