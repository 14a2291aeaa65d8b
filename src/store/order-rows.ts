/** An order as its row holds it. */
import type { Area } from '../domain/order.ts'
import type { OrderServices } from '../domain/order-services.ts'
import type { Day } from '../domain/shared/calendar.ts'
import type { VatAmount } from '../domain/vat.ts'
import type { VatRegime } from '../domain/vat-regimes.ts'
import { checkRow } from './possible.ts'
import { parsed } from './shapes.ts'

export interface OrderLineRecord {
  readonly id: number
  /** JSON text of the order line as it is answered, without its id */
  readonly body: string
  /** what the customer pays before his discount, cents excluding tax */
  readonly cents: number
  /** what the source asks */
  readonly costCents: number
  /** id of the lead time; null where only its label is known */
  readonly delai: number | null
  /** label of the lead time, `J+n` */
  readonly leadTime: string | null
  readonly name: string
  /** where the product comes from; null of a line from before that was kept */
  readonly sourceId: number | null
  /** JSON text of what was chosen, in parts (summary.ts); null of a line from before it was kept */
  readonly summary: string | null
  /** the day promised when it was ordered; null where its lead time is not known, or of an order from before */
  readonly promised: Day | null
  /** 1: its price was agreed by hand, and is not what the mark-ups make of its cost */
  readonly agreed: number
  /** JSON text of the regime that it is taxed by, as it was when it was ordered; null: as its order */
  readonly vatRegime: string | null
}

/** An order as a fact: what was ordered, at which price, for whom. Amounts are euro cents. */
export interface OrderRecord {
  readonly id: number
  readonly area: Area
  readonly customerId: number
  readonly status: string
  readonly reference: string
  /** JSON text of the address as it is answered */
  readonly address: string
  /** societe or nom of the address */
  readonly recipient: string
  readonly delai: number | null
  readonly prix_ht: number
  /** what the sources ask for all lines */
  readonly costHt: number
  readonly remise_ht: number
  readonly total_ht: number
  readonly tva: number
  readonly total_ttc: number
  /** of lines without VAT of their own: a percentage as a decimal string; null of an order from before it was kept */
  readonly vatRate: string | null
  /** what its VAT goes by, as it was when it was ordered; null: the delivery address */
  readonly vatRegime: VatRegime | null
  /** what each VAT comes to; null: all has that rate */
  readonly vat: readonly VatAmount[] | null
  readonly catalogueVersion: number
  readonly quoteId: number | null
  /** of that quote; null: of none, or from before it was kept */
  readonly quoteRevision: number | null
  readonly createdAt: string
  /** id of the person who placed it; null: a customer's tool, or no person */
  readonly placedBy: number | null
  /** what its quote sold besides products, kept with the first of its orders; null: nothing */
  readonly services: OrderServices | null
  readonly lines: readonly OrderLineRecord[]
}

/** An order without its lines. */
export type OrderHead = Omit<OrderRecord, 'lines'>
/** Of an order what its customer's tool lists: nothing of it is read that could not be. */
export type ListedOrder = Omit<OrderRecord, 'services' | 'vatRegime' | 'vat'>
export type ListedHead = Omit<ListedOrder, 'lines'>

export interface OrderRow {
  readonly id: number
  readonly area: Area
  readonly customer_id: number
  readonly status: string
  readonly reference: string
  readonly recipient: string
  readonly address: string
  readonly delai: number | null
  readonly prix_ht: number
  readonly cost_ht: number
  readonly remise_ht: number
  readonly total_ht: number
  readonly tva: number
  readonly total_ttc: number
  readonly vat_rate: string | null
  readonly vat_regime: string | null
  readonly vat: string | null
  readonly catalogue_version: number
  readonly quote_id: number | null
  readonly quote_revision: number | null
  readonly created_at: string
  readonly placed_by: number | null
  readonly services: string | null
}

export function listedOf(row: OrderRow): ListedHead {
  return {
    id: row.id,
    area: row.area,
    customerId: row.customer_id,
    status: row.status,
    reference: row.reference,
    address: row.address,
    recipient: row.recipient,
    delai: row.delai,
    prix_ht: row.prix_ht,
    costHt: row.cost_ht,
    remise_ht: row.remise_ht,
    total_ht: row.total_ht,
    tva: row.tva,
    total_ttc: row.total_ttc,
    vatRate: row.vat_rate,
    catalogueVersion: row.catalogue_version,
    quoteId: row.quote_id,
    quoteRevision: row.quote_revision,
    createdAt: row.created_at,
    placedBy: row.placed_by,
  }
}

/** @throws ImpossibleValue, SyntaxError */
export function headOf(row: OrderRow): OrderHead {
  checkRow('orders', row)
  return {
    ...listedOf(row),
    vatRegime: row.vat_regime === null ? null : (parsed('orders', 'vat_regime', row.vat_regime) as VatRegime),
    vat: row.vat === null ? null : (parsed('orders', 'vat', row.vat) as VatAmount[]),
    services: row.services === null ? null : (parsed('orders', 'services', row.services) as OrderServices),
  }
}

/** The regime that a line of an order is taxed by; null: as its order. @throws ImpossibleValue, SyntaxError */
export const regimeOfLine = ({ vatRegime }: Pick<OrderLineRecord, 'vatRegime'>): VatRegime | null =>
  vatRegime === null ? null : (parsed('order_lines', 'vat_regime', vatRegime) as VatRegime)

/** The lines of an order that are still to be made: not those of a partner whose part was given up. */
export const LINES_LEFT = `FROM order_lines WHERE order_id = orders.id AND NOT EXISTS (
    SELECT 1 FROM transmissions WHERE transmissions.order_id = orders.id AND phase = 'cancelled'
      AND transmissions.source_id = order_lines.source_id)`
