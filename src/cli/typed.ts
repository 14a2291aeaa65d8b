/** Commands as a person may type them from a message. */

/** What every usual shell takes as one word, as it is. */
const PLAIN = /^[\p{L}\p{N}_@%+=:,./-]+$/u
/** What stands for itself between double quotes in every usual shell. */
const QUOTABLE = /^[^"$`\\!%]+$/

/** A value as it is typed: in quotes where a shell would take it apart. */
function typed(value: string): string {
  if (PLAIN.test(value)) return value
  return QUOTABLE.test(value) ? `"${value}"` : `'${value.replaceAll("'", `'\\''`)}'`
}

/** The command that sets a partner. @param rename what it is to be called */
export function setCommand(
  { name, url }: { readonly name: string; readonly url: string },
  rename = name,
): string {
  return `comptoir upstream set --name ${typed(name)} --url ${typed(url)}${rename === name ? '' : renaming(rename)}`
}

/** The commands that leave one partner instead of two: the name of the one goes to the other. */
export const mergeCommands = (name: string, other: string): readonly [string, string] => [
  `comptoir upstream clear --name ${typed(name)}`,
  `comptoir upstream set --name ${typed(other)}${renaming(name)}`,
]

const renaming = (name: string) => ` --rename ${typed(name)}`
