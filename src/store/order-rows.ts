/** An order as its row holds it. */
import type { Area } from '../domain/order.ts'
import type { OrderServices } from '../domain/order-services.ts'
import type { VatRegime } from '../domain/vat-regimes.ts'
import type { OrderHead } from './orders.ts'

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
  readonly catalogue_version: number
  readonly quote_id: number | null
  readonly quote_revision: number | null
  readonly created_at: string
  readonly placed_by: number | null
  readonly services: string | null
}

export function headOf(row: OrderRow): OrderHead {
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
    vatRegime: row.vat_regime === null ? null : (JSON.parse(row.vat_regime) as VatRegime),
    catalogueVersion: row.catalogue_version,
    quoteId: row.quote_id,
    quoteRevision: row.quote_revision,
    createdAt: row.created_at,
    placedBy: row.placed_by,
    services: row.services === null ? null : (JSON.parse(row.services) as OrderServices),
  }
}
