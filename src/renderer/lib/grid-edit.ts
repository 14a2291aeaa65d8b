/** A price grid under one's hands: what was changed of it, and the same changes upon a grid that another changed meanwhile. */
import type { TariffGrid } from '../api/types'

type Row = TariffGrid['rows'][number]

/** A copy to write in. */
export const editable = (grid: TariffGrid): TariffGrid => ({
  columns: grid.columns.map((column) => ({ ...column })),
  rows: grid.rows.map((row) => ({ quantity: row.quantity, prices: [...row.prices] })),
})

/** Whether two grids say the same, letter by letter. */
export const sameGrid = (a: TariffGrid, b: TariffGrid): boolean => JSON.stringify(a) === JSON.stringify(b)

/**
 * My changes upon the grid as it stands now.
 * @param read the grid that `mine` began as: a row of mine is known again by its quantity, a column by its format
 * @returns every cell as I left it where I changed it, and as it stands now where I did not
 */
export function rebased(read: TariffGrid, mine: TariffGrid, now: TariffGrid): TariffGrid {
  const rowOf = (grid: TariffGrid, quantity: string) => grid.rows.find((row) => row.quantity === quantity)
  const priceAt = (grid: TariffGrid, row: Row | undefined, format: number | null) =>
    row?.prices[grid.columns.findIndex((column) => column.format === format)] ?? ''
  const columns = now.columns.map((column) => {
    const before = read.columns.find(({ format }) => format === column.format)
    const written = mine.columns.find(({ format }) => format === column.format)
    return written && written.reading !== before?.reading
      ? { ...column, reading: written.reading }
      : { ...column }
  })
  const merged = (quantity: string): Row => {
    const [before, written, standing] = [read, mine, now].map((grid) => rowOf(grid, quantity))
    const prices = now.columns.map(({ format }) => {
      const price = priceAt(mine, written, format)
      return price === priceAt(read, before, format) ? priceAt(now, standing, format) : price
    })
    return { quantity, prices }
  }
  const removed = read.rows.filter(({ quantity }) => !rowOf(mine, quantity))
  const kept = now.rows.filter(({ quantity }) => !removed.some((row) => row.quantity === quantity))
  // What another removed and I did not touch is removed.
  const added = mine.rows.filter(
    (row) =>
      !rowOf(now, row.quantity) &&
      JSON.stringify(rowOf(read, row.quantity)?.prices) !== JSON.stringify(row.prices),
  )
  return { columns, rows: [...kept, ...added].map(({ quantity }) => merged(quantity)) }
}
