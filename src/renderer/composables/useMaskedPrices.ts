/**
 * Whether the prices of what is configured are kept from who looks: a line that is sold otherwise than by the catalogue
 * is quoted at another price than the configurator knows, and the customer is shown no lower one beside it.
 */
import { computed } from 'vue'
import type { OpenedLine } from './useConfigurator'
import { useInside } from './useInside'

export function useMaskedPrices(editing: OpenedLine | null) {
  const { inside } = useInside()
  return computed(() => !inside.value && editing?.soldApart === true)
}
