/**
 * Whether what the shop pays is kept from the customer: beside a quote that sells above cost, and from then on until the
 * customer view is left, whatever quote is in hand. What was hidden is not read beside the next one.
 */
import { defineStore } from 'pinia'
import { computed, watch } from 'vue'
import { sellsAboveCost } from '../lib/masked'
import { usePreferences } from './preferences'
import { useQuote } from './quote'

export const useHiddenCosts = defineStore('hidden-costs', () => {
  const preferences = usePreferences()
  const quote = useQuote()
  const costs = computed(
    () => new Map(quote.quote?.lines.map((line) => [line.id, 'price' in line ? line.price.costCents : null])),
  )
  const hides = computed(
    () =>
      preferences.clientView &&
      (preferences.hidesCosts || sellsAboveCost(quote.draft.lines, (id) => costs.value.get(id) ?? null)),
  )
  watch(hides, (now) => (preferences.hidesCosts = now), { immediate: true })
  return { hides }
})
