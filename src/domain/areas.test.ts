/** What differs between the two areas, where a partner or an order would notice. */
import { describe, expect, test } from 'vitest'
import { snapshotOf } from '../testing/catalogue.ts'
import { AREAS, areaOf, choicesOf, rulesOf, type CheckedLine } from './areas.ts'
import { SEES_ALL } from './catalogue.ts'
import { FaultList } from './faults.ts'
import type { Area } from './order.ts'

const snapshot = snapshotOf()
const CARDS = {
  produit: 10,
  variantes: [402],
  valeurs: { 42: '3' },
  quantites_multiples: [100, 250],
  delai: 2,
}
const TOTEM = { famille: 7, format: 11, support: 21, impression: 31, quantite: 5 }

function checked(area: Area, body: object): CheckedLine {
  const faults = new FaultList()
  const line = AREAS[area].checkRequest(body, snapshot, SEES_ALL, faults)
  expect([...faults.listed]).toEqual([])
  return line!
}

describe('a line as a partner is sent it', () => {
  test('print: whole, at the lead time that is named', () => {
    const { line } = checked('print', CARDS)
    const { delai, ...rest } = line as { delai: number }
    expect(delai).toBe(2)
    expect(AREAS.print.toPartner(line, null)).toEqual(rest)
    expect(AREAS.print.toPartner(line, 3)).toEqual({ ...rest, delai: 3 })
  })

  test('display: what is not chosen is left out, and a check of the files that is not asked for', () => {
    const { line } = checked('display', TOTEM)
    expect(AREAS.display.toPartner(line, null)).toEqual({ label: '', ...TOTEM, variantes: [] })
  })

  test('display: a check of the files that is asked for is sent', () => {
    const { line } = checked('display', { ...TOTEM, verification: true, finition: 51, decoupe: 61 })
    expect(AREAS.display.toPartner(line, null)).toMatchObject({
      ...{ verification: true, finition: 51, decoupe: 61 },
    })
  })
})

test.each([
  ['print', CARDS, 10, 'Cartes de visite', [3, 2, 1]],
  ['display', TOTEM, 7, 'Totem carton', null],
] as const)('a %s line knows its area, its item and its lead times', (area, body, id, name, delais) => {
  const line = checked(area, body)
  expect(areaOf(line)).toBe(area)
  expect(rulesOf(line)).toBe(AREAS[area])
  expect(AREAS[area].itemId(line)).toBe(id)
  expect(AREAS[area].itemName(line)).toBe(name)
  expect(AREAS[area].leadTimeIds(line)).toEqual(delais)
  expect((body as Record<string, unknown>)[AREAS[area].itemField]).toBe(id)
})

test('the lead time is a print line’s own, and a display cart’s', () => {
  expect(AREAS.print.leadTimeOf(checked('print', CARDS), 1)).toBe(2)
  expect(AREAS.display.leadTimeOf(checked('display', TOTEM), 1)).toBe(1)
})

test('other quantities: of each print visual, of a display line the first', () => {
  expect(AREAS.print.withQuantities(CARDS, [500, 1000])).toEqual({
    ...CARDS,
    quantites_multiples: [500, 1000],
  })
  expect(AREAS.display.withQuantities(TOTEM, [9])).toEqual({ ...TOTEM, quantite: 9 })
})

test('an item that is not seen has no line to start from', () => {
  const nothing = { products: new Set<number>(), families: new Set<number>() }
  expect(AREAS.print.defaultLine(snapshot, 10, nothing)).toBeNull()
  expect(AREAS.display.defaultLine(snapshot, 7, nothing)).toBeNull()
  expect(AREAS.print.defaultLine(snapshot, 10, SEES_ALL)).toMatchObject({ produit: 10 })
  expect(AREAS.display.defaultLine(snapshot, 7, SEES_ALL)).toMatchObject({ famille: 7 })
})

describe('what was chosen', () => {
  test('print: what the product begins with is usual, another variant and a value are not', () => {
    const first = AREAS.print.defaultLine(snapshot, 10, SEES_ALL)!
    expect(choicesOf(checked('print', first)).every(({ usual }) => usual)).toBe(true)
    const own = choicesOf(checked('print', CARDS)).filter(({ usual }) => !usual)
    expect(own.map(({ params }) => params['option'])).toEqual(['Papier', 'Perforations'])
  })

  test('display: elements count like variants', () => {
    const first = AREAS.display.defaultLine(snapshot, 7, SEES_ALL)!
    expect(choicesOf(checked('display', first)).every(({ usual }) => usual)).toBe(true)
    const other = choicesOf(checked('display', { ...TOTEM, format: 12 }))
    expect(other.filter(({ usual }) => !usual)).toEqual([
      { code: 'chosen_element', params: { name: expect.any(String) as string } },
    ])
  })
})
