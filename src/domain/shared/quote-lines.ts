/** What the lines of a quote become, and how each names its item: for the service and the screens. */

import { isIncluded, type LineArea, type LineRole } from './line-roles.ts'

/** The largest amount of a line, in cents: the sums of as many as a quote can have stay exact. */
export const MOST_CENTS = 100_000_000_000

/** The field of a line that names its product or family. */
export const ITEM_FIELDS = { print: 'produit', display: 'famille' } as const

/** The id of the product or family that a line names; NaN where it names none: a draft keeps whatever was written. */
export function itemOf(line: {
  readonly area: keyof typeof ITEM_FIELDS
  readonly line: Readonly<Record<string, unknown>>
}): number {
  const id = line.line[ITEM_FIELDS[line.area]]
  return typeof id === 'object' ? Number.NaN : Number(id)
}

interface Line {
  readonly area: LineArea
  readonly role?: LineRole
  readonly price: { readonly delai: number | null; readonly label: string }
}

/**
 * The lines that become one order each, of the included ones: those of the print area; of the display area those of one lead time, which
 * between sources is compared by its days. An id that is not known yet is that of the only one with the same label.
 * @param sourceOf where a line's family comes from
 */
export function ordersOf<Quoted extends Line>(
  lines: readonly Quoted[],
  sourceOf: (line: Quoted) => unknown,
): Quoted[][] {
  const print: Quoted[] = lines.filter((line) => line.area === 'print' && isIncluded(line))
  const display = lines.filter((line) => line.area === 'display' && isIncluded(line))
  const known = new Map<string, Set<number>>()
  const kindOf = (line: Quoted) => `${line.price.label} ${String(sourceOf(line))}`
  for (const line of display) {
    const ids = known.get(kindOf(line)) ?? new Set()
    if (line.price.delai !== null) known.set(kindOf(line), ids.add(line.price.delai))
  }
  const orders: {
    readonly label: string
    readonly leadTimes: Map<unknown, unknown>
    readonly lines: Quoted[]
  }[] = []
  for (const line of display) {
    const { label, delai } = line.price
    const [only, ...others] = known.get(kindOf(line)) ?? []
    const leadTime = delai ?? (others.length === 0 ? only : undefined) ?? label
    const source = sourceOf(line)
    let order = orders.find(
      (open) => open.label === label && (open.leadTimes.get(source) ?? leadTime) === leadTime,
    )
    if (!order) orders.push((order = { label, leadTimes: new Map(), lines: [] }))
    order.leadTimes.set(source, leadTime)
    order.lines.push(line)
  }
  const groups = [...(print.length > 0 ? [print] : []), ...orders.map(({ lines: own }) => own)]
  // In the order of the lines that come first.
  return groups.sort((one, other) => lines.indexOf(one[0]!) - lines.indexOf(other[0]!))
}
