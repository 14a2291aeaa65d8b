/** Puts what is configured on the quote: as one line, as several to choose among, or each visual as a line of its own. */
import { computed, nextTick, onScopeDispose, ref } from 'vue'
import { useI18n } from 'vue-i18n'
import { useRouter } from 'vue-router'
import { isUnanswered } from '../api/client'
import type { ProductLineInput, QuoteLineInput, WireLine } from '../api/types'
import type { Form } from '../lib/form'
import { KeptForLater } from '../lib/kept'
import { lineOf } from '../lib/selection'
import { separated } from '../lib/visuals'
import { useQuote } from '../stores/quote'
import { isKept, type LeftQuote } from '../stores/quote-lines'
import { useShownPrices } from '../stores/shown-prices'
import { useAdded } from './useAdded'
import type { Configurator, OpenedLine } from './useConfigurator'
import { useCounterSale } from './useCounterSale'
import { useFailure } from './useFailure'
import { goToField, type FieldFaults } from './useFieldFaults'
import { useFormat } from './useFormat'
import { useHeldSelection } from './useHeldSelection'
import { useInside } from './useInside'
import { useLineChange } from './useLineChange'
import { useMaskedPrices } from './useMaskedPrices'
import type { PickedPrices } from './usePickedPrices'
import { useQuoteName } from './useQuoteName'
import type { SizeChoice } from './useSize'
import { useSoldApart } from './useSoldApart'
import { useToasts } from './useToasts'

interface Opened {
  readonly form: Form
  readonly editing: OpenedLine | null
}

/** A line that is to be added. */
interface Meant {
  /** what stood there, in one text */
  readonly said: string
  /** null: something was in its way */
  readonly input: ProductLineInput | null
}

export function useAddLine(
  opened: Opened,
  configurator: Configurator,
  faults: FieldFaults,
  size: SizeChoice,
  picks: PickedPrices,
) {
  const { t } = useI18n()
  const router = useRouter()
  const quote = useQuote()
  const shownPrices = useShownPrices()
  const toasts = useToasts()
  const tell = useAdded()
  const { named } = useQuoteName()
  const failure = useFailure()
  const beginSale = useCounterSale()
  const { price } = useFormat()
  const masked = useMaskedPrices(opened.form, opened.editing)
  const { inside } = useInside()
  const sold = useSoldApart(opened.form, opened.editing, configurator)
  const { selection, chosen, wanted, ready, prices, early } = configurator
  const busy = ref(false)
  const { own, held, change, unread } = useLineChange(() => opened.editing?.opened.value.line ?? null)
  const { both } = useHeldSelection(opened.form, configurator, held)
  /** What is asked before an unlikely size is added; null: nothing. */
  const asking = ref<string | null>(null)
  let again: () => Promise<void> = add

  /** Resolves once the prices of what stands there are known, or it is not meant any more. */
  async function priced(isMeant?: () => boolean): Promise<void> {
    // What is on the way decides: prices that are about to be shown are those that are added.
    await nextTick()
    // Those that are known are added while their partner takes its time.
    if (!early.value) await prices.settled(isMeant)
  }

  /** Whether it can go on the quote as it stands; what is in the way is shown. */
  async function canAdd(retry: () => Promise<void>): Promise<boolean> {
    if (busy.value) return false
    await priced()
    if (busy.value) return false
    return isAddable(retry)
  }

  function isAddable(retry: () => Promise<void>): boolean {
    const [fault] = faults.list.value
    if (fault) {
      faults.demand()
      goToField(fault.key)
      return false
    }
    if (!ready.value && isUnanswered(prices.error.value)) toasts.error(t('addToQuote.unanswered'))
    if (!ready.value || picks.isEmpty.value || unread.value) return false
    if (retry === add && picks.isUnsaid.value) {
      document.getElementById('pick-configured')?.focus()
      return false
    }
    if (retry === add && sold.undecided.value) {
      sold.demand()
      return false
    }
    asking.value = size.question.value
    again = retry
    return asking.value === null
  }

  const inputOf = (line: WireLine, { delai, label } = chosen.value!): QuoteLineInput => ({
    ...{ area: opened.form.area, line, delai, leadTimeLabel: label },
  })
  /** How a line that was opened is sold from now on, where that is said. */
  const soldBy = (sale: ProductLineInput['sale']) => (sale === undefined ? {} : { sale })

  /**
   * @returns what was left for it; undefined where it is not on the quote. A line that was opened and is kept for later
   *   leads back to its quote as a saved one does: put in its place again, several lines would be there twice
   */
  async function put(inputs: readonly ProductLineInput[]): Promise<LeftQuote | null | undefined> {
    const { editing } = opened
    own.value = inputs[0]!
    busy.value = true
    let later: KeptForLater | null = null
    const left = await failure.attempt(async () => {
      try {
        return await (editing
          ? quote.replaceLine(editing.opened.value.at, ...inputs)
          : quote.addLine(...inputs))
      } catch (cause) {
        if (!editing || !(cause instanceof KeptForLater)) throw cause
        later = cause
        return undefined
      }
    })
    busy.value = false
    if (later !== null) {
      await router.push({ name: 'current-quote' })
      failure.tell(later)
    }
    return left
  }

  /** What stands there when it is asked for: who goes on typing has asked for that, and not for what he types by then. */
  function meantNow(): Meant {
    const isPlain = !picks.picking.value && faults.list.value.length === 0 && size.question.value === null
    const at = isPlain && !unread.value && !sold.undecided.value ? chosen.value : null
    return {
      said: said(),
      input: at && { ...inputOf(lineOf(opened.form, selection), at), ...soldBy(sold.saleOf()) },
    }
  }
  const said = () => JSON.stringify([lineOf(opened.form, selection), wanted.value, picks.picking.value])

  let waiting: readonly Meant[] = []
  let ending: Promise<unknown> = Promise.resolve()
  /** Who went on to another screen has asked for it all the same. */
  let left = false
  onScopeDispose(() => (left = true))
  /** Each after the other, as they were asked for. What waits already is not asked for again by a second press. */
  async function add(): Promise<void> {
    // Before the customer it would be there at what the shop pays.
    if (masked.value === 'cost') return
    const meant = meantNow()
    if (waiting.at(-1)?.said === meant.said) return
    waiting = [...waiting, meant]
    const stands = () => said() === meant.said && !left
    const added = ending
      .then(() => priced(stands))
      .then(() => (stands() ? addShown() : addOvertaken(meant)))
      .finally(() => (waiting = waiting.slice(1)))
    ending = added.catch(() => undefined)
    await added
  }

  /** What something else has taken the place of before it had a price: the service prices it as it is added. */
  async function addOvertaken({ input }: Meant): Promise<void> {
    if (!input) return toasts.error(t('addToQuote.overtaken'))
    const at = opened.editing?.opened.value.at ?? -1
    const other = await put([input])
    if (other === undefined) return
    if (opened.editing && !left) await router.push({ name: 'current-quote' })
    const line = quote.quote?.lines.at(at)
    if (line && line.price.priceCents === null)
      return toasts.error(
        t('addToQuote.withoutPrice', {
          ...{ line: line.name, quote: named(quote.quote!), why: line.problem ?? line.price.message },
        }),
      )
    tell((name) => t(opened.editing ? 'addToQuote.updated' : 'addToQuote.added', { quote: name }), other)
  }

  async function addShown(): Promise<void> {
    if (!isAddable(add)) return
    if (picks.picking.value) return addPicked()
    const { editing } = opened
    const shown = chosen.value!.priceCents
    const kept = sold.keptPrice()
    const input = { ...inputOf(lineOf(opened.form, selection)), ...soldBy(sold.saleOf()) }
    // Before the customer none is told that he does not see here.
    if (!masked.value) shownPrices.keep(input, chosen.value!)
    const left = await put([input])
    if (left === undefined) return
    const added = quote.quote?.lines.at(editing?.opened.value.at ?? -1)?.price
    if (editing) await router.push({ name: 'current-quote' })
    // The screen may not have heard of it yet.
    const moved = !masked.value && added && shown !== null && added.priceCents !== shown
    const before = moved ? price(shown, chosen.value ?? added) : null
    const unpriced = moved && added.priceCents === null
    // Without a price it is no green matter that it is there; that another quote took it is told all the same.
    if (!unpriced || left?.done) {
      const words = !editing ? 'added' : kept === null ? 'updated' : 'updatedFixed'
      tell((name) => t(`addToQuote.${words}`, { quote: name, amount: kept }), left)
    }
    if (!moved) return
    toasts.error(
      unpriced
        ? t('addToQuote.unpriced', { shown: before, quote: named(quote.quote!) })
        : t('addToQuote.otherPrice', { shown: before, added: price(added.priceCents!, added) }),
    )
    void configurator.reload()
  }

  /**
   * What is picked: the first counts, the others are alternatives to it. Once they are on the quote, be they saved later,
   * nothing is picked any more: pressed again they would be there twice.
   */
  async function addPicked(): Promise<void> {
    const lines = picks.picked.value.map(({ quantities, price: at }, i): ProductLineInput => {
      const line = lineOf(opened.form, { ...selection, quantities: quantities.map(String) })
      return { ...inputOf(line, at), ...(i > 0 && { role: 'alternative' as const }) }
    })
    const count = lines.length
    busy.value = true
    const left = await failure.attempt(async () => {
      try {
        return await quote.addLine(...lines)
      } catch (cause) {
        if (isKept(cause)) picks.end()
        if (count === 1 || !(cause instanceof KeptForLater)) throw cause
        toasts.error(t('picks.kept', { count }))
        return undefined
      }
    })
    busy.value = false
    if (left === undefined) return
    picks.end()
    const words = count === 1 ? 'addToQuote.added' : 'picks.added'
    tell((name) => t(words, { count, quote: name }, count), left)
  }

  /** Whether a sale is offered: not at a price that is not to be seen. */
  const sellable = computed(() => !opened.editing && !picks.picking.value && !masked.value)
  let selling = false
  /** Sells what stands there at the counter: as a quote of its own. */
  async function sell(): Promise<void> {
    if (selling || !sellable.value) return
    selling = true
    if (await canAdd(sell)) {
      busy.value = true
      await beginSale(inputOf(lineOf(opened.form, selection)))
      busy.value = false
    }
    selling = false
  }

  async function addSeparately(): Promise<void> {
    if (!(await canAdd(addSeparately))) return
    const sale = sold.saleOfParts()
    const lines = separated(selection).map((one) => ({
      ...inputOf(lineOf(opened.form, one)),
      ...soldBy(sale),
    }))
    const left = await put(lines)
    if (left === undefined) return
    if (opened.editing) await router.push({ name: 'current-quote' })
    const words = sale === undefined || !inside.value ? 'visuals.added' : 'visuals.addedAtCatalogue'
    tell((name) => t(words, { count: lines.length, quote: name }), left)
  }

  function addUnlikely(): void {
    size.confirm()
    asking.value = null
    void again()
  }

  return { add, sell, sellable, addSeparately, asking, addUnlikely, busy, change, both, unread, sold }
}
