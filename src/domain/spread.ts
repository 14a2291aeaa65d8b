/** A total in whole shares. */

/**
 * Shares of a total by weights, by largest remainder: they sum to the total exactly, and a greater weight never has the
 * smaller share. Where remainders are equal the greater weight goes first, then the name: never the place.
 *
 * @param total whole, at most the sum of the weights
 * @param weights whole and not negative
 */
export function spread(total: number, weights: readonly number[], names: readonly string[] = []): number[] {
  const sum = weights.reduce((all, weight) => all + BigInt(weight), 0n)
  if (sum === 0n) return weights.map(() => 0)
  const exact = weights.map((weight) => BigInt(total) * BigInt(weight))
  const shares = exact.map((share) => Number(share / sum))
  const left = total - shares.reduce((all, share) => all + share, 0)
  const order = weights.map((_, i) => i)
  order.sort((a, b) => {
    const byRemainder = compare(exact[b]! % sum, exact[a]! % sum)
    return (
      byRemainder || compare(weights[b]!, weights[a]!) || compare(names[a] ?? '', names[b] ?? '') || a - b
    )
  })
  for (const i of order.slice(0, left)) shares[i]! += 1
  return shares
}

const compare = <T extends bigint | number | string>(a: T, b: T) => (a < b ? -1 : a > b ? 1 : 0)
