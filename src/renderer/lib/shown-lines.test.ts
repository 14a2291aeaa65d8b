import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { QuoteLine } from '../api/types'
import { draftLine, type DraftLine } from './quote-draft'
import { shownLines } from './shown-lines'

const product = (produit: number, more: Partial<QuoteLine> = {}): QuoteLine =>
  ({
    ...{
      id: `${produit}`,
      area: 'print',
      line: { produit },
      delai: 2,
      leadTimeLabel: 'J+2',
      role: 'included',
    },
    ...{ sale: null, discount: null, text: '', quantity: null, unitCents: null, costCents: null },
    ...{ name: `Produit ${produit}`, alternativeTo: null, ...more },
  }) as QuoteLine
const saved = [product(1), product(2), product(2, { id: '2b' }), product(3)]
const written = saved.map(draftLine)
const shown = (lines: readonly DraftLine[]) =>
  shownLines(saved, lines).map(({ line, saved: at }) => [line.name, at] as const)

test('lines as they were saved are themselves, those that ask for the same, too', () => {
  expect(shownLines(saved, written)).toEqual(saved.map((line, at) => ({ line, saved: at })))
})

test('a line that was removed is gone, and the others are still what they were', () => {
  expect(shown(written.toSpliced(1, 1))).toEqual([
    ['Produit 1', 0],
    ['Produit 2', 2],
    ['Produit 3', 3],
  ])
  expect(shown(written.toSpliced(0, 1)).map(([name]) => name)).toEqual([
    'Produit 2',
    'Produit 2',
    'Produit 3',
  ])
})

test('a copy, and a line that is sold in another way, are there by name and not answered yet', () => {
  const copied = shownLines(saved, written.toSpliced(1, 0, { ...written[0]!, id: 'copy' }))
  expect(copied[0]).toMatchObject({ saved: 0 })
  expect(copied[1]).toMatchObject({ saved: null, line: { name: 'Produit 1', amounts: null } })
  const option = shownLines(saved, written.with(3, { ...written[3]!, role: 'option' } as DraftLine))
  expect(option[3]).toMatchObject({ saved: null, line: { name: 'Produit 3', role: 'option' } })
})

test('a line that asks for something else of its product has its name while it is not answered', () => {
  const other = { ...written[1]!, line: { produit: 2, quantites_multiples: [500] } } as DraftLine
  expect(shown(written.with(1, other))[1]).toEqual(['Produit 2', null])
})

test('an alternative still stands for its line when others move', () => {
  const lines = [product(1), product(2), product(4, { role: 'alternative', alternativeTo: 1 })]
  const moved = [lines[1]!, lines[2]!, lines[0]!].map(draftLine)
  expect(shownLines(lines, moved).map(({ line }) => line.alternativeTo)).toEqual([null, 0, null])
  expect(shownLines(lines, [lines[2]!].map(draftLine))[0]!.line.alternativeTo).toBe(null)
})

test('whatever is done to the lines, each on the screen is the written one of its place, and none is there twice', () => {
  const places = fc.uniqueArray(fc.nat({ max: saved.length - 1 }))
  fc.assert(
    fc.property(places, (order) => {
      const lines = order.map((at) => written[at]!)
      const rows = shownLines(saved, lines)
      expect(rows.map(({ line }) => line.line)).toEqual(order.map((at) => saved[at]!.line))
      const known = rows.flatMap(({ saved: at }) => (at === null ? [] : [at]))
      expect(new Set(known).size).toBe(known.length)
    }),
  )
})
