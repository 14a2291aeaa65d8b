/** What the palette goes to or does, and in which order it offers what a text means. */
import type { FileText } from '@lucide/vue'
import type { RouteLocationRaw } from 'vue-router'
import { fold } from '../../domain/shared/fold.ts'

export interface Entry {
  readonly key: string
  readonly icon: typeof FileText
  readonly name: string
  readonly note: string
  /** of a quote or an order */
  readonly number?: string
  /** by which it is found, too */
  readonly otherNames?: readonly string[]
  readonly to?: RouteLocationRaw
  /** done before one goes there, or in its place */
  readonly run?: () => unknown
}

const namesOf = ({ name, number = name, otherNames = [] }: Entry) => [name, number, ...otherNames].map(fold)

/**
 * What is named exactly comes first, a screen or command before all; then the others, then screens and commands.
 * @param own screens and commands: those that have every word of the text in one of their names are offered
 * @param others found already
 */
export function inOrder(text: string, own: readonly Entry[], others: readonly Entry[]): Entry[] {
  const typed = fold(text.trim())
  const words = typed.split(/\s+/)
  const isExact = (entry: Entry) => namesOf(entry).includes(typed)
  const named = own.filter((entry) =>
    namesOf(entry).some((name) => words.every((word) => name.includes(word))),
  )
  const isOther = (entry: Entry) => !isExact(entry)
  return [...[...named, ...others].filter(isExact), ...others.filter(isOther), ...named.filter(isOther)]
}
