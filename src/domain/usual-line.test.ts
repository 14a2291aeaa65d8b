import fc from 'fast-check'
import { expect, test } from 'vitest'
import { usualLine } from './usual-line.ts'

const line = (variantes: number[], quantity: number, width = '100') => ({
  ...{ label: 'Foire', produit: 1, variantes, valeurs: { 44: width, 45: '200' } },
  ...{ quantites_multiples: [quantity, quantity], delai: 3 },
})

test('the line that agrees best with the others, without its reference, lead time and visuals', () => {
  const usual = line([11, 21], 500)
  const lines = [line([12, 22], 9000, '7100'), usual, line([11, 21], 250), line([11, 22], 500), usual]
  expect(usualLine(lines)).toEqual({
    ...{ label: '', produit: 1, variantes: [11, 21], valeurs: { 44: '100', 45: '200' } },
    quantites_multiples: [500],
  })
  expect(usualLine(lines, 3)!['quantites_multiples']).toEqual([500, 500, 500])
})

test('one or two tell nothing', () => {
  expect(usualLine([line([11], 1), line([11], 1)])).toBeNull()
})

test('a family by its elements', () => {
  const totem = (format: number, quantite: number) => ({
    ...{
      label: '',
      famille: 7,
      format,
      support: 2,
      finition: null,
      quantite,
      variantes: [],
      verification: true,
    },
  })
  expect(usualLine([totem(1, 40), totem(2, 5), totem(2, 5)])).toEqual({ ...totem(2, 5), verification: false })
})

test('what is chosen is always of one line, and an odd one out never wins', () => {
  const some = fc.array(fc.tuple(fc.constantFrom(11, 12, 13), fc.constantFrom(1, 2, 5)), { minLength: 3 })
  fc.assert(
    fc.property(some, (rows) => {
      const lines = rows.map(([variant, quantity]) => line([variant], quantity))
      const { variantes, quantites_multiples } = usualLine(lines)! as ReturnType<typeof line>
      expect(rows).toContainEqual([variantes[0], quantites_multiples[0]])
      const odd = line([99], 99_999, '9')
      expect(usualLine([odd, ...lines, ...lines])!['variantes']).not.toEqual([99])
    }),
  )
})
