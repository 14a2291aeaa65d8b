import { expect, test } from 'vitest'
import type { TariffGrid } from '../api/types'
import { editable, rebased, sameGrid } from './grid-edit'

const grid = (...rows: [string, ...string[]][]): TariffGrid => ({
  columns: [
    { format: 4, name: 'A4', reading: 'exacte' },
    { format: 3, name: 'A3', reading: 'exacte' },
  ],
  rows: rows.map(([quantity, ...prices]) => ({ quantity, prices })),
})
const read = grid(['100', '10', '20'], ['200', '15', '30'])

test('two who change other cells both keep their changes; of one cell mine stands', () => {
  const mine = grid(['100', '11', '20'], ['200', '15', '31'], ['500', '25', '50'])
  const now = grid(['100', '12', '22'], ['200', '15', '30'], ['300', '18', '36'])
  expect(rebased(read, mine, now)).toEqual(
    grid(['100', '11', '22'], ['200', '15', '31'], ['300', '18', '36'], ['500', '25', '50']),
  )
})

test('rows that one removed are gone, unless the other changed them', () => {
  expect(rebased(read, grid(['200', '15', '30']), read)).toEqual(grid(['200', '15', '30']))
  expect(rebased(read, read, grid(['200', '15', '30']))).toEqual(grid(['200', '15', '30']))
  const changed = grid(['100', '10', '21'], ['200', '15', '30'])
  expect(rebased(read, changed, grid(['200', '15', '30']))).toEqual(
    grid(['200', '15', '30'], ['100', '', '21']),
  )
})

test('columns by their formats, readings as whoever changed them has them', () => {
  const mine = editable(read)
  mine.columns[0]!.reading = 'lineaire'
  const now: TariffGrid = {
    columns: [
      { format: 3, name: 'A3', reading: 'unitaire' },
      { format: 4, name: 'A4', reading: 'exacte' },
    ],
    rows: [{ quantity: '100', prices: ['20', '10'] }],
  }
  expect(rebased(read, mine, now)).toEqual({
    columns: [now.columns[0], { ...now.columns[1], reading: 'lineaire' }],
    rows: now.rows,
  })
  expect(sameGrid(read, mine)).toBe(false)
  expect(read.columns[0]!.reading).toBe('exacte')
})
