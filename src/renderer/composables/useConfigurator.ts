/**
 * What is being configured, and its prices. The prices of the line itself are asked first and alone; the matrix follows
 * once they are on the screen, and the curve once it is in sight.
 */
import { computed, nextTick, reactive, ref, shallowRef, watch } from 'vue'
import { api, ApiError } from '../api/client'
import type { MatrixResponse, PricedLeadTime, WireLine } from '../api/types'
import { markPricesPainted } from '../lib/benchmark-marks'
import type { Form } from '../lib/form'
import { controlNamedIn, controlOf, lineOf, localFaults, quantitiesOf, selectionOf } from '../lib/selection'
import { useLatest } from './useLatest'
import { usePriceWindow } from './usePriceWindow'

export interface LeadTimeChoice {
  readonly delai: number | null
  readonly label: string | null
}

/** The same line at other quantities has one curve: this is what it depends on. */
function withoutQuantity(line: WireLine): WireLine {
  const { quantites_multiples: _many, quantite: _one, ...rest } = line
  return rest
}

export function useConfigurator(form: Form, start: WireLine, startLeadTime: LeadTimeChoice | null) {
  const selection = reactive(selectionOf(form, start))
  const local = computed(() => localFaults(form, selection))
  const quantities = computed(() => quantitiesOf(selection))
  const totalQuantity = computed(() => quantities.value.reduce((sum, quantity) => sum + quantity, 0))

  /** The line to be priced; a label does not change a price. */
  const line = computed(() => (local.value.size > 0 ? null : lineOf(form, { ...selection, label: '' })))
  const lineKey = computed(() => line.value && JSON.stringify(line.value))

  const prices = useLatest<readonly PricedLeadTime[]>()
  const matrix = useLatest<MatrixResponse['rows']>()
  const curve = useLatest<MatrixResponse['rows']>()
  const curveShown = ref(false)
  const { rows, curve: curveRows } = usePriceWindow(form, quantities)

  /** The quantities that the prices on the screen are for: they trail what is being typed. */
  const pricedQuantity = ref(totalQuantity.value)

  async function askPrices(): Promise<void> {
    if (!line.value) return
    const asked = line.value
    const total = totalQuantity.value
    const newest = await prices.ask(
      async (signal) => (await api.prices({ area: form.area, line: asked }, signal)).leadTimes,
    )
    if (!newest) return
    pricedQuantity.value = total
    await nextTick()
    markPricesPainted()
    void askMatrix(asked)
    void askCurve(asked)
  }

  async function askMatrix(asked: WireLine): Promise<void> {
    await matrix.ask(
      async (signal) =>
        (await api.matrix({ area: form.area, line: asked, quantities: rows.value }, signal)).rows,
    )
  }

  const curveKey = shallowRef('')
  async function askCurve(asked: WireLine): Promise<void> {
    const key = JSON.stringify([withoutQuantity(asked), curveRows.value])
    if (!curveShown.value || key === curveKey.value) return
    const newest = await curve.ask(
      async (signal) =>
        (await api.matrix({ area: form.area, line: asked, quantities: curveRows.value }, signal)).rows,
    )
    if (newest) curveKey.value = key
  }

  watch(lineKey, askPrices, { immediate: true })
  watch(curveShown, (shown) => shown && line.value && askCurve(line.value))

  /** What the service refused, by control; `''` for what belongs to none. */
  const refused = computed(() => {
    const faults = new Map<string, string>()
    const error = prices.error.value
    if (!(error instanceof ApiError) || local.value.size > 0) return faults
    for (const { path, message } of error.errors) {
      faults.set(controlOf(form, selection, path) ?? controlNamedIn(form, message) ?? '', message)
    }
    return faults
  })

  const chosenLabel = ref(
    startLeadTime?.label ??
      form.leadTimes.find(({ id }) => id === (startLeadTime?.delai ?? form.mainLeadTime))?.label ??
      null,
  )
  const leadTimes = computed(() => prices.data.value ?? [])
  const chosen = computed(
    () =>
      leadTimes.value.find(({ label }) => label === chosenLabel.value) ??
      leadTimes.value.find(({ priceCents }) => priceCents !== null) ??
      null,
  )
  /** Whether the prices on the screen are of an earlier line. */
  const stale = computed(() => prices.pending.value || line.value === null || prices.error.value !== null)

  function choose(label: string, newQuantities?: readonly number[]): void {
    chosenLabel.value = label
    if (newQuantities) selection.quantities = newQuantities.map(String)
  }

  return {
    selection,
    local,
    refused,
    quantities,
    totalQuantity,
    pricedQuantity,
    line,
    prices,
    matrix,
    curve,
    curveShown,
    leadTimes,
    chosen,
    stale,
    choose,
    reload: askPrices,
  }
}
export type Configurator = ReturnType<typeof useConfigurator>
