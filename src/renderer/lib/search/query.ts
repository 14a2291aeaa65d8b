/** What a text searches for: its words, the sizes among them, and what its numbers measure. */
import { isSmall, singular, sizesOf, wordsAndSizes, wordsOfSize, type Measure, type Sides } from './words'

const MOST_WORDS = 12

export interface Query {
  /** in the singular */
  readonly words: readonly string[]
  readonly sizes: readonly (Sides & { readonly at: number })[]
  readonly measures: readonly Measure[]
  /** whether its last word may go on */
  readonly open: boolean
}

export function queryOf(text: string): Query {
  const { words: all, sizes, measures } = wordsAndSizes(text)
  const open = /[\p{L}\p{N}]\s*$/u.test(text)
  // Of words that say little alone nothing is left out: they may be begun.
  const told = all.some((word) => !isSmall(word)) ? all.map((word) => !isSmall(word)) : all.map(() => true)
  const placeOf = (at: number) => told.slice(0, at).filter(Boolean).length
  return {
    words: all
      .filter((_, i) => told[i])
      .slice(0, MOST_WORDS)
      .map(singular),
    sizes: sizes
      .flatMap((size) => sizesOf(size).map((sides) => ({ at: placeOf(size.at), ...sides })))
      .filter((size) => size.at + wordsOfSize(size) <= MOST_WORDS),
    measures: measures.map((measure) => ({ ...measure, at: placeOf(measure.at) })),
    open,
  }
}
