/**
 * Numbers with what they measure or count, "135 g" and "16 pages": choices of products rather than quantities; and what is
 * found by other words of choices and products.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CatalogueIndex } from './catalogue-index'

interface Bundle {
  readonly produits: readonly {
    readonly nom: string
    readonly options: readonly {
      readonly nom: string
      readonly variantes: readonly { readonly nom: string }[]
    }[]
  }[]
}
const { produits } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../resources/demo-bundle.json'), 'utf8'),
) as Bundle
const options = produits.map(({ options: all }) =>
  all.flatMap(({ nom, variantes }) => [nom, ...variantes.map((variant) => variant.nom)]),
)
const choices = [...new Set(options.flat())]
const index = await CatalogueIndex.of(produits.map(({ nom }) => nom))
index.addChoices({
  names: choices,
  of: options.map((names) => [...new Set(names)].map((name) => choices.indexOf(name))),
})
const places = (text: string) => index.search(text)
const found = (text: string) => places(text).map((at) => produits[at]!.nom.replace(/\s/g, ' '))

test.each([
  ['brochure 16 pages', 'Brochures', '16 pages'],
  ['16 pages', '', '16 pages'],
  ['16 p', '', '16 pages'],
  ['brochures 16p.', 'Brochures', '16 pages'],
  ['135 g', '', '135 g'],
  ['135g', '', '135 g'],
  ['135 gr', '', '135 g'],
  ['135 grammes', '', '135 g'],
  ['couché 135 g', '', '135 g'],
  ['flyer 135 g', 'Flyers', '135 g'],
  ['carte 350 g', 'Cart', '350 g'],
  ['flyer 350g', 'Flyers', '350 g'],
  ['A5 170g', '', '170 g'],
  ['carton plume 5 mm', 'Panneaux', '5 mm'],
  ['dibond 3mm', 'Panneaux composite', '3 mm'],
  ['125 microns', '', '125 µm'],
  ['gobelet 20 cl', 'Gobelets', '20 cl'],
])('“%s” finds what is called “%s…” and may be had in %s', (text, name, choice) => {
  const all = places(text)
  expect(all).not.toEqual([])
  expect(found(text)[0]).toMatch(new RegExp(`^${name}`))
  for (const at of all)
    expect([produits[at]!.nom, ...options[at]!].join('|').replace(/\s/g, ' ')).toContain(choice)
})

test('what nothing may be had in is not found', () => {
  expect(found('flyer 137 g')).toEqual([])
  expect(found('brochure 17 pages')).toEqual([])
})

test('“10x15” finds the formats that are nearly so, too, behind those that are', () => {
  expect(found('10x15')).toEqual(expect.arrayContaining(['Flyers A6 (10,5 × 14,8 cm)', 'Cartes postales']))
  expect(found('flyer 10x15')[0]).toMatch(/^Flyers/)
  expect(found('flyer 21x30')).toContain('Flyers A4 (21 × 29,7 cm)')
  expect(found('10,5x14,8')).not.toContain('Flyers A5 (14,8 × 21 cm)')
})

test('“r/v” is on both sides', () => {
  expect(found('a4 r/v')).not.toEqual([])
  expect(found('a4 r/v')).toEqual(found('a4 recto verso'))
})

test.each([
  ['bâche', 'bache 3 m'],
  ['banderole', 'banderole 3m'],
  ['bâche', 'bache 300 cm'],
])('all that “%s” finds is found with a side that is typed in, “%s”', (name, sided) => {
  const all = found(name)
  expect(all).not.toEqual([])
  expect(found(sided).toSorted()).toEqual(all.toSorted())
})

test('a format is one of a card before it is two sides of a box', () => {
  const all = found('10x15')
  const box = all.indexOf('Boîtes pliantes et étuis')
  expect(box).toBeGreaterThan(all.indexOf('Cartes postales'))
  expect(box).toBeGreaterThan(all.indexOf('Flyers A6 (10,5 × 14,8 cm)'))
  expect(found('boîte 10x15')).toContain('Boîtes pliantes et étuis')
})

test.each(['10x15x5', '15 x 10 x 5 cm', 'boîte 10x15x5', '5*10*15'])(
  '“%s” finds the box of those three sides, in any order, and no card',
  (text) => {
    expect(found(text)).toEqual(['Boîtes pliantes et étuis'])
  },
)

test('three sides that no box has leave what the words say', () => {
  expect(found('boîte 10x15x7')).toEqual(found('boîte'))
})

test.each([
  ['dépliant 3 volets', 'Dépliants A4 ouvert, 2 plis (3 volets)'],
  ['dépliant 3 vol', 'Dépliants A4 ouvert, 2 plis (3 volets)'],
  ['dépliant 3 plis', 'Dépliants 10 × 21 cm fermé, 3 plis (4 volets)'],
])('“%s” finds %s first, and none of which the number counts something else', (text, first) => {
  expect(found(text)[0]).toBe(first)
  expect(found(text)).not.toContain(
    text.includes('vol')
      ? 'Dépliants 10 × 21 cm fermé, 3 plis (4 volets)'
      : 'Dépliants A4 ouvert, 2 plis (3 volets)',
  )
})

test.each([
  ['panneau de chantier', 'Panneaux Akilux (polypropylène alvéolaire)'],
  ['panneau chantier', 'Panneaux Akilux (polypropylène alvéolaire)'],
  ['magnet voiture', 'Magnétiques pour véhicule'],
  ['bache perforee', 'Bâches microperforées mesh 330 g'],
  ['stickers ronds', 'Autocollants découpés à la forme'],
  ['numérique', 'Flyers express, petites quantités'],
  ['impression numérique', 'Flyers express, petites quantités'],
  ['flyer numérique', 'Flyers express, petites quantités'],
])('“%s” finds %s first', (text, first) => {
  expect(found(text)[0]).toBe(first)
})

test('of what may be chosen, what few have comes before what many have', () => {
  const all = found('numérique')
  // By its process; most others by their proof.
  expect(all.indexOf('T-shirts coton imprimés')).toBe(2)
})

describe('nearest', () => {
  const nearest = (text: string) => {
    const { found: all, without } = index.nearest(text)
    return { names: all.map((at) => produits[at]!.nom), without }
  }

  test('words that nothing has leave what the others find, and are told', () => {
    for (const [text, rest, without] of [
      ['carte de visite Xqzt', 'carte de visite', ['Xqzt']],
      ['zinzolin panneau', 'panneau', ['zinzolin']],
      ['flyer 137 g', 'flyer', ['137']],
    ] as const)
      expect(nearest(text), text).toEqual({ names: nearest(rest).names, without })
  })

  test('words that something has, though nothing has all of them, are no such words; nor is a number all that is left', () => {
    expect(nearest('affiche holographique')).toEqual({ names: [], without: [] })
    expect(nearest('zinzolin 16')).toEqual({ names: [], without: [] })
    expect(nearest('zinzolin')).toEqual({ names: [], without: [] })
    expect(nearest('flyer')).toEqual({
      names: index.search('flyer').map((at) => produits[at]!.nom),
      without: [],
    })
  })
})
