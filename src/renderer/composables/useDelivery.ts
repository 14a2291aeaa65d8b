/** When what goes on the quote under way is delivered, by the days on which the shop works and that of its files. */
import { computed, onScopeDispose, ref } from 'vue'
import { useI18n } from 'vue-i18n'
import { localDay, type Day } from '../../domain/shared/calendar.ts'
import {
  closedBetween,
  dayOfFiles,
  dayOfReceipt,
  DEFAULT_CALENDAR,
  deliveryDay,
  promisedDay,
  type ClosedTime,
  type ShopCalendar,
} from '../../domain/shared/working-days.ts'
import type { Quote, QuoteLine } from '../api/types'
import { useQuote } from '../stores/quote'
import { useStatus } from '../stores/status'
import { useFormat } from './useFormat'

const LOOKED_AT_MS = 20_000

/** The present in the shop, as exactly as a screen that stays open over a cut-off hour or over midnight needs it. */
function useNow() {
  const status = useStatus()
  const looks = ref(0)
  const timer = setInterval(() => looks.value++, LOOKED_AT_MS)
  onScopeDispose(() => clearInterval(timer))
  return computed(() => (looks.value, status.shopNow()))
}

export function useDelivery() {
  const { t, locale } = useI18n()
  const { promised, numericDay } = useFormat()
  const status = useStatus()
  const quote = useQuote()
  const now = useNow()

  const calendar = computed<ShopCalendar>(() => status.status?.calendar ?? DEFAULT_CALENDAR)
  /** The day on which the files arrive; null: with the order. Set beside a quote that takes no more lines, it begins the next one. */
  const filesOn = computed<Day | null>({
    get: () => (quote.editable ? (quote.draft.filesOn ?? null) : null),
    set: (day) => {
      if (!quote.editable && day === null) return
      if (!quote.editable) quote.close()
      quote.draft.filesOn = day
      // A new quote begins with its first line.
      if (quote.quote) quote.touch()
    },
  })
  const received = computed(() => dayOfFiles(dayOfReceipt(calendar.value, now.value), filesOn.value))
  /** The day of the files in words, where it is over: they count as of today. */
  const filesPast = computed(() => {
    const day = filesOn.value
    return day !== null && day < localDay(now.value) ? numericDay(day) : null
  })
  /** The day that lead times are counted from: the first one that is worked. */
  const counted = computed(() => deliveryDay(calendar.value, received.value, 0))
  /** @param days working days */
  const dayOf = (days: number): Day => deliveryDay(calendar.value, received.value, days)

  /** When a line is delivered that is ordered now, as the order then says; null where its lead time is not known. */
  const dayOrdered = (of: Pick<Quote, 'filesOn'>, { price }: Pick<QuoteLine, 'price'>): Day | null =>
    promisedDay(calendar.value, dayOfFiles(dayOfReceipt(calendar.value, now.value), of.filesOn), price)

  const nameOf = ({ name, reason }: ClosedTime) => (name ? name[locale.value === 'en' ? 'en' : 'fr'] : reason)
  const closedInWords = (time: ClosedTime): string => {
    const when =
      time.from === time.to
        ? promised(time.from)
        : t('delivery.fromTo', { from: promised(time.from), to: promised(time.to) })
    return nameOf(time) === '' ? when : t('delivery.named', { when, name: nameOf(time) })
  }
  /** Why so long: what closes the shop until the day of a lead time; "" where nothing does but weekends. */
  const closedUntil = (days: number): string => {
    const times = closedBetween(calendar.value, received.value, dayOf(days))
    return times.map(closedInWords).join(', ')
  }

  return {
    /** The day of a lead time, in words: "mar. 24 nov.". */
    delivery: (days: number) => promised(dayOf(days)),
    dayOrdered,
    counted: computed(() => promised(counted.value)),
    cutOff: computed(() => calendar.value.cutOff),
    closedUntil,
    filesOn,
    filesPast,
  }
}
