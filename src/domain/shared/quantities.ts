/** How many of a line: of each of its visuals, and all of them at a glance. */

/** A line as the partner's API has it, as far as it says how many. */
export interface Counted {
  readonly [field: string]: unknown
}

export interface Visuals {
  readonly count: number
  readonly total: number
  /** The quantity of every one, where they all have the same. */
  readonly each: number | null
}

/** Of each visual of a line. */
export function quantitiesOf({ quantites_multiples: many, quantite }: Counted): readonly number[] {
  return Array.isArray(many) ? (many as number[]) : [Number(quantite ?? 0)]
}

export function visualsOf(quantities: readonly number[]): Visuals {
  const [first = 0] = quantities
  return {
    count: quantities.length,
    total: quantities.reduce((sum, quantity) => sum + quantity, 0),
    each: quantities.every((quantity) => quantity === first) ? first : null,
  }
}
