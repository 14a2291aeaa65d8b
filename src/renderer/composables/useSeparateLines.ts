/** What several visuals would cost as lines of their own, beside the one line of all of them. */
import { computed, watch } from 'vue'
import { api } from '../api/client'
import type { MatrixResponse } from '../api/types'
import type { Form } from '../lib/form'
import { separatePrice, type SeparatePrice } from '../lib/visuals'
import type { Configurator } from './useConfigurator'
import { useLatest } from './useLatest'
import { useArrivals } from './usePriceWindow'

export function useSeparateLines(form: Form, { line, quantities, chosen, prices }: Configurator) {
  /** One visual alone must be a line that can be ordered. */
  const possible = computed(() => form.quantity.visualsMin <= 1 && quantities.value.length > 1)
  const rows = useLatest<MatrixResponse['rows']>()
  // Whatever each visual's quantity is, those that are the same are asked for once.
  const asked = computed(() => {
    if (!possible.value || !line.value || prices.error.value !== null) return null
    const counts = [...new Set(quantities.value)].map((quantity) => [quantity])
    return { line: { ...line.value, quantites_multiples: counts[0]! }, counts }
  })

  async function ask(): Promise<void> {
    const question = asked.value
    if (!question) return
    const { line: alone, counts } = question
    await rows.ask(
      async (signal) => (await api.matrix({ area: form.area, line: alone, quantities: counts }, signal)).rows,
    )
  }
  watch(() => asked.value && JSON.stringify(asked.value), ask, { immediate: true })
  useArrivals(rows.data, () => void ask())

  const price = computed<SeparatePrice | null>(() =>
    rows.data.value && chosen.value
      ? separatePrice(rows.data.value, quantities.value, chosen.value.label)
      : null,
  )
  return { possible, price, waiting: rows.waiting }
}
export type SeparateLines = ReturnType<typeof useSeparateLines>
