/** Numbers that can mean nothing, in whatever column of a workbook they stand: each is named by its cell. */
import { expect, test } from 'vitest'
import type { BookCell } from './cells.ts'
import { modelBundle } from './model.ts'
import { readTariffSheets } from './read.ts'
import { tariffSheets } from './write.ts'

type Cells = Readonly<Record<string, BookCell>>

/** What is told of the model with other values in some cells of a sheet, by their names. */
function told(sheet: string, cells: Cells) {
  const sheets = tariffSheets(modelBundle('fr'), 'fr').map((one) => {
    if (one.name !== sheet) return one
    const rows = one.rows.map((row) => [...row])
    for (const [name, cell] of Object.entries(cells)) {
      const row = rows[Number(name.slice(1)) - 1]!
      const column = name.charCodeAt(0) - 65
      while (row.length < column) row.push(null)
      row[column] = cell
    }
    return { ...one, rows }
  })
  const read = readTariffSheets(modelBundle('fr'), sheets, 'fr')
  return 'faults' in read ? read.faults : []
}

const [CARDS, LEAFLETS, BANNER, TOTEM] = ['1 Cartes de visite', '2 Dépliants A4', '3 Bâche', '1 Totem carton']

test.each<readonly [what: string, sheet: string, cells: Cells, said: string]>([
  ['the least area', BANNER, { B7: -1 }, 'surface négative'],
  ['a divisor of nothing', BANNER, { B6: 0 }, 'diviseur'],
  ['a divisor', BANNER, { B6: -1000 }, 'diviseur'],
  ['a further visual', CARDS, { B3: -5 }, 'prix négatif'],
  ['visuals', CARDS, { B8: 0 }, 'nombre de visuels'],
  ['a lowest quantity', LEAFLETS, { B10: -50 }, 'quantité'],
  ['a highest quantity', LEAFLETS, { B11: -5 }, 'quantité'],
  ['an offered quantity', CARDS, { C12: -250 }, 'quantité'],
  ['a quantity of the grid', CARDS, { A17: -100 }, 'quantité'],
  ['a price of the grid', CARDS, { B18: '−29,90' }, 'prix négatif'],
  ['the percentage of a variant', CARDS, { E27: -150 }, 'plus de 100 %'],
  ['the percentage of a lead time', CARDS, { C34: '−150 %' }, 'plus de 100 %'],
  ['the percentage of a family’s lead time', TOTEM, { D15: -101 }, 'plus de 100 %'],
  ['the percentage of a material', TOTEM, { E19: -100.5 }, 'plus de 100 %'],
  ['the percentage of a file check', TOTEM, { E35: -150 }, 'plus de 100 %'],
  ['the days of a material', TOTEM, { G19: -1 }, 'jours négatif'],
  ['the days of a new lead time', CARDS, { B36: -4, A36: 7 }, 'jours négatif'],
  ['the days of a new lead time in words', CARDS, { B36: 'J+-4', A36: 7 }, 'jours négatif'],
  ['the quantity of an exclusion', CARDS, { E38: -500 }, 'quantité'],
])('%s below what can be meant names its cell', (_what, sheet, cells, said) => {
  expect(told(sheet, cells)).toMatchObject([
    { path: `${sheet}!${Object.keys(cells)[0]}`, message: expect.stringContaining(said) as string },
  ])
})

test('what can be meant is taken', () => {
  expect(told(CARDS, { E27: -100, C27: -3, B3: 0, B18: 0 })).toEqual([])
  expect(told(BANNER, { B7: 0, B6: 0.5 })).toEqual([])
})
