/** Quotes: what a rep leaves behind. Inputs, prices, provenance and the catalogue version are kept with it. */
import * as Type from 'typebox'
import type { Static } from 'typebox'
import { AdresseLivraison, AdresseLivraisonInput } from '../address.ts'
import { Totals } from '../cart.ts'
import { Buys, OpenFields } from './signature.ts'
import { Absentable, Cost, Nullable } from '../schema.ts'
import { NamedSource } from '../source.ts'
import { widthTogether } from '../shared/offers.ts'
import { QUOTE_STATES } from '../shared/quote-states.ts'
import type { Right } from '../shared/rights.ts'
import { Vat } from '../vat.ts'
import { LineAmounts, QuoteAmounts } from './line-amounts.ts'
import { DiscountInput, LineAreaSchema, LineInput, LineRoleSchema, SALES, Taken } from './lines.ts'

/** How sure a price is (local-api.md, "What the screens call"). */
export const PriceStatus = Type.Enum(['firm', 'observed', 'estimated', 'unavailable'])
export type PriceStatus = Static<typeof PriceStatus>

/** The price of one lead time, with where it comes from. */
export const PricedLeadTime = Type.Object(
  {
    label: Type.String({ description: 'J+<working days>' }),
    days: Type.Integer(),
    delai: Nullable(Type.Integer({ description: 'Lead-time id, where it is known.' })),
    status: PriceStatus,
    priceCents: Nullable(Type.Integer({ description: 'What the customer pays, before his discount.' })),
    costCents: Cost('What the source asks.'),
    low: Nullable(Type.Integer()),
    high: Nullable(Type.Integer()),
    outside: Type.Optional(
      Type.Boolean({ description: 'An estimate of a configuration outside of what the partner answered.' }),
    ),
    observedAt: Nullable(Type.String()),
    beforeMove: Type.Optional(
      Type.Boolean({
        description:
          'Observed before the partner moved a price of the same product or family, or estimated of such prices, too.',
      }),
    ),
    message: Type.String({ description: 'Why there is no price; empty otherwise.' }),
  },
  { title: 'PricedLeadTime' },
)
export type PricedLeadTime = Static<typeof PricedLeadTime>

/** What something cost when it was kept, to hold today's price against. */
export const PriceThen = Type.Object({
  priceCents: PricedLeadTime.properties.priceCents,
  status: PriceStatus,
  low: PricedLeadTime.properties.low,
  high: PricedLeadTime.properties.high,
})
export type PriceThen = Static<typeof PriceThen>

/** What a line is sold at in the place of the catalogue's price: its percentage tells what it costs. */
const QuoteSale = Type.Object({
  by: Type.Enum(SALES),
  percent: Type.Optional(Type.Union([Type.String(), Type.Null()], { right: 'costs' satisfies Right })),
  cents: Type.Optional(Type.Integer()),
})

export const QuoteDiscountSchema = Type.Object({
  percent: Type.Optional(Type.String()),
  cents: Type.Optional(Type.Integer()),
})

export const QuoteLine = Type.Object({
  id: Type.String({ description: 'Its name in the quote, which lasts whatever is done to the lines.' }),
  area: LineAreaSchema,
  line: Type.Record(Type.String(), Type.Unknown(), { description: 'Of a product; else empty.' }),
  delai: Nullable(Type.Integer()),
  leadTimeLabel: Nullable(Type.String()),
  text: Type.String({ description: 'Of a free line and a heading; else empty.' }),
  quantity: Nullable(Type.Number({ description: 'Of a free line.' })),
  unitCents: Nullable(Type.Integer({ description: 'Of a free line: what one of it is sold at.' })),
  costCents: Cost('Of a free line: what one of it costs; null: not known.'),
  role: LineRoleSchema,
  sale: Nullable(QuoteSale),
  discount: Nullable(Type.String({ description: 'Of the line: a percentage as a decimal string.' })),
  vatRegimeId: Nullable(Type.String({ description: 'The VAT that it goes by; null: its quote’s.' })),
  vat: Type.Union([Vat, Type.Null()], { description: 'What that makes of it, where it is not its quote’s.' }),
  amounts: Nullable(LineAmounts),
  subtotalCents: Nullable(
    Type.Integer({
      description:
        'Of a heading: what the included lines of its group come to before the discount of the whole.',
    }),
  ),
  subtotalUncertainty: Nullable(
    Type.Integer({ description: 'How wide the interval of that is, in cents, of estimates; null: exact.' }),
  ),
  alternativeTo: Nullable(
    Type.Integer({ description: 'Of an alternative: the place of the line that it stands for.' }),
  ),
  name: Type.String({
    description:
      'Name of the product or family when the line was saved; of others the first line of the text.',
  }),
  summary: Type.Array(Type.String(), {
    description: 'Chosen variants and values in words, by the names that they had when the line was saved.',
  }),
  parts: Type.Array(
    Type.Object({
      code: Type.String(),
      params: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
      usual: Type.Optional(Type.Boolean({ description: 'The product begins with it.' })),
    }),
    { description: 'What `summary` puts in words, in its order.' },
  ),
  names: Type.Record(Type.String(), Type.String(), {
    description: 'Names of what was chosen when the line was saved, by JSON pointer into `line`.',
  }),
  price: PricedLeadTime,
  pricedAt: Type.Optional(
    Nullable(Type.String({ description: 'When its price was asked for, ISO; null or absent: not kept.' })),
  ),
  problem: Nullable(
    Type.String({ description: 'Why the line no longer fits the catalogue; null while it does.' }),
  ),
  gone: Type.Boolean({ description: 'Whether it is for something that is to be had no more.' }),
  promised: Nullable(
    Type.String({
      description:
        'Delivery day, YYYY-MM-DD: of a draft counted from today, otherwise from the day when it was sent; from `filesOn` where that is later.',
    }),
  ),
  source: Nullable(NamedSource),
})
export type QuoteLine = Static<typeof QuoteLine>

export const QuoteStateSchema = Type.Enum(QUOTE_STATES)

export const QuoteInput = Type.Object(
  {
    customerId: Type.Optional(
      Nullable(Type.Integer({ description: 'The desk’s own customer when absent.' })),
    ),
    companyId: Type.Optional(
      Nullable(
        Type.Integer({ description: 'The company that it is for; absent in a change: it stays as it is.' }),
      ),
    ),
    contactId: Type.Optional(
      Nullable(
        Type.Integer({ description: 'One of its contacts; absent where the company is: it stays as it is.' }),
      ),
    ),
    reference: Type.Optional(Nullable(Type.String({ description: '`devis` of the orders.' }))),
    note: Type.Optional(Nullable(Type.String())),
    address: Absentable(AdresseLivraisonInput),
    collected: Type.Optional(
      Nullable(
        Type.Boolean({
          description:
            'Collected at the shop: the place of its address is the shop’s own (the letterhead’s), of `address` only who collects it is taken. Absent in a change: as it is.',
        }),
      ),
    ),
    buyer: Absentable(Buys),
    validUntil: Type.Optional(Nullable(Type.String({ description: 'Last day of validity, YYYY-MM-DD.' }))),
    filesOn: Type.Optional(
      Nullable(
        Type.String({
          description:
            'The day on which the files arrive, YYYY-MM-DD: lead times count from it where it is later than the order.',
        }),
      ),
    ),
    discount: Type.Optional(Nullable(DiscountInput)),
    vatRegimeId: Type.Optional(
      Nullable(
        Type.String({
          description:
            'VAT in the place of the delivery address’s, one of the settings; null: the address’s. Absent: of a new quote its company’s own, in a change it stays as it is.',
        }),
      ),
    ),
    lines: Type.Array(LineInput),
  },
  { title: 'QuoteInput' },
)
export type QuoteInput = Static<typeof QuoteInput>

/** Lines to be priced. */
export const QuoteToPreview = Type.Object({
  ...QuoteInput.properties,
  quoteId: Type.Optional(
    Nullable(
      Type.Integer({ description: 'The quote that they are of: what they leave as it is, is as it has it.' }),
    ),
  ),
})
export type QuoteToPreview = Static<typeof QuoteToPreview>

/** A new quote. */
export const QuoteNew = Type.Object({
  ...QuoteInput.properties,
  key: Type.Optional(
    Nullable(
      Type.String({
        description: 'A name of the client’s own: the same key again answers the quote that it made.',
      }),
    ),
  ),
})
export type QuoteNew = Static<typeof QuoteNew>

const Version = Type.Integer({ description: 'The version that was read: another one now is 409.' })

/** A draft as it is to be. */
export const QuoteUpdate = Type.Object({ ...QuoteInput.properties, version: Version })
export type QuoteUpdate = Static<typeof QuoteUpdate>

/** What may still be completed after a quote was sent: it names no price. */
export const QuoteDelivery = Type.Object({
  address: AdresseLivraisonInput,
  note: Type.String(),
  version: Version,
})
export type QuoteDelivery = Static<typeof QuoteDelivery>

/** What a quote is moved, ordered or deleted by: without a version, as it stands. */
export const QuoteVersion = Type.Object({ version: Type.Optional(Nullable(Version)) })
export type QuoteVersion = Static<typeof QuoteVersion>

/** POST /api/quotes/:id/reprice */
export const QuoteReprice = Type.Object({
  ...QuoteVersion.properties,
  how: Type.Enum(['take', 'absorb'], {
    description:
      'take: today’s prices. absorb: today’s costs, at the price that the customer was told, as a fixed one. Nothing is taken over until this is said.',
  }),
  line: Type.Optional(
    Nullable(Type.Integer({ description: 'The place of the only line that is meant; absent: every one.' })),
  ),
  seen: Absentable(
    Type.Array(Nullable(Type.Integer()), {
      description:
        'Today’s price of each line in cents, as it was told (`GET …/prices`); null where it was told as the same. Where one that is meant is another by now, nothing is taken (409).',
    }),
  ),
})
export type QuoteReprice = Static<typeof QuoteReprice>

/** Why a quote cannot be sent, or ordered, as it stands. */
export const QuoteObstacle = Type.Object({
  path: Type.String({ description: 'JSON pointer into the quote.' }),
  code: Type.String(),
  message: Type.String(),
  stops: Type.Enum(['send', 'order', 'both']),
})
export type QuoteObstacle = Static<typeof QuoteObstacle>

/** What the prices of included products rest on, where they do not hold by themselves. */
export const QuoteEvidence = Type.Object({
  until: Nullable(
    Type.String({
      description:
        'The last day on which they are known to hold, YYYY-MM-DD; null: on none, one is an estimate.',
    }),
  ),
  estimated: Type.Integer({ description: 'How many are estimates.' }),
  seen: Type.Array(
    Type.Object({ source: Type.String(), at: Type.String({ description: 'ISO; of the oldest.' }) }),
    { description: 'Whose prices were seen, and when.' },
  ),
})
const evidence = Type.Union([QuoteEvidence, Type.Null()], {
  description: 'Of a draft: until when its prices are known to hold; null: nothing limits them.',
})

export const Quote = Type.Object(
  {
    id: Type.Integer(),
    number: Type.String({
      description: 'Given when it is sent or ordered; until then what a draft is called.',
    }),
    revision: Type.Integer({ description: 'From 1; one more with each that was made of what was sent.' }),
    state: QuoteStateSchema,
    expired: Type.Boolean(),
    customerId: Type.Integer(),
    customer: Type.String(),
    companyId: Nullable(Type.Integer()),
    company: Nullable(
      Type.String({
        description: 'Its name: of a draft as it is now, otherwise as it was when it was sent.',
      }),
    ),
    contactId: Nullable(Type.Integer()),
    contact: Nullable(Type.String({ description: 'The name of the contact, likewise.' })),
    reference: Type.String(),
    note: Type.String({ description: 'To the customer.' }),
    internalNote: Type.String({ description: 'In house; never locked.' }),
    files: Type.Array(Type.String(), { description: 'Names, paths or addresses of artwork.' }),
    notesVersion: Type.Integer({ description: 'One more with each change of the two.' }),
    address: AdresseLivraison,
    collected: Type.Boolean({ description: 'At the shop, whose address `address` is.' }),
    buyer: Nullable(Buys),
    validUntil: Type.String(),
    reconfirm: Type.Boolean({
      description: 'Of what was sent: its prices are to be reconfirmed before it is ordered.',
    }),
    evidence,
    filesOn: Nullable(Type.String()),
    createdAt: Type.String(),
    updatedAt: Type.String(),
    catalogueVersion: Type.Integer({
      description: 'Version of the catalogue that the lines were priced with.',
    }),
    lines: Type.Array(QuoteLine),
    discount: Nullable(QuoteDiscountSchema),
    totals: Type.Union([Totals, Type.Null()], { description: 'Null while an included line has no price.' }),
    amounts: Type.Union([QuoteAmounts, Type.Null()], {
      description: 'Profit and margin are what the customer’s own discount leaves.',
    }),
    indicative: Type.Boolean({ description: 'True where a line’s price is an estimate.' }),
    uncertainty: Nullable(
      Type.Integer({
        description:
          'Of an indicative total: how wide its interval is, in cents, of each estimate a fifth at most; amounts are rounded by it.',
      }),
    ),
    vat: Vat,
    vatRegimeId: Nullable(Type.String({ description: 'What its VAT goes by; null: the delivery address.' })),
    obstacles: Type.Array(QuoteObstacle),
    version: Type.Integer({ description: 'One more with each change.' }),
    madeBy: Nullable(Type.String({ description: 'Who made it, by name; null: no person.' })),
    sentBy: Nullable(Type.String()),
    acceptedBy: Nullable(Type.String()),
    signed: Nullable(
      Type.Object(
        { name: Type.String(), open: OpenFields },
        { description: 'The customer who signed this revision, by the name that was given; null: nobody.' },
      ),
    ),
    orders: Type.Array(Type.Integer(), { description: 'Ids of the orders made of it.' }),
    cancelledOrders: Type.Array(Type.Integer(), { description: 'Those of them that were cancelled.' }),
  },
  { title: 'Quote' },
)
export type Quote = Static<typeof Quote>

/** Today's price of a line that holds another, before and after its discount. */
export const MovedPrice = Type.Object({
  ...PricedLeadTime.properties,
  netCents: Nullable(Type.Integer({ description: 'What the line’s own discount leaves of it.' })),
})
export type MovedPrice = Static<typeof MovedPrice>

/** Today's prices of a draft beside those that it holds. */
export const QuotePrices = Type.Object({
  version: Type.Integer({ description: 'The version that was compared.' }),
  moved: Type.Boolean(),
  lines: Type.Array(Nullable(MovedPrice), {
    description: 'Of each line today’s price where it is another; null where it is the same.',
  }),
  problems: Type.Array(Nullable(Type.String()), { description: 'Why each line cannot be had, by now.' }),
  totals: Nullable(Totals),
  costMovedCents: Cost('By how much more its included lines cost today; null: not known.'),
  uncertainty: Nullable(Type.Integer()),
  unanswered: Type.Array(Type.Integer(), { description: 'Partners that gave no price of a line, by id.' }),
  evidence,
})
export type QuotePrices = Static<typeof QuotePrices>

/** How wide the interval of the sum is, in cents; null where every price is exact. */
export function uncertaintyOf(
  lines: readonly { readonly price: Pick<PricedLeadTime, 'status' | 'low' | 'high'> }[],
): number | null {
  return widthTogether(lines.map(({ price }) => price))
}

/** PUT /api/quotes/:id/state */
export const QuoteMove = Type.Object({
  ...QuoteVersion.properties,
  state: QuoteStateSchema,
  reason: Type.Optional(Nullable(Type.String({ description: 'Why, for the history.' }))),
  taken: Absentable(Taken),
  indicative: Absentable(
    Type.Boolean({ description: 'Sends a quote with an estimate, as an indicative one.' }),
  ),
  reconfirm: Absentable(
    Type.Boolean({
      description:
        'Sends it with prices to be reconfirmed, also beyond the day on which they are known to hold.',
    }),
  ),
})
export type QuoteMove = Static<typeof QuoteMove>

/** POST /api/quotes/:id/order */
export const QuoteOrder = Type.Object({
  ...QuoteVersion.properties,
  expired: Type.Optional(Nullable(Type.Boolean({ description: 'Orders it though its validity is over.' }))),
})
export type QuoteOrder = Static<typeof QuoteOrder>

export { QuoteLineInput, type LineInput } from './lines.ts'
export { canRevise, QUOTE_MOVES, QUOTE_STATES, isOpen, type QuoteState } from '../shared/quote-states.ts'
