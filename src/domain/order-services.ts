/** What was sold with the orders of a quote besides products: design, delivery. No partner makes it. */
import * as Type from 'typebox'
import type { Static } from 'typebox'
import { Totals } from './cart.ts'
import { afterDiscount } from './shared/sold-at.ts'
import { Cost } from './schema.ts'
import { Vat } from './vat.ts'

export const OrderServices = Type.Object(
  {
    lines: Type.Array(
      Type.Object({
        text: Type.String(),
        quantity: Type.Number(),
        unitCents: Type.Integer({ description: 'Of one, before discounts.' }),
        netCents: Type.Integer({ description: 'What the line is sold at, excluding tax.' }),
        costCents: Cost('What the line costs.'),
        vat: Type.Optional(
          Type.Union([Vat, Type.Null()], { description: 'Its own, where it is not its quote’s.' }),
        ),
      }),
    ),
    totals: Totals,
  },
  { title: 'OrderServices' },
)
export type OrderServices = Static<typeof OrderServices>

/**
 * What is known of what services cost, in cents: what they cost together, and what those are sold at, after discounts,
 * whose cost nobody knows: it is part of neither a cost nor a margin.
 */
export function costsOfServices({ lines, totals }: OrderServices): {
  costCents: number
  unknownCents: number
} {
  const sum = (cents: readonly number[]) => cents.reduce((all, each) => all + each, 0)
  const unknown = sum(lines.map(({ netCents, costCents }) => (costCents === null ? netCents : 0)))
  return {
    costCents: sum(lines.map(({ costCents }) => costCents ?? 0)),
    unknownCents: unknown === 0 ? 0 : afterDiscount(unknown, totals),
  }
}
