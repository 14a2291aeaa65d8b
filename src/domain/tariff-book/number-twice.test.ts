/** A sheet that bears another sheet's number. */
import { expect, test } from 'vitest'
import type { Bundle } from '../bundle.ts'
import { SHOP } from '../../testing/shop.ts'
import { readTariffSheets } from './read.ts'
import { tariffSheets } from './write.ts'

test('a sheet with the number of another names its other wrong cells, too', () => {
  const shop = structuredClone(SHOP) as unknown as Bundle
  const [first, second, ...others] = tariffSheets(shop, 'fr')
  const rows = second!.rows.map((cells) => [...cells])
  const cells = () => {
    const read = readTariffSheets(shop, [first!, { ...second!, rows }, ...others], 'fr')
    return 'faults' in read ? read.faults.map(({ path }) => path) : []
  }
  rows[0]![1] = first!.rows[0]![1]!
  expect(cells()).toEqual([`${second!.name}!B1`])
  const price = rows.findIndex(([word]) => word === 'Quantité') + 1
  rows[price]![1] = 'vingt'
  expect(cells()).toEqual([`${second!.name}!B1`, `${second!.name}!B${price + 1}`])
})
