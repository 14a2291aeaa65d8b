/** Two versions of a quote, line by line. */

/** A line as it was and as it is: null where it was not there, or no longer is. */
export interface ComparedLine<L> {
  readonly before: L | null
  readonly after: L | null
}

/** Each line of both once, by its id: in the order of those that are, then what is gone. */
export function comparedLines<L extends { readonly id: string }>(
  before: readonly L[],
  after: readonly L[],
): ComparedLine<L>[] {
  const was = new Map(before.map((line) => [line.id, line]))
  const present = new Set(after.map(({ id }) => id))
  return [
    ...after.map((line) => ({ before: was.get(line.id) ?? null, after: line })),
    ...before.filter(({ id }) => !present.has(id)).map((line) => ({ before: line, after: null })),
  ]
}
