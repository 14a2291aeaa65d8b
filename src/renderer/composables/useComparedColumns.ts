/** The columns of a comparison: each configuration with its product, what is chosen of it and its prices. */
import { computed, onScopeDispose, reactive, watch, type Ref } from 'vue'
import { api, isAborted, isUnknown } from '../api/client'
import type { PricedLeadTime, WireLine } from '../api/types'
import { askedPrices } from '../lib/asked-prices'
import { atQuantity, totalOf } from '../lib/comparison'
import { comparedOf, type Compared } from '../lib/comparison-address'
import { configuredIn } from '../lib/configured-address'
import { displayForm, printForm, type Form } from '../lib/form'
import { knownWords, lostChoices, savedOf, type Known, type LostChoices } from '../lib/lost-choices'
import { lineOf, selectionOf, type Selection } from '../lib/selection'
import { useShelf } from '../stores/shelf'
import { useStatus } from '../stores/status'
import { useKnownLines } from './useKnownLines'
import { useLastName } from './useLastName'
import { usePartnerReturn } from './usePartnerReturn'

/** A product or family as the service describes it. @throws ApiError */
export const formOf = async ({ area, id }: Pick<Compared, 'area' | 'id'>): Promise<Form> =>
  area === 'print' ? printForm(await api.product(id)) : displayForm(await api.family(id))

interface Loaded {
  form: Form | null
  /** Of its product, also once that has left the catalogue; null: not known. */
  name: string | null
  /** as it was configured here while all of it was offered, with its words */
  whole: Known | null
  prices: readonly PricedLeadTime[] | null
  /** of the answer in `prices` */
  line: WireLine | null
  error: unknown
}

export interface Column extends Omit<Loaded, 'whole'> {
  readonly text: string
  readonly compared: Compared
  /** whether its product is in the catalogue no more */
  readonly gone: boolean
  /** what was chosen and is no longer offered; null until its product is known */
  readonly lost: LostChoices | null
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
  const shelf = useShelf()
  const { kept, quoted } = useKnownLines()
  const lastName = useLastName()
  const loaded = reactive(new Map<string, Loaded>())
  const running = new Map<string, AbortController>()

  function configured(text: string) {
    const compared = comparedOf(text)!
    const entry = loaded.get(text)
    const form = (entry?.form ?? null) as Form | null
    const told = form && configuredIn(compared.told, form)
    const line = told?.line ?? form?.defaultLine ?? {}
    const selection = form && selectionOf(form, line)
    // What is no longer offered is asked for all the same, and refused in words: nothing else takes its place unsaid.
    const known = [...(entry?.whole ? [entry.whole] : []), ...kept(compared), ...quoted(compared)]
    const lost = form && lostChoices(form, line, knownWords(form, line, known))
    for (const [key, id] of lost?.choices ?? []) selection!.choices[key] = id
    return { text, compared, form, line, lost, selection, leadTimeLabel: told?.leadTimeLabel ?? null }
  }
  const columns = computed(() =>
    texts.value.map((text): Column => {
      const { form, selection: own, line: _line, ...rest } = configured(text)
      const { name = null, prices = null, line = null, error = null } = loaded.get(text) ?? {}
      const at = form && own && quantity.value !== null ? atQuantity(form, own, quantity.value) : own
      const fresh =
        form !== null && at !== null && JSON.stringify(line) === JSON.stringify(pricedLine(form, at))
      const gone = form === null && isUnknown(error)
      const told = { form, name, gone, prices, line, error }
      return { ...rest, ...told, own, selection: at, total: at ? totalOf(at) : 0, fresh }
    }),
  )

  async function load(text: string): Promise<void> {
    const entry = loaded.get(text)!
    const compared = comparedOf(text)!
    try {
      const form = await formOf(compared)
      Object.assign(entry, { form, name: form.name, error: null })
      const { line, lost, selection } = configured(text)
      if (lost!.choices.size + lost!.options.length === 0)
        entry.whole = { line, ...savedOf(form, selection!) }
      else if (!entry.whole && !shelf.loaded) void shelf.load()
    } catch (error) {
      // What is known of a product stands until it is known to be gone.
      if (entry.form && !isUnknown(error)) return
      const name = isUnknown(error) ? (entry.name ?? (await lastName(compared))) : null
      Object.assign(entry, { form: null, name, prices: null, line: null, error })
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
        loaded.set(text, { form: null, name: null, whole: null, prices: null, line: null, error: null })
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

  async function renew(text: string): Promise<void> {
    await load(text)
    const column = columns.value.find((each) => each.text === text)
    if (column?.form) await price(column)
  }
  /** Asks again for what could not be had, or for everything: the catalogue may have lost a product since, or have it again. */
  function again(all = false): void {
    for (const column of columns.value) {
      if (!all && column.error === null) continue
      if (!column.form && !column.gone) loaded.get(column.text)!.error = null
      void renew(column.text)
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
