/**
 * Prices of one configuration that are offered to the customer as a choice: cells of the grid, each a quantity at a lead
 * time. The first of them counts in the quote's total, the others stand for it as alternatives.
 */
import { computed, ref, watch } from 'vue'
import type { PricedLeadTime } from '../api/types'
import type { Configurator } from './useConfigurator'

export interface PickedPrice {
  readonly quantities: readonly number[]
  readonly price: PricedLeadTime
}

interface Cell {
  readonly quantities: readonly number[]
  readonly label: string
}

/** One price alone is no choice. */
const FEWEST = 2

export function usePickedPrices({ gridRows, keptRows, quantities, chosen }: Configurator) {
  /** Whether each click picks; else it chooses the one price that is configured. */
  const picking = ref(false)
  const cells = ref<readonly Cell[]>([])
  // What is picked stays in sight, whatever quantity is looked at next.
  watch(cells, (all) => (keptRows.value = all.map((cell) => cell.quantities)))

  const isPicked = (of: readonly number[], label: string) =>
    cells.value.some((cell) => cell.label === label && cell.quantities.join() === of.join())

  /** What is picked and has a price, in the grid's order; what is configured goes first. */
  const picked = computed<PickedPrice[]>(() => {
    const all = (gridRows.value ?? []).flatMap((row) =>
      row.leadTimes.flatMap((price) =>
        price.priceCents !== null && isPicked(row.quantities, price.label)
          ? [{ quantities: row.quantities, price }]
          : [],
      ),
    )
    const isConfigured = ({ quantities: of, price }: PickedPrice) =>
      of.join() === quantities.value.join() && price.label === chosen.value?.label
    return [...all.filter(isConfigured), ...all.filter((one) => !isConfigured(one))]
  })
  const isChoice = computed(() => picking.value && picked.value.length >= FEWEST)
  /** Whether there is nothing yet of what is to be added. */
  const isEmpty = computed(() => picking.value && picked.value.length === 0)
  /** The one price that is picked; null: none is, or several. */
  const only = computed(() => (picking.value && !isChoice.value ? (picked.value[0] ?? null) : null))

  /** Whether a person has picked, and not only begun to. */
  const byHand = ref(false)
  /** What is configured by now, where something else is picked and that is not. */
  const unpicked = computed<PickedPrice | null>(() => {
    const price = chosen.value
    if (!picking.value || picked.value.length === 0 || (price?.priceCents ?? null) === null) return null
    return isPicked(quantities.value, price!.label) ? null : { quantities: quantities.value, price: price! }
  })
  /** Whether nobody said that it is what stood there at the beginning, and not what is configured by now, that is to be added. */
  const isUnsaid = computed(() => only.value !== null && unpicked.value !== null && !byHand.value)

  /** The price that is configured is the first of the choice. */
  function begin(): void {
    byHand.value = false
    picking.value = true
    cells.value = chosen.value ? [{ quantities: quantities.value, label: chosen.value.label }] : []
  }
  function end(): void {
    picking.value = false
    cells.value = []
  }
  /** Picks a price, or leaves it out again; what has none is left. */
  function toggle(of: readonly number[], label: string): void {
    const row = gridRows.value?.find(({ quantities: its }) => its.join() === of.join())
    if ((row?.leadTimes.find((price) => price.label === label)?.priceCents ?? null) === null) return
    if (!picking.value) begin()
    byHand.value = true
    const others = cells.value.filter((cell) => cell.label !== label || cell.quantities.join() !== of.join())
    cells.value = isPicked(of, label) ? others : [...cells.value, { quantities: of, label }]
  }

  /** Picks what is configured by now, too. */
  function pickConfigured(): void {
    if (unpicked.value) toggle(unpicked.value.quantities, unpicked.value.price.label)
  }

  return {
    ...{ picking, picked, isChoice, isEmpty, only, isPicked, begin, end, toggle },
    ...{ unpicked, isUnsaid, pickConfigured },
  }
}
export type PickedPrices = ReturnType<typeof usePickedPrices>
