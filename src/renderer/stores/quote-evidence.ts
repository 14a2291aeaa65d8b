/** Until when the prices of the quote on the screen are known to hold: as it was read, or as they were last said again. */
import { computed, shallowRef, type Ref } from 'vue'
import type { Quote, QuotePrices } from '../api/types'

/** The prices that it holds, whatever else of it changes. */
const heldBy = ({ id, lines }: Quote) =>
  JSON.stringify([id, lines.map(({ price, pricedAt, role }) => [price, pricedAt, role])])

export function quoteEvidence(quote: Readonly<Ref<Quote | null>>) {
  const said = shallowRef<{ readonly of: string; readonly evidence: Quote['evidence'] } | null>(null)
  const evidence = computed(() => {
    const { value } = quote
    if (!value || value.state !== 'draft') return null
    return said.value?.of === heldBy(value) ? said.value.evidence : value.evidence
  })
  /** Its prices were asked for again. */
  function asked(answer: QuotePrices): void {
    said.value = quote.value && { of: heldBy(quote.value), evidence: answer.evidence }
  }
  return { evidence, asked }
}
