/** What is to be done at the counter: orders that are new, due or to be collected, and what was handed over. */
import type { JournalNote } from '../domain/journal.ts'
import type { OrderServices } from '../domain/order-services.ts'
import type { Day } from '../domain/shared/calendar.ts'
import type { LineRole } from '../domain/shared/line-roles.ts'
import type { Engine } from './engine.ts'
import { noted } from './journal.ts'
import { LINES_LEFT } from './order-rows.ts'
import { checkRow } from './possible.ts'
import { readable } from './readable.ts'
import { parsed } from './shapes.ts'
import { all, change, first } from './work.ts'

/** An order that was not handed over, or an accepted quote. Amounts are euro cents, with tax. */
export interface QueuedRecord {
  readonly id: number
  readonly status: string
  /** of a quote; null of an order */
  readonly number: string | null
  readonly revision: number
  readonly reference: string
  readonly company: string | null
  readonly recipient: string
  readonly customer: string
  /** ISO; when it was ordered or accepted */
  readonly at: string
  readonly promised: Day | null
  /** the last day that was promised of it */
  readonly lastPromised: Day | null
  readonly collected: boolean
  readonly totalTtcCents: number | null
  readonly lineCount: number
  /** what its first line is called */
  readonly name: string
  /** what is noted in house of its quote; empty: nothing */
  readonly note: string
}

/** When an order was handed to its customer. */
export interface Handover {
  /** ISO */
  readonly at: string
  /** id of the person who did; null: no person */
  readonly person: number | null
}

type Row<T> = Omit<T, 'collected'> & { readonly collected: number }
/** without a name where its lines are gone: it is there all the same */
type OrderRow = Row<Omit<QueuedRecord, 'name'>> & {
  readonly services: string | null
  readonly name: string | null
}
type QuoteRow = Row<
  Omit<QueuedRecord, 'totalTtcCents' | 'lineCount' | 'name' | 'promised' | 'lastPromised'>
> & {
  readonly totals: string | null
  readonly lines: string
}

/** The next day that was promised of it, else the last. */
const PROMISED = `COALESCE(
  (SELECT min(promised) ${LINES_LEFT} AND promised >= @today),
  (SELECT max(promised) ${LINES_LEFT}))`
const ORDERS = `SELECT * FROM (
    SELECT orders.id, orders.status, NULL AS number, 1 AS revision, orders.reference, quotes.company_name AS company,
      orders.recipient, customers.name AS customer, orders.created_at AS at, ${PROMISED} AS promised,
      (SELECT max(promised) ${LINES_LEFT}) AS "lastPromised",
      COALESCE(quotes.collected, 0) AS collected, COALESCE(quotes.internal_note, '') AS note, total_ttc AS "totalTtcCents", orders.services,
      (SELECT count(*) ${LINES_LEFT}) AS "lineCount",
      (SELECT name ${LINES_LEFT} ORDER BY id LIMIT 1) AS name
    FROM orders JOIN customers ON customers.id = orders.customer_id LEFT JOIN quotes ON quotes.id = orders.quote_id
    WHERE orders.created_at >= @since AND orders.status <> 'annulee'
      AND NOT EXISTS (SELECT 1 FROM handovers WHERE order_id = orders.id)
  ) AS found
  WHERE collected = 1 OR at >= @begins OR (promised >= @from AND promised <= @today)
  ORDER BY CASE WHEN promised <= @today THEN 0 ELSE 1 END, promised, id LIMIT @limit`
const QUOTES = `SELECT quotes.id, quotes.state AS status, number, revision, reference, company_name AS company, recipient,
    customers.name AS customer, updated_at AS at, collected, internal_note AS note, totals, lines
  FROM quotes JOIN customers ON customers.id = quotes.customer_id
  WHERE state = 'accepted' ORDER BY updated_at DESC LIMIT @limit`

export class DayQueueTables {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /**
   * Orders that are open on a day, what was promised first before.
   * @param day what was promised from `from` to `today`, or placed from `begins` (ISO) on, or is collected; none from before `since` (ISO)
   */
  orders(
    day: { readonly today: Day; readonly from: Day; readonly begins: string; readonly since: string },
    limit: number,
  ): Promise<QueuedRecord[]> {
    return this.#engine.read(function* () {
      const rows = yield* all<OrderRow>(ORDERS, { ...day, limit })
      const { entries } = readable(rows, ({ services, name, collected, totalTtcCents, ...row }) => {
        checkRow('orders', { created_at: row.at, services })
        const sold = services === null ? null : (parsed('orders', 'services', services) as OrderServices)
        const total = (totalTtcCents ?? 0) + (sold?.totals.prix_final_ttc ?? 0)
        return { ...row, name: name ?? '', collected: collected === 1, totalTtcCents: total }
      })
      return entries
    })
  }

  /** Quotes that were accepted and not ordered yet, the newest first. */
  accepted(limit: number): Promise<QueuedRecord[]> {
    return this.#engine.read(function* () {
      const rows = yield* all<QuoteRow>(QUOTES, { limit })
      const { entries } = readable(rows, ({ totals, lines, collected, ...row }) => {
        checkRow('quotes', { updated_at: row.at, totals, lines })
        const sum =
          totals === null ? null : (parsed('quotes', 'totals', totals) as { prix_final_ttc: number })
        // What was not taken is not ordered.
        const named = (
          parsed('quotes', 'lines', lines) as { area: string; name?: string; role?: LineRole }[]
        ).filter(({ area, role = 'included' }) => area !== 'heading' && role === 'included')
        return {
          ...{ ...row, collected: collected === 1, promised: null, lastPromised: null },
          ...{
            totalTtcCents: sum?.prix_final_ttc ?? null,
            lineCount: named.length,
            name: named[0]?.name ?? '',
          },
        }
      })
      return entries
    })
  }

  /** When an order was handed over; undefined: it was not. */
  handover(orderId: number): Promise<Handover | undefined> {
    return this.#engine.read(() =>
      first<Handover>('SELECT at, person FROM handovers WHERE order_id = ?', orderId),
    )
  }

  /**
   * Notes that an order was handed over, or that it was not.
   * @returns false, and nothing is written, where that is so already, or an order that is cancelled would be handed over
   */
  hand(orderId: number, handover: Handover | null, note: JournalNote): Promise<boolean> {
    return this.#engine.write(function* () {
      const sql = handover
        ? `INSERT INTO handovers (order_id, at, person)
             SELECT id, CAST(? AS TEXT), CAST(? AS BIGINT) FROM orders WHERE id = ? AND status <> 'annulee'
           ON CONFLICT (order_id) DO NOTHING`
        : 'DELETE FROM handovers WHERE order_id = ?'
      const given = handover ? [handover.at, handover.person, orderId] : [orderId]
      if ((yield* change(sql, ...given)) !== 1) return false
      yield* noted([note])
      return true
    })
  }
}
