/** Of what people keep at hand: which of it a search means. */
import { fold } from '../../domain/shared/fold.ts'

export const SHELVES = ['all', 'favourites', 'recents', 'saved'] as const
export type Shelf = (typeof SHELVES)[number]

interface Named {
  readonly name: string
  readonly itemName: string
  readonly summary: readonly string[]
}

/** Those whose name, product or choices have every word of a text, as they stand. */
export function configurationsNamed<Kept extends Named>(all: readonly Kept[], text: string): Kept[] {
  const words = fold(text).split(/\s+/).filter(Boolean)
  return all.filter(({ name, itemName, summary }) => {
    const said = fold([name, itemName, ...summary].join(' '))
    return words.every((word) => said.includes(word))
  })
}
