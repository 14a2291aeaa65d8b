import fc from 'fast-check'
import { expect, test } from 'vitest'
import { comparedLines } from './compared-lines.ts'

const line = fc.record({
  area: fc.constantFrom('print', 'display'),
  name: fc.constantFrom('Cartes', 'Flyers', 'Totem'),
  line: fc.record({ quantity: fc.integer({ min: 1, max: 3 }) }),
})
const lines = fc.array(line, { maxLength: 8 })

test('every line of both is there once; lines of one product alone are put beside each other', () => {
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const pairs = comparedLines(before, after)
      const there = pairs.flatMap((pair) => pair.after ?? [])
      const gone = pairs.flatMap((pair) => pair.before ?? [])
      expect(there).toEqual(after)
      expect(new Set(gone)).toEqual(new Set(before))
      expect(gone).toHaveLength(before.length)
      for (const pair of pairs) {
        if (pair.before && pair.after) expect(pair.before.name).toBe(pair.after.name)
      }
    }),
  )
})

test('a quote beside itself has changed nothing, whatever the order of its lines', () => {
  fc.assert(
    fc.property(lines, (same) => {
      const pairs = comparedLines(same, structuredClone(same).toReversed())
      for (const pair of pairs) expect(pair.before).toEqual(pair.after)
    }),
  )
})

test('another quantity of a product is a change, another product one that came and one that went', () => {
  const of = (name: string, quantity: number) => ({ area: 'print', name, line: { quantity } })
  const [cards, more, flyers] = [of('Cartes', 100), of('Cartes', 250), of('Flyers', 100)]
  expect(comparedLines([cards, flyers], [more])).toEqual([
    { before: cards, after: more },
    { before: flyers, after: null },
  ])
  expect(comparedLines([cards], [cards, more])).toEqual([
    { before: cards, after: cards },
    { before: null, after: more },
  ])
})

test('of lines that are alike each is itself, though one of them is changed, removed or put in', () => {
  const of = (quantity: number) => ({ area: 'print', name: 'Cartes', line: { quantity } })
  const [one, two, changed] = [of(100), of(100), of(250)]
  const told = (before: object[], after: object[]) =>
    comparedLines(before as (typeof one)[], after as (typeof one)[])
      .filter((pair) => pair.before !== null && pair.after !== null)
      .map((pair) => [before.indexOf(pair.before!), after.indexOf(pair.after!)])
  expect(told([one, two], [changed, { ...two }])).toEqual([
    [0, 0],
    [1, 1],
  ])
  const flyers = { ...one, name: 'Flyers' }
  expect(told([flyers, one, two], [{ ...changed }, { ...two }])).toEqual([
    [1, 0],
    [2, 1],
  ])
})
