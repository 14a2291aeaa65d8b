/**
 * How a line that is open in the configurator is sold, where that is not at the catalogue's price: what it comes to as it is
 * configured now, and what a person is asked where its fixed price was set for something else.
 */
import { computed, ref, watch } from 'vue'
import { useI18n } from 'vue-i18n'
import { isProduct } from '../../domain/shared/line-roles.ts'
import { itemOf } from '../../domain/shared/quote-lines.ts'
import { discountedBy, isUnderCost, soldAt } from '../../domain/shared/sold-at.ts'
import type { SaleInput } from '../api/types'
import type { Form } from '../lib/form'
import { leadTimeIn, pricedLineOf, selectionOf } from '../lib/selection'
import type { Configurator, OpenedLine } from './useConfigurator'
import { useFormat } from './useFormat'
import { useInside } from './useInside'
import { useSaleWords } from './useSaleWords'

/** What becomes of a fixed price: it stays, or the catalogue's takes its place. */
export type FixedPrice = 'keep' | 'catalogue'

export function useSoldApart(form: Form, editing: OpenedLine | null, configurator: Configurator) {
  const { t } = useI18n()
  const { money, price, percent } = useFormat()
  const { inside, costs } = useInside()
  const saleWords = useSaleWords()
  const { line: configured, chosen } = configurator

  const line = computed(() => editing?.opened.value.line ?? null)
  const sale = computed(() => line.value?.sale ?? null)
  const fixed = computed(() => (sale.value?.by === 'fixed' ? (sale.value.cents ?? null) : null))

  /** What the price was set for, as far as a price goes by it; null: another product, whose place this one takes. */
  const setFor = computed(() =>
    line.value && isProduct(line.value) && itemOf(line.value) === form.id
      ? JSON.stringify(pricedLineOf(form, selectionOf(form, line.value.line)))
      : null,
  )
  const isOther = computed(() => {
    if (!line.value || !configured.value || !chosen.value) return false
    const label = leadTimeIn(form, line.value)
    return (
      JSON.stringify(configured.value) !== setFor.value || (label !== null && label !== chosen.value.label)
    )
  })
  const what = ref<FixedPrice | null>(null)
  /** Whether it is to be said what becomes of the fixed price. */
  const asks = computed(() => fixed.value !== null && isOther.value)
  /** Whether the line was to be saved before it was said: then it is told that this is what it waits for. */
  const awaited = ref(false)
  watch(asks, (is) => {
    if (is) return
    what.value = null
    awaited.value = false
  })
  const undecided = computed(() => asks.value && what.value === null)
  function demand(): void {
    awaited.value = true
    document.getElementById('sold-apart')?.focus()
  }

  /** What the line comes to at a price before its discount. */
  const after = (cents: number | null) =>
    cents === null ? null : discountedBy(cents, line.value?.discount ?? null)
  const listCents = computed(() => after(chosen.value?.priceCents ?? null))
  const soldCents = computed(() => {
    const by = sale.value
    if (by === null) return listCents.value
    if (by.by === 'fixed') return after(fixed.value)
    return by.percent == null
      ? null
      : after(soldAt(chosen.value?.costCents ?? null, { by: by.by, percent: by.percent }))
  })
  /** Whether a price is under what the line costs as it is configured now. */
  const isLoss = (cents: number | null) =>
    costs.value && isUnderCost(cents, chosen.value?.costCents ?? null) === true

  /** How it is sold, in words; null: at the catalogue's price, or it is not for who looks. */
  const words = computed(() => {
    const discount = line.value?.discount ?? null
    if (sale.value === null && discount === null) return null
    if (sale.value !== null && !inside.value) return null
    const off = discount !== null && t('soldApart.discount', { percent: percent(Number(discount)) })
    const how = [saleWords(sale.value), off].filter(Boolean).join(', ')
    if (soldCents.value === null || !chosen.value) return t('soldApart.how', { how })
    // A fixed price is sure, whatever the catalogue's is.
    const amount = fixed.value === null ? price(soldCents.value, chosen.value) : money(soldCents.value)
    return t('soldApart.at', { how, amount })
  })

  /** The prices that a person chooses between, in words. Before the customer nobody says how the one was set, nor what the other is. */
  const choices = computed(() => {
    if (!asks.value || !chosen.value) return []
    const amount = money(soldCents.value!)
    if (!inside.value)
      return [
        { value: 'keep' as const, label: t('soldApart.keepShown', { amount }) },
        { value: 'catalogue' as const, label: t('soldApart.catalogueShown') },
      ]
    const under = (cents: number | null) => (isLoss(cents) ? ` ${t('soldApart.underCost')}` : '')
    const list = listCents.value
    const catalogue =
      list === null
        ? t('soldApart.catalogueNone')
        : t('soldApart.catalogue', { amount: price(list, chosen.value) }) + under(list)
    return [
      { value: 'keep' as const, label: t('soldApart.keep', { amount }) + under(soldCents.value) },
      { value: 'catalogue' as const, label: catalogue },
    ]
  })
  const question = computed(() => t(inside.value ? 'soldApart.ask' : 'soldApart.askShown'))

  return {
    words,
    /** Whether that is less than the line costs now. */
    underCost: computed(() => !asks.value && words.value !== null && isLoss(soldCents.value)),
    asks,
    what,
    question,
    choices,
    /** Whether it waits for an answer. */
    undecided,
    demanded: computed(() => undecided.value && awaited.value),
    /** Leads to the choice that is to be made first. */
    demand,
    /** How the line is sold from now on; undefined: as before. */
    saleOf: (): SaleInput | null | undefined => (asks.value && what.value === 'catalogue' ? null : undefined),
    /** A fixed price of the whole line is none of its parts'. */
    saleOfParts: (): SaleInput | null | undefined => (fixed.value === null ? undefined : null),
    /** The fixed price in words, where it is told and was kept. */
    keptPrice: (): string | null =>
      inside.value && fixed.value !== null && what.value !== 'catalogue' ? money(fixed.value) : null,
  }
}
export type SoldApart = ReturnType<typeof useSoldApart>
