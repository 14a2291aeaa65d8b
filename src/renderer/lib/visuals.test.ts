import { expect, test } from 'vitest'
import type { PricedLeadTime } from '../api/types'
import { product } from './details.fixture'
import { printForm } from './form'
import { lineOf, selectionOf } from './selection'
import { separated, separatePrice } from './visuals'

const at = (
  label: string,
  priceCents: number | null,
  low: number | null = null,
  high: number | null = null,
) => ({ ...{ label, priceCents, low, high } }) as PricedLeadTime
const row = (quantity: number, ...leadTimes: PricedLeadTime[]) => ({
  ...{ quantities: [quantity], leadTimes, pending: false, message: '' },
})

test('separate lines cost what each costs alone, at the lead time that is chosen', () => {
  const rows = [row(100, at('J+2', 1000), at('J+5', 800)), row(250, at('J+2', 2000), at('J+5', null))]
  expect(separatePrice(rows, [100, 250, 100], 'J+2')).toEqual({ cents: 4000, low: null, high: null })
  expect(separatePrice(rows, [100, 250], 'J+5')).toBeNull()
  expect(separatePrice(rows, [100, 300], 'J+2')).toBeNull()
  expect(separatePrice(rows, [100], 'J+9')).toBeNull()
})

test('where one price is an estimate, so is the sum', () => {
  const rows = [row(1, at('J+2', 1000, 900, 1200)), row(2, at('J+2', 500))]
  expect(separatePrice(rows, [1, 2], 'J+2')).toEqual({ cents: 1500, low: 1400, high: 1700 })
})

test('each visual becomes a line of its own with its name', () => {
  const form = printForm(product)
  const line = { ...product.defaultLine, label: 'Foire [Rouge : 2 + 2 : 5]', quantites_multiples: [2, 5] }
  expect(separated(selectionOf(form, line)).map((one) => lineOf(form, one))).toEqual([
    { ...product.defaultLine, label: 'Foire · Rouge', quantites_multiples: [2] },
    { ...product.defaultLine, label: 'Foire', quantites_multiples: [5] },
  ])
})
