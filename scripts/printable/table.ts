/**
 * Which characters a document can print, as a table: the fonts are large, the table small enough for the screens, which
 * tell it before anything is sent. `node scripts/printable/write.ts` writes it anew.
 */
import { createRequire } from 'node:module'
import { openSync, type Font } from 'fontkit'
import { FONTS } from '../../src/service/documents/fonts.ts'

/** Ranges of code points, first and last, in their order. */
export function printableTable(): number[][] {
  const find = createRequire(import.meta.url)
  const fonts = FONTS.map((font) => openSync(find.resolve(font)) as Font)
  const characters = [...new Set(fonts.flatMap(({ characterSet }) => characterSet))].sort((a, b) => a - b)
  const ranges: number[][] = []
  for (const character of characters) {
    const last = ranges.at(-1)
    if (last?.[1] === character - 1) last[1] = character
    else ranges.push([character, character])
  }
  return ranges
}
