/** A number that a search may mean as a quantity: "flyers 2 000", "500 ex. de cartes de visite". */

/** More is no quantity of anybody's. */
const MOST_DIGITS = 7
/** A number of copies that stands alone: no part of a format, of a weight, of another number. */
const NUMBER =
  /(?<![\p{L}\p{N}.,×*/-])(?<![×x*]\s*)(\d{1,3}(?:[ .\u00a0\u202f]\d{3})+|\d+)(?:\s*(?:ex|exemplaires?|copies|copy|pi[eè]ces?|pcs|pieces?)(?![\p{L}\p{N}])\.?)?(?![\p{L}\p{N}.,%×*/-]|\s*[×*]|\s*x\s*\d)/giu
/** What a number counts or measures that is said after it, and that is no copies of anything. */
const OF_OTHERS =
  /^\s*(?:pages?|p|pp|plis?|volets?|feuillets?|faces?|couleurs?|trous?|[oœ]e?illets?|visuels?|points?|microns?|microm[eè]tres?|µm|g|gr|grs|grammes?|gsm|g\/m(?:²|2)|kg|mm|cm|m|m²|m2|m[eè]tres?|litres?|l|jours?|folds?|panels?|leaves|sides?|colou?rs?|holes?|eyelets?|designs?|grams?|met(?:er|re)s?|days?)(?![\p{L}\p{N}])/iu

export interface Asked {
  readonly quantity: number
  /** what is searched beside it */
  readonly rest: string
}

/** The quantity that a text asks for beside what it names; null where it has none, several, or nothing else. */
export function quantityIn(text: string): Asked | null {
  const [found, other] = [...text.matchAll(NUMBER)].filter(
    ({ 0: whole, index }) => !OF_OTHERS.test(text.slice(index + whole.length)),
  )
  if (!found || other) return null
  const digits = found[1]!.replace(/\D/g, '')
  const rest = `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`
    .replace(/\s+/g, ' ')
    .trim()
  const quantity = Number(digits)
  return digits.length > MOST_DIGITS || quantity === 0 || !/\p{L}/u.test(rest) ? null : { quantity, rest }
}
