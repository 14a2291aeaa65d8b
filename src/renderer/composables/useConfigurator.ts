/**
 * What is being configured, and its prices. The line and the grid around it are asked together and shown in one go
 * where both answers are there at once; the curve follows when the browser has nothing else to do, and is in sight.
 */
import { computed, nextTick, reactive, ref, shallowRef, watch, type ShallowRef } from 'vue'
import { useI18n } from 'vue-i18n'
import { leadTimeFor } from '../../domain/shared/offers.ts'
import { answers, api, ApiError, isUnanswered } from '../api/client'
import type { MatrixResponse, PricedLeadTime, PriceThen, QuoteLineInput, WireLine } from '../api/types'
import { askedPrices } from '../lib/asked-prices'
import { markPricesPainted } from '../lib/benchmark-marks'
import type { Carried } from '../lib/carried-over'
import type { Form } from '../lib/form'
import { whenIdle } from '../lib/idle'
import { lostChoices, type Saved } from '../lib/lost-choices'
import {
  controlNamedIn,
  controlOf,
  leadTimeIn,
  localFaults,
  pricedLineOf,
  quantitiesOf,
  selectionOf,
} from '../lib/selection'
import type { Untaken } from '../lib/untaken'
import { withdrawnIn } from '../lib/withdrawn'
import { useStatus } from '../stores/status'
import type { FollowedLine } from './useFollowedLine'
import { useLasting } from './useLasting'
import { useLatest } from './useLatest'
import { usePartnerReturn } from './usePartnerReturn'
import { useArrivals, usePriceWindow } from './usePriceWindow'

/** What the configurator begins with, and how it read when it was kept. */
export interface Start {
  readonly line: QuoteLineInput
  readonly saved: Saved
  /** of a saved configuration */
  readonly name?: string | null
  /** whether a link alone says it: nothing tells that it ever was offered */
  readonly ofLink?: boolean
  /** what its address asks for that nothing can be made of */
  readonly untaken?: readonly Untaken[]
  /** that its line of a quote has, that it had when it was kept, or that its page showed until now */
  readonly price?: PriceThen | null
  /** whether its page showed that price until now */
  readonly seen?: boolean
  /** what it was of, where that has left the catalogue: it is carried over by its words */
  readonly from?: CarriedFrom
}

/** A product or family that has left the catalogue, and what of its configuration another one has not. */
export interface CarriedFrom extends Pick<Carried, 'missed' | 'wanted' | 'beyond'> {
  readonly name: string
}

/** The line of a quote that is opened again, and how it reads there. */
export interface OpenedLine extends Start {
  /** the line as it is in its quote, and where; at −1 as it was there last */
  readonly opened: Readonly<ShallowRef<FollowedLine>>
  /** What its quote is called in a sentence. */
  readonly quote: string
  /** Whether it is sold at a price of its own, which is not that of the catalogue. */
  readonly soldApart: boolean
}

type Rows = MatrixResponse['rows']

/** The prices of a line, with the quantities that they are for: those trail what is being typed. */
interface Priced {
  readonly leadTimes: readonly PricedLeadTime[]
  readonly quantities: readonly number[]
  /** the line that was asked for */
  readonly key: string
  /** known by now, while its partner is asked */
  readonly early: boolean
}

/** How long the prices wait for the grid, so that both are drawn at once: a frame or so. */
const GRID_GRACE_MS = 24
/** Prices of another line stand dimmed for so long, and no longer. */
const OUTRUN_MS = 1_000
/** The curve is drawn by then, however busy the browser is. */
const CURVE_AT_LATEST_MS = 400

/** The same line at other quantities has one grid and one curve: this is what they depend on. */
function withoutQuantity(line: WireLine): WireLine {
  const { quantites_multiples: _many, quantite: _one, ...rest } = line
  return rest
}

const isPriced = ({ priceCents }: PricedLeadTime) => priceCents !== null

/** The lead time, where what it costs is not known. */
const unpriced = ({ label, days, delai }: PricedLeadTime, message: string): PricedLeadTime => ({
  ...{ label, days, delai, message },
  ...{ status: 'unavailable', priceCents: null, costCents: null, low: null, high: null, observedAt: null },
})

/** The quantities of the row nearest to a total that has a price; null where none has. */
function nearestPriced(rows: Rows, total: number): readonly number[] | null {
  const away = (quantities: readonly number[]) => Math.abs(quantities.reduce((sum, n) => sum + n, 0) - total)
  const priced = rows.filter(({ leadTimes }) => leadTimes.some(isPriced)).map(({ quantities }) => quantities)
  return priced.toSorted((a, b) => away(a) - away(b))[0] ?? null
}

const pricesOnlyBy = (line: WireLine) => JSON.stringify(withoutQuantity(line))

const soon = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

export function useConfigurator(form: Form, opened: Start | null) {
  const { t } = useI18n()
  const status = useStatus()
  const start = opened?.line.line ?? form.defaultLine
  const lost = lostChoices(form, start, opened?.saved ?? { summary: [], parts: [] })
  const selection = reactive(selectionOf(form, start))
  for (const [key, id] of lost.choices) selection.choices[key] = id
  const local = computed(() => localFaults(form, selection))
  const quantities = computed(() => quantitiesOf(selection))
  const totalQuantity = computed(() => quantities.value.reduce((sum, quantity) => sum + quantity, 0))

  /** The line to be priced; a label does not change a price. */
  const line = computed(() => (local.value.size > 0 ? null : pricedLineOf(form, selection)))
  const lineKey = computed(() => line.value && JSON.stringify(line.value))

  const prices = useLatest<Priced>()
  const grid = useLatest<Rows>()
  const curve = useLatest<Rows>()
  const curveShown = ref(false)
  /** Quantities whose rows stay in the grid, wherever what is configured goes. */
  const keptRows = shallowRef<readonly (readonly number[])[]>([])
  const { rows: gridQuantities, curve: curveQuantities } = usePriceWindow(form, quantities, keptRows)

  /** The line that prices were asked for last, and the one that they were refused for. */
  let askedKey: string | null = null
  const refusedKey = shallowRef<string | null>(null)
  watch(prices.error, (error) => (refusedKey.value = error === null ? null : askedKey), { flush: 'sync' })

  async function askPrices(): Promise<void> {
    if (!line.value) return
    const asked = line.value
    const counts = quantities.value
    const key = (askedKey = lineKey.value!)
    const priced = Promise.withResolvers<null>()
    const gridAnswered = askGrid(asked, priced.promise)
    const newest = await prices.ask(async (signal, before) => {
      const shown = async (leadTimes: readonly PricedLeadTime[], early: boolean): Promise<Priced> => {
        priced.resolve(null)
        await Promise.race([gridAnswered, soon(GRID_GRACE_MS)])
        return { leadTimes, quantities: counts, key, early }
      }
      const known = async (leadTimes: readonly PricedLeadTime[]) => {
        before.show(await shown(leadTimes, true))
        askCurveWhenIdle()
      }
      const toldBefore = { known, refused: before.fail, empty: prices.data.value === null }
      try {
        const leadTimes = await askedPrices(
          { area: form.area, line: asked },
          signal,
          status.partner(form.source) ? toldBefore : null,
        )
        return await shown(leadTimes, false)
      } catch (cause) {
        // A line without prices has no grid: the last one stays beside the last prices.
        priced.reject(new DOMException('No prices', 'AbortError'))
        throw cause
      }
    })
    if (!newest) return
    if (isContradicted()) void askGrid(asked, Promise.resolve(null))
    await nextTick()
    markPricesPainted()
    askCurveWhenIdle()
  }

  /** What the grid and the curve on the screen answer: the same question is not asked twice. */
  let gridKey = ''
  let curveKey = ''
  /** What the grid is of, whatever the quantity. */
  const gridOf = shallowRef('')
  const keyOf = (asked: WireLine, counts: number[][]) => JSON.stringify([withoutQuantity(asked), counts])
  const matrixOf = async (asked: WireLine, counts: number[][], signal: AbortSignal) =>
    (await api.matrix({ area: form.area, line: asked, quantities: counts }, signal)).rows

  /** A tariff says the same again. A partner's next answer teaches more, and a question under way may be of another line. */
  const answersLast = ({ error, busy }: typeof grid) =>
    error.value === null && !busy() && status.status !== null && !status.partner(form.source)

  /** @param priced the grid is not shown before the prices of its line are there */
  async function askGrid(asked: WireLine, priced: Promise<null>): Promise<unknown> {
    const counts = gridQuantities.value
    const key = keyOf(asked, counts)
    if (key === gridKey && answersLast(grid)) return priced.catch(() => null)
    const newest = await grid.ask(async (signal) => {
      const [rows] = await Promise.all([matrixOf(asked, counts, signal), priced])
      return rows
    })
    if (!newest) return
    gridKey = key
    gridOf.value = pricesOnlyBy(asked)
  }

  /** Whether the grid has older prices of the line than its partner has just answered: then the rest of it is old, too. */
  function isContradicted(): boolean {
    const of = pricedQuantities.value.join()
    const row = grid.data.value?.find(({ quantities }) => quantities.join() === of)
    const now = new Map(leadTimes.value.map(({ label, priceCents }) => [label, priceCents]))
    return (
      row?.leadTimes.some(
        ({ status: known, label, priceCents }) => known === 'observed' && now.get(label) !== priceCents,
      ) ?? false
    )
  }

  async function askCurve(): Promise<void> {
    const asked = line.value
    if (!asked || !curveShown.value) return
    const counts = curveQuantities.value
    const key = keyOf(asked, counts)
    if (key === curveKey && answersLast(curve)) return
    if (await curve.ask((signal) => matrixOf(asked, counts, signal))) curveKey = key
  }

  function askCurveWhenIdle(): void {
    if (curveShown.value) whenIdle(() => void askCurve(), CURVE_AT_LATEST_MS)
  }

  /** Asks again for what stands on the screen: after a failure, or where new prices have come in. */
  function reload(): Promise<void> {
    gridKey = ''
    curveKey = ''
    return askPrices()
  }

  /** Whether what stands on the screen is what is known of the line, while its partner is asked. */
  const early = computed(
    () =>
      prices.data.value?.early === true &&
      prices.data.value.key === lineKey.value &&
      prices.error.value === null,
  )
  /** Whether the prices on the screen are old ones, and new ones have been waited for so long that it is felt. */
  const waiting = computed(() => prices.waiting.value && !early.value)
  // What the partner is being asked for arrives later. A newer question has its own answers.
  const isAwaited = () => prices.busy() && !early.value
  useArrivals(grid.data, () => {
    if (line.value && !isAwaited() && !grid.busy()) void askGrid(line.value, Promise.resolve(null))
  })
  useArrivals(curve.data, () => {
    if (!isAwaited() && !curve.busy()) void askCurve()
  })

  if (opened === null) beginWherePriced()
  /** Nobody has asked for a quantity yet: without a price at the one that is begun at, the nearest that has one stands. */
  function beginWherePriced(): void {
    const first = lineKey.value
    const { stop } = watch([prices.data, grid.data], ([priced, rows]) => {
      if (!priced || priced.early || !rows) return
      stop()
      const nearest = priced.leadTimes.some(isPriced) ? null : nearestPriced(rows, totalQuantity.value)
      if (nearest && lineKey.value === first) selection.quantities = nearest.map(String)
    })
  }

  watch(lineKey, askPrices, { immediate: true })
  // Another mark-up, too, is told as a catalogue: what stands on the screen is no price any more.
  watch(
    () => status.revisions.catalogue,
    () => void reload(),
  )
  usePartnerReturn(() => void reload(), form.source)
  watch(answers, (back) => void (back && isUnanswered(prices.error.value) && reload()))
  watch(curveShown, askCurve)

  /** What the service refused, by control; `''` for what belongs to none. */
  const refused = computed(() => {
    const faults = new Map<string, string>()
    const error = prices.error.value
    if (!(error instanceof ApiError) || local.value.size > 0) return faults
    for (const { path, message } of error.errors) {
      const key = controlOf(form, selection, path) ?? controlNamedIn(form, message) ?? ''
      const said = faults.get(key)
      faults.set(key, said === undefined ? message : `${said} ${message}`)
    }
    return faults
  })

  /** Choices that the service, or a partner that its catalogue trails, does not offer at all, by control, in its words. */
  const withdrawn = computed(() =>
    local.value.size === 0 ? withdrawnIn(form, selection, prices.error.value) : new Map<string, string>(),
  )
  /** Whether the line that stands there is the one that was refused: what was said of another choice says nothing of this one. */
  const isRefused = computed(() => refusedKey.value !== null && refusedKey.value === lineKey.value)

  const chosenLabel = ref(leadTimeIn(form, opened?.line ?? null))
  /** Whether the prices on the screen are of another line than the one that stands there, as far as that is felt. */
  const outrun = computed(
    () =>
      prices.data.value !== null &&
      prices.data.value.key !== lineKey.value &&
      (prices.waiting.value || prices.error.value !== null),
  )
  const outrunLong = useLasting(() => outrun.value, OUTRUN_MS)
  /** Whether they are to stand no longer: nobody would take them for those of another line. */
  const stale = computed(() => outrun.value && (outrunLong.value || prices.error.value !== null))
  /** Whether the grid is of the line that stands there, at whatever quantity. */
  const isGridOwn = computed(() => line.value !== null && gridOf.value === pricesOnlyBy(line.value))

  const answered = computed(() => prices.data.value?.leadTimes ?? [])
  /** Another quantity of the same line may be known from the grid; what is not has no price. */
  const leadTimes = computed<readonly PricedLeadTime[]>(() => {
    if (!stale.value) return answered.value
    const of = quantities.value.join()
    const row = isGridOwn.value && grid.data.value?.find((each) => each.quantities.join() === of)
    return row && !row.pending
      ? row.leadTimes
      : answered.value.map((each) => unpriced(each, t('price.notNow')))
  })
  const pricedQuantities = computed(() =>
    stale.value ? quantities.value : (prices.data.value?.quantities ?? []),
  )
  const chosen = computed(
    () =>
      leadTimes.value.find(({ label }) => label === chosenLabel.value) ??
      leadTimeFor(chosenLabel.value, leadTimes.value),
  )
  /** The grid, whose row of the line itself shows what the line was answered; none of another line without a new one. */
  const gridRows = computed<Rows | null>(() => {
    if ((stale.value || grid.error.value !== null) && !isGridOwn.value) return null
    const of = prices.data.value?.quantities.join()
    return (
      grid.data.value?.map((row) =>
        row.quantities.join() === of ? { ...row, leadTimes: [...answered.value] } : row,
      ) ?? null
    )
  })

  /** Whether what stands on the screen can go on a quote; an answer that is not yet felt to be late does not count. */
  const ready = computed(
    () =>
      !waiting.value &&
      line.value !== null &&
      prices.error.value === null &&
      chosen.value !== null &&
      chosen.value.priceCents !== null,
  )

  /** The price of the line that stands there; null while that on the screen is of another one, or none. */
  const ownPrice = computed(() =>
    ready.value && prices.data.value?.key === lineKey.value ? chosen.value : null,
  )

  function choose(label: string, newQuantities?: readonly number[]): void {
    chosenLabel.value = label
    if (newQuantities) selection.quantities = newQuantities.map(String)
  }

  return {
    selection,
    local,
    refused,
    withdrawn,
    isRefused,
    lost,
    quantities,
    totalQuantity,
    pricedQuantities,
    line,
    /** whose product it is */
    source: form.source,
    prices,
    early,
    waiting,
    grid,
    gridRows,
    keptRows,
    curve,
    curveShown,
    leadTimes,
    chosen,
    wanted: chosenLabel,
    ready,
    ownPrice,
    outrun,
    stale,
    choose,
    reload,
  }
}
export type Configurator = ReturnType<typeof useConfigurator>
