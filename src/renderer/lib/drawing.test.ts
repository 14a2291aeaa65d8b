import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { family, product } from './details.fixture'
import { drawingOf, flatOf, panelsIn, scaleBar, sizeIn } from './drawing'
import { displayForm, printForm } from './form'
import { selectionOf } from './selection'

test.each([
  ['Paysage 85 × 54 mm', [85, 54]],
  ['Flyers A7 (7,4 × 10,5 cm)', [74, 105]],
  ['3 × 4,5 m', [3000, 4500]],
  ['A4', [210, 297]],
  ['Flyers DL', [100, 210]],
  ['Ronde Ø 5 cm', [50, 50]],
  ['40 × 30 × 140 cm', [400, 1400]],
  ['50 mm × 66 m', [50, 66000]],
  ['Bière 33 cl, 200 × 70 mm', [200, 70]],
  ['3 × 3 modules, 280 × 225 cm', [2800, 2250]],
  ['Couché 350 g', null],
  ['Taille M, 280 cm', null],
  ['0 × 5 cm', null],
  ['BA4C', null],
])('%s is %j mm', (name, size) => {
  const found = sizeIn(name)
  expect(found && [found.width, found.height].map((mm) => Math.round(mm * 10) / 10)).toEqual(size)
})

test.each([
  [['Dépliants A4 ouvert, 2 plis (3 volets)'], 3],
  [['Pli roulé', 'Dépliants A4 ouvert, 1 pli (A5 fermé)'], 2],
  [['Sans pli', 'Menus'], 1],
  [['Pli sur le grand côté', 'Cartes doubles'], 2],
  [['Flyers'], 1],
])('%j has %i panels', (names, panels) => {
  expect(panelsIn(names)).toBe(panels)
})

interface Option {
  readonly nom: string
  readonly chosen: string
}
function drawn(nom: string, ...options: Option[]) {
  const form = printForm({
    ...product,
    surface: null,
    product: {
      ...product.product,
      nom,
      options: options.map((option, i) => ({
        id: i + 1,
        nom: option.nom,
        type: 'variante',
        variantes: [{ id: 10 + i, nom: option.chosen }],
      })),
    },
  })
  return drawingOf(
    form,
    selectionOf(form, { variantes: options.map((_, i) => 10 + i), quantites_multiples: [1] }),
  )
}

describe('what is drawn', () => {
  test('the sides that are typed, in their unit', () => {
    const form = printForm(product)
    expect(drawingOf(form, selectionOf(form, product.defaultLine))).toMatchObject({
      ...{ kind: 'flat', width: 1000, height: 2000, unit: 'mm', panels: 1 },
    })
    const open = selectionOf(form, { ...product.defaultLine, valeurs: { 44: '1000' } })
    expect(drawingOf(form, open)).toBeNull()
  })

  test('the chosen format before the name of the product, turned as it is chosen', () => {
    expect(drawn('Flyers A4', { nom: 'Format', chosen: 'A5' })).toMatchObject({ width: 148, height: 210 })
    expect(drawn('Flyers A5', { nom: 'Orientation', chosen: 'Paysage' })).toMatchObject({
      width: 210,
      height: 148,
    })
  })

  test('a leaflet by its open or its closed format', () => {
    const open = drawn('Dépliants A4 ouvert, 2 plis (3 volets)')!
    expect(open).toMatchObject({ kind: 'folded', panels: 3, width: 297, height: 210, closed: false })
    const closed = drawn('Dépliants 10 × 21 cm fermé, 3 plis (4 volets)')!
    expect(closed).toMatchObject({ kind: 'folded', panels: 4, width: 100, height: 210, closed: true })
    expect(flatOf(closed)).toEqual({ width: 400, height: 210 })
  })

  test('crossed folds across the others, of which nobody tells how many there are', () => {
    const map = drawn(
      'Plans et dépliants à plis croisés',
      { nom: 'Format ouvert', chosen: 'A3 (29,7 × 42 cm)' },
      { nom: 'Pli', chosen: 'Accordéon et 2 plis croisés' },
    )
    expect(map).toMatchObject({
      kind: 'folded',
      panels: 1,
      crossed: 2,
      closed: false,
      width: 420,
      height: 297,
    })
  })

  test('folded, and nobody tells whether the format is the open one', () => {
    expect(drawn('Faire-part de mariage', { nom: 'Format', chosen: '14 × 14 cm 1 pli' })).toMatchObject({
      kind: 'folded',
      panels: 2,
      closed: null,
      width: 140,
      height: 140,
    })
    expect(drawn('Faire-part de mariage', { nom: 'Format', chosen: '14 × 14 cm simple' })!.kind).toBe('flat')
  })

  test('by its closed format, whether anybody tells of its panels or not', () => {
    const panels = { nom: 'Volets', chosen: '3 volets (2 plis)' }
    const leaflet = drawn('Dépliants carrés', { nom: 'Format fermé', chosen: '10 × 10 cm' }, panels)!
    expect(leaflet).toMatchObject({ kind: 'folded', panels: 3, closed: true })
    expect(flatOf(leaflet)).toEqual({ width: 300, height: 100 })
    const card = drawn('Cartes de vœux', { nom: 'Format fermé', chosen: '21 × 10 cm' })!
    expect(card).toMatchObject({ kind: 'folded', panels: 1, closed: true, width: 210, height: 100 })
  })

  test.each([
    ['Pli sur le grand côté', { width: 85, height: 108 }],
    ['Pli sur le petit côté', { width: 170, height: 54 }],
  ])('a double card, folded where it says: %s', (chosen, flat) => {
    expect(flatOf(drawn('Cartes doubles 85 × 54 mm fermées', { nom: 'Pli', chosen })!)).toEqual(flat)
  })

  test.each([
    ['Enveloppes DL (11 × 22 cm)', 'Sans fenêtre', { width: 220, height: 110 }],
    ['Enveloppes et pochettes C4 (22,9 × 32,4 cm)', 'Petit côté (pochette)', { width: 229, height: 324 }],
    ['Enveloppes et pochettes C4 (22,9 × 32,4 cm)', 'Grand côté (enveloppe)', { width: 324, height: 229 }],
  ])('an envelope lies, a pocket stands: %s, %s', (name, chosen, size) => {
    expect(drawn(name, { nom: 'Ouverture', chosen })).toMatchObject({ kind: 'flat', ...size })
  })

  test('a shape by its own size', () => {
    expect(drawn('Sous-bocks', { nom: 'Forme', chosen: 'Rond Ø 94 mm' })).toMatchObject({
      ...{ kind: 'round', width: 94, height: 94 },
    })
    expect(drawn('Sous-bocks', { nom: 'Forme', chosen: 'À la forme' })).toBeNull()
  })

  test('a booklet with its pages', () => {
    const booklet = drawn('Brochures agrafées A5 (14,8 × 21 cm)', {
      nom: 'Nombre de pages',
      chosen: '24 pages',
    })
    expect(booklet).toMatchObject({ kind: 'booklet', pages: 24, width: 148, height: 210 })
  })

  test('a family by its format; what no name tells not at all', () => {
    const form = displayForm({
      ...family,
      family: { ...family.family, formats: [{ id: 70, nom: '40 × 30 × 140 cm' }] },
    })
    expect(drawingOf(form, selectionOf(form, family.defaultLine))).toMatchObject({ kind: 'box', depth: 300 })
    expect(drawn('T-shirts')).toBeNull()
  })
})

test('any name is read without harm, and what it tells can be drawn', () => {
  const part = fc.constantFrom('A4', '10', '3,5', ' × ', 'x', 'cm', 'mm', 'm', 'Ø', ' ', 'plis', 'fermé', '0')
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(part).map((parts) => parts.join('')),
      ),
      (name) => {
        const drawing = drawn(name)
        if (!drawing) return
        const { width, height } = flatOf(drawing)
        expect(width > 0 && height > 0 && Number.isFinite(width * height)).toBe(true)
      },
    ),
  )
})

test('the bar of the scale is a round length that fits', () => {
  fc.assert(
    fc.property(fc.integer({ min: 3, max: 10_000_000 }), (longest) => {
      const bar = scaleBar(longest)
      expect(bar).toBeLessThanOrEqual(longest / 3)
      expect(bar * 2.5).toBeGreaterThan(longest / 3 - 1)
      expect(String(bar)).toMatch(/^[125]0*$/)
    }),
  )
})
