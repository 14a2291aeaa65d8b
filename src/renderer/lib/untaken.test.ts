import fc from 'fast-check'
import { expect, test } from 'vitest'
import { configuredIn, toldIn, toldOf } from './configured-address'
import { family, product } from './details.fixture'
import { displayForm, printForm } from './form'
import { lineOf, selectionOf } from './selection'
import { untakenIn } from './untaken'

const print = printForm(product)
const display = displayForm(family)

test.each([
  ['a word', 'abc', ['abc']],
  ['less than one', '-5,0', ['-5', '0']],
  ['a part of one', '2.5', ['2.5']],
  ['one that can be taken beside one that cannot', '100,1e3', ['1e3']],
  ['copies', '100,200', []],
])('a quantity of a link that is none is named: %s', (_what, quantites, texts) => {
  expect(untakenIn({ quantites }, print)).toEqual(
    texts.map((text) => ({ part: 'quantites', text, why: 'noCopies' })),
  )
})

test('a family has one quantity', () => {
  expect(untakenIn({ quantites: '5,6' }, display)).toEqual([
    { part: 'quantites', text: '6', why: 'oneQuantity' },
  ])
})

test('choices, values and days that are none', () => {
  expect(
    untakenIn({ choix: '11-x', valeurs: '44:large,99:10', jours: 'demain' }, print).map(
      ({ part, text, why }) => [part, text, why],
    ),
  ).toEqual([
    ['choix', 'x', 'noChoice'],
    ['valeurs', '44:large', 'noValue'],
    ['valeurs', '99:10', 'noOption'],
    ['jours', 'demain', 'noDays'],
  ])
  expect(untakenIn({ format: 'A4', finition: 'sans' }, display)).toEqual([
    { part: 'format', text: 'A4', why: 'noChoice' },
  ])
})

test('of a link that the program wrote everything is taken; of any other at most a few are named, in short', () => {
  for (const form of [print, display]) {
    expect(untakenIn(toldOf(lineOf(form, selectionOf(form, form.defaultLine)), 'J+2'), form)).toEqual([])
  }
  const anything = fc.record(
    { choix: fc.string(), valeurs: fc.string(), quantites: fc.string(), jours: fc.string() },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(anything, (query) => {
      const told = toldIn(query)
      const untaken = untakenIn(told, print)
      expect(untaken.length).toBeLessThanOrEqual(5)
      for (const { text } of untaken) expect(text.length).toBeLessThanOrEqual(41)
      // What is not named was taken, and what was named was not.
      const counts = (told.quantites ?? '').split(',').filter((text) => text !== '')
      const line = configuredIn(told, print)?.line
      const named = untaken.filter(({ part }) => part === 'quantites').length
      if (counts.length > 0 && named === 0)
        expect((line?.['quantites_multiples'] as number[]).length).toBe(Math.min(counts.length, 100))
    }),
  )
})
