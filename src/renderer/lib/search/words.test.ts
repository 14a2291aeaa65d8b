import { expect, test } from 'vitest'
import { singular, wordsAndSizes } from './words'

test.each([
  ['Carte de visite', ['carte', 'de', 'visite']],
  ['Roll-up Œuvre', ['roll', 'up', 'oeuvre']],
  ['Flyers a 5', ['flyers', 'a5']],
  ['2 à 12 visuels', ['2', 'a', '12', 'visuels']],
  ['Bâches 510 g/m²', ['baches', '510']],
  ['2plis', ['2', 'plis']],
  ['Carte <b>x</b>', ['carte', 'b', 'x', 'b']],
  [' > ', []],
])('“%s” has the words %j', (text, words) => {
  expect(wordsAndSizes(text)).toMatchObject({ words, sizes: [] })
})

test.each([
  ['85x54', { short: 54, long: 85, open: true }],
  ['85 × 54 mm', { short: 54, long: 85, open: false }],
  ['8,5*5.4cm', { short: 54, long: 85, open: false }],
  ['1 m x 200 cm', { short: 1000, long: 2000, open: false }],
  ['15 × 10 × 5 cm', { short: 100, long: 150, third: 50, open: false }],
  ['10x15x5', { short: 10, long: 15, third: 5, open: true }],
])('“%s” says a format', (text, size) => {
  expect(wordsAndSizes(text).sizes).toMatchObject([{ at: 0, ...size }])
})

test('which side is said first is known', () => {
  expect(['300x200', '200x300 cm', '2 m x 300 cm'].map((text) => wordsAndSizes(text).sizes[0]!.wide)).toEqual(
    [...[true, false, false]],
  )
})

test('the sides of a box are three words', () => {
  expect(wordsAndSizes('boîte 10x15x5 kraft').words).toEqual(['boite', '10', '15', '5', 'kraft'])
})

test('both sides of a format are words as well', () => {
  expect(wordsAndSizes('Enveloppes DL 11 x 22').words).toEqual(['enveloppes', 'dl', '11', '22'])
})

test.each([
  ['flyers', 'flyer'],
  ['panneaux', 'panneau'],
  ['boxes', 'box'],
  ['bus', 'bus'],
  ['business', 'business'],
  ['a4s', 'a4s'],
])('%s is more than one %s', (word, one) => {
  expect(singular(word)).toBe(one)
})

test.each([
  ['135g', ['135g']],
  ['135 g/m²', ['135g']],
  ['135 grammes', ['135g']],
  ['couché 135 gr mat', ['135g']],
  ['125 µm', ['125µ']],
  ['125 microns', ['125µ']],
  ['0,5 cm', ['5mm']],
  ['3 mètres', ['3000mm']],
  ['12 m²', []],
  ['16 pages', []],
  ['85 × 54 mm', []],
])('“%s” measures %j', (text, keys) => {
  expect(wordsAndSizes(text).measures.map(({ key }) => key)).toEqual(keys)
})

test('pages and both sides are said in short', () => {
  expect(wordsAndSizes('16p').words).toEqual(['16', 'pages'])
  expect(wordsAndSizes('A4 16 p. R/V').words).toEqual(['a4', '16', 'pages', 'recto', 'verso'])
  expect(wordsAndSizes('rv').words).toEqual(['recto', 'verso'])
})
