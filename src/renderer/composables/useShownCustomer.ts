/**
 * Whose quotes and orders are shown while the screens are turned to the customer: of the company on the quote in hand,
 * and nobody else's.
 */
import { computed, watch } from 'vue'
import { useCompanies } from '../stores/companies'
import { useQuote } from '../stores/quote'
import { useInside } from './useInside'

export function useShownCustomer() {
  const store = useQuote()
  const companies = useCompanies()
  const { inside } = useInside()

  const inHand = computed(() => store.draft.companyId ?? null)
  /** The only company whose quotes and orders are shown; null: everybody's. */
  const only = computed(() => (inside.value ? null : inHand.value))
  /** Whether nobody's are shown: no customer is in hand. */
  const nobody = computed(() => !inside.value && inHand.value === null)
  const name = computed(() => {
    const id = only.value
    if (id === null) return ''
    return (id === store.quote?.companyId ? store.quote.company : null) ?? companies.known.get(id)?.name ?? ''
  })
  watch(
    only,
    (id) => id !== null && id !== store.quote?.companyId && void companies.ensure(id).catch(() => undefined),
    { immediate: true },
  )
  return { only, nobody, name }
}
