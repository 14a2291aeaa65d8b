/** Code 128 (ISO/IEC 15417): the bars that a scanner reads a number by, of what is on paper or on a screen. */

/** Widths of bar, space, bar… of each symbol in modules, by its value; the last one ends a code. */
const SYMBOLS = (
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 ' +
  '123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 ' +
  '232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 ' +
  '313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 ' +
  '111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 ' +
  '111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 ' +
  '114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112'
).split(' ')

/** Set B has a symbol for each character of ASCII from the space on, set C one for two digits. */
const SET = { B: { start: 104, to: 100 }, C: { start: 105, to: 99 } } as const
const STOP = 106
const CHECKED_BY = 103
/** Modules that must be left blank on either side. */
export const QUIET_MODULES = 10
/** Within a text the change to set C and back is worth six digits, at its beginning or end four. */
const WITHIN = 6
const AT_AN_END = 4

/** Whether a text can be written in it: printable ASCII, at least a character. */
export const isCode128 = (text: string): boolean => /^[ -~]+$/.test(text)

/**
 * The symbols of a text with start, check and stop, by their values.
 * @throws RangeError where a character has none: {@link isCode128}
 */
export function code128Values(text: string): number[] {
  if (!isCode128(text)) throw new RangeError('Code 128 here has printable ASCII alone')
  const values: number[] = []
  let set: keyof typeof SET | null = null
  const use = (wanted: keyof typeof SET) => {
    if (set !== wanted) values.push(set === null ? SET[wanted].start : SET[wanted].to)
    set = wanted
  }
  for (let at = 0; at < text.length;) {
    const digits = pairsAt(text, at)
    if (digits > 0) {
      use('C')
      for (const end = at + digits; at < end; at += 2) values.push(Number(text.slice(at, at + 2)))
    } else {
      use('B')
      values.push(text.charCodeAt(at) - 32)
      at += 1
    }
  }
  const check = values.reduce((sum, value, i) => sum + value * Math.max(1, i), 0) % CHECKED_BY
  return [...values, check, STOP]
}

/** How many digits from there on are written two by two; 0: none. An odd one goes before them. */
function pairsAt(text: string, at: number): number {
  const run = /^\d*/.exec(text.slice(at))![0].length
  const isAtEnd = at === 0 || at + run === text.length
  const isWhole = run === text.length && run === 2
  if (run % 2 === 1 && at > 0 && at + run === text.length) return 0
  const enough = isWhole || run >= (isAtEnd ? AT_AN_END : WITHIN)
  return enough ? run - (run % 2) : 0
}

/** Widths of bars and spaces in modules, a bar first; without the quiet zones. @throws RangeError as {@link code128Values} */
export const code128 = (text: string): number[] =>
  code128Values(text).flatMap((value) => [...SYMBOLS[value]!].map(Number))

/** The bars alone, each from where and how wide, in modules from the beginning of the quiet zone, and how wide the whole is. */
export function code128Bars(text: string): {
  readonly modules: number
  readonly bars: readonly { readonly x: number; readonly width: number }[]
} {
  const bars: { x: number; width: number }[] = []
  let x = QUIET_MODULES
  code128(text).forEach((width, i) => {
    if (i % 2 === 0) bars.push({ x, width })
    x += width
  })
  return { modules: x + QUIET_MODULES, bars }
}
