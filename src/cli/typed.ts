/** Commands as a person may type them from a message: on the store that the message is about. */
import { sep } from 'node:path'

/** What every usual shell takes as one word, as it is. */
const PLAIN = /^[\p{L}\p{N}_@%+=:,./-]+$/u
/** What stands for itself between double quotes in every usual shell. */
const QUOTABLE = /^[^"$`\\!%]+$/

/** A word as it is typed: in quotes where a shell would take it apart. */
function quoted(word: string): string {
  if (PLAIN.test(word)) return word
  return QUOTABLE.test(word) ? `"${word}"` : `'${word.replaceAll("'", `'\\''`)}'`
}

/** A store as it was named on the command line; null: by what was not. */
export interface NamedPlace {
  /** with --data */
  readonly folder: string | null
  /** with --store: without its password */
  readonly store: string | null
}

/**
 * What a command ends with where its message is about another store than the usual one: typed without it, it would change
 * that one. Begins with a space.
 */
export const onPlace = ({ folder, store }: NamedPlace): string =>
  [
    // Windows takes both slashes, and shells take only these as they are.
    folder === null ? '' : ` --data ${quoted(sep === '\\' ? folder.replaceAll(sep, '/') : folder)}`,
    store === null ? '' : ` --store ${quoted(store)}`,
  ].join('')

/** Makes the text of a command on the store of the command that tells it, of the words that follow `comptoir`. */
export type Typed = (...words: readonly string[]) => string

export const typedOn =
  (place: NamedPlace): Typed =>
  (...words) =>
    `comptoir ${words.map(quoted).join(' ')}${onPlace(place)}`

/** The command that sets a partner. @param rename what it is to be called */
export function setCommand(
  typed: Typed,
  { name, url }: { readonly name: string; readonly url: string },
  rename = name,
): string {
  return typed('upstream', 'set', '--name', name, '--url', url, ...(rename === name ? [] : renaming(rename)))
}

/** The commands that leave one partner fewer: the first takes one away, each other gives its name to one that stays. */
export const mergeCommands = (
  typed: Typed,
  name: string,
  others: readonly string[],
): readonly [string, readonly string[]] => [
  typed('upstream', 'clear', '--name', name),
  others.map((other) => typed('upstream', 'set', '--name', other, ...renaming(name))),
]

const renaming = (name: string) => ['--rename', name]
