/** What was sold with the orders of a quote besides products: design, delivery. No partner makes it. */
import * as Type from 'typebox'
import type { Static } from 'typebox'
import { Totals } from './cart.ts'
import { Cost } from './schema.ts'

export const OrderServices = Type.Object(
  {
    lines: Type.Array(
      Type.Object({
        text: Type.String(),
        quantity: Type.Number(),
        unitCents: Type.Integer({ description: 'Of one, before discounts.' }),
        netCents: Type.Integer({ description: 'What the line is sold at, excluding tax.' }),
        costCents: Cost('What the line costs.'),
      }),
    ),
    totals: Totals,
  },
  { title: 'OrderServices' },
)
export type OrderServices = Static<typeof OrderServices>
