import { expect, test } from 'vitest'
import { configurationsNamed, toldFirst } from './shelf'

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

test('of several of one product what differs is told first', () => {
  const of = (item: number, ...summary: string[]) => ({ area: 'print', item, summary })
  const all = [of(1, 'Mat', 'A5', '500 ex.'), of(1, 'Mat', 'A5', '1 000 ex.'), of(2, 'Mat')]
  expect(toldFirst(all[0]!, all)).toEqual(['500 ex.', 'Mat', 'A5'])
  expect(toldFirst(all[2]!, all)).toEqual(['Mat'])
})
