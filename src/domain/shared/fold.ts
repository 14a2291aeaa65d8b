/** Ligatures, and letters with a stroke, which are no accented ones to Unicode: what is typed in their place. */
export const UNTYPED_LETTERS: Readonly<Record<string, string>> = {
  ...{ œ: 'oe', æ: 'ae', ß: 'ss', þ: 'th' },
  ...{ ł: 'l', ø: 'o', đ: 'd', ð: 'd', ħ: 'h', ŧ: 't', ı: 'i' },
}
const UNTYPED = new RegExp(`[${Object.keys(UNTYPED_LETTERS).join('')}]`, 'g')

/** Text without case, accents, ligatures and strokes, so that "depliant" finds "Dépliant" and "lodz" "Łódź". */
export const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(UNTYPED, (letter) => UNTYPED_LETTERS[letter]!)
