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
 * Each line of both once, in the order of those that are, then what is gone. Lines that ask for the same are the same, of
 * several those at one place, counted from the top or from the end; of the others those of one product are one that was
 * changed, in their order.
 */
export function comparedLines<L extends Line>(before: readonly L[], after: readonly L[]): ComparedLine<L>[] {
  const left = new Set(before.keys())
  const found = new Map<number, number>()
  const pair = (at: number, from: number) => {
    found.set(at, from)
    left.delete(from)
  }
  const open = () => [...after.keys()].filter((at) => !found.has(at))

  const [was, is] = [before.map(exactly), after.map(exactly)]
  for (const shift of [0, before.length - after.length])
    for (const at of open()) if (left.has(at + shift) && was[at + shift] === is[at]) pair(at, at + shift)
  for (const key of [exactly, item]) {
    const alike = Map.groupBy(left, (from) => key(before[from]!))
    for (const at of open()) {
      const from = alike.get(key(after[at]!))?.shift()
      if (from !== undefined) pair(at, from)
    }
  }
  return [
    ...after.map((line, at) => ({ before: before[found.get(at) ?? -1] ?? null, after: line })),
    ...[...left].map((from) => ({ before: before[from]!, after: null })),
  ]
}
