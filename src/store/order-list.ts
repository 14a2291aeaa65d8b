/** Every customer's orders as the desk looks for them. */
import type { AdresseLivraison } from '../domain/address.ts'
import type { FaultParams } from '../domain/reasons.ts'
import type { Area, OrderState } from '../domain/order.ts'
import type { OrderServices } from '../domain/order-services.ts'
import type { OutboxPhase } from '../domain/outbox.ts'
import type { Day } from '../domain/shared/calendar.ts'
import type { VatAmount } from '../domain/vat.ts'
import type { VatRegime } from '../domain/vat-regimes.ts'
import type { Engine } from './engine.ts'
import { draftIn, writtenQuoteNumber } from '../domain/shared/numbers.ts'
import { stateReadAs, statusKey } from '../domain/shared/order-states.ts'
import { LINES_LEFT } from './order-rows.ts'
import { checkRow } from './possible.ts'
import { readable, type Readable } from './readable.ts'
import { searchFor } from './search.ts'
import { parsed } from './shapes.ts'
import { allOf } from './some-ids.ts'
import { all, first, type Work } from './work.ts'

export interface OrderSummaryRecord {
  readonly id: number
  readonly area: Area
  readonly status: string
  readonly customer: string
  readonly reference: string
  readonly recipient: string
  readonly createdAt: string
  readonly lineCount: number
  readonly totalHtCents: number
  readonly totalTtcCents: number
  readonly quoteId: number | null
  /** what was sold with it; null: nothing */
  readonly services: OrderServices | null
  /** the sources that its lines come from, each once */
  readonly sources: readonly number[]
  /** the partners whose part was given up */
  readonly givenUp: readonly number[]
  /** for whom its quote was; null: for no company of the list, or of no quote */
  readonly company: string | null
}

/** An order with the quote that it was made of and how it stands with each partner. Amounts are euro cents. */
export interface FoundOrder {
  readonly id: number
  readonly area: Area
  readonly status: string
  readonly customer: string
  readonly reference: string
  readonly recipient: string
  readonly address: Partial<AdresseLivraison>
  readonly createdAt: string
  /** a percentage as a decimal string; null of an order from before it was kept */
  readonly vatRate: string | null
  /** null: it went by the address */
  readonly vatRegime: VatRegime | null
  /** what each VAT comes to; null: all of it has that rate */
  readonly vat: readonly VatAmount[] | null
  readonly linesCents: number
  readonly discountCents: number
  readonly totalHtCents: number
  readonly vatCents: number
  readonly totalTtcCents: number
  /** what the sources ask for all lines */
  readonly costCents: number
  readonly services: OrderServices | null
  readonly lineCount: number
  /** the first day promised of a line that is not given up; null where none is known */
  readonly firstPromised: Day | null
  /** the last */
  readonly promised: Day | null
  /** id of the person who placed it; null: a customer's tool, or no person */
  readonly placedBy: number | null
  /** null: of no quote */
  readonly quoteId: number | null
  readonly quoteNumber: string | null
  readonly quoteRevision: number | null
  readonly company: string | null
  readonly contact: string | null
  /** when it was handed over, ISO; null: it was not, or nobody said */
  readonly handedOverAt: string | null
  /** id of the person who did */
  readonly handedOverBy: number | null
  /** why it was cancelled, in a person's words; null where nobody said */
  readonly cancelReason: string | null
  /** one for each partner that has lines of it, in their order */
  readonly transmissions: readonly FoundTransmission[]
}

export interface FoundTransmission {
  readonly partner: string
  readonly phase: OutboxPhase
  /** the partner's own word of what it has, where it gives one */
  readonly partnerStatus: string | null
  readonly upstreamId: string | null
}

type FoundRow = Omit<
  FoundOrder,
  'address' | 'services' | 'vatRegime' | 'vat' | 'cancelReason' | 'transmissions'
> & {
  /** facts of the note that it was cancelled by, JSON */
  readonly cancelled: string | null
  readonly address: string
  readonly services: string | null
  readonly vatRegime: string | null
  readonly vat: string | null
}
type SentRow = FoundTransmission & { readonly orderId: number }

type Row = Omit<OrderSummaryRecord, 'services' | 'sources' | 'givenUp'> & {
  readonly services: string | null
  readonly sources: string | null
  readonly givenUp: string | null
}

export interface OrderFilter {
  readonly search: string
  readonly area: Area | null
  /** `transmise` is every order that the partner has, whatever it calls it */
  readonly status: string | null
  /** the quote that they were made of, by its number or its id */
  readonly quote: string | null
  /** a source that a line of theirs is of */
  readonly sourceId: number | null
  /** whose quotes they were made of */
  readonly companyId: number | null
}

export class OrderList {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** The statuses that orders have. */
  statuses(): Promise<string[]> {
    return this.#engine.read(statuses)
  }

  /** The ids of the sources that lines of orders come from, in the order in which they came. */
  sources(): Promise<number[]> {
    return this.#engine.read(function* () {
      const rows = yield* all<{ id: number }>(
        `SELECT id FROM sources WHERE EXISTS (SELECT 1 FROM order_lines WHERE source_id = sources.id) ORDER BY id`,
      )
      return rows.map(({ id }) => id)
    })
  }

  /** Every customer's orders for the desk, newest first. */
  summaries(
    filter: OrderFilter,
    limit: number,
    offset: number,
  ): Promise<Readable<OrderSummaryRecord> & { readonly total: number }> {
    return this.#engine.snapshot(function* () {
      const { where, params } = yield* conditionsOf(filter)
      const counted = yield* first<{ n: number }>(`SELECT count(*) AS n FROM orders ${where}`, params)
      const rows = yield* all<Row>(
        `SELECT orders.id, area, status, customers.name AS customer, reference, recipient, orders.created_at AS "createdAt",
           (SELECT count(*) FROM order_lines WHERE order_id = orders.id) AS "lineCount",
           total_ht AS "totalHtCents", total_ttc AS "totalTtcCents", quote_id AS "quoteId", services,
           (SELECT string_agg(CAST(source_id AS TEXT), ',') FROM (SELECT DISTINCT source_id FROM order_lines
             WHERE order_id = orders.id AND source_id IS NOT NULL ORDER BY source_id) AS found) AS sources,
           (SELECT string_agg(CAST(source_id AS TEXT), ',') FROM transmissions
             WHERE order_id = orders.id AND phase = 'cancelled') AS "givenUp",
           (SELECT company_name FROM quotes WHERE quotes.id = orders.quote_id) AS company
         FROM orders JOIN customers ON customers.id = orders.customer_id ${where} ORDER BY orders.id DESC LIMIT @limit OFFSET @offset`,
        { ...params, limit, offset },
      )
      const orders = readable(rows, (row) => {
        checkRow('orders', { area: row.area, created_at: row.createdAt, services: row.services })
        return {
          ...row,
          services:
            row.services === null ? null : (parsed('orders', 'services', row.services) as OrderServices),
          sources: idsOf(row.sources),
          givenUp: idsOf(row.givenUp),
        }
      })
      return { total: counted!.n, ...orders }
    })
  }

  /** The ids of some of them, the newest first. @param before the id that the last ones ended with; null: the newest of all */
  idsBefore(filter: OrderFilter, before: number | null, limit: number): Promise<number[]> {
    return this.#engine.snapshot(function* () {
      const { where, params } = yield* conditionsOf(filter)
      const below = `${where === '' ? 'WHERE' : `${where} AND`} orders.id < @before ORDER BY orders.id DESC LIMIT @limit`
      const values = { ...params, before: before ?? Number.MAX_SAFE_INTEGER, limit }
      return (yield* all<{ id: number }>(`SELECT id FROM orders ${below}`, values)).map(({ id }) => id)
    })
  }

  /** Those of some ids with what belongs to them. @param ids the newest first, as they are answered */
  byIds(ids: readonly number[]): Promise<Readable<FoundOrder>> {
    return this.#engine.snapshot(function* () {
      const rows = yield* allOf<FoundRow>(
        ids,
        (some) => `${FOUND} WHERE orders.id IN ${some} ORDER BY orders.id DESC`,
      )
      const sent = yield* allOf<SentRow>(
        ids,
        (some) => `${SENT} WHERE order_id IN ${some} ORDER BY order_id, part`,
      )
      const ofOrder = Map.groupBy(sent, ({ orderId }) => orderId)
      return readable(rows, ({ cancelled, ...row }) => {
        const { area, address, services, vatRegime, vat } = row
        checkRow('orders', { area, address, services, created_at: row.createdAt, vat_regime: vatRegime, vat })
        checkRow('journal', { facts: cancelled })
        const transmissions = ofOrder.get(row.id) ?? []
        for (const { phase } of transmissions) checkRow('transmissions', { phase })
        return {
          ...row,
          address: parsed('orders', 'address', address) as Partial<AdresseLivraison>,
          services: services === null ? null : (parsed('orders', 'services', services) as OrderServices),
          cancelReason:
            cancelled && String((parsed('journal', 'facts', cancelled) as FaultParams)['reason'] ?? ''),
          vatRegime: vatRegime === null ? null : (parsed('orders', 'vat_regime', vatRegime) as VatRegime),
          vat: vat === null ? null : (parsed('orders', 'vat', vat) as VatAmount[]),
          transmissions,
        }
      })
    })
  }
}

const GIVEN_UP: OrderState = 'annulee'
const FOUND = `SELECT orders.id, area, status, customers.name AS customer, orders.reference, orders.recipient, orders.address,
    orders.created_at AS "createdAt", orders.vat_rate AS "vatRate", orders.vat_regime AS "vatRegime", orders.vat, orders.prix_ht AS "linesCents",
    remise_ht AS "discountCents", total_ht AS "totalHtCents", tva AS "vatCents", total_ttc AS "totalTtcCents",
    cost_ht AS "costCents", services, placed_by AS "placedBy", quote_id AS "quoteId", quotes.number AS "quoteNumber",
    quote_revision AS "quoteRevision", quotes.company_name AS company, quotes.contact_name AS contact,
    CASE status WHEN '${GIVEN_UP}' THEN (SELECT count(*) FROM order_lines WHERE order_id = orders.id)
      ELSE (SELECT count(*) ${LINES_LEFT}) END AS "lineCount",
    CASE WHEN status <> '${GIVEN_UP}' THEN (SELECT max(promised) ${LINES_LEFT}) END AS promised,
    CASE WHEN status <> '${GIVEN_UP}' THEN (SELECT min(promised) ${LINES_LEFT}) END AS "firstPromised",
    handovers.at AS "handedOverAt", handovers.person AS "handedOverBy",
    (SELECT facts FROM journal WHERE order_id = orders.id AND action = 'order_cancelled' ORDER BY id DESC LIMIT 1) AS cancelled
  FROM orders JOIN customers ON customers.id = orders.customer_id LEFT JOIN quotes ON quotes.id = orders.quote_id
    LEFT JOIN handovers ON handovers.order_id = orders.id`
const SENT = `SELECT order_id AS "orderId", sources.name AS partner, phase, partner_status AS "partnerStatus",
    upstream_id AS "upstreamId"
  FROM transmissions JOIN sources ON sources.id = transmissions.source_id`

const idsOf = (list: string | null): number[] => (list === null ? [] : list.split(',').map(Number))

type Params = Record<string, string | number>

/** As many steps in the index as there are statuses. */
function* statuses(): Work<string[]> {
  const rows = yield* all<{ status: string }>(
    `WITH RECURSIVE found (status) AS (
       SELECT min(status) FROM orders
       UNION ALL
       SELECT (SELECT min(status) FROM orders WHERE status > found.status) FROM found WHERE status IS NOT NULL
     )
     SELECT status FROM found WHERE status IS NOT NULL`,
  )
  return rows.map(({ status }) => status)
}

/** The conditions of a filter. */
function* conditionsOf(filter: OrderFilter): Work<{ where: string; params: Params }> {
  const conditions: string[] = []
  const params: Params = {}
  if (filter.area !== null) {
    conditions.push('area = @area')
    params['area'] = filter.area
  }
  const { status } = filter
  if (status !== null) {
    // Partners have words of their own, which may read as ours do, and as each other's.
    const alike = (yield* statuses()).filter((word) => statusKey(word) === statusKey(status))
    const own = `status IN (${[status, ...alike].map((_, i) => `@status${i}`).join(', ')})`
    const sent = `(${own} OR (orders.id IN (SELECT order_id FROM transmissions WHERE phase = 'sent') AND orders.id NOT IN
      (SELECT order_id FROM transmissions WHERE phase NOT IN ('sent', 'cancelled'))))`
    conditions.push(stateReadAs(status) === ('transmise' satisfies OrderState) ? sent : own)
    for (const [i, word] of [status, ...alike].entries()) params[`status${i}`] = word
  }
  if (filter.quote !== null) {
    conditions.push('quote_id IN (SELECT id FROM quotes WHERE number = @quote OR id = @quoteId)')
    params['quote'] = writtenQuoteNumber(filter.quote)
    params['quoteId'] = draftIn(filter.quote)
  }
  if (filter.companyId !== null) {
    conditions.push('quote_id IN (SELECT id FROM quotes WHERE company_id = @companyId)')
    params['companyId'] = filter.companyId
  }
  if (filter.sourceId !== null) {
    conditions.push('EXISTS (SELECT 1 FROM order_lines WHERE order_id = orders.id AND source_id = @sourceId)')
    params['sourceId'] = filter.sourceId
  }
  const search = searchFor('order', filter.search)
  if (search) {
    conditions.push(search.condition)
    Object.assign(params, search.params)
  }
  return { where: conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '', params }
}
