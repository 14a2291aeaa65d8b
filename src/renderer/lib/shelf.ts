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

interface Summed {
  readonly area: string
  readonly item: number
  readonly summary: readonly string[]
}

/** What is chosen of a configuration: first what others of the same product have not. */
export function toldFirst<Kept extends Summed>(one: Kept, all: readonly Kept[]): string[] {
  const others = all.filter((each) => each !== one && each.area === one.area && each.item === one.item)
  const isShared = (choice: string) => others.every(({ summary }) => summary.includes(choice))
  return others.length === 0
    ? [...one.summary]
    : [...one.summary.filter((choice) => !isShared(choice)), ...one.summary.filter(isShared)]
}
