/** What can mean nothing, wherever in a workbook it stands: each is named by its cell. */
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

test.each<readonly [what: string, sheet: string, cells: Cells, said: string]>([
  ['days that are none, of a lead time in force', CARDS, { B34: 'J+abc' }, 'écrivez « J+2 »'],
  ['a price beside the grid', CARDS, { C18: 29.9 }, 'à côté du tableau'],
  ['a word beside the grid', CARDS, { D17: 'ancien prix' }, 'à côté du tableau'],
  ['a price below no format', TOTEM, { C11: 39 }, 'à côté du tableau'],
  ['a value in the next column', CARDS, { C3: 5 }, 'à côté du tableau'],
  ['a value of the product in the next column', CARDS, { C9: 5 }, 'à côté du tableau'],
  ['a price behind the last column of variants', CARDS, { H27: 3 }, 'à côté du tableau'],
  ['a word behind an option', CARDS, { D22: 'Mat' }, 'à côté du tableau'],
  ['a word behind the name', CARDS, { D1: 'Offset' }, 'à côté du tableau'],
  ['a quantity of an exact grid that is not offered', CARDS, { A19: 750 }, '« Quantités proposées »'],
  ['a quantity of a line beyond all visuals together', LEAFLETS, { A19: 1000, B11: 50 }, 'la plus grande »'],
  ['a quantity of steps over the highest', BANNER, { A18: 600 }, '« Quantité la plus grande »'],
])('%s names its cell', (_what, sheet, cells, said) => {
  expect(told(sheet, cells)).toMatchObject([
    { path: `${sheet}!${Object.keys(cells)[0]}`, message: expect.stringContaining(said) as string },
  ])
})

test('a quantity that nobody could order before comes back as it went', () => {
  const odd = modelBundle('fr')
  odd.produits![0]!.quantites = { range: false, available: [100, 250] }
  expect(readTariffSheets(odd, tariffSheets(odd, 'fr'), 'fr')).toEqual({
    ...{ bundle: odd, ignored: [], warnings: [] },
  })
})
