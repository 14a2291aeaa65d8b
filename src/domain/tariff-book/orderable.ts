/** Quantities of a product's grid that no order comes to: their prices would be nobody's. */
import { VISUALS } from './layout.ts'
import { fieldsOf, type Fields } from './write.ts'

interface Quantities {
  /** whether a visual can be ordered by so many */
  readonly has: (quantity: number) => boolean
  /** the most of all visuals together */
  readonly most: number
  readonly range: boolean
}

/** null where nothing can be ordered, or what can is not known: that is told by itself */
function quantitiesOf(item: Fields): Quantities | null {
  const { range, available, min, max } = fieldsOf(item['quantites'])
  const visuals = Math.max(1, Number(item[VISUALS.max] ?? 1))
  if (range === true) {
    const [lowest, highest] = [Number(min ?? 1), Number(max ?? Infinity)]
    if (lowest > highest || highest < 1) return null
    return { has: (one) => one >= lowest && one <= highest, most: highest * visuals, range }
  }
  const offered: readonly unknown[] = Array.isArray(available) ? available : []
  if (offered.length === 0 || !offered.every((one) => Number(one) >= 1)) return null
  return {
    has: (one) => offered.includes(one),
    most: Math.max(...offered.map(Number)) * visuals,
    range: false,
  }
}

interface Unordered {
  /** in the grid */
  readonly index: number
  readonly quantity: number
  /** whether the product is sold by a lowest and a highest quantity */
  readonly range: boolean
}

/**
 * Of an exact grid what is not offered; of another, whose points are also steps and ends of lines, what lies beyond all that
 * can be ordered.
 */
export function unordered(item: Fields, tariff: Fields): Unordered[] {
  const offered = quantitiesOf(item)
  const grid = (Array.isArray(tariff['grille']) ? tariff['grille'] : []) as readonly Fields[]
  if (!offered) return []
  return grid.flatMap(({ quantite }, index) => {
    const quantity = Number(quantite)
    const before = Number(grid[index - 1]?.['quantite'] ?? 0)
    const isOrdered = {
      exacte: offered.has(quantity),
      lineaire: before < offered.most,
      unitaire: quantity <= offered.most,
    }[String(tariff['lecture'])]
    return quantity >= 1 && isOrdered === false ? [{ index, quantity, range: offered.range }] : []
  })
}
