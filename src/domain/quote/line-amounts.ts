/** What a line of a quote comes to, and all of them, as it is answered. */
import * as Type from 'typebox'
import type { Static } from 'typebox'
import { Cost, Nullable } from '../schema.ts'
import type { Right } from '../shared/rights.ts'

/** A share as who may see purchase prices reads it. */
const Margin = Type.Union([Type.String(), Type.Null()], {
  description: 'Profit as a percentage of what it is sold at, to a tenth; null of nothing.',
  right: 'costs' satisfies Right,
})

const profit = {
  costCents: Cost(),
  profitCents: Cost('Of what the customer’s own discount leaves.'),
  margin: Margin,
}

/** Cents excluding tax, before the customer's own discount. */
export const LineAmounts = Type.Object(
  {
    listCents: Type.Integer({ description: 'Before discounts.' }),
    discountCents: Type.Integer({ description: 'The line’s own discount.' }),
    wholeCents: Type.Integer({
      description:
        'Its share of the discount of the whole quote; an option or alternative has the same part of it as what is in the total.',
    }),
    netCents: Type.Integer({ description: 'What it is sold at.' }),
    ...profit,
    underCost: Type.Union([Type.Boolean(), Type.Null()], {
      description: 'Whether it is sold under its cost, after every discount.',
      right: 'costs' satisfies Right,
    }),
    uncertainty: Nullable(
      Type.Integer({
        description:
          'Of an estimate: how wide the interval of the net is, a fifth of it at most; its amounts are rounded by it.',
      }),
    ),
  },
  { title: 'LineAmounts' },
)
export type LineAmounts = Static<typeof LineAmounts>

/** The same of the included lines together. */
export const QuoteAmounts = Type.Object(
  {
    listCents: Type.Integer(),
    discountCents: Type.Integer({ description: 'The lines’ own discounts together.' }),
    wholeCents: Type.Integer({ description: 'The discount of the whole quote.' }),
    netCents: Type.Integer({ description: 'Before the customer’s own discount: `prix_ht` of the totals.' }),
    ...profit,
    unknownCosts: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Of how many lines the cost is not known: they are no part of cost, profit and margin.',
      right: 'costs' satisfies Right,
    }),
  },
  { title: 'QuoteAmounts' },
)
export type QuoteAmounts = Static<typeof QuoteAmounts>
