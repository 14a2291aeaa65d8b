/** One report of all open quotes: what has moved since they were priced. Asking the partners for it is a step of its own. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CheckedLine } from '../../domain/areas.ts'
import type { Store } from '../../store/store.ts'
import type { CatalogueService } from '../catalogue.ts'
import type { Clock } from '../clock.ts'
import type { CustomerService } from '../customers.ts'
import type { Events } from '../events.ts'
import type { Logger } from '../log.ts'
import type { Partner } from '../partners.ts'
import { Errand, type ErrandState } from '../readiness/errand.ts'
import { fetchPrices } from '../readiness/fetched-prices.ts'
import { Refusal } from '../refusal.ts'
import type { SettingsService } from '../settings.ts'
import type { QuoteBook } from './book.ts'
import {
  MovedReport,
  type FittingLine,
  type MovedQuoteFacts,
  type MovedReportServices,
} from './moved-report.ts'

/** How the asking stands. */
export interface Looking extends ErrandState {
  /** whether a partner's return began it, not a person */
  readonly returned: boolean
}

export interface MovedFound {
  readonly looking: Looking
  /** when it was put together, ISO */
  readonly at: string
  /** open quotes that were looked at; whether there are more */
  readonly looked: number
  readonly more: boolean
  /** quotes with a line of that kind */
  readonly moved: number
  readonly aged: number
  readonly invalid: number
  /** how many have both sums: in the others a line has no price, then or today */
  readonly totalled: number
  /** of those */
  readonly beforeCents: number
  readonly afterCents: number
  /** how wide the interval of each is, cents; null of an exact one */
  readonly beforeUncertainty: number | null
  readonly afterUncertainty: number | null
  /** the newest first */
  readonly quotes: readonly MovedQuoteFacts[]
}

export interface MovedQuotesServices extends MovedReportServices {
  readonly store: Store
  readonly catalogue: CatalogueService
  readonly customers: CustomerService
  readonly settings: SettingsService
  readonly quoteBook: QuoteBook
  readonly events: Events
  readonly clock: Clock
  readonly log: Logger
}

interface Known extends Omit<MovedFound, 'looking'> {
  readonly fitting: readonly FittingLine[]
}

/** The newest that are looked at. */
const MOST = 5_000
/** Quotes that are looked at in one turn: between two others are answered. */
const SLICE = 10
/** Lines that a partner is asked for, those of the newest quotes first. */
const MOST_ASKED = 1_000
/** What another process has written is seen by then. */
const LONGEST_MS = 60_000
/** While partners are being asked, what they say is seen by then. */
const LOOKING_MS = 5_000
/** A partner that comes and goes is not asked for all of them each time. */
const RETURN_PAUSE_MS = 600_000
const DAY_MS = 86_400_000

export class MovedQuotes {
  readonly #with: MovedQuotesServices
  readonly #errand: Errand<Pick<Looking, 'returned'>>
  #known: {
    readonly key: string
    readonly changes: number
    readonly at: number
    readonly found: Promise<Known>
  } | null = null
  /** counts what has happened that no other state tells */
  #changes = 0
  /** when each partner was asked after its last return, by its id */
  readonly #returnedAt = new Map<number, number>()
  /** partners that are to be asked by what runs, or begins */
  readonly #due = new Set<Partner>()
  /** has what runs ask them; null while nothing runs */
  #join: (() => void) | null = null

  constructor(services: MovedQuotesServices) {
    this.#with = services
    const { clock, log, events } = services
    this.#errand = new Errand(
      { returned: false },
      {
        ...{ clock, log, failure: 'the prices of open quotes cannot be looked at' },
        changed: () => events.emit('moved'),
      },
    )
    const changed = () => void (this.#changes += 1)
    for (const event of ['quotes', 'customers', 'placed', 'ordersElsewhere', 'missed', 'partner'] as const)
      events.on(event, changed)
    events.on('online', (id) => this.#back(id))
  }

  /** The report, from what is known here: nobody is asked. The same one is told again while nothing has changed. */
  async of(): Promise<MovedFound> {
    const { fitting: _fitting, ...found } = await this.#found()
    return { ...found, looking: this.#errand.state }
  }

  /**
   * Begins to ask the partners for the lines of open quotes, each once, behind everything else; asked again while it runs, it
   * runs on.
   * @throws Refusal `no_upstream` where no partner is set: what is here is all there is
   */
  begin(): void {
    const partners = this.#with.partners.all()
    if (partners.length === 0) throw new Refusal('no_upstream')
    this.#begin(partners, false)
  }

  /** Stops what runs; what was answered stays. */
  stop(): Promise<void> {
    return this.#errand.stop()
  }

  /** A partner answers again after it was away: what it said before may be no longer true. */
  #back(id: number): void {
    const partner = this.#with.partners.byId(id)
    const isFirst = [...(partner?.link.ends.values() ?? [])].reduce((sum, ends) => sum + ends, 0) <= 1
    const age = performance.now() - (this.#returnedAt.get(id) ?? -Infinity)
    if (!partner?.duty.isHeld || isFirst || age < RETURN_PAUSE_MS) return
    this.#returnedAt.set(id, performance.now())
    this.#begin([partner], true)
  }

  /** Those that are not asked yet are asked along with those that are. */
  #begin(partners: readonly Partner[], returned: boolean): void {
    for (const partner of partners) this.#due.add(partner)
    if (this.#errand.isRunning && !returned) this.#errand.tell({ returned })
    this.#errand.begin({ returned }, (signal) => this.#look(signal))
    this.#join?.()
  }

  async #look(signal: AbortSignal): Promise<void> {
    const { fitting } = await this.#found()
    const underWay = new Map<Partner, Promise<void>>()
    this.#join = () => {
      for (const partner of this.#due) {
        if (underWay.has(partner)) continue
        const asked = this.#ask(partner, fitting, signal).finally(() => underWay.delete(partner))
        underWay.set(partner, asked)
      }
      this.#due.clear()
    }
    this.#join()
    while (underWay.size > 0) await Promise.all(underWay.values())
    this.#join = null
  }

  async #ask(partner: Partner, fitting: readonly FittingLine[], signal: AbortSignal): Promise<void> {
    const lines = linesOf(partner, fitting)
    const { name } = partner.link.source
    const failed = (error: unknown) => this.#errand.failed(name, error)
    const { total, failures } = this.#errand.state
    // What it failed of before says nothing once it is asked again.
    const others = failures.filter((known) => known.partner !== name)
    this.#errand.tell({ total: total + lines.length, failures: others })
    await fetchPrices(partner, lines, signal, { asked: () => this.#errand.step(), failed }).catch(failed)
  }

  /** Everyone who asks meanwhile shares one answer. */
  #found(): Promise<Known> {
    const { catalogue, partners, settings } = this.#with
    const key = JSON.stringify([
      ...[catalogue.snapshot.version, this.#changes, settings.current],
      partners.all().map(({ priceBook, link }) => [priceBook.state, link.away]),
    ])
    const age = performance.now() - (this.#known?.at ?? -Infinity)
    const isSame = this.#known?.key === key && age < LONGEST_MS
    if (
      this.#known &&
      (isSame || (this.#errand.isRunning && this.#known.changes === this.#changes && age < LOOKING_MS))
    )
      return this.#known.found
    const found = this.#put()
    this.#known = { key, changes: this.#changes, at: performance.now(), found }
    found.catch(() => (this.#known = null))
    return found
  }

  async #put(): Promise<Known> {
    const { store, clock, settings } = this.#with
    const now = clock.now()
    const oldest = new Date(now.getTime() - settings.current.observedMaxAgeDays * DAY_MS).toISOString()
    const report = new MovedReport(this.#with, oldest)
    const quotes: MovedQuoteFacts[] = []
    let looked = 0
    let before: number | null = null
    let more = true
    while (more && looked < MOST) {
      const some = await store.quotes.openBefore(before, SLICE)
      const own = some.quotes.map(
        async (quote) => [quote, await this.#with.quoteBook.customer(quote.customerId)] as const,
      )
      quotes.push(...(await report.of(await Promise.all(own))))
      looked += some.quotes.length
      before = some.last
      more = before !== null
      await nextTurn()
    }
    const withLine = (kind: string) =>
      quotes.filter(({ lines }) => lines.some((line) => line.kind === kind)).length
    const both = quotes.filter(({ beforeCents, afterCents }) => beforeCents !== null && afterCents !== null)
    return {
      ...{ at: now.toISOString(), looked, more, quotes, fitting: [...report.fitting.values()] },
      ...{ moved: withLine('moved'), aged: withLine('aged'), invalid: withLine('invalid') },
      totalled: both.length,
      beforeCents: both.reduce((sum, { beforeCents }) => sum + beforeCents!, 0),
      afterCents: both.reduce((sum, { afterCents }) => sum + afterCents!, 0),
      beforeUncertainty: together(both.map(({ beforeUncertainty }) => beforeUncertainty)),
      afterUncertainty: together(both.map(({ afterUncertainty }) => afterUncertainty)),
    }
  }
}

/** How wide the interval of a sum is; null where all of it is exact. */
function together(widths: readonly (number | null)[]): number | null {
  const wide = widths.filter((width) => width !== null)
  return wide.length > 0 ? wide.reduce((sum, width) => sum + width, 0) : null
}

/** What is asked of a partner: what differs in nothing that it is asked once. */
function linesOf(partner: Partner, fitting: readonly FittingLine[]): CheckedLine[] {
  const lines = new Map<string, CheckedLine>()
  for (const { checked, partner: its } of fitting) {
    if (its === partner && lines.size < MOST_ASKED) lines.set(partner.prices.keyOf(checked), checked)
  }
  return [...lines.values()]
}
