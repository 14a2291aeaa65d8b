/**
 * @param weigh how much it counts that one and the other are the same; 0: they are not. All the same where nothing is said
 * @returns the places of what is the same in both, in one order: what weighs the most together, of equals the first ones
 */
export function inOrder<T>(
  one: readonly T[],
  other: readonly T[],
  weigh: (a: T, b: T) => number = (a, b) => Number(a === b),
): [number, number][] {
  const most = [...one.keys(), one.length].map(() => new Float64Array(other.length + 1))
  const together = (i: number, j: number) => {
    const weight = weigh(one[i]!, other[j]!)
    return weight > 0 ? most[i + 1]![j + 1]! + weight : 0
  }
  for (let i = one.length - 1; i >= 0; i--)
    for (let j = other.length - 1; j >= 0; j--)
      most[i]![j] = Math.max(together(i, j), most[i + 1]![j]!, most[i]![j + 1]!)
  const pairs: [number, number][] = []
  for (let i = 0, j = 0; i < one.length && j < other.length;)
    if (most[i]![j]! > 0 && most[i]![j] === together(i, j)) pairs.push([i++, j++])
    else if (most[i + 1]![j]! >= most[i]![j + 1]!) i++
    else j++
  return pairs
}
