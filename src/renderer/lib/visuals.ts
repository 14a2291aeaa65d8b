/** Several visuals at a glance: however many there are, their quantities take one line. */
export interface Visuals {
  readonly count: number
  readonly total: number
  /** The quantity of every one, where they all have the same. */
  readonly each: number | null
}

export function visualsOf(quantities: readonly number[]): Visuals {
  const [first = 0] = quantities
  return {
    count: quantities.length,
    total: quantities.reduce((sum, quantity) => sum + quantity, 0),
    each: quantities.every((quantity) => quantity === first) ? first : null,
  }
}
