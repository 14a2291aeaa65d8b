/** Prices of a configuration, at its quantity and at others (local-api.md, "What the screens call"). */
import * as Type from 'typebox'
import type { Static } from 'typebox'
import { Area } from '../../domain/order.ts'
import { PricedLeadTime } from '../../domain/quote/quote.ts'
import { Nullable } from '../../domain/schema.ts'

/** POST /api/prices */
export const PricesRequest = Type.Object({
  area: Area,
  line: Type.Record(Type.String(), Type.Unknown()),
  atOnce: Type.Optional(
    Nullable(
      Type.Boolean({ description: 'true: what is known by now, at once; no partner is asked. Else it is.' }),
    ),
  ),
})
export type PricesRequest = Static<typeof PricesRequest>
export const PricesResponse = Type.Object({ leadTimes: Type.Array(PricedLeadTime) })
export type PricesResponse = Static<typeof PricesResponse>

/**
 * POST /api/price-matrix: the same line at other quantities, in one request. Each row replaces `quantites_multiples`
 * (print) or, by its first entry, `quantite` (display). Rows that are not offered answer with their faults' message.
 */
export const MatrixRequest = Type.Object({
  area: Area,
  line: Type.Record(Type.String(), Type.Unknown()),
  quantities: Type.Array(Type.Array(Type.Integer()), { maxItems: 200 }),
})
export type MatrixRequest = Static<typeof MatrixRequest>
export const MatrixResponse = Type.Object({
  rows: Type.Array(
    Type.Object({
      quantities: Type.Array(Type.Integer()),
      leadTimes: Type.Array(PricedLeadTime),
      message: Type.String({ description: 'Why the row has no prices; empty otherwise.' }),
      pending: Type.Boolean({ description: 'The partner is being asked: ask again in a moment.' }),
    }),
  ),
})
export type MatrixResponse = Static<typeof MatrixResponse>
