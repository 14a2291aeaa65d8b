/** What the palette goes to or does, and in which order it offers what a text means. */
import type { FileText } from '@lucide/vue'
import type { RouteLocationRaw } from 'vue-router'
import { fold } from '../../domain/shared/fold.ts'

/** What entries are of, each under its name. */
export type Group =
  'products' | 'kept' | 'quotes' | 'companies' | 'orders' | 'screens' | 'settings' | 'commands'

export interface Entry {
  readonly key: string
  readonly group: Group
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

export interface EntryGroup {
  readonly group: Group | 'exact'
  readonly entries: readonly Entry[]
}

/**
 * What is named exactly comes first, a screen or command before all; then the others, then screens and commands, each
 * under what it is.
 * @param own screens and commands: those that have every word of the text in one of their names are offered
 * @param others found already
 */
export function inGroups(text: string, own: readonly Entry[], others: readonly Entry[]): EntryGroup[] {
  const typed = fold(text.trim())
  const words = typed.split(/\s+/)
  const isExact = (entry: Entry) => namesOf(entry).includes(typed)
  const named = own.filter((entry) =>
    namesOf(entry).some((name) => words.every((word) => name.includes(word))),
  )
  const exact = [...named, ...others].filter(isExact)
  const rest = Map.groupBy(
    [...others, ...named].filter((entry) => !isExact(entry)),
    ({ group }) => group,
  )
  return [
    ...(exact.length > 0 ? [{ group: 'exact' as const, entries: exact }] : []),
    ...[...rest].map(([group, entries]) => ({ group, entries })),
  ]
}
