/** What the dashboard tells: what waits, what came of each month, why quotes were lost. */
import type { OrderServices } from '../domain/order-services.ts'
import type { OutboxPhase } from '../domain/outbox.ts'
import type { LostQuote } from '../domain/quote/lost.ts'
import type { Day } from '../domain/shared/calendar.ts'
import type { Engine } from './engine.ts'
import { NOTED, OPEN } from './outbox.ts'
import { checkRow } from './possible.ts'
import { readable } from './readable.ts'
import { parsed } from './shapes.ts'
import { all, first, type Work } from './work.ts'

/** A quote that waits for someone. */
export interface WaitingQuote {
  readonly id: number
  readonly number: string | null
  readonly revision: number
  readonly reference: string
  readonly company: string | null
  readonly recipient: string
  readonly customer: string
  /** excluding tax, euro cents; null: not known */
  readonly totalCents: number | null
  /** whether that is of estimates */
  readonly indicative: boolean
  readonly validUntil: Day
  /** ISO; when it came to where it stands */
  readonly since: string
}

/** A transmission that waits for a person. */
export interface WaitingTransmission {
  readonly orderId: number
  readonly part: number
  readonly parts: number
  readonly phase: OutboxPhase
  /** the partner's own word of what it has, where it gives one */
  readonly partnerStatus: string | null
  readonly partner: string
  readonly reference: string
  readonly recipient: string
  readonly customer: string
  /** ISO; of the last sending, else of the order */
  readonly since: string
}

/** The first of those that there are. */
export interface Waiting<Entry> {
  readonly total: number
  readonly entries: readonly Entry[]
}

/** A month of some time zone. */
export interface Month {
  /** YYYY-MM */
  readonly month: string
  /** its first instant and that of the next one, ISO */
  readonly begins: string
  readonly ends: string
}

/** What came of the quotes that were first sent in a month. */
export interface SentInMonth {
  readonly month: string
  readonly sent: number
  /** of them accepted or ordered by now */
  readonly won: number
}

/** The orders of a month that were not given up; euro cents, excluding tax. */
export interface OrderedInMonth {
  readonly month: string
  readonly totalCents: number
  readonly costCents: number
}

type Row<Entry> = Entry & { readonly total: number }
type QuoteRow = Row<Omit<WaitingQuote, 'totalCents' | 'indicative'>> & {
  readonly totals: string | null
  readonly indicative: number
}

/** Which quotes are listed, by what they have waited since, and in which order. */
const QUOTES = {
  followUp: {
    moved: 'quote_sent',
    which: `state = 'sent' AND valid_until > @until`,
    order: 'since, found.id',
  },
  expired: {
    moved: 'quote_sent',
    which: `state = 'sent' AND valid_until < @from`,
    order: 'found.valid_until DESC, found.id DESC',
  },
  expiring: {
    moved: 'quote_sent',
    which: `state = 'sent' AND valid_until >= @from AND valid_until <= @until`,
    order: 'found.valid_until, found.id',
  },
  toOrder: { moved: 'quote_accepted', which: `state = 'accepted'`, order: 'since, found.id' },
} as const

export class DashboardTables {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /**
   * Quotes that wait: sent and valid beyond soon, the longest ago first; sent and valid no longer than soon, the first to end
   * first; sent and valid no more, the last to end first; accepted and not ordered, the longest ago first.
   * @param days the first one that a validity may end on, and the last one that counts as soon
   * @param before ISO; what came to where it stands by then waits
   */
  quotes(
    list: keyof typeof QUOTES,
    days: { readonly from: Day; readonly until: Day },
    before: string,
    limit: number,
  ): Promise<Waiting<WaitingQuote>> {
    const { moved, which, order } = QUOTES[list]
    const sql = `WITH found AS (
        SELECT found.*, count(*) OVER () AS total FROM (
          SELECT id, valid_until, COALESCE(
            (SELECT max(at) FROM journal WHERE action = '${moved}' AND quote_id = quotes.id), updated_at) AS since
          FROM quotes WHERE ${which}) AS found
        WHERE since < @before ORDER BY ${order} LIMIT @limit)
      SELECT quotes.id, number, revision, reference, company_name AS company, recipient, customers.name AS customer, totals, indicative,
        quotes.valid_until AS "validUntil", since, total
      FROM found JOIN quotes ON quotes.id = found.id JOIN customers ON customers.id = quotes.customer_id
      ORDER BY ${order}`
    return this.#engine.read(function* () {
      const rows = yield* all<QuoteRow>(sql, { ...days, before, limit })
      return waiting(rows, ({ totals, indicative, ...row }) => {
        checkRow('quotes', { updated_at: row.since, totals })
        return { ...row, totalCents: centsIn(totals), indicative: indicative === 1 }
      })
    })
  }

  /** Whether there is anything to tell of: a quote that is no draft any more, or an order. */
  tells(): Promise<boolean> {
    return this.#engine.read(function* () {
      const found = yield* first<{ found: number }>(TELLS)
      return found!.found === 1
    })
  }

  /** Transmissions that wait for a person, the first ordered first. */
  transmissions(limit: number): Promise<Waiting<WaitingTransmission>> {
    return this.#engine.read(function* () {
      const rows = yield* all<Row<WaitingTransmission>>(TRANSMISSIONS, limit)
      return waiting(rows, (row) => {
        checkRow('transmissions', { phase: row.phase, last_attempt_at: row.since })
        return row
      })
    })
  }

  /** Of the quotes that were first sent in each of twelve months, how many were won by now; nothing of a month without. */
  sent(months: readonly Month[]): Promise<SentInMonth[]> {
    return this.#engine.read(() => all<SentInMonth>(SENT, named(months)))
  }

  /** What was ordered in each of twelve months. */
  async ordered(months: readonly Month[]): Promise<OrderedInMonth[]> {
    return this.#engine.read(() => all<OrderedInMonth>(ORDERED, named(months)))
  }

  /** The services that were sold with orders of twelve months. */
  services(months: readonly Month[]): Promise<{ month: string; services: OrderServices }[]> {
    return this.#engine.read(function* () {
      const rows = yield* all<{ month: string; services: string }>(SERVICES, named(months))
      return readable(rows, ({ month, services }) => {
        checkRow('orders', { services })
        return { month, services: parsed('orders', 'services', services) as OrderServices }
      }).entries
    })
  }

  /** Quotes that are refused or cancelled. @param from ISO; what was decided earlier is left out */
  lost(from: string): Promise<LostQuote[]> {
    return this.#engine.read(function* (): Work<LostQuote[]> {
      const rows = yield* all<{ totals: string | null; facts: string | null }>(LOST, from)
      return readable(rows, ({ totals, facts }) => {
        checkRow('quotes', { totals })
        checkRow('journal', { facts })
        return {
          reason:
            facts === null ? '' : ((parsed('journal', 'facts', facts) as { reason?: string }).reason ?? ''),
          cents: centsIn(totals),
        }
      }).entries
    })
  }
}

const waiting = <From, Entry>(
  rows: readonly Row<From>[],
  read: (row: Row<From>) => Row<Entry>,
): Waiting<Entry> => ({
  total: rows[0]?.total ?? 0,
  entries: readable(rows, read).entries.map(({ total: _total, ...entry }) => entry as Entry),
})

const centsIn = (totals: string | null) =>
  totals === null ? null : (parsed('quotes', 'totals', totals) as { prix_total_ht: number }).prix_total_ht

const TELLS = `SELECT CASE WHEN EXISTS (SELECT 1 FROM orders)
    OR EXISTS (SELECT 1 FROM quotes WHERE state IN ('sent', 'accepted', 'refused', 'cancelled', 'ordered'))
  THEN 1 ELSE 0 END AS found`

const TRANSMISSIONS = `SELECT order_id AS "orderId", part, parts, phase, partner_status AS "partnerStatus",
    sources.name AS partner, orders.reference,
    orders.recipient, customers.name AS customer, COALESCE(last_attempt_at, orders.created_at) AS since,
    count(*) OVER () AS total
  FROM transmissions JOIN orders ON orders.id = transmissions.order_id
    JOIN customers ON customers.id = orders.customer_id JOIN sources ON sources.id = transmissions.source_id
  WHERE ${OPEN} AND (phase IN ('attention', 'refused') OR ${NOTED}) ORDER BY order_id, part LIMIT ?`

const TWELVE = Array.from({ length: 12 }, (_, i) => i)
const MONTHS = `months (month, begins, ends) AS (VALUES ${TWELVE.map((i) => `(@month${i}, @begins${i}, @ends${i})`).join(', ')})`

/** Twelve months as {@link MONTHS} names them. */
const named = (months: readonly Month[]): Record<string, string> =>
  Object.fromEntries(
    TWELVE.flatMap((i) => Object.entries(months[i]!).map(([name, value]) => [`${name}${i}`, value])),
  )

const SENT = `WITH ${MONTHS}, sent AS (
    SELECT quote_id, min(at) AS at FROM journal WHERE action = 'quote_sent' AND quote_id IS NOT NULL GROUP BY quote_id)
  SELECT month, count(*) AS sent, count(*) FILTER (WHERE state IN ('accepted', 'ordered')) AS won
  FROM sent JOIN quotes ON quotes.id = sent.quote_id JOIN months ON sent.at >= begins AND sent.at < ends GROUP BY month`

const IN_MONTHS = `FROM months JOIN orders ON created_at >= begins AND created_at < ends AND status <> 'annulee'`
const ORDERED = `WITH ${MONTHS}
  SELECT month, CAST(sum(total_ht) AS BIGINT) AS "totalCents", CAST(sum(cost_ht) AS BIGINT) AS "costCents"
  ${IN_MONTHS} GROUP BY month`
const SERVICES = `WITH ${MONTHS} SELECT month, services ${IN_MONTHS} WHERE services IS NOT NULL`

/**
 * By the move itself: what is noted of a quote later makes no loss newer. One that older programs moved has none. What was
 * sold without ever being sent, as at the counter, is a sale that was taken back, and no quote that anybody said no to.
 */
const LOST = `SELECT totals, facts FROM quotes
    LEFT JOIN (SELECT quote_id, max(id) AS id FROM journal
      WHERE action IN ('quote_refused', 'quote_cancelled') AND quote_id IS NOT NULL GROUP BY quote_id) AS last
      ON last.quote_id = quotes.id
    LEFT JOIN journal ON journal.id = last.id
  WHERE state IN ('refused', 'cancelled') AND COALESCE(journal.at, updated_at) >= ?
    AND (NOT EXISTS (SELECT 1 FROM orders WHERE orders.quote_id = quotes.id)
      OR EXISTS (SELECT 1 FROM journal AS moved WHERE moved.action = 'quote_sent' AND moved.quote_id = quotes.id))
  ORDER BY COALESCE(journal.at, updated_at) DESC, quotes.id DESC`
