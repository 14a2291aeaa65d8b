import { expect, test } from 'vitest'
import { completeProduit } from '../domain/print/product.ts'
import { inBlock } from './source-catalogue.ts'

test('what names a negative id is left out by name where ids become others; a first block changes none', () => {
  const produit = (id: number, variant: number) =>
    completeProduit({
      ...{ id, nom: `Carte ${id}`, quantites: { range: true } },
      options: [{ id: 1, nom: 'Papier', type: 'variante', variantes: [{ id: variant, nom: 'Mat' }] }],
    })
  const offered = {
    ...{ leadTimes: [], familles: [], printTariffs: [], displayTariffs: [] },
    produits: [produit(1, 2), produit(2, -3)],
  }
  const size = 10 ** 10
  const later = inBlock(offered, 1, { base: size, size })
  expect(later.refused).toMatchObject([
    {
      id: 2,
      name: 'Carte 2',
      problem: { code: 'partner_id_outside', params: { id: -3, place: '/options/0/variantes/0/id' } },
    },
  ])
  expect(later.catalogue.entities.products.map(({ id }) => id)).toEqual([size + 1])
  expect(inBlock(offered, 1, { base: 0, size }).refused).toEqual([])
})
