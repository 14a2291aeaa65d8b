import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { printForm, type Form } from '../form'
import { selectionOf } from '../selection'
import { asSearched } from './said-choices'

interface Bundle {
  readonly produits: readonly {
    readonly id: number
    readonly options: readonly {
      readonly type: string
      readonly variantes: readonly { readonly id: number }[]
    }[]
  }[]
}
const { produits } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../resources/demo-bundle.json'), 'utf8'),
) as Bundle

/** A product of the demo, which begins with the first choice of each option. */
function demo(id: number): Form {
  const product = produits.find((each) => each.id === id)!
  const variantes = product.options.flatMap(({ variantes: [first] }) => (first ? [first.id] : []))
  return printForm({
    ...{
      source: 1,
      product,
      leadTimes: [],
      mainLeadTime: null,
      surface: null,
      limits: [],
      quantitySteps: [100],
    },
    defaultLine: { produit: id, variantes, valeurs: {}, quantites_multiples: [100] },
  } as unknown as Parameters<typeof printForm>[0])
}

/** What is chosen otherwise than it begins, by the option's name. */
function chosen(id: number, text: string): Record<string, string> {
  const before = demo(id)
  const { form } = asSearched(before, text)
  const [was, is] = [before, form].map((each) => selectionOf(each, each.defaultLine).choices)
  return Object.fromEntries(
    form.fields.flatMap((field) =>
      field.kind === 'choice' && was![field.key] !== is![field.key]
        ? [
            [
              field.name,
              field.choices.find((choice) => choice.id === is![field.key])!.name.replace(/\s/g, ' '),
            ],
          ]
        : [],
    ),
  )
}
const unsure = (id: number, text: string) => asSearched(demo(id), text).unsure.map(({ name }) => name)

test.each([
  [501, 'brochure 16 pages', { 'Nombre de pages': '16 pages' }],
  [501, 'brochures 24 p. a5', { 'Nombre de pages': '24 pages' }],
  [110, 'carte postale A5 recto', { Format: 'A5 (14,8 × 21 cm)', Impression: 'Recto quadri' }],
  [110, 'carte postale 10x15 recto verso', {}],
  [110, 'carte postale 13x13', { Format: '13 × 13 cm' }],
  [202, 'flyer 170 g mat', { Papier: 'Couché mat 170 g' }],
  [202, 'flyer papier recyclé', { Papier: 'Recyclé 120 g' }],
  [202, 'flyer bat papier', { BAT: 'BAT papier' }],
  [202, 'flyer paysage', { Orientation: 'Paysage' }],
  [202, 'flyer recto verso', {}],
  [202, 'flyer a6', {}],
  [207, 'flyers dl recto', { Format: 'DL', Impression: 'Recto quadri' }],
  [902, 'boîte fenêtre', {}],
])('product %i by “%s”', (id, text, options) => {
  expect(chosen(id, text)).toEqual(options)
})

test('several choices of an option leave it to who reads, unless it begins with one of them', () => {
  expect(unsure(202, 'flyer recyclé pelliculage')).toEqual(['Pelliculage'])
  expect(unsure(202, 'flyer couché')).toEqual([])
  expect(unsure(902, 'boîte fenêtre')).toEqual(['Fenêtre'])
  expect(unsure(501, 'brochure')).toEqual([])
})

/** The free values that it opens with, by the option's name. */
function values(id: number, text: string): Record<string, string> {
  const { form } = asSearched(demo(id), text)
  const { values: said } = selectionOf(form, form.defaultLine)
  return Object.fromEntries(
    form.fields.flatMap((field) => (said[field.key] ? [[field.name, said[field.key]!]] : [])),
  )
}

test.each([
  [1001, 'bâche 300x200 cm', '300', '200'],
  [1001, 'bâche 200 × 300 cm', '200', '300'],
  [1001, 'bâche 2,5 m x 80 cm', '250', '80'],
  [1001, 'bache 300x200', '300', '200'],
  [1001, 'bâche 1255 x 805 mm', '125.5', '80.5'],
])('product %i by “%s” opens in %s × %s', (id, text, width, height) => {
  expect(values(id, text)).toEqual({ 'Largeur (cm)': width, 'Hauteur (cm)': height })
})

test.each([
  [1009, 'dibond 60x80 cm', { 'Largeur (mm)': '600', 'Hauteur (mm)': '800' }],
  // Without a unit it may be either.
  [1009, 'dibond 60x80', {}],
  [1001, 'bache 3x1', {}],
  // Unlikely, several, none, of whole millimetres alone.
  [1001, 'bâche 900 x 900 m', {}],
  [1001, 'bâche 300x200 cm 100x50 cm', {}],
  [1001, 'bâche', {}],
  [1009, 'dibond 60,55 x 80 cm', {}],
])('product %i by “%s” opens with the sides %j', (id, text, sides) => {
  expect(values(id, text)).toEqual(sides)
})
