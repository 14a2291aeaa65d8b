const NBSP = '\u00a0'
const NARROW_NBSP = '\u202f'

const units = 'g|mg|kg|mm|cm|m|m²|cl|L|µm|pages|p\\.|feuillets|volets|trous|trou|plis|pli|ml'
const beforeUnit = new RegExp(`(\\d) (?=(?:${units})(?![\\p{L}\\p{N}]))`, 'gu')

/**
 * French typography, so that the tables can be typed on a keyboard: curly apostrophes, no line break between a
 * number and its unit, around a multiplication sign, or before a double punctuation mark.
 */
export function typeset(text: string): string {
  return text
    .replaceAll("'", '’')
    .replace(beforeUnit, `$1${NBSP}`)
    .replace(/ × /g, `${NBSP}×${NBSP}`)
    .replace(/Ø /g, `Ø${NBSP}`)
    .replace(/ ([:»])/g, `${NBSP}$1`)
    .replace(/« /g, `«${NBSP}`)
    .replace(/ ([;!?%])/g, `${NARROW_NBSP}$1`)
}

/** 12500 as a French reader expects it: groups of three, held together. */
export function frenchNumber(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, NARROW_NBSP)
}
