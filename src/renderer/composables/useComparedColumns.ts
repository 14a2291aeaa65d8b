/** The columns of a comparison: each configuration with its product, what is chosen of it and its prices. */
import { computed, onScopeDispose, reactive, watch, type Ref } from 'vue'
import { api, isAborted } from '../api/client'
import type { PricedLeadTime, WireLine } from '../api/types'
import { askedPrices } from '../lib/asked-prices'
import { atQuantity, totalOf } from '../lib/comparison'
import { comparedOf, type Compared } from '../lib/comparison-address'
import { configuredIn } from '../lib/configured-address'
import { displayForm, printForm, type Form } from '../lib/form'
import { lostChoices } from '../lib/lost-choices'
import { lineOf, selectionOf, type Selection } from '../lib/selection'
import { useStatus } from '../stores/status'
import { usePartnerReturn } from './usePartnerReturn'

/** A product or family as the service describes it. @throws ApiError */
export const formOf = async ({ area, id }: Pick<Compared, 'area' | 'id'>): Promise<Form> =>
  area === 'print' ? printForm(await api.product(id)) : displayForm(await api.family(id))

interface Loaded {
  form: Form | null
  prices: readonly PricedLeadTime[] | null
  /** of the answer in `prices` */
  line: WireLine | null
  error: unknown
}

export interface Column extends Loaded {
  readonly text: string
  readonly compared: Compared
  /** as it was configured, in its own quantity; null until its product is known */
  readonly own: Selection | null
  /** the same in the quantity that it is compared for; null until its product is known */
  readonly selection: Selection | null
  readonly leadTimeLabel: string | null
  /** copies in all that it is compared for */
  readonly total: number
  /** whether its prices are those of what stands there, and not of a quantity before */
  readonly fresh: boolean
}

/** What is priced of a column; a label does not change a price. */
const pricedLine = (form: Form, selection: Selection) => lineOf(form, { ...selection, label: '' })

/**
 * @param texts the configurations, as their address says them
 * @param quantity in all for which every one is priced; null: each for as many as it is configured for
 */
export function useComparedColumns(texts: Ref<readonly string[]>, quantity: Ref<number | null>) {
  const status = useStatus()
  const loaded = reactive(new Map<string, Loaded>())
  const running = new Map<string, AbortController>()

  function configured(text: string) {
    const compared = comparedOf(text)!
    const form = (loaded.get(text)?.form ?? null) as Form | null
    const told = form && configuredIn(compared.told, form)
    const line = told?.line ?? form?.defaultLine ?? {}
    const selection = form && selectionOf(form, line)
    // What is no longer offered is asked for all the same, and refused in words: nothing else takes its place unsaid.
    const lost = form && lostChoices(form, line, { summary: [], parts: [] })
    for (const [key, id] of lost?.choices ?? []) selection!.choices[key] = id
    return { text, compared, form, selection, leadTimeLabel: told?.leadTimeLabel ?? null }
  }
  const columns = computed(() =>
    texts.value.map((text): Column => {
      const { form, selection: own, ...rest } = configured(text)
      const { prices = null, line = null, error = null } = loaded.get(text) ?? {}
      const at = form && own && quantity.value !== null ? atQuantity(form, own, quantity.value) : own
      const fresh =
        form !== null && at !== null && JSON.stringify(line) === JSON.stringify(pricedLine(form, at))
      return { ...rest, form, own, selection: at, prices, line, error, total: at ? totalOf(at) : 0, fresh }
    }),
  )

  async function load(text: string): Promise<void> {
    const entry = loaded.get(text)!
    try {
      entry.form = await formOf(comparedOf(text)!)
    } catch (error) {
      entry.error = error
    }
  }

  async function price({ text, compared, form, selection }: Column): Promise<void> {
    const entry = loaded.get(text)
    if (!entry || !form || !selection) return
    const line = pricedLine(form, selection)
    running.get(text)?.abort()
    const abort = new AbortController()
    running.set(text, abort)
    try {
      const show = (prices: readonly PricedLeadTime[]) => {
        if (!abort.signal.aborted) Object.assign(entry, { prices, line, error: null })
      }
      const before = { known: show, empty: entry.prices === null }
      const asked = { area: compared.area, line }
      show(await askedPrices(asked, abort.signal, status.partner(form.source) ? before : null))
    } catch (error) {
      if (!isAborted(error) && !abort.signal.aborted)
        Object.assign(entry, { prices: null, line: null, error })
    }
  }

  watch(
    texts,
    (now) => {
      for (const text of now) {
        if (loaded.has(text)) continue
        loaded.set(text, { form: null, prices: null, line: null, error: null })
        void load(text)
      }
    },
    { immediate: true },
  )
  /** What each column is priced for: asked again where it changes. */
  watch(
    () =>
      columns.value.flatMap(({ text, form, selection }) =>
        form && selection ? [[text, JSON.stringify(pricedLine(form, selection))] as const] : [],
      ),
    (now, before = []) => {
      const known = new Map(before)
      for (const [text, line] of now) {
        const column = columns.value.find((each) => each.text === text)
        if (column && known.get(text) !== line) void price(column)
      }
    },
    { immediate: true },
  )

  /** Asks again for what could not be had, or for everything. */
  function again(all = false): void {
    for (const column of columns.value) {
      if (!all && column.error === null) continue
      if (column.form) void price(column)
      else {
        loaded.get(column.text)!.error = null
        void load(column.text)
      }
    }
  }
  watch(
    () => status.revisions.catalogue,
    () => again(true),
  )
  usePartnerReturn(() => again(true))
  onScopeDispose(() => {
    for (const abort of running.values()) abort.abort()
  })

  return { columns, again }
}
