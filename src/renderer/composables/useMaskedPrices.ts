/**
 * Prices that are kept from who looks: what is sold otherwise than by the catalogue is quoted at another price than the
 * catalogue knows, and the customer is shown no lower one beside it.
 */
import { computed } from 'vue'
import { isProduct } from '../../domain/shared/line-roles.ts'
import { itemOf, type ITEM_FIELDS } from '../../domain/shared/quote-lines.ts'
import { useQuote } from '../stores/quote'
import type { OpenedLine } from './useConfigurator'
import { useInside } from './useInside'

interface Item {
  readonly area: keyof typeof ITEM_FIELDS
  readonly id: number
}

/** Of a product or family that the quote in hand sells at prices of its own alone. */
export function useMaskedItems() {
  const quote = useQuote()
  const { inside } = useInside()
  return ({ area, id }: Item): boolean => {
    if (inside.value) return false
    const lines = quote.draft.lines.filter(isProduct)
    const ofIt = lines.filter((line) => line.area === area && itemOf(line) === id)
    return ofIt.length > 0 && ofIt.every(({ sale }) => (sale ?? null) !== null)
  }
}

/** Of what is configured: by its line, where it is one. */
export function useMaskedPrices(item: Item, editing: OpenedLine | null) {
  const { inside } = useInside()
  const isMasked = useMaskedItems()
  return computed(() => (editing ? !inside.value && editing.soldApart : isMasked(item)))
}
