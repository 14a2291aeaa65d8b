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

/** The command that sets a partner. */
export const setCommand = ({ name, url }: { readonly name: string; readonly url: string }): string =>
  `comptoir upstream set --name ${typed(name)} --url ${typed(url)}`
