/** Quotes: what a rep leaves behind. Inputs, prices, provenance and the catalogue version are kept with it. */
import Type, { type Static } from 'typebox'
import { AdresseLivraison } from './address.ts'
import { CartTotals } from './cart.ts'
import { Area } from './order.ts'
import { Nullable } from './schema.ts'

/** How sure a price is (contract.md, "Application API"). */
export const PriceStatus = Type.Enum(['firm', 'observed', 'estimated', 'unavailable'])
export type PriceStatus = Static<typeof PriceStatus>

/** The price of one lead time, with where it comes from. */
export const PricedLeadTime = Type.Object(
  {
    label: Type.String({ description: 'J+<working days>' }),
    days: Type.Integer(),
    delai: Nullable(Type.Integer({ description: 'Lead-time id, where it is known.' })),
    status: PriceStatus,
    priceCents: Nullable(Type.Integer()),
    low: Nullable(Type.Integer()),
    high: Nullable(Type.Integer()),
    observedAt: Nullable(Type.String()),
    message: Type.String({ description: 'Why there is no price; empty otherwise.' }),
  },
  { title: 'PricedLeadTime' },
)
export type PricedLeadTime = Static<typeof PricedLeadTime>

/** A quote line as the desk sends it: the area and the partner API's own line; `delai` chooses the lead time in both areas. */
export const QuoteLineInput = Type.Object({
  area: Area,
  line: Type.Record(Type.String(), Type.Unknown(), { description: 'Print line or display configuration.' }),
  delai: Nullable(Type.Integer()),
  leadTimeLabel: Type.Optional(
    Nullable(
      Type.String({ description: 'The label chosen, for upstream prices whose lead-time id is not known.' }),
    ),
  ),
})
export type QuoteLineInput = Static<typeof QuoteLineInput>

export const QuoteLine = Type.Object({
  area: Area,
  line: Type.Record(Type.String(), Type.Unknown()),
  delai: Nullable(Type.Integer()),
  leadTimeLabel: Nullable(Type.String()),
  name: Type.String({ description: 'Name of the product or family when the line was saved.' }),
  summary: Type.Array(Type.String(), {
    description: 'Chosen variants and values in words, when the line was saved.',
  }),
  price: PricedLeadTime,
  problem: Nullable(
    Type.String({ description: 'Why the line no longer fits the catalogue; null while it does.' }),
  ),
})
export type QuoteLine = Static<typeof QuoteLine>

/** States that are stored. Expiry is never stored: it follows from the date. */
export const QUOTE_STATES = ['draft', 'sent', 'accepted', 'refused', 'ordered'] as const
export type QuoteState = (typeof QUOTE_STATES)[number]
export const QuoteStateSchema = Type.Enum([
  'draft',
  'sent',
  'accepted',
  'refused',
  'ordered',
] satisfies QuoteState[])

/** The moves that a quote's state allows. What was sent is a fact: a revision or a new attempt is a duplicate. */
export const QUOTE_MOVES: Readonly<Record<QuoteState, readonly QuoteState[]>> = {
  draft: ['sent', 'accepted', 'refused', 'ordered'],
  sent: ['accepted', 'refused', 'ordered'],
  accepted: ['ordered', 'refused'],
  refused: [],
  ordered: [],
}

export const QuoteInput = Type.Object(
  {
    customerId: Type.Optional(
      Nullable(Type.Integer({ description: 'The desk’s own customer when absent.' })),
    ),
    reference: Type.Optional(Nullable(Type.String({ description: '`devis` of the orders.' }))),
    note: Type.Optional(Nullable(Type.String())),
    address: Type.Optional(Nullable(Type.Record(Type.String(), Type.Unknown()))),
    validUntil: Type.Optional(Nullable(Type.String({ description: 'Last day of validity, YYYY-MM-DD.' }))),
    lines: Type.Array(QuoteLineInput),
  },
  { title: 'QuoteInput' },
)
export type QuoteInput = Static<typeof QuoteInput>

export const Quote = Type.Object(
  {
    id: Type.Integer(),
    number: Type.String(),
    state: QuoteStateSchema,
    expired: Type.Boolean(),
    customerId: Type.Integer(),
    customer: Type.String(),
    reference: Type.String(),
    note: Type.String(),
    address: AdresseLivraison,
    validUntil: Type.String(),
    createdAt: Type.String(),
    updatedAt: Type.String(),
    catalogueVersion: Type.Integer({
      description: 'Version of the catalogue that the lines were priced with.',
    }),
    lines: Type.Array(QuoteLine),
    totals: Type.Union([CartTotals, Type.Null()], { description: 'Null while a line has no price.' }),
    indicative: Type.Boolean({ description: 'True where a line’s price is an estimate.' }),
    orders: Type.Array(Type.Integer(), { description: 'Ids of the orders made of it.' }),
  },
  { title: 'Quote' },
)
export type Quote = Static<typeof Quote>

/** The number printed on a quote, from its own id. */
export function quoteNumber(id: number): string {
  return `D${String(id).padStart(6, '0')}`
}

/** Whether the validity is over: it lasts to the end of its day. Never true of a quote that was decided. */
export function isExpired(state: QuoteState, validUntil: string, today: string): boolean {
  return (state === 'draft' || state === 'sent') && validUntil < today
}
