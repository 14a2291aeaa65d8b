import fc from 'fast-check'
import { expect, test } from 'vitest'
import { comparedIn, comparedOf, comparedText, MOST_COMPARED, notComparedIn } from './comparison-address'
import { TOLD, type Told } from './configured-address'

const anyTold = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...TOLD), fc.string()), { selector: ([name]) => name })
  .map((parts): Told => Object.fromEntries(parts))
const anyCompared = fc.record({
  area: fc.constantFrom('print' as const, 'display' as const),
  id: fc.nat(),
  told: anyTold,
})

test('what was said is read again', () => {
  fc.assert(
    fc.property(anyCompared, (one) => {
      expect(comparedOf(comparedText(one))).toEqual(one)
    }),
  )
})

test('an address holds each once, in its order, and no more than fit', () => {
  fc.assert(
    fc.property(fc.array(anyCompared), (all) => {
      const texts = all.map(comparedText)
      const read = comparedIn({ c: texts })
      expect(read).toEqual([...new Set(texts)].slice(0, MOST_COMPARED))
    }),
  )
})

test('what is left out of an address is known', () => {
  const c = ['produits/1', 'produits/1', 'devis/1', ...[2, 3, 4, 5, 6].map((id) => `familles/${id}`), '']
  expect(notComparedIn({ c })).toEqual({ unread: ['devis/1'], tooMany: 2 })
  expect(notComparedIn({ c: 'familles/3' })).toEqual({ unread: [], tooMany: 0 })
  expect(notComparedIn({})).toEqual({ unread: [], tooMany: 0 })
})

test('whatever else stands in an address is none', () => {
  fc.assert(
    fc.property(fc.anything(), (c) => {
      expect(comparedIn({ c }).length).toBeLessThanOrEqual(MOST_COMPARED)
    }),
  )
  for (const text of ['', 'produits', 'produits/x', 'devis/1', 'produits/1234567890123456'])
    expect(comparedOf(text)).toBeNull()
  expect(comparedIn({ c: 'familles/3' })).toEqual(['familles/3?'])
})
