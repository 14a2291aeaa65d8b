/**
 * Prices that are kept from who looks: what is sold otherwise than by the catalogue is quoted at another price than the
 * catalogue knows, and the customer is shown no lower one beside it; nor, once a quote in hand sells above cost, what the
 * shop pays for anything else.
 */
import { computed, watch } from 'vue'
import { isAtCost, isSoldApart, type Mask } from '../lib/masked'
import type { Area } from '../api/types'
import { useCatalogue } from '../stores/catalogue'
import { useHiddenCosts } from '../stores/hidden-costs'
import { useQuote } from '../stores/quote'
import type { OpenedLine } from './useConfigurator'
import { useInside } from './useInside'

interface Item {
  readonly area: Area
  readonly id: number
  /** where it comes from, where that is known before the catalogue is */
  readonly source?: number
}

/** Of a product or family that the quote in hand sells at prices of its own alone, or beside those that it sells above cost. */
export function useMaskedItems() {
  const quote = useQuote()
  const catalogue = useCatalogue()
  const { inside } = useInside()
  const hidden = useHiddenCosts()
  // It says what is marked up: until then nothing is.
  watch(
    () => hidden.hides,
    (hides) => hides && void catalogue.ensure(),
    { immediate: true },
  )
  return ({ area, id, source }: Item): Mask | null => {
    if (inside.value) return null
    if (isSoldApart(quote.draft.lines, { area, id })) return 'apart'
    return hidden.hides && isAtCost(source, catalogue.entry(area, id)) ? 'cost' : null
  }
}

/** Of what is configured: by its line, where it is one. */
export function useMaskedPrices(item: Item, editing: OpenedLine | null) {
  const { inside } = useInside()
  const isMasked = useMaskedItems()
  return computed((): Mask | null => {
    if (!editing) return isMasked(item)
    return !inside.value && editing.soldApart ? 'apart' : null
  })
}
