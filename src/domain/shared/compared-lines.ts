/** Two revisions of a quote, line by line. */

interface Line {
  readonly area: string
  readonly line?: Readonly<Record<string, unknown>> | undefined
  readonly name: string
}

/** A line as it was and as it is: null where it was not there, or no longer is. */
export interface ComparedLine<L> {
  readonly before: L | null
  readonly after: L | null
}

const exactly = ({ area, line, name }: Line) => JSON.stringify([area, line ?? null, name])
const item = ({ area, name }: Line) => JSON.stringify([area, name])

/**
 * Each line of both once, in the order of those that are, then what is gone. Lines that ask for the same are the same;
 * of the others those of one product are one that was changed, in their order.
 */
export function comparedLines<L extends Line>(before: readonly L[], after: readonly L[]): ComparedLine<L>[] {
  const left = new Set(before)
  const found = new Map<L, L>()
  for (const key of [exactly, item]) {
    for (const line of after) {
      if (found.has(line)) continue
      const match = [...left].find((each) => key(each) === key(line))
      if (!match) continue
      found.set(line, match)
      left.delete(match)
    }
  }
  return [
    ...after.map((line) => ({ before: found.get(line) ?? null, after: line })),
    ...[...left].map((line) => ({ before: line, after: null })),
  ]
}
