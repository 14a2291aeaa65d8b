/** Puts what is configured on the quote: as one line, or each visual as a line of its own. */
import { nextTick, ref } from 'vue'
import { useI18n } from 'vue-i18n'
import { useRouter } from 'vue-router'
import type { QuoteLineInput, WireLine } from '../api/types'
import type { Form } from '../lib/form'
import { lineOf } from '../lib/selection'
import { separated } from '../lib/visuals'
import { useQuote } from '../stores/quote'
import type { LeftQuote } from '../stores/quote-lines'
import { useAdded } from './useAdded'
import type { Configurator, OpenedLine } from './useConfigurator'
import { useFailure } from './useFailure'
import { goToField, type FieldFaults } from './useFieldFaults'
import { useFormat } from './useFormat'
import { useMaskedPrices } from './useMaskedPrices'
import type { SizeChoice } from './useSize'
import { useToasts } from './useToasts'

interface Opened {
  readonly form: Form
  readonly editing: OpenedLine | null
}

export function useAddLine(
  opened: Opened,
  configurator: Configurator,
  faults: FieldFaults,
  size: SizeChoice,
) {
  const { t } = useI18n()
  const router = useRouter()
  const quote = useQuote()
  const toasts = useToasts()
  const tell = useAdded()
  const { attempt } = useFailure()
  const { price } = useFormat()
  const masked = useMaskedPrices(opened.editing)
  const { selection, chosen, ready, prices } = configurator
  const busy = ref(false)
  /** What is asked before an unlikely size is added; null: nothing. */
  const asking = ref<string | null>(null)
  let again: () => Promise<void> = add

  /** Whether it can go on the quote as it stands; what is in the way is shown. */
  async function canAdd(retry: () => Promise<void>): Promise<boolean> {
    if (busy.value) return false
    // What is on the way decides: prices that are about to be shown are those that are added.
    await nextTick()
    await prices.settled()
    if (busy.value) return false
    const [fault] = faults.list.value
    if (fault) {
      goToField(fault.key)
      return false
    }
    if (!ready.value) return false
    asking.value = size.question.value
    again = retry
    return asking.value === null
  }

  const inputOf = (line: WireLine): QuoteLineInput => ({
    area: opened.form.area,
    line,
    delai: chosen.value!.delai,
    leadTimeLabel: chosen.value!.label,
  })

  /** @returns what was left for it; undefined where it is not on the quote */
  async function put(inputs: readonly QuoteLineInput[]): Promise<LeftQuote | null | undefined> {
    const { editing } = opened
    busy.value = true
    const left = await attempt(() =>
      editing ? quote.replaceLine(editing.at, ...inputs) : quote.addLine(...inputs),
    )
    busy.value = false
    return left
  }

  async function add(): Promise<void> {
    if (!(await canAdd(add))) return
    const { editing } = opened
    const shown = chosen.value!.priceCents
    const left = await put([inputOf(lineOf(opened.form, selection))])
    if (left === undefined) return
    const added = quote.quote?.lines.at(editing?.at ?? -1)?.price
    if (editing) await router.push({ name: 'current-quote' })
    tell((name) => t(editing ? 'addToQuote.updated' : 'addToQuote.added', { quote: name }), left)
    // The screen may not have heard of it yet.
    if (!masked.value && added && shown !== null && added.priceCents !== shown) {
      toasts.error(
        t('addToQuote.otherPrice', {
          shown: price(shown, chosen.value ?? added),
          added: added.priceCents === null ? t('price.unavailable') : price(added.priceCents, added),
        }),
      )
      void configurator.reload()
    }
  }

  async function addSeparately(): Promise<void> {
    if (!(await canAdd(addSeparately))) return
    const lines = separated(selection).map((one) => inputOf(lineOf(opened.form, one)))
    const left = await put(lines)
    if (left === undefined) return
    if (opened.editing) await router.push({ name: 'current-quote' })
    tell((name) => t('visuals.added', { count: lines.length, quote: name }), left)
  }

  function addUnlikely(): void {
    size.confirm()
    asking.value = null
    void again()
  }

  return { add, addSeparately, asking, addUnlikely, busy }
}
