import { expect, test } from 'vitest'
import { ordersOf } from './quote-lines.ts'

const print = (delai: number) => ({ area: 'print' as const, price: { delai, label: `J+${delai}` } })
const display = (delai: number | null, label: string) => ({
  area: 'display' as const,
  price: { delai, label },
})

test.each([
  ['no line', [], []],
  ['print lines, whatever their lead time', [print(1), print(2)], [2]],
  ['display lines of two lead times', [display(1, 'J+1'), display(2, 'J+2'), display(1, 'J+1')], [2, 1]],
  // Two lead times of a partner may take as many days: each is a cart of its own.
  ['display lines of two ids that take as many days', [display(1, 'J+2'), display(2, 'J+2')], [1, 1]],
  ['display lines whose ids are not known', [display(null, 'J+2'), display(null, 'J+2')], [2]],
  // The id of the one is that of the other, as ordering will find out.
  ['one whose id is not known beside one of as many days', [display(null, 'J+2'), display(2, 'J+2')], [2]],
  [
    'one whose id may be either of two',
    [display(1, 'J+2'), display(null, 'J+2'), display(2, 'J+2')],
    [1, 1, 1],
  ],
  ['both areas', [print(2), display(2, 'J+2'), print(3)], [2, 1]],
])('%s', (_what, lines, sizes) => {
  const orders = ordersOf<ReturnType<typeof print> | ReturnType<typeof display>>(lines, () => 1)
  expect(orders.map((order) => order.length)).toEqual(sizes)
  expect(orders.flat()).toHaveLength(lines.length)
})

test('lines of several sources are one order where their lead times take as many days', () => {
  const of = (source: number, delai: number, label: string) => ({ ...display(delai, label), source })
  const lines = [of(1, 1, 'J+2'), of(2, 11, 'J+2'), of(2, 12, 'J+2'), of(1, 1, 'J+2'), of(2, 13, 'J+5')]
  const orders = ordersOf(lines, ({ source }) => source)
  expect(orders.map((order) => order.map(({ price }) => price.delai))).toEqual([[1, 11, 1], [12], [13]])
})
