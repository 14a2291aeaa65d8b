/** A LIKE pattern that finds the text anywhere, taken literally (ESCAPE '\'). */
export function like(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
