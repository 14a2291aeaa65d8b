/** Two revisions of a quote, line by line. */
import { inOrder } from './in-order.ts'

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
 * several those between the same neighbours; of the others those of one product are one that was changed, in their order.
 */
export function comparedLines<L extends Line>(before: readonly L[], after: readonly L[]): ComparedLine<L>[] {
  const left = new Set(before.keys())
  const found = new Map<number, number>()
  const pair = (at: number, from: number) => {
    found.set(at, from)
    left.delete(from)
  }
  const named = (lines: readonly L[]) => lines.map((line) => ({ exact: exactly(line), item: item(line) }))
  const [was, is] = [named(before), named(after)]
  // One that is the same counts for more than all that were changed.
  const whole = after.length + 1
  const aligned = inOrder(was, is, (a, b) => (a.exact === b.exact ? whole : Number(a.item === b.item)))
  for (const [from, at] of aligned) if (was[from]!.exact === is[at]!.exact) pair(at, from)
  for (const key of ['exact', 'item'] as const) {
    const alike = Map.groupBy(left, (from) => was[from]![key])
    for (const at of after.keys()) {
      const from = found.has(at) ? undefined : alike.get(is[at]![key])?.shift()
      if (from !== undefined) pair(at, from)
    }
  }
  return [
    ...after.map((line, at) => ({ before: before[found.get(at) ?? -1] ?? null, after: line })),
    ...[...left].map((from) => ({ before: before[from]!, after: null })),
  ]
}
