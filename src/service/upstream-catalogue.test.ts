import { expect, test } from 'vitest'
import type { NewCatalogue } from '../store/catalogue.ts'
import { UnreadableAnswer } from '../upstream/errors.ts'
import { refuseEmptied } from './upstream-catalogue.ts'

const catalogue = (products: number, families: number): NewCatalogue => {
  const entities = (count: number) => Array.from({ length: count }, (_, id) => ({ id, body: '{}' }))
  return {
    sourceId: 2,
    block: { base: 0, size: 10 ** 10 },
    leadTimes: [],
    entities: {
      ...{ products: entities(products), families: entities(families) },
      ...{ print_tariffs: [], display_tariffs: [] },
    },
  }
}

test.each([
  ['products', catalogue(0, 2)],
  ['families', catalogue(2, 0)],
])('a list of %s that was full and is empty removes nothing', (_what, incoming) => {
  expect(() => refuseEmptied(incoming, () => false)).toThrow(UnreadableAnswer)
})

test('an area that a partner never had may stay empty, and the last but one may go', () => {
  expect(() => refuseEmptied(catalogue(2, 0), (table) => table === 'families')).not.toThrow()
  expect(() => refuseEmptied(catalogue(1, 1), () => false)).not.toThrow()
  expect(() => refuseEmptied(catalogue(0, 0), () => true)).not.toThrow()
})
