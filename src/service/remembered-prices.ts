/** Prices without asking: what the partner said earlier, and estimates for what it never said. */
import { rulesOf, type CheckedLine } from '../domain/areas.ts'
import type { Estimate, LeadTimeRefusal } from '../estimate/index.ts'
import type { FaultParams } from '../domain/reasons.ts'
import type { KnownPrice, LeadTimePrice } from '../domain/tariff.ts'
import type { Reason } from '../domain/reasons.ts'
import type { Clock } from './clock.ts'
import type { LeadTimeIds } from './lead-time-ids.ts'
import type { Logger } from './log.ts'
import type { Estimated } from './background/protocol.ts'
import { itemOf, UNKNOWN, type Answered, type ObservedPrice, type PriceBookService } from './price-book.ts'
import { refusal } from './partner-refusal.ts'
import type { Invalid } from './refusal.ts'
import type { SettingsService } from './settings.ts'
import type { Away } from './partner-link.ts'

const DAY_MS = 86_400_000
/** What a refusal without words is told as. */
const REFUSED = 400
/** An estimate that is not even sure of the order of magnitude says nothing; all others say themselves how sure they are. */
const WIDEST_RATIO = 10

export interface MemoryServices {
  readonly priceBook: PriceBookService
  readonly leadTimeIds: LeadTimeIds
  readonly settings: SettingsService
  readonly clock: Clock
  readonly log: Logger
}

export class RememberedPrices {
  readonly #with: MemoryServices
  /** no lead time was known, and why the partner was not asked */
  readonly #silences = new WeakMap<readonly LeadTimePrice[], Away>()
  /** what of a line's lead times is gone by what the partner answered */
  readonly #gone = new WeakMap<readonly LeadTimePrice[], Answered['isGone']>()

  constructor(services: MemoryServices) {
    this.#with = services
  }

  /**
   * Every lead time of lines of one product or family that is known, fastest first.
   * @param away why the partner is not asked; null: it is, and its answer comes later
   * @param estimated whether what it never said is estimated
   */
  async of(lines: readonly CheckedLine[], away: Away | null, estimated: boolean): Promise<LeadTimePrice[][]> {
    if (lines.length === 0) return []
    const [known, behind] = estimated
      ? await Promise.all([this.#estimates(lines), this.#with.priceBook.isBehind(itemOf(lines[0]!))])
      : [[], false]
    const named = await this.#namedOf(lines[0]!)
    return Promise.all(
      lines.map(async (checked, i) => {
        const answered = await this.#with.priceBook.answered(checked)
        const all = this.#fromMemory(checked, answered, known[i] ?? UNKNOWN, away, behind)
        const prices = named ? all.filter(({ leadTime }) => named.has(leadTime.label)) : all
        if (prices.length === 0 && away !== null) this.#silences.set(prices, away)
        this.#gone.set(prices, answered.isGone)
        return prices
      }),
    )
  }

  /** The same of one line. @throws Invalid where the partner refused it when it was asked last */
  async ofLine(checked: CheckedLine, away: Away | null): Promise<LeadTimePrice[]> {
    const [[refused], [prices]] = await Promise.all([
      this.refusals([checked]),
      this.of([checked], away, true),
    ])
    if (refused) throw refused
    return prices ?? []
  }

  /** That the partner refused lines of one product or family when it was asked last, in its words; null of every other. */
  async refusals(lines: readonly CheckedLine[]): Promise<(Invalid | null)[]> {
    const words = await this.#with.priceBook.refusedOf(lines, new Date(this.#oldest).toISOString())
    return words.map((said, i) => {
      return said === null ? null : refusal(lines[i]!, { places: [], words: said, status: REFUSED })
    })
  }

  /** What was said before then is no price any more, milliseconds. */
  get #oldest(): number {
    const { settings, clock } = this.#with
    return clock.now().getTime() - settings.current.observedMaxAgeDays * DAY_MS
  }

  /** Why prices that came from here are none at all; null where there are some, or the partner answered none. */
  silence(prices: readonly LeadTimePrice[]): Away | null {
    return this.#silences.get(prices) ?? null
  }

  /** Whether the partner named a lead time of what came from here, and has it no more. */
  isGone(prices: readonly LeadTimePrice[], label: string): boolean {
    return this.#gone.get(prices)?.(label) ?? false
  }

  /** The id of a label; null where no answer has shown it. */
  idOf(checked: CheckedLine, label: string): number | null {
    return this.#with.leadTimeIds.idOf(label, rulesOf(checked).leadTimeIds(checked))
  }

  async #estimates(lines: readonly CheckedLine[]): Promise<readonly Estimated[]> {
    try {
      return await this.#with.priceBook.estimate(itemOf(lines[0]!), lines)
    } catch (error) {
      this.#with.log.error({ err: error }, 'estimating failed')
      return []
    }
  }

  #fromMemory(
    checked: CheckedLine,
    { prices: observed, isGone }: Answered,
    { estimates, refused, lacking }: Estimated,
    away: Away | null,
    behind: boolean,
  ): LeadTimePrice[] {
    const oldest = this.#oldest
    const told = [observed, refused, estimates]
      .flatMap((known) => [...known.keys()])
      .filter((label) => !isGone(label))
    return [...new Set([...this.#labelsOf(checked), ...told])]
      .map((label): LeadTimePrice => {
        const days = Number(label.slice(2))
        const leadTime = { id: this.idOf(checked, label), days, label }
        const price = observed.get(label)
        if (price) return { leadTime, ...observedPrice(price, oldest, away) }
        if (isGone(label)) return { leadTime, cents: null, reason: { code: 'excluded' } }
        const refusal = refused.get(label)
        if (refusal) return { leadTime, cents: null, reason: refusedElsewhere(refusal, away) }
        const estimate = estimates.get(label)
        if (estimate && estimate.high <= estimate.low * WIDEST_RATIO) {
          return { leadTime, ...estimatedPrice(estimate, away, behind) }
        }
        // A partner that is asked says himself what he needs; one that cannot be read has been asked.
        const isAsked = away === null || away === 'unreadable'
        const lacks = isAsked ? null : lackingValue(checked, lacking)
        const reason = lacks ?? unknownPrice(away, estimate !== undefined)
        return { leadTime, cents: null, reason }
      })
      .sort((a, b) => a.leadTime.days - b.leadTime.days)
  }

  /**
   * The labels of all lead times that the catalogue has of a product: what its partner said before at another one is of one
   * that it has taken out since. Null where they are not known.
   */
  async #namedOf(checked: CheckedLine): Promise<ReadonlySet<string> | null> {
    const ids = rulesOf(checked).leadTimeIds(checked)
    if (ids === null) return null
    const labels = this.#labelsOf(checked)
    const named =
      labels.length === ids.length
        ? labels
        : await this.#with.priceBook.lastNamed(itemOf(checked), ids.length)
    return named && new Set(named)
  }

  /** The lead times of a product whose labels are known. */
  #labelsOf(checked: CheckedLine): string[] {
    const ids = rulesOf(checked).leadTimeIds(checked) ?? []
    return ids.flatMap((id) => this.#with.leadTimeIds.labelOf(id) ?? [])
  }
}

const because = (away: Away | null): FaultParams => (away === null ? {} : { away })

/** Nothing is known, and the partner is not asked. */
export const neverAsked = (away: Away): Reason => ({ code: 'never_asked', params: { away } })

/** Values by their names that no price was ever answered without; null: none is left out. */
function lackingValue(checked: CheckedLine, lacking: readonly string[]): Reason | null {
  if (lacking.length === 0) return null
  const { options = {} } = rulesOf(checked).hints(checked)
  return { code: 'value_needed', params: { options: lacking.map((key) => options[key] ?? key).join(', ') } }
}

function unknownPrice(away: Away | null, tooWide: boolean): Reason {
  if (away === null) return { code: 'not_asked_yet' }
  return tooWide ? { code: 'too_little_known', params: { away } } : neverAsked(away)
}

/** Why the partner gives no price: in its own words, where it has any. */
export function unpriced(message: string): Reason {
  const words = said(message)
  return words === ''
    ? { code: 'upstream_no_price' }
    : { code: 'upstream_message', params: { message: words } }
}

/** Books of before hold what could not be read, which may be a cost: no customer is told that. */
const said = (message: string): string => (message.startsWith('PrixHT: ') ? '' : message)

/** What the partner said of the same choices in another quantity: nothing promises that it says it here, too. */
function refusedElsewhere({ copies, message }: LeadTimeRefusal, away: Away | null): Reason {
  return { code: 'refused_at_copies', params: { ...because(away), copies, message: said(message) } }
}

/** An earlier answer: a price within the set age, beyond it only known. */
function observedPrice(
  { cents, message, at, beforeMove }: ObservedPrice,
  oldest: number,
  away: Away | null,
): Omit<LeadTimePrice, 'leadTime'> {
  if (cents === null) return { cents, reason: unpriced(message) }
  const known: KnownPrice = { kind: 'observed', cents, observedAt: at, ...(beforeMove && { beforeMove }) }
  if (Date.parse(at) >= oldest) return { cents, reason: null, known }
  return {
    cents: null,
    reason: {
      code: 'observed_too_old',
      params: {
        ...because(away),
        cents,
        date: at.slice(0, 10),
      },
    },
    known,
  }
}

/** An estimate is never given as a price: it is known, and said in words. */
function estimatedPrice(
  { cents, low, high, outside }: Estimate,
  away: Away | null,
  behind: boolean,
): Omit<LeadTimePrice, 'leadTime'> {
  const percent = cents > 0 ? Math.max(1, Math.ceil((Math.max(high - cents, cents - low) / cents) * 100)) : 0
  return {
    cents: null,
    reason: {
      code: 'only_estimated',
      params: {
        ...because(away),
        cents,
        percent,
        ...(outside && { outside: 1 }),
        ...(behind && { behind: 1 }),
      },
    },
    known: { kind: 'estimated', cents, low, high, outside, ...(behind && { beforeMove: true }) },
  }
}
