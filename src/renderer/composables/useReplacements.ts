/** What an old configuration lost to a new catalogue: what would take its place, and what that does to the price. */
import { computed, ref, watch } from 'vue'
import { api } from '../api/client'
import type { PricedLeadTime } from '../api/types'
import type { Form } from '../lib/form'
import { leadTimeOf, lossesOf, replaced, type Loss } from '../lib/replacements'
import { withdrawnIn } from '../lib/withdrawn'
import { localFaults, pricedLineOf, quantitiesOf } from '../lib/selection'
import { leadTimeFor } from '../../domain/shared/offers.ts'
import { soldBy } from '../../domain/shared/sold-at.ts'
import type { Configurator, OpenedLine, Start } from './useConfigurator'
import { useLatest } from './useLatest'
import { useLostLeadTime } from './useLostLeadTime'

/** One thing that was lost, and whether something stands in its place by now. */
export interface ShownLoss extends Loss {
  readonly mended: boolean
  /** What stands in its place by then; "" while nothing does. */
  readonly by: string
}

type Costed = Pick<PricedLeadTime, 'priceCents'> & Partial<Pick<PricedLeadTime, 'costCents'>>

/**
 * @param opened what somebody had chosen, if anything
 * @param lose begins anew without choices that turn out to be gone, too, by the keys of their controls
 */
export function useReplacements(
  form: Form,
  configurator: Configurator,
  opened: Start | null,
  lose: (choices: ReadonlyMap<string, number>) => void,
) {
  const { selection, lost, wanted, chosen, ready, quantities } = configurator
  const asked = wanted.value
  const lostAtOnce = opened ? lossesOf(form, selection, lost, asked) : []
  const time = useLostLeadTime(configurator, opened !== null)
  const losses = computed(() =>
    time.lost.value ? [...lostAtOnce.filter(({ key }) => key !== 'leadTime'), time.lost.value] : lostAtOnce,
  )
  const opening = {
    ...selection,
    choices: { ...selection.choices },
    quantities: [...selection.quantities],
  }
  /** What it was of, where that has left the catalogue. */
  const from = opened?.from ?? null
  const takenTime = ref(false)
  watch(wanted, () => (takenTime.value = true))
  watch(time.lost, () => (takenTime.value = false))

  /** A lead time that went under the open page: the nearest that is left stands already. */
  const movedTime = computed(() => time.wasHere.value && !takenTime.value)

  function stands({ key }: Loss): boolean {
    const visual = /^quantity:(\d+)$/.exec(key)?.[1]
    if (key === 'leadTime') return !takenTime.value && !movedTime.value
    if (visual === undefined) return selection.choices[key] === opening.choices[key]
    return selection.quantities[Number(visual)] === opening.quantities[Number(visual)]
  }
  function standing({ key }: Loss): string {
    const visual = /^quantity:(\d+)$/.exec(key)?.[1]
    if (key === 'leadTime') return (movedTime.value ? chosen.value?.label : wanted.value) ?? ''
    if (visual !== undefined) return selection.quantities[Number(visual)] ?? ''
    const field = form.fields.find((each) => each.key === key)
    const chosenId = selection.choices[key]
    return (field?.kind === 'choice' && field.choices.find(({ id }) => id === chosenId)?.name) || ''
  }
  const shown = computed<ShownLoss[]>(() =>
    losses.value.map((loss) => {
      const mended = !stands(loss)
      return { ...loss, mended, by: mended ? standing(loss) : '' }
    }),
  )
  const open = computed(() => shown.value.filter(({ mended }) => !mended))
  const takeable = computed(() => open.value.filter(({ nearest }) => nearest !== null))

  function take(some: readonly Loss[]): void {
    const { choices, unknown, quantities: counts } = replaced(selection, some)
    // What nobody knew before they were asked for: none of it is to be had at the lead time that was wanted.
    const isAll = some.length === takeable.value.length && wanted.value !== null
    const time = leadTimeOf(some) ?? (isAll ? (offeredAt.value?.label ?? null) : null)
    Object.assign(selection.choices, choices)
    Object.assign(selection.unknown, unknown)
    selection.quantities = counts
    if (time === null || time === wanted.value) return
    wanted.value = time
    takenTime.value = true
  }

  /** The line of a quote, as it is there. */
  const line = opened && 'opened' in opened ? (opened as OpenedLine).opened.value.line : null
  /** As it is sold: what is on a mark-up, or fixed, is no catalogue price. */
  function sold<Price extends Costed>(price: Price | null): Price | null {
    const cents = price && soldBy(price, line?.sale ?? null)
    return cents === null ? null : { ...price!, priceCents: cents }
  }

  /** The price that its line of the quote has, or that it had when it was kept; null where it had none. */
  const priceThen = line ? sold(line.price) : opened?.price?.priceCents == null ? null : opened.price
  /** Whether the price before is the one that the page showed until now. */
  const seen = computed(() => opened?.seen === true || (!line && movedTime.value && time.seen.value !== null))
  const before = computed(() => (seen.value ? (time.seen.value ?? priceThen) : priceThen))

  /** With everything replaced that can be, at the lead time that was wanted. */
  const offer = useLatest<readonly PricedLeadTime[]>()
  const offered = computed(() => {
    const mended = replaced(selection, takeable.value)
    return localFaults(form, mended).size > 0 ? null : pricedLineOf(form, mended)
  })
  watch(
    () => (takeable.value.length > 0 && offered.value ? JSON.stringify(offered.value) : null),
    (text) => {
      if (text === null || !offered.value) return
      const line = offered.value
      void offer.ask(async (signal) => {
        const { leadTimes } = await api.prices({ area: form.area, line }, signal)
        if (opened) time.hold(leadTimes)
        return leadTimes
      })
    },
    { immediate: true },
  )
  const offeredAt = computed(() => {
    const label = leadTimeOf(takeable.value) ?? wanted.value
    return leadTimeFor(label, offer.data.value ?? [])
  })
  /** What a partner has taken out while the catalogue still offers it takes the place of nothing. */
  watch(offer.error, (error) => {
    const mended = replaced(selection, takeable.value)
    const gone = takeable.value.filter(({ key }) => withdrawnIn(form, mended, error).has(key))
    if (gone.length > 0) lose(new Map(gone.map(({ key }) => [key, Number(mended.choices[key])])))
  })
  /** What it would cost, or costs by now: null while it is not known. */
  const after = computed<PricedLeadTime | null>(() => {
    const now = takeable.value.length > 0 ? offeredAt.value : ready.value ? chosen.value : null
    return sold(now ?? null)
  })
  /** What it costs, of a line whose fixed price does not tell; null: it does, or one of both is not known. */
  const fixedCosts = computed(() => {
    const was = line?.sale?.by === 'fixed' ? line.price.costCents : null
    const is = after.value?.costCents ?? null
    return was === null || is === null ? null : { before: was, after: is }
  })
  /** Whether the price is for as many as the one before. */
  const sameQuantity = computed(() => {
    const total = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0)
    const now =
      takeable.value.length > 0 ? quantitiesOf(replaced(selection, takeable.value)) : quantities.value
    return total(now) === total(from?.wanted ?? opening.quantities.map(Number))
  })

  /** The lead time of that price, where it is not the one that was wanted; null: it is. */
  const otherLeadTime = computed(() => {
    const label = after.value?.label ?? null
    return asked === null || label === asked || movedTime.value ? null : label
  })

  /** Whether it is a link that asks for what is not offered: of numbers nothing tells that they ever were. */
  const isLink = opened?.ofLink === true && lost.options.length === 0 && lost.names.size === 0
  const ofLink = computed(() => isLink && !time.wasHere.value)
  /** The lead time as the address says it: what a link asks for, and what stands where that went under the open page. */
  const leadTimeTold = computed(() =>
    movedTime.value && wanted.value !== null ? (chosen.value?.label ?? wanted.value) : wanted.value,
  )

  /** Whether it is a line of a quote, which says what it was. */
  const ofQuote = opened !== null && 'quote' in opened

  return {
    from,
    opening,
    ofQuote,
    seen,
    begun: opened !== null,
    shown,
    open,
    takeable,
    take,
    before,
    after,
    sameQuantity,
    otherLeadTime,
    isLink,
    ofLink,
    leadTimeTold,
    asked,
    fixedCosts,
  }
}
export type Replacements = ReturnType<typeof useReplacements>
