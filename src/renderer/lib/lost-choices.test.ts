import { describe, expect, test } from 'vitest'
import { carriedByWords } from './carried-over'
import { family, product } from './details.fixture'
import { displayForm, printForm } from './form'
import { knownPriceOf, knownWords, lostChoices, savedOf, type Saved } from './lost-choices'
import { lineOf, selectionOf } from './selection'

const plain = (lost: ReturnType<typeof lostChoices>) => ({
  names: Object.fromEntries(lost.names),
  options: lost.options,
  choices: Object.fromEntries(lost.choices),
})
/** A part as it is stored, and as a program before this one stored it. */
const variant = (option: string, variant: string) => ({ code: 'chosen_variant', params: { option, variant } })
const value = (option: string, value: string) => ({ code: 'given_value', params: { option, value } })
const element = (name: string) => ({ code: 'chosen_element', params: { name } })
const told = (text: string) => ({ code: 'told_before', params: { text } })

/** The parts and their words, as an English answer has them. */
const saved = (...parts: Saved['parts']): Saved => ({
  parts,
  summary: parts.map(({ params }) =>
    params['option'] === undefined
      ? String(params['name'] ?? params['text'])
      : `${params['option']}: ${params['variant'] ?? params['value']}`,
  ),
})
const NOTHING = { names: {}, options: [], choices: {} }

describe('a print line', () => {
  const form = printForm(product)

  test('whose choices are all offered has lost nothing', () => {
    expect(plain(lostChoices(form, product.defaultLine, saved(variant('Matière', 'PVC'))))).toEqual(NOTHING)
  })

  test('that never chose has lost nothing', () => {
    expect(plain(lostChoices(form, { produit: 12, quantites_multiples: [1] }, saved()))).toEqual(NOTHING)
  })

  test('whose variant was withdrawn names it by the words that were saved', () => {
    const line = { ...product.defaultLine, variantes: [19] }
    for (const words of [
      saved(variant('Matière', 'Toile'), value('Largeur (mm)', '1000')),
      saved(told('Matière\u00a0: Toile'), told('Largeur (mm)\u00a0: 1000')),
    ])
      expect(plain(lostChoices(form, line, words))).toEqual({
        names: { 'option:1': 'Toile' },
        options: [],
        choices: { 'option:1': 19 },
      })
  })

  test('without saved words still says where', () => {
    const line = { ...product.defaultLine, variantes: [19] }
    expect(plain(lostChoices(form, line, saved()))).toEqual({
      names: { 'option:1': '' },
      options: [],
      choices: { 'option:1': 19 },
    })
  })

  test('whose option is gone altogether tells what it had', () => {
    const line = { ...product.defaultLine, variantes: [11, 88], valeurs: { 44: '1', 45: '1', 47: '3' } }
    const words = saved(
      variant('Matière', 'PVC'),
      variant('Vernis: brillant', 'sélectif'),
      value('Largeur (mm)', '1'),
      value('Plis', '3'),
    )
    expect(plain(lostChoices(form, line, words))).toEqual({
      ...NOTHING,
      options: ['Vernis: brillant: sélectif', 'Plis: 3'],
    })
    const before = ['Vernis\u00a0: sélectif', 'Plis\u00a0: 3', '2 visuels\u00a0: 1 + 1'].map(told)
    expect(plain(lostChoices(form, line, saved(...before)))).toEqual({
      ...NOTHING,
      options: ['Vernis\u00a0: sélectif', 'Plis\u00a0: 3'],
    })
  })
})

describe('a display line', () => {
  const form = displayForm(family)
  const line = { ...family.defaultLine, support: 79, finition: 73, decoupe: 5, variantes: [75] }

  test('names the withdrawn element, and one whose kind is gone', () => {
    const elements = ['A4', 'PVC 3 mm', 'Quadri', 'Pelliculage', 'Carrée'].map(element)
    expect(plain(lostChoices(form, line, saved(...elements, variant('Livraison', 'À plat'))))).toEqual({
      names: { support: 'PVC 3 mm' },
      options: ['Carrée'],
      choices: { support: 79 },
    })
  })

  test('names a withdrawn variant', () => {
    const words = saved(...['A4', 'Carton', 'Quadri'].map(element), variant('Livraison', 'Montée'))
    expect(plain(lostChoices(form, { ...family.defaultLine, variantes: [78] }, words))).toEqual({
      names: { 'option:74': 'Montée' },
      options: [],
      choices: { 'option:74': 78 },
    })
  })
})

test('a line that comes without words has those of one that had chosen the same', () => {
  const form = printForm(product)
  const other = { line: { variantes: [11] }, ...saved(variant('Matière', 'PVC')) }
  const same = { line: { variantes: [19] }, ...saved(variant('Matière', 'Toile')) }
  const line = { ...product.defaultLine, variantes: [19] }
  const words = knownWords(form, line, [other, same])
  expect(plain(lostChoices(form, line, words)).names).toEqual({ 'option:1': 'Toile' })
  expect(knownWords(form, line, [other])).toEqual({ summary: [], parts: [] })
  const shown = displayForm(family)
  const shelf = { ...family.defaultLine, support: 9 }
  const kept = { line: shelf, ...saved(element('A4'), element('Bois'), element('Quadri')) }
  expect(plain(lostChoices(shown, shelf, knownWords(shown, shelf, [kept]))).names).toEqual({
    support: 'Bois',
  })
})

test('what it cost is known of the same configuration alone, in whatever order it was chosen', () => {
  const line = { produit: 12, variantes: [20, 19], valeurs: { 3: '2' }, quantites_multiples: [100] }
  const price = { priceCents: 5666, status: 'observed' as const, low: null, high: null }
  const kept = [{ line: { ...line, variantes: [19, 20], label: 'Mai' }, leadTimeLabel: 'J+2', price }]
  expect(knownPriceOf({ line, leadTimeLabel: 'J+2' }, kept)).toBe(price)
  expect(knownPriceOf({ line, leadTimeLabel: 'J+3' }, kept)).toBeNull()
  expect(
    knownPriceOf({ line: { ...line, quantites_multiples: [200] }, leadTimeLabel: 'J+2' }, kept),
  ).toBeNull()
  expect(knownPriceOf({ line: { ...line, variantes: [19] }, leadTimeLabel: 'J+2' }, kept)).toBeNull()
})

test.each([
  ['print', printForm(product), product.defaultLine],
  ['display', displayForm(family), family.defaultLine],
] as const)('what stands in a %s form has the words by which it is carried over', (_area, form, line) => {
  const standing = savedOf(form, selectionOf(form, line))
  expect(standing.parts.length).toBeGreaterThan(1)
  expect(standing.summary).toHaveLength(standing.parts.length)
  const { selection, missed } = carriedByWords(line, standing, form, (kind) => kind)
  expect(missed).toEqual([])
  expect(lineOf(form, selection)).toEqual(lineOf(form, selectionOf(form, line)))
})
