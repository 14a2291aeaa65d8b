import { expect, test } from 'vitest'
import { quantityIn } from './quantity'

test.each([
  ['flyers 2000', 2000, 'flyers'],
  ['500 cartes de visite', 500, 'cartes de visite'],
  ['2 000 flyers A5', 2000, 'flyers A5'],
  ['flyers 2\u202f000 ex.', 2000, 'flyers'],
  ['250 exemplaires de dépliants', 250, 'de dépliants'],
  ['10.000 flyers', 10000, 'flyers'],
  ['cartes 85 x 54, 500', 500, 'cartes 85 x 54,'],
  ['brochure 100 pages 250 ex', 250, 'brochure 100 pages'],
  ['flyers 135 g, 500', 500, 'flyers 135 g,'],
  ['500 plaques', 500, 'plaques'],
])('“%s” asks for %i', (text, quantity, rest) => {
  expect(quantityIn(text)).toEqual({ quantity, rest })
})

test.each([
  ...['flyers', '2000', '2000 ex', 'flyers a5', 'papier 135g', 'cartes 85x54', 'cartes 85 × 54 mm'],
  ...['flyers 0', 'flyers 12345678', 'flyers 100% recyclés', '2 flyers 500'],
  ...[
    'brochure 100 pages',
    'brochure 2 000 pages',
    'papier 135 g',
    'film 80 microns',
    'bâche 4 œillets',
    'dépliant 3 volets',
  ],
])('“%s” asks for none', (text) => {
  expect(quantityIn(text)).toBe(null)
})
