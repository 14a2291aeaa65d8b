import { expect, test } from 'vitest'
import { OWN_TARIFFS } from '../../domain/shared/sources.ts'
import { isAtCost, isSoldApart, sellsAboveCost } from './masked'
import type { DraftLine } from './quote-draft'

type Sale = { by: 'markup' | 'margin'; percent: string | null } | { by: 'fixed'; cents: number } | null
const line = (produit: number, sale: Sale = null): DraftLine => ({
  ...{ id: `l${produit}`, area: 'print', line: { produit }, delai: null, sale },
})
const COSTS: Readonly<Record<string, number>> = { l1: 1000 }
const above = (...lines: DraftLine[]) => sellsAboveCost(lines, (id) => COSTS[id] ?? null)

test.each<[Sale, boolean]>([
  [null, false],
  [{ by: 'markup', percent: '40' }, true],
  [{ by: 'markup', percent: '0' }, false],
  [{ by: 'margin', percent: '25.5' }, true],
  // Who may not see costs is not told by how much.
  [{ by: 'margin', percent: null }, true],
  [{ by: 'fixed', cents: 1001 }, true],
  [{ by: 'fixed', cents: 1000 }, false],
  [{ by: 'fixed', cents: 900 }, false],
])('a line sold at %j is above its cost: %s', (sale, is) => {
  expect(above(line(1, sale))).toBe(is)
})

test('a fixed price of a line whose cost nobody knows may be above it', () => {
  expect(above(line(2, { by: 'fixed', cents: 1 }))).toBe(true)
})

test('one line of many is enough; a service in words and an empty quote sell nothing above a cost', () => {
  expect(above(line(2), line(1, { by: 'markup', percent: '1' }))).toBe(true)
  expect(above({ id: 's', area: 'free', text: 'Pose', quantity: 1, unitCents: 900, costCents: 100 })).toBe(
    false,
  )
  expect(above()).toBe(false)
})

test('a product is sold apart where each of its lines is', () => {
  const sale = { by: 'fixed', cents: 1 } as const
  expect(isSoldApart([line(1, sale), line(2)], { area: 'print', id: 1 })).toBe(true)
  expect(isSoldApart([line(1, sale), line(1)], { area: 'print', id: 1 })).toBe(false)
  expect(isSoldApart([line(1, sale)], { area: 'display', id: 1 })).toBe(false)
})

test('a partner’s price is our cost unless the settings mark it up; one that nobody knows of may be', () => {
  expect(isAtCost(undefined, { source: 3, markedUp: false })).toBe(true)
  expect(isAtCost(undefined, { source: 3, markedUp: true })).toBe(false)
  expect(isAtCost(undefined, { source: 3, markedUp: null })).toBe(true)
  expect(isAtCost(undefined, undefined)).toBe(true)
  expect(isAtCost(undefined, { source: OWN_TARIFFS, markedUp: false })).toBe(false)
  expect(isAtCost(OWN_TARIFFS, undefined)).toBe(false)
})
