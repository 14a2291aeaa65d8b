import { describe, expect, test } from 'vitest'
import { family, product } from './details.fixture'
import { displayForm, printForm } from './form'
import { lostChoices } from './lost-choices'

const plain = (lost: ReturnType<typeof lostChoices>) => ({
  names: Object.fromEntries(lost.names),
  options: lost.options,
  choices: Object.fromEntries(lost.choices),
})
const NOTHING = { names: {}, options: [], choices: {} }

describe('a print line', () => {
  const form = printForm(product)

  test('whose choices are all offered has lost nothing', () => {
    expect(plain(lostChoices(form, product.defaultLine, ['Matière\u00a0: PVC']))).toEqual(NOTHING)
  })

  test('that never chose has lost nothing', () => {
    expect(plain(lostChoices(form, { produit: 12, quantites_multiples: [1] }, []))).toEqual(NOTHING)
  })

  test('whose variant was withdrawn names it by the words that were saved', () => {
    const line = { ...product.defaultLine, variantes: [19] }
    expect(plain(lostChoices(form, line, ['Matière\u00a0: Toile', 'Largeur (mm)\u00a0: 1000']))).toEqual({
      names: { 'option:1': 'Toile' },
      options: [],
      choices: { 'option:1': 19 },
    })
  })

  test('without saved words still says where', () => {
    const line = { ...product.defaultLine, variantes: [19] }
    expect(plain(lostChoices(form, line, []))).toEqual({
      names: { 'option:1': '' },
      options: [],
      choices: { 'option:1': 19 },
    })
  })

  test('whose option is gone altogether tells what it had', () => {
    const line = { ...product.defaultLine, variantes: [11, 88], valeurs: { 44: '1', 45: '1', 47: '3' } }
    const summary = [
      'Matière\u00a0: PVC',
      'Vernis\u00a0: sélectif',
      'Largeur (mm)\u00a0: 1',
      'Plis\u00a0: 3',
      '2 visuels\u00a0: 1 + 1',
    ]
    expect(plain(lostChoices(form, line, summary))).toEqual({
      ...NOTHING,
      options: ['Vernis\u00a0: sélectif', 'Plis\u00a0: 3'],
    })
  })
})

describe('a display line', () => {
  const form = displayForm(family)
  const line = { ...family.defaultLine, support: 79, finition: 73, decoupe: 5, variantes: [75] }

  test('names the withdrawn element, and one whose kind is gone', () => {
    const summary = ['A4', 'PVC 3 mm', 'Quadri', 'Pelliculage', 'Carrée', 'Livraison\u00a0: À plat']
    expect(plain(lostChoices(form, line, summary))).toEqual({
      names: { support: 'PVC 3 mm' },
      options: ['Carrée'],
      choices: { support: 79 },
    })
  })

  test('names a withdrawn variant', () => {
    const summary = ['A4', 'Carton', 'Quadri', 'Livraison\u00a0: Montée']
    expect(plain(lostChoices(form, { ...family.defaultLine, variantes: [78] }, summary))).toEqual({
      names: { 'option:74': 'Montée' },
      options: [],
      choices: { 'option:74': 78 },
    })
  })
})
