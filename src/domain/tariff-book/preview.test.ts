import { expect, test } from 'vitest'
import type { Bundle } from '../bundle.ts'
import { SHOP } from '../../testing/shop.ts'
import { bookPreview, TYPICAL } from './preview.ts'

const shop = () => structuredClone(SHOP) as unknown as Bundle
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Loose = any

test('nothing changed, nothing told', () => {
  expect(bookPreview(shop(), shop(), 'fr')).toEqual({
    ...{ items: [], itemCount: 0, newCount: 0 },
    ...{ removed: [], removedCount: 0 },
  })
})

test.each(['print', 'display'] as const)(
  'every entry of a %s tariff that changes is told, and seen at work',
  (area) => {
    for (const [at, tariff] of (shop().tarifs![area] as Loose[]).entries())
      for (const [field, part] of Object.entries<Loose>(tariff)) {
        if (typeof part !== 'object' || part === null || Array.isArray(part) || field === 'surface') continue
        for (const [id, entry] of Object.entries<Loose>(part)) {
          if (typeof entry !== 'object' || entry === null || 'grille' in entry) continue
          const after = shop() as Loose
          after.tarifs[area][at][field][id] = { ...entry, fixe: '123456' }
          const { items, itemCount } = bookPreview(shop(), after as Bundle, 'fr')
          expect(itemCount).toBe(1)
          expect(items[0]).toMatchObject({ added: 0, changed: 1, removed: [] })
          expect(items[0]!.prices.length).toBeLessThanOrEqual(TYPICAL)
          expect(
            items[0]!.prices.some(({ before, after: now }) => before !== now),
            `${field} ${id}`,
          ).toBe(true)
        }
      }
  },
)

test('a price of nothing, beyond a million, or of more decimals than cents is marked for a look', () => {
  const after = shop() as Loose
  const [first, second, third] = after.tarifs.print[0].grille
  const was = Number(first.prix)
  Object.assign(first, { prix: '0' })
  Object.assign(second, { prix: '100000001' })
  Object.assign(third, { prix: '3990.5' })
  const { items } = bookPreview(shop(), after as Bundle, 'fr')
  expect(items[0]!.looks).toEqual([
    { name: `Grille, ${first.quantite}`, why: 'zero', price: '0', cents: was },
    { name: `Grille, ${second.quantite}`, why: 'high', price: '1000000.01', cents: 100000001 },
    { name: `Grille, ${third.quantite}`, why: 'decimals', price: '39.905', cents: 3991 },
  ])
  // One that stays as it was is not marked anew.
  expect(bookPreview(after as Bundle, after as Bundle, 'fr').items).toEqual([])
})

test('what is removed is named, and seen to have no price any more', () => {
  const after = shop() as Loose
  const [{ quantite }] = after.tarifs.print[0].grille.splice(-1)
  const { items } = bookPreview(shop(), after as Bundle, 'fr')
  expect(items[0]!.removed).toEqual([`Grille, ${quantite}`])
  expect(items[0]!.prices).toContainEqual(expect.objectContaining({ quantity: quantite, after: null }))
})
