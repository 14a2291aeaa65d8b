/**
 * The draft on the screen is held against what its amounts go by, as that changes: a new catalogue may have made lines
 * invalid and moved prices, another VAT or discount the total, and so may the partner's return. The service says which.
 */
import { watch, type Ref } from 'vue'
import { useQuote } from '../stores/quote'
import { useStatus } from '../stores/status'
import { useFailure } from './useFailure'

/** @param ready whether the quote is there to be looked at */
export function useTodaysAmounts(ready: Readonly<Ref<boolean>>): void {
  const store = useQuote()
  const status = useStatus()
  const { attempt } = useFailure()
  watch(
    [
      () => status.revisions.catalogue + status.revisions.vat,
      () => status.revisions.customers,
      () => status.status?.online,
    ],
    async ([rules], [before]) => {
      const { quote } = store
      if (!quote || !ready.value) return
      if (rules !== before && !store.dirty) await attempt(() => store.open(quote.id, true))
      await store.compare().catch(() => undefined)
    },
  )
}
