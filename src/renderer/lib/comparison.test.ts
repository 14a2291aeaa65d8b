import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CatalogueEntry } from '../api/types'
import { carriedByWords, carriedOver } from './carried-over'
import {
  atQuantity,
  chosenIn,
  comparedRows,
  daysOfAll,
  elsewhere,
  leastOf,
  leastOfAlike,
  totalOf,
  likeness,
} from './comparison'
import { family, product } from './details.fixture'
import { displayForm, printForm, type Field, type Form } from './form'
import { localFaults, quantitiesOf, selectionOf } from './selection'

const form = printForm(product)
const labelOf = (field: Field) => field.label ?? field.name
const selection = selectionOf(form, form.defaultLine)

test('what is chosen, in words, without what is left open', () => {
  expect(chosenIn(form, selection, labelOf)).toEqual([
    { label: 'Matière', value: 'PVC' },
    { label: 'Largeur', value: '1000 mm' },
    { label: 'Hauteur', value: '2000 mm' },
  ])
})

test('a number is written as the reader writes it', () => {
  const wide = { ...selection, values: { ...selection.values, [form.surface!.width]: '33.7' } }
  const values = chosenIn(form, wide, labelOf, (text) => text.replace('.', ',')).map(({ value }) => value)
  expect(values).toContain('33,7 mm')
})

describe('rows', () => {
  test('options meet by name, whatever its case and accents, and differences are told', () => {
    const rows = comparedRows([
      [
        { label: 'Matière', value: 'PVC' },
        { label: 'Finition', value: 'Ourlet' },
      ],
      [
        { label: 'MATIERE', value: 'pvc ' },
        { label: 'Œillets', value: '4' },
      ],
    ])
    expect(rows).toEqual([
      { label: 'Matière', values: ['PVC', 'pvc '], differs: false, unlike: [false, false] },
      { label: 'Finition', values: ['Ourlet', null], differs: true, unlike: [false, true] },
      { label: 'Œillets', values: [null, '4'], differs: true, unlike: [false, true] },
    ])
  })

  test('what nothing is known of differs from nothing, wherever it stands', () => {
    const paper = (value: string) => [{ label: 'Papier', value }]
    expect(comparedRows([null, paper('Kraft'), paper('Offset'), paper('kraft')])).toEqual([
      {
        label: 'Papier',
        values: [null, 'Kraft', 'Offset', 'kraft'],
        differs: true,
        unlike: [false, false, true, false],
      },
    ])
    expect(comparedRows([paper('Kraft'), null])[0]!.differs).toBe(false)
  })

  test('nothing is lost, and one column never differs', () => {
    const chosen = fc.record({ label: fc.string(), value: fc.string() })
    fc.assert(
      fc.property(fc.array(fc.array(chosen), { maxLength: 4 }), (columns) => {
        const rows = comparedRows(columns)
        columns.forEach((column, i) => {
          const values = rows.map((row) => row.values[i]).filter((value) => value !== null)
          expect(values.toSorted()).toEqual(column.map(({ value }) => value).toSorted())
        })
        if (columns.length === 1) expect(rows.some(({ differs }) => differs)).toBe(false)
        for (const row of rows) expect(row.values).toHaveLength(columns.length)
      }),
    )
  })
})

const price = (days: number, priceCents: number | null, between?: [number, number]) => ({
  label: `J+${days}`,
  days,
  status: between ? ('estimated' as const) : ('firm' as const),
  priceCents,
  low: between?.[0] ?? null,
  high: between?.[1] ?? null,
})

describe('the least', () => {
  test.each([
    [[price(2, 100), price(2, 90)], 1],
    [[price(2, 100), price(2, 100)], null],
    [[price(2, 100), null], null],
    [[price(2, 100), null, price(2, 120)], 0],
    [[price(2, 100), price(2, 90, [80, 105])], null],
    [[price(2, 100), price(2, 90, [80, 99])], 1],
    [[], null],
  ])('%j: %s', (prices, least) => {
    expect(leastOf(prices)).toBe(least)
  })

  const item = (id: number, source: number, name: string, area: 'print' | 'display' = 'print') =>
    ({ area, id, source, name }) as const
  const at = (of: ReturnType<typeof item>, total: number, cents: number) => ({
    ...{ item: of, total },
    price: price(2, cents),
  })
  const [mine, other, theirs] = [item(1, 1, 'Roll-up'), item(2, 1, 'Flyers'), item(3, 2, 'ROLL-UP ')]
  test.each([
    ['the same item in one quantity', [at(mine, 15, 100), at(mine, 15, 90)], [false, true]],
    ['in another quantity', [at(mine, 15, 100), at(mine, 16, 90)], [false, false]],
    ['another product', [at(mine, 15, 100), at(other, 15, 90)], [false, false]],
    ['one of that name from another source', [at(mine, 15, 100), at(theirs, 15, 90)], [false, true]],
    [
      'one of that name from the same',
      [at(mine, 15, 100), at(item(4, 1, 'Roll-up'), 15, 90)],
      [false, false],
    ],
    ['of another area', [at(mine, 15, 100), at(item(1, 2, 'Roll-up', 'display'), 15, 90)], [false, false]],
    [
      'among those alike, whatever else costs',
      [at(mine, 15, 100), null, at(other, 15, 10), at(theirs, 15, 120)],
      [true, false, false, false],
    ],
  ])('is said of the same product and quantity: %s', (_, columns, least) => {
    expect(leastOfAlike(columns)).toEqual(least)
  })

  test('lead times of all columns, each once', () => {
    expect(daysOfAll([[price(4, 1), price(2, 1)], [], [price(2, null), price(9, 1)]])).toEqual([2, 4, 9])
  })
})

describe('at a common quantity', () => {
  test('as near as it is offered, the same for each visual', () => {
    expect(atQuantity(form, selection, 40).quantities).toEqual(['40'])
    expect(atQuantity(form, selection, 4000).quantities).toEqual(['100'])
    expect(atQuantity(form, { ...selection, quantities: ['1', '3'] }, 41).quantities).toEqual(['21', '21'])
  })

  test('visuals that make as many together keep their own', () => {
    const split = { ...selection, quantities: ['10', '30'] }
    expect(atQuantity(form, split, 40)).toBe(split)
    expect(totalOf(split)).toBe(40)
  })

  test('it can always be ordered', () => {
    fc.assert(
      fc.property(fc.integer({ min: -10, max: 1e7 }), fc.integer({ min: 1, max: 3 }), (total, visuals) => {
        const quantities = Array.from({ length: visuals }, () => '1')
        expect(localFaults(form, atQuantity(form, { ...selection, quantities }, total)).size).toBe(0)
      }),
    )
  })
})

describe('from another source', () => {
  const other: Form = {
    ...form,
    id: 99,
    source: 2,
    fields: [
      {
        ...{
          kind: 'choice',
          key: 'option:5',
          label: 'matiere',
          name: 'matiere',
          element: null,
          optional: false,
        },
        choices: [
          { id: 51, name: 'Maille ' },
          { id: 52, name: 'pvc' },
        ],
      },
      { ...form.fields[1]!, key: 'value:7' },
      { ...form.fields[2]!, key: 'value:8', ...{ unit: 'cm' } } as Field,
    ],
    quantity: { ...form.quantity, offered: [10, 50], visualsMin: 2, visualsMax: 2 },
    defaultLine: {
      produit: 99,
      variantes: [51],
      valeurs: { 7: '500', 8: '50' },
      quantites_multiples: [10, 10],
    },
  }

  test('options are carried over by name; what has none there is told, and is as the product begins', () => {
    const {
      selection: carried,
      missed,
      wanted,
    } = carriedOver(
      form,
      { ...selection, quantities: ['40'], names: ['Été'], label: 'Vitrine' },
      other,
      labelOf,
    )
    expect(carried.choices).toEqual({ 'option:5': 52 })
    // Another unit is another number.
    expect(carried.values).toEqual({ 'value:7': '1000', 'value:8': '50' })
    expect(missed).toEqual([{ label: 'Hauteur', value: '2000 mm' }])
    expect(quantitiesOf(carried)).toEqual([50, 50])
    expect(wanted, 'a quantity that is near is not the one that was wanted').toEqual([40])
    expect(carried.names).toEqual(['Été', ''])
    expect(carried.label).toBe('Vitrine')
  })

  test('a choice that is not offered there is told', () => {
    const { missed, selection: carried } = carriedOver(
      form,
      selection,
      { ...other, fields: [{ ...other.fields[0]!, choices: [{ id: 51, name: 'Papier' }] } as Field] },
      labelOf,
    )
    expect(missed.map(({ label }) => label)).toEqual(['Matière', 'Largeur', 'Hauteur'])
    expect(carried.choices).toEqual({ 'option:5': 51 })
  })

  test('to itself everything is carried over, elements of a family too', () => {
    for (const same of [form, displayForm(family)]) {
      const chosen = selectionOf(same, same.defaultLine)
      expect(carriedOver(same, chosen, same, labelOf)).toEqual({
        selection: chosen,
        missed: [],
        wanted: null,
        beyond: null,
      })
    }
  })

  /** As they are saved with a line: `told_before` by a program before this one. */
  const variant = (option: string, variant: string) => ({
    code: 'chosen_variant',
    params: { option, variant },
  })
  const value = (option: string, value: string) => ({ code: 'given_value', params: { option, value } })
  const told = (text: string) => ({ code: 'told_before', params: { text } })

  test('what is known by its words alone is carried over alike', () => {
    const line = { produit: 12, variantes: [1], quantites_multiples: [40], label: 'Vitrine' }
    for (const parts of [
      [variant('Matière', 'PVC'), value('Largeur (mm)', '640'), value('Hauteur (mm)', '2000')],
      ['Matière\u00a0: PVC', 'Largeur (mm)\u00a0: 640', 'Hauteur (mm)\u00a0: 2000'].map(told),
    ]) {
      const { selection: carried, missed, wanted } = carriedByWords(line, { parts }, other, String)
      expect(carried.choices).toEqual({ 'option:5': 52 })
      expect(carried.values).toEqual({ 'value:7': '640', 'value:8': '50' })
      expect(missed.map(({ label }) => label.replace(/ .*/, ''))).toEqual(['Hauteur'])
      expect(carried).toMatchObject({ quantities: ['50', '50'], label: 'Vitrine' })
      expect(wanted).toEqual([40])
    }
  })

  test('elements meet by their kind, in the order of a line', () => {
    const line = { ...family.defaultLine, finition: 73, quantite: 3 }
    const parts = ['a4', 'Carton', 'Bambou', 'Pelliculage'].map((name) => ({
      ...{ code: 'chosen_element', params: { name } },
    }))
    const { selection: carried, missed } = carriedByWords(line, { parts }, displayForm(family), String)
    expect(carried.choices).toMatchObject({ format: 70, support: 71, impression: 72, finition: 73 })
    expect(carried.quantities).toEqual(['3'])
    expect(missed).toEqual([{ label: 'impression', value: 'Bambou' }])
  })

  test('the likest names of other sources, of the same area', () => {
    const entry = (id: number, source: number, name: string, area: 'print' | 'display' = 'print') =>
      ({ id, source, name, area }) as CatalogueEntry
    const entries = [
      entry(1, 1, 'Flyers A5'),
      entry(2, 2, 'Flyers A6 (nord)'),
      entry(3, 2, 'Flyers A5 (nord)'),
      entry(4, 3, 'Affiches'),
      entry(5, 3, 'flyers a5', 'display'),
    ]
    expect(elsewhere(entries[0]!, entries, 5).map(({ id }) => id)).toEqual([3, 2])
    expect(elsewhere(entries[0]!, entries, 1).map(({ id }) => id)).toEqual([3])
  })

  const item = (id: number, source: number, name: string) =>
    ({ ...{ area: 'print' as const, id, source, name } }) as CatalogueEntry

  test('the same format comes before others, wherever it is named; what names none between them', () => {
    const offered = [
      item(1, 1, 'Affiches 40 × 60 cm'),
      item(2, 1, 'Affiches petites quantités'),
      item(3, 1, 'Affiches A3 (29,7 × 42 cm)'),
      item(4, 1, 'Affiches 10,5 × 14,8 cm'),
    ]
    const ids = (name: string, chosen: { label: string; value: string }[] = []) =>
      elsewhere(item(9, 2, name), offered, 5, chosen).map(({ id }) => id)
    expect(ids('Affiche A6')).toEqual([4, 2, 1, 3])
    expect(ids('Affiche n° 4', [{ label: 'Format', value: 'A3' }])).toEqual([3, 2, 1, 4])
    expect(ids('Affiche 29,7 × 42 cm')[0]).toBe(3)
  })

  test('the likest of every source is among them, however many others are liker', () => {
    const offered = [1, 2, 3, 4].map((id) => item(id, 1, `Affiches A2 pliées ${id}`))
    const partners = [item(11, 3, 'Grande affiche de luxe sur toile'), item(12, 3, 'Liasse')]
    expect(elsewhere(item(9, 2, 'Affiches A2'), [...offered, ...partners], 3).map(({ id }) => id)).toEqual([
      1, 2, 11,
    ])
  })

  test('a word in the plural weighs more than a number, and than an article', () => {
    const one = 'Carte de correspondance n° 1 (nord)'
    const others = ['Liasse n° 1 (sud)', 'Adhésifs de sol', 'Cartes de correspondance 21 × 10,5 cm']
    expect(others.map((other) => likeness(one, other)).toSorted((a, b) => a - b)).toEqual([
      likeness(one, others[1]!),
      likeness(one, others[0]!),
      likeness(one, others[2]!),
    ])
    expect(likeness(one, others[1]!)).toBe(0)
  })

  test('names are as like as each other both ways', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        expect(likeness(a, b)).toBe(likeness(b, a))
        expect(likeness(a, b)).toBeLessThanOrEqual(1)
      }),
    )
    expect(likeness('Flyers A5', 'flyers A5')).toBe(1)
  })
})
