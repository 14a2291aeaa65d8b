/** What a line of a quote is to its total, and to the lines around it: for the service and the screens. */

export const LINE_ROLES = ['included', 'option', 'alternative'] as const
export type LineRole = (typeof LINE_ROLES)[number]

/** What a line may be: a product of an area, a service in words, or what opens a group. */
export const LINE_AREAS = ['print', 'display', 'free', 'heading'] as const
export type LineArea = (typeof LINE_AREAS)[number]

/** What of a line says what it is to the total. */
export interface Line {
  readonly area: LineArea
  readonly role?: LineRole | null | undefined
}

/** Whether a line is of a product or family, which a source makes. */
export const isProduct = <L extends { readonly area: LineArea }>(
  line: L,
): line is L & { readonly area: 'print' | 'display' } => line.area === 'print' || line.area === 'display'

/** How many lines a person is told that there are: what opens a group is none. */
export const countOf = (lines: readonly Pick<Line, 'area'>[]): number =>
  lines.filter(({ area }) => area !== 'heading').length

/** Whether a line counts in the total. */
export const isIncluded = ({ area, role }: Line): boolean =>
  area !== 'heading' && (role ?? 'included') === 'included'

/** Of each alternative the place of the line that it stands for: the nearest included one above it in its group; null of others. */
export function basesOf(lines: readonly Line[]): (number | null)[] {
  let base: number | null = null
  return lines.map((line, at) => {
    if (line.area === 'heading') base = null
    else if (isIncluded(line)) base = at
    else if (line.role === 'alternative') return base
    return null
  })
}

/** Of each line the place of the heading that opens its group; null before the first, and of headings. */
export function headingsOf(lines: readonly Line[]): (number | null)[] {
  let open: number | null = null
  return lines.map(({ area }, at) => {
    if (area !== 'heading') return open
    open = at
    return null
  })
}

/** A line of a file, with its price as it was told. */
interface PricedLine extends Line {
  readonly price?: { readonly uncertainty: number | null } | null
}

/** {@link groupWidths} of the lines of a file. */
export const groupWidthsInFile = (lines: readonly PricedLine[]): (number | null)[] =>
  groupWidths(
    lines,
    lines.map(({ price }) => price?.uncertainty ?? null),
  )

/**
 * Of each heading how wide the interval of what its group comes to is, in cents: those of the included estimates together;
 * null where all is exact, and of other lines.
 * @param widths of each line; null: exact
 */
export function groupWidths(lines: readonly Line[], widths: readonly (number | null)[]): (number | null)[] {
  const sums: (number | null)[] = lines.map(() => null)
  headingsOf(lines).forEach((heading, at) => {
    const width = widths[at] ?? null
    if (heading !== null && width !== null && isIncluded(lines[at]!))
      sums[heading] = (sums[heading] ?? 0) + width
  })
  return sums
}
