/**
 * What the service finds of a text as it is typed: quotes, customers and orders. Of several answers under way only that to
 * the newest text counts. Turned to a customer there are no customers, no quotes and orders but his, and no one's name beside
 * a number.
 */
import { Building2, ClipboardList, FileText } from '@lucide/vue'
import { computed, shallowRef, watch, type Ref } from 'vue'
import { useI18n } from 'vue-i18n'
import { api } from '../api/client'
import type { OrderSummary, QuoteSummary } from '../api/types'
import type { Search } from '../api/types'
import type { Entry } from '../lib/palette'
import { shownStatus } from '../lib/order-status'
import { useInside } from './useInside'
import { useLatest } from './useLatest'
import { useQuoteName } from './useQuoteName'
import { useShownCustomer } from './useShownCustomer'
import { useStatusWords } from './useStatusWords'

/** Of fewer characters nearly everything would be found. */
const LEAST_TEXT = 2
/** Of each kind. */
const MOST = 5

interface Found {
  readonly quotes: readonly Pick<
    QuoteSummary,
    'id' | 'number' | 'reference' | 'recipient' | 'state' | 'revision'
  >[]
  readonly companies: Search['companies']
  readonly orders: readonly Pick<OrderSummary, 'id' | 'number' | 'reference' | 'recipient' | 'status'>[]
}
const NOTHING: Found = { quotes: [], companies: [], orders: [] }

export function usePaletteFound(text: Readonly<Ref<string>>) {
  const { t } = useI18n()
  const { statusWords } = useStatusWords()
  const { number } = useQuoteName()
  const { inside } = useInside()
  const { only } = useShownCustomer()
  const latest = useLatest<Found | null>()
  const failed = shallowRef<unknown>(null)

  /** What a customer may find: what is his. */
  async function findOf(company: number, search: string): Promise<Found> {
    const query = { search, company, limit: MOST, offset: 0 }
    const [quotes, orders] = await Promise.all([
      api.quotes({ ...query, state: '' }),
      api.orders({ ...query, area: '', status: '', quote: '', source: '' }),
    ])
    return { quotes: quotes.entries, companies: [], orders: orders.entries }
  }
  function find(q: string, signal: AbortSignal): Promise<Found> {
    if (inside.value) return api.search(q, signal)
    return only.value === null ? Promise.resolve(NOTHING) : findOf(only.value, q)
  }

  // To whom the screen is turned may be known only once its quote has been read.
  watch([text, inside, only], async ([typed]) => {
    const q = typed.trim()
    failed.value = null
    const isEnough = q.length >= LEAST_TEXT
    await latest.ask((signal) => (isEnough ? find(q, signal) : Promise.resolve(null)))
  })
  watch(latest.error, (error) => {
    failed.value = error
    // What an earlier text found is no answer to this one.
    if (error) latest.data.value = null
  })

  const found = computed<Entry[]>(() => {
    const { quotes = [], companies = [], orders = [] } = latest.data.value ?? {}
    const whom = (name: string) => (inside.value ? name : '')
    const called = (name: string, reference: string) =>
      inside.value ? [name, reference].filter(Boolean).join(' ') : name
    const statusOf = (status: string) => statusWords(shownStatus(status, inside.value))
    return [
      ...(inside.value ? companies : []).map(({ id, name, town, near }) => ({
        ...{ key: `company:${id}`, group: 'companies' as const, icon: Building2, name },
        note: [town, near ? t('palette.near') : ''].filter(Boolean).join(' · '),
        to: { name: 'company', params: { id } },
      })),
      ...quotes.map((quote) => ({
        ...{ key: `quote:${quote.id}`, group: 'quotes' as const, icon: FileText, number: quote.number },
        name: called(number(quote), quote.reference),
        note: [whom(quote.recipient), t(`quoteState.${quote.state}`)].filter(Boolean).join(' · '),
        to: { name: 'quote', params: { id: quote.id } },
      })),
      ...orders.map((order) => ({
        ...{ key: `order:${order.id}`, group: 'orders' as const, icon: ClipboardList, number: order.number },
        name: called(order.number, order.reference),
        note: [whom(order.recipient), statusOf(order.status)].filter(Boolean).join(' · '),
        to: { name: 'order', params: { id: order.id } },
      })),
    ]
  })
  return { found, failed }
}
