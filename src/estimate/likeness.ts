/** How alike the values of a curve are at two places, from 1 to 0. `r` is the distance over the length scale. */

/** Matérn 5/2: smooth curves. */
export function smooth(r: number): number {
  const s = 2.23606797749979 * Math.abs(r)
  return (1 + s + (s * s) / 3) * Math.exp(-s)
}

/** Matérn 1/2: continuous but free to bend and to jump between neighbours, as discount staircases do. */
export const rough = (r: number): number => Math.exp(-Math.abs(r))
