/** The price grid of one tariff, as it is edited on a screen: read and laid over the tariff as the sheet of a workbook is. */
import type { Bundle } from '../bundle.ts'
import type { BundleFault } from '../bundle-checks.ts'
import type { Locale } from '../message.ts'
import { canonical, shifted, type BookSheet } from './cells.ts'
import { FORMS, GRID, PRICE, QUANTITY, READING } from './layout.ts'
import { namedTariffs } from './write.ts'

export interface GridColumn {
  /** of a display family; null of a product, which has one grid */
  readonly format: number | null
  readonly name: string
  /** `exacte`, `lineaire` or `unitaire` */
  readonly reading: string
}

/** Texts as they are typed: whole copies, euros excluding tax; "" where there is nothing. */
export interface GridRow {
  readonly quantity: string
  /** of the columns, in their order */
  readonly prices: readonly string[]
}

export interface TariffGrid {
  readonly columns: readonly GridColumn[]
  readonly rows: readonly GridRow[]
}

export type TariffArea = 'print' | 'display'

/** What has a tariff, in the bundle's order; ids are the bundle's own. */
export const griddedItems = (bundle: Bundle, locale: Locale) =>
  namedTariffs(bundle, locale).map(({ area, id, name }) => ({ area, id, name }))

/** The grid of a product or family; null where it has no tariff. Prices are decimals with a point. */
export function tariffGrid(bundle: Bundle, area: TariffArea, id: number): TariffGrid | null {
  const found = namedTariffs(bundle, 'fr').find((one) => one.area === area && one.id === id)
  if (!found) return null
  const { grids } = found
  const prices = grids.map(({ grille }) => new Map(grille.map(({ quantite, prix }) => [quantite, prix])))
  const quantities = [...new Set(prices.flatMap((one) => [...one.keys()]))].sort((a, b) => a - b)
  return {
    columns: grids.map(({ id: format, name, lecture }) => ({ format, name, reading: lecture })),
    rows: quantities.map((quantity) => ({
      quantity: String(quantity),
      prices: prices.map((one) => {
        const price = one.get(quantity)
        return price === undefined ? '' : canonical(shifted(price, -2))
      }),
    })),
  }
}

/** The rows of a grid's sheet before those of its quantities. */
const HEAD = 3
const isEmpty = ({ quantity, prices }: GridRow) => [quantity, ...prices].every((text) => text.trim() === '')

/** A sheet of the grid alone: of the tariff nothing else is said by it. Rows in which nothing stands are none. */
export function gridSheet(area: TariffArea, id: number, { columns, rows }: TariffGrid): BookSheet {
  const formats = columns.map(({ format }) => format)
  return {
    name: '',
    rows: [
      [FORMS[area].id.fr, id],
      [GRID.fr, ...formats],
      [READING.fr, ...columns.map(({ reading }) => reading)],
      [QUANTITY.fr, ...columns.map(() => PRICE.fr)],
      ...rows.filter((row) => !isEmpty(row)).map(({ quantity, prices }) => [quantity.trim(), ...prices]),
    ],
  }
}

/** A fault by its place in the grid: `/rows/2/prices/0`, `/rows/2/quantity`; of anything else "". */
export function inGrid(fault: BundleFault, { rows }: TariffGrid): BundleFault {
  const [, letters, digits] = /^([A-Z]+)(\d+)$/.exec(fault.path) ?? []
  if (letters === undefined) return { ...fault, path: '' }
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
  const written = rows.flatMap((row, i) => (isEmpty(row) ? [] : [i]))
  const row = written[Number(digits) - 1 - HEAD - 1]
  if (row === undefined) return { ...fault, path: '' }
  return { ...fault, path: column === 0 ? `/rows/${row}/quantity` : `/rows/${row}/prices/${column - 1}` }
}
