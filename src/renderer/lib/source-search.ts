/** What is searched of products by the name of where they come from. */
import { fold } from '../../domain/shared/fold.ts'
import { wordsOf } from './words'

interface Named {
  readonly id: number
  readonly name: string
}

/** So many letters of a name name it; fewer are the beginning of too much. */
const LEAST_LETTERS = 3

/** The sources that words of a search name, each with the words that are left for its products. */
export function sourcesNamed(
  text: string,
  sources: readonly Named[],
): { readonly id: number; readonly rest: string }[] {
  const words = wordsOf(fold(text))
  return sources.flatMap(({ id, name }) => {
    const own = wordsOf(fold(name))
    const names = (word: string) =>
      own.some((part) => part === word || (word.length >= LEAST_LETTERS && part.startsWith(word)))
    const rest = words.filter((word) => !names(word))
    return rest.length < words.length ? [{ id, rest: rest.join(' ') }] : []
  })
}
