/** What a shop looks at in the morning: what waits for someone, and how the last twelve months went. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { costsOfServices, type OrderServices } from '../domain/order-services.ts'
import { amountsOfQuote } from '../domain/quote/amounts.ts'
import { lostReasons, type LostReasons } from '../domain/quote/lost.ts'
import { addDays, daysBetween, localDay, type Day } from '../domain/shared/calendar.ts'
import type { Month, Waiting, WaitingQuote, WaitingTransmission } from '../store/dashboard.ts'
import type { Store } from '../store/store.ts'
import type { Clock } from './clock.ts'

/** A validity that ends so many days from today ends soon. */
export const SOON_DAYS = 7
/** Days after which a quote that was sent is to be followed up: nobody is asked again the next morning. */
export const FOLLOW_UP_DAYS = 3
/** Entries of a list: the first ones, and how many there are. */
const LISTED = 6
/** Reasons that are told one by one. */
const REASONS = 8
const MONTHS = 12

export interface DashboardMonth {
  /** YYYY-MM */
  readonly month: string
  /** quotes that were first sent in it, and how many of them were accepted or ordered by now */
  readonly sent: number
  readonly won: number
  /** of its orders, excluding tax, euro cents */
  readonly turnoverCents: number
  /** what is left of it once the costs that are known are off */
  readonly marginCents: number
  /** the part of the turnover that it is left of: services whose cost nobody said are not in it */
  readonly marginOfCents: number
}

type Since<Entry> = Entry & {
  /** whole days that it has waited */
  readonly days: number
}

/** A quote that waits, with how wide the interval of its total is, in cents; null: it is exact. */
type WaitingSum = Since<Omit<WaitingQuote, 'indicative'>> & { readonly uncertainty: number | null }

export interface DashboardFacts {
  readonly today: Day
  readonly soonDays: number
  readonly followUp: Waiting<WaitingSum>
  readonly expiring: Waiting<WaitingSum>
  /** nobody answered while they were valid */
  readonly expired: Waiting<WaitingSum>
  readonly toOrder: Waiting<WaitingSum>
  readonly attention: Waiting<Since<WaitingTransmission>>
  /** the oldest first, this one last */
  readonly months: readonly DashboardMonth[]
  /** of the same months */
  readonly lost: LostReasons
}

export class DashboardService {
  readonly #store: Store
  readonly #clock: Clock

  constructor({ store, clock }: { readonly store: Store; readonly clock: Clock }) {
    this.#store = store
    this.#clock = clock
  }

  /** Everything, a part at a time: who else asks is answered between. */
  async read(): Promise<DashboardFacts> {
    const { dashboard } = this.#store
    const now = this.#clock.now()
    const today = localDay(now)
    const days = { from: today, until: addDays(today, SOON_DAYS) }
    const [waited, ever] = [daysAgo(now, FOLLOW_UP_DAYS - 1), daysAgo(now, -1)]
    const months = lastMonths(now)
    const since = <Entry extends { readonly since: string }>({ total, entries }: Waiting<Entry>) => ({
      total,
      entries: entries.map((entry) => ({
        ...entry,
        days: Math.max(0, daysBetween(localDay(new Date(entry.since)), today)),
      })),
    })
    const quotes = async (list: Parameters<typeof dashboard.quotes>[0], before: string) =>
      this.#summed(since(await dashboard.quotes(list, days, before, LISTED)))
    const followUp = await quotes('followUp', waited)
    await nextTurn()
    const expiring = await quotes('expiring', ever)
    const expired = await quotes('expired', ever)
    await nextTurn()
    const toOrder = await quotes('toOrder', ever)
    const attention = since(await dashboard.transmissions(LISTED))
    await nextTurn()
    const figures = await this.#figures(months)
    await nextTurn()
    const lost = lostReasons(await dashboard.lost(months[0]!.begins), REASONS)
    return {
      today,
      soonDays: SOON_DAYS,
      followUp,
      expiring,
      expired,
      toOrder,
      attention,
      months: figures,
      lost,
    }
  }

  /** Quotes with how exactly their totals are known: a few of a list, and fewer of estimates. */
  async #summed({ total, entries }: Waiting<Since<WaitingQuote>>): Promise<Waiting<WaitingSum>> {
    const { quotes } = this.#store
    const summed = entries.map(async ({ indicative, ...entry }) => {
      const quote = indicative ? await quotes.byId(entry.id) : undefined
      return { ...entry, uncertainty: quote ? amountsOfQuote(quote).uncertainty : null }
    })
    return { total, entries: await Promise.all(summed) }
  }

  async #figures(months: readonly Month[]): Promise<DashboardMonth[]> {
    const { dashboard } = this.#store
    const sent = new Map((await dashboard.sent(months)).map((each) => [each.month, each]))
    await nextTurn()
    const ordered = new Map((await dashboard.ordered(months)).map((each) => [each.month, each]))
    const services = Map.groupBy(await dashboard.services(months), ({ month }) => month)
    return months.map(({ month }) => {
      const { totalCents = 0, costCents = 0 } = ordered.get(month) ?? {}
      const sold = (services.get(month) ?? []).map((each) => soldOf(each.services))
      const sum = (of: 'totalCents' | 'knownCents' | 'marginCents') =>
        sold.reduce((all, each) => all + each[of], 0)
      return {
        month,
        sent: sent.get(month)?.sent ?? 0,
        won: sent.get(month)?.won ?? 0,
        turnoverCents: totalCents + sum('totalCents'),
        marginCents: totalCents - costCents + sum('marginCents'),
        marginOfCents: totalCents + sum('knownCents'),
      }
    })
  }
}

/** What services were sold at, and what they leave: of what nobody knows the cost of, nothing is said. */
function soldOf(services: OrderServices) {
  const { costCents, unknownCents } = costsOfServices(services)
  const totalCents = services.totals.prix_total_ht
  const knownCents = totalCents - unknownCents
  return { totalCents, knownCents, marginCents: knownCents - costCents }
}

/** When the day began that was so many days before an instant, by the machine's own clock; ISO. */
const daysAgo = (now: Date, days: number) =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() - days).toISOString()

/** The month of an instant and those before it, by the machine's own clock; the oldest first. */
function lastMonths(now: Date): Month[] {
  const first = (back: number) => new Date(now.getFullYear(), now.getMonth() - back, 1)
  return Array.from({ length: MONTHS }, (_, i) => {
    const begins = first(MONTHS - 1 - i)
    return {
      month: localDay(begins).slice(0, 7),
      begins: begins.toISOString(),
      ends: first(MONTHS - 2 - i).toISOString(),
    }
  })
}
