/** Large format: what is cut off the roll, and what a smallest area adds. */

/** Widths of rolls that large work is printed on, in metres. */
const rollWidths = [1.05, 1.37, 1.6, 2.05, 2.6, 3.2]

/** Smallest areas that a piece is charged as, in square metres. */
const leastAreas = [0.25, 0.5, 1]

/** Square metres of roll that so many pieces take, all lying the same way: side by side, or in strips where they are wider. */
function rollTaken(width: number, height: number, roll: number, copies: number): number {
  const lanes = Math.floor(roll / width)
  const metres = lanes > 0 ? Math.ceil(copies / lanes) : Math.ceil(width / roll) * copies
  return metres * height * roll
}

/** Square metres that are cut off each roll width, the pieces lying the way that wastes less. @param width in metres */
export function offcutsOf(width: number, height: number, copies: number): number[] {
  return rollWidths.map((roll) => {
    const taken = Math.min(rollTaken(width, height, roll, copies), rollTaken(height, width, roll, copies))
    return Math.max(0, taken - width * height * copies)
  })
}

/** Square metres that each smallest area adds to so many pieces. */
export function shortfallsOf(width: number, height: number, copies: number): number[] {
  return leastAreas.map((least) => Math.max(0, least - width * height) * copies)
}
