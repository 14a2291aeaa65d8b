/** Companies whose names resemble what was typed, for where nothing is called so. */
import { beginAlike, editsAllowed, editsBetween } from '../shared/edits.ts'

/** @property text what it is found by, as {@link companyText} makes it @property nameKey as {@link companyKey} */
export interface Resembling {
  readonly id: number
  readonly nameKey: string
  readonly text: string
}

/** So many words are compared: a sentence is no name. */
const MOST_WORDS = 4

/**
 * The words that a name may resemble; null where errors are not looked for: every word is too short or a number.
 * @param words as `searchedWords` makes them
 */
export const guessedWords = (words: readonly string[]): readonly string[] | null =>
  words.length <= MOST_WORDS && words.some((word) => editsAllowed(word) > 0) ? words : null

/** How the words of a name begin that a word may be meant for: its first two letters, in either order. */
export const beginnings = (word: string): readonly string[] =>
  editsAllowed(word) === 0 ? [word] : [word[0]!, `${word[1]}${word[0]}`]

/**
 * The ids of those of which every word begins a word, typing errors aside; the nearest first, then by name.
 * @param words as {@link guessedWords} answers them
 */
export function nearest(words: readonly string[], among: readonly Resembling[]): number[] {
  const found: { readonly id: number; readonly nameKey: string; readonly errors: number }[] = []
  for (const { id, nameKey, text } of among) {
    const names = nameKey.split(' ')
    let errors = 0
    for (const word of words) errors += errorsIn(word, names, text)
    if (Number.isFinite(errors)) found.push({ id, nameKey, errors })
  }
  return found.sort((a, b) => a.errors - b.errors || (a.nameKey < b.nameKey ? -1 : 1)).map(({ id }) => id)
}

function errorsIn(word: string, names: readonly string[], text: string): number {
  if (text.includes(` ${word}`)) return 0
  const most = editsAllowed(word)
  let least = Infinity
  if (most === 0) return least
  for (const name of names) {
    if (!beginAlike(word, name)) continue
    const errors = editsBetween(word, name, most, true)
    if (errors <= most && errors < least) least = errors
  }
  return least
}
