/** The least and the greatest of any number of values: `Math.min(...values)` exhausts the stack at a hundred thousand. */

/** Infinity where there is none. */
export function least(values: Iterable<number>): number {
  let found = Infinity
  for (const value of values) if (value < found) found = value
  return found
}

/** -Infinity where there is none. */
export function greatest(values: Iterable<number>): number {
  let found = -Infinity
  for (const value of values) if (value > found) found = value
  return found
}
