import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanName, labelledIn, labelOf } from './visual-names.ts'

test('names go into the reference, each with its quantity', () => {
  const names = ['Rouge', '', 'Bleu [nuit] + or']
  expect(labelOf({ reference: 'Foire', names }, [100, 50, 250])).toBe(
    'Foire [Rouge : 100 + 2 : 50 + Bleu nuit or : 250]',
  )
  expect(labelOf({ reference: 'Foire', names: ['', ' '] }, [100, 50])).toBe('Foire')
  expect(labelOf({ reference: '', names: ['A'] }, [1])).toBe('[A : 1]')
})

test('and come back from it', () => {
  const name = fc.string().map(cleanName)
  const visuals = fc.array(fc.tuple(name, fc.integer({ min: 1, max: 99_999 })), {
    minLength: 1,
    maxLength: 20,
  })
  fc.assert(
    fc.property(
      fc.string().map((text) => text.replace(/[[\]]/g, '').trim()),
      visuals,
      (reference, rows) => {
        const [names, quantities] = [rows.map(([name]) => name), rows.map(([, quantity]) => quantity)]
        // A name that is its own number is none.
        fc.pre(names.every((name, i) => name !== String(i + 1)))
        const back = labelledIn(labelOf({ reference, names }, quantities), quantities)
        expect(back).toEqual({ reference, names })
      },
    ),
  )
})

test.each([
  ['Foire', [100]],
  ['Foire [promo]', [100]],
  ['Foire [A : 100]', [200]],
  ['Foire [A : 100 + B : 2]', [100]],
  ['[]', [1]],
])('%s for %j is a reference of its own', (label, quantities) => {
  expect(labelledIn(label, quantities)).toEqual({ reference: label, names: quantities.map(() => '') })
})

test('whatever a reference says, nothing of it is lost', () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
      (label, quantities) => {
        const back = labelledIn(label, quantities)
        expect(back.reference === label || labelOf(back, quantities) === label.trim()).toBe(true)
      },
    ),
  )
})
