import { expect, test } from 'vitest'
import { configurationsNamed } from './shelf'

const MARKET = { name: 'Marché de Noël', itemName: 'Flyers A5', summary: ['Papier : 135 g'] }
const CARDS = { name: 'Cartes du bureau', itemName: 'Cartes de visite', summary: ['Papier : 350 g'] }

test.each([
  ['', [MARKET, CARDS]],
  ['  ', [MARKET, CARDS]],
  ['noel', [MARKET]],
  ['VISITE 350', [CARDS]],
  ['papier', [MARKET, CARDS]],
  ['noel visite', []],
])('“%s” means %j', (text, meant) => {
  expect(configurationsNamed([MARKET, CARDS], text)).toEqual(meant)
})
