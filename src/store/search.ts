/** A LIKE pattern that finds the text anywhere, taken literally (ESCAPE '\'). */
export function like(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/** The id that a printed number such as `C000012`, or its digits alone, stands for; -1 where the text is no number. */
export function idIn(text: string, letter: string): number {
  const found = /^([A-Za-z]?)0*(\d{1,15})$/.exec(text)
  return found && (found[1] === '' || found[1]!.toUpperCase() === letter) ? Number(found[2]) : -1
}
