import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { family, product } from './details.fixture'
import { displayForm, printForm, type QuantityRule } from './form'
import { lostChoices } from './lost-choices'
import {
  leadTimeOf,
  lossesOf,
  lostLeadTime,
  nearestChoice,
  nearestQuantity,
  quantityBeyond,
  replaced,
  unansweredLeadTime,
} from './replacements'
import { lineOf, localFaults, selectionOf } from './selection'

const named = (...names: string[]) => names.map((name, i) => ({ id: i + 1, name }))

test.each([
  [
    'Couché mat 300 g',
    ['Offset 300 g', 'Couché mat 350 g', 'Couché mat 250 g', 'Recyclé 300 g'],
    'Couché mat 350 g',
  ],
  [
    'Couché brillant 135 g',
    ['Couché mat 350 g', 'Couché brillant 170 g', 'Couché mat 135 g'],
    'Couché brillant 170 g',
  ],
  ['Kraft', ['Blanc', 'Ivoire'], 'Blanc'],
  ['24 pages', ['8 pages', '28 pages', '48 pages'], '28 pages'],
  ['85 × 200 cm', ['60 × 160 cm', '100 × 200 cm'], '100 × 200 cm'],
  ['PELLICULAGE MAT', ['Sans pelliculage', 'Pelliculage mat'], 'Pelliculage mat'],
])('nearest to “%s” among %j: %s', (name, names, nearest) => {
  expect(nearestChoice(name, named(...names))?.name).toBe(nearest)
})

test('a name of letters that is offered is its own nearest', () => {
  const name = fc.stringMatching(/^[a-z]{1,8}( [a-z]{1,8}){0,3}( \d{1,3} g)?$/)
  fc.assert(
    fc.property(fc.uniqueArray(name, { minLength: 1 }), fc.nat(), (names, at) => {
      const wanted = names[at % names.length]!
      const sorted = (text: string) => text.split(' ').sort().join(' ')
      const found = nearestChoice(wanted, named(...names))!.name
      // The order and the repetition of words are not looked at.
      expect([...new Set(sorted(found).split(' '))]).toEqual([...new Set(sorted(wanted).split(' '))])
    }),
  )
  expect(nearestChoice('x', [])).toBeNull()
})

const rule = (offered: number[] | null, min = 1, max: number | null = null): QuantityRule => ({
  ...{ offered, min, max, steps: [] },
  ...{ visualsMin: 1, visualsMax: 1 },
})

test.each([
  [140, rule([50, 100, 200]), 100],
  [150, rule([50, 100, 200]), 200],
  [9, rule([50, 100]), 50],
  [5, rule(null, 10, 500), 10],
  [800, rule(null, 10, 500), 500],
  [70, rule(null, 10, 500), 70],
])('the quantity nearest to %i', (quantity, within, nearest) => {
  expect(nearestQuantity(quantity, within)).toBe(nearest)
})

test.each([
  [140, 200],
  [160, 100],
  [150, 100],
  [100, null],
  [50, null],
  [900, null],
])('where %i is not offered, the other near quantity is %s', (quantity, beyond) => {
  const rule = { offered: [100, 200, 500], min: 1, max: null, steps: [], visualsMin: 1, visualsMax: 1 }
  expect(quantityBeyond(quantity, rule)).toBe(beyond)
})

const times = (...days: (number | null)[]) =>
  days.map((d, i) => ({ id: i, days: d, label: d === null ? null : `J+${d}` }))

test.each([
  ['J+2', times(1, 2), undefined],
  ['J+4', times(1, 5, 8), 'J+5'],
  ['J+3', times(2, 4), 'J+2'],
  ['J+3', times(2, null), undefined],
  ['J+3', [], undefined],
  [null, times(2), undefined],
  ['express', times(2), undefined],
])('a lead time %s that is gone', (label, offered, nearest) => {
  expect(lostLeadTime(label, offered)?.nearest?.value).toBe(nearest)
})

const answer = (status: 'firm' | 'observed', ...days: number[]) =>
  days.map((d) => ({ label: `J+${d}`, status, priceCents: d === 9 ? null : 100 }))

test.each([
  ['J+3', answer('firm', 2, 5), 'J+2'],
  ['J+8', answer('firm', 2, 5, 9), 'J+5'],
  ['J+9', answer('firm', 5, 9), undefined],
  ['J+3', answer('observed', 5), undefined],
  ['J+3', [], undefined],
  [null, answer('firm', 5), undefined],
])('a lead time %s that an answer does not name', (label, answered, nearest) => {
  expect(unansweredLeadTime(label, answered)?.nearest?.value).toBe(nearest)
})

describe('a whole configuration', () => {
  test('all that is lost is named, and what takes its place can be sent', () => {
    const form = printForm(product)
    const line = { ...product.defaultLine, variantes: [19], quantites_multiples: [500, 2] }
    const lost = lostChoices(form, line, {
      summary: ['Matière : Maille fine'],
      parts: [{ code: 'chosen_variant', params: { option: 'Matière', variant: 'Maille fine' } }],
    })
    const selection = selectionOf(form, line)
    for (const [key, id] of lost.choices) selection.choices[key] = id
    const losses = lossesOf(form, selection, lost, 'J+3')
    expect(losses).toEqual([
      { key: 'quantity:0', name: '500', nearest: { value: '100', name: '100' } },
      { key: 'option:1', name: 'Maille fine', nearest: { value: 12, name: 'Maille' } },
      { key: 'leadTime', name: 'J+3', nearest: { value: 'J+2', name: 'J+2' } },
    ])
    const mended = replaced(selection, losses)
    expect(localFaults(form, mended).size).toBe(0)
    expect(lineOf(form, mended)).toMatchObject({ variantes: [12], quantites_multiples: [100, 2] })
    expect(selection.choices['option:1']).toBe(19)
  })

  test('what nobody can name gives way to what the family begins with', () => {
    const both = displayForm({
      ...family,
      family: { ...family.family, formats: [{ id: 69, nom: 'A3' }, ...family.family.formats] },
    })
    const line = { ...family.defaultLine, format: 1 }
    const lost = lostChoices(both, line, { summary: [], parts: [] })
    const losses = lossesOf(both, selectionOf(both, line), lost, null)
    expect(losses).toEqual([{ key: 'format', name: '', nearest: { value: 70, name: 'A4' } }])
  })

  const roll = (...supports: [id: number, name: string, days: number][]) =>
    displayForm({
      ...family,
      family: {
        ...family.family,
        supports: supports.map(([id, nom_complet, delai_min]) => ({ id, nom_complet, delai_min })),
      },
      leadTimes: [2, 3, 6].map((days) => ({ id: days, days, label: `J+${days}` })),
    })
  /** Of a partner nobody knows the lead times. */
  const partners = (...supports: Parameters<typeof roll>) => ({ ...roll(...supports), leadTimes: [] })
  const lossOf = (form: ReturnType<typeof roll>, leadTime: string | null) => {
    const line = { ...family.defaultLine, support: 9 }
    const words = ['A4', 'Polypropylène 220 µm'].map((name) => ({
      ...{ code: 'chosen_element', params: { name } },
    }))
    const lost = lostChoices(form, line, { summary: ['A4', 'Polypropylène 220 µm'], parts: words })
    return lossesOf(form, selectionOf(form, line), lost, leadTime)
  }
  const fabric = [2, 'Tissu 260 g', 3] as const
  const sheet = [1, 'Bâche PVC 450 g', 1] as const

  test('of a partner’s family, too, it is one that the lead time is long enough for', () => {
    const nearest = (leadTime: string, ...supports: Parameters<typeof roll>) =>
      lossOf(partners(...supports), leadTime).map((loss) => loss.nearest?.name)
    expect(nearest('J+2', [...fabric], [...sheet])).toEqual(['Bâche PVC 450 g'])
    expect(nearest('J+3', [...fabric], [...sheet])).toEqual(['Tissu 260 g'])
    expect(nearest('J+2', [...fabric])).toEqual(['Tissu 260 g'])
  })

  test('a choice is the nearest of those that are to be had at the lead time that is wanted', () => {
    const form = roll([...sheet], [...fabric])
    const nearest = (leadTime: string | null) => lossOf(form, leadTime).map((loss) => loss.nearest?.name)
    expect(nearest('J+3')).toEqual(['Tissu 260 g'])
    expect(nearest('J+2')).toEqual(['Bâche PVC 450 g'])
    expect(nearest(null)).toEqual(['Tissu 260 g'])
    expect(lossOf(form, 'J+2')[0]).not.toHaveProperty('leadTime')
  })

  test('where none is, it says the lead time that it needs; one for which none is left comes last', () => {
    const losses = lossOf(roll([3, 'Polypropylène 200 µm', 9], [...fabric]), 'J+2')
    expect(losses).toMatchObject([{ nearest: { value: 2 }, leadTime: 'J+3' }])
    expect(leadTimeOf(losses)).toBe('J+3')
    // What is wanted is gone, too: what takes its place counts.
    const both = lossOf(roll([...sheet], [...fabric]), 'J+4')
    expect(both).toMatchObject([{ nearest: { value: 2 } }, { key: 'leadTime', nearest: { value: 'J+3' } }])
    expect(leadTimeOf(both)).toBe('J+3')
    expect(leadTimeOf([])).toBeNull()
  })
})
