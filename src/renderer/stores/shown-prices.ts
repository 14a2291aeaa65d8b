/**
 * What lines cost on the screen as they were added: told of a quote that the service could not be asked about yet. Kept in
 * this window alone, and gone with it: what is saved has the service's own prices.
 */
import { defineStore } from 'pinia'
import { shallowReactive } from 'vue'
import type { LineInput, PricedLeadTime } from '../api/types'
import { isProduct } from '../../domain/shared/line-roles.ts'

/** What is priced of a line; null: nothing by a catalogue, it has a price of its own. */
const keyOf = (line: LineInput) =>
  isProduct(line) && !line.sale ? JSON.stringify([line.area, line.line, line.leadTimeLabel]) : null

export const useShownPrices = defineStore('shown-prices', () => {
  const prices = shallowReactive(new Map<string, PricedLeadTime>())
  function keep(line: LineInput, price: PricedLeadTime): void {
    const key = keyOf(line)
    if (key !== null) prices.set(key, price)
  }
  const of = (line: LineInput): PricedLeadTime | null => prices.get(keyOf(line) ?? '') ?? null
  return { keep, of }
})
