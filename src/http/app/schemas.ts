/** The application API (local-api.md): what the screens send and get. */
import * as Type from 'typebox'
import type { Static } from 'typebox'
import { Totals } from '../../domain/cart.ts'
import { Famille } from '../../domain/display/family.ts'
import { Area, CommandeDisplay, CommandePrint } from '../../domain/order.ts'
import { Produit } from '../../domain/print/product.ts'
import { OrderServices } from '../../domain/order-services.ts'
import { Quote, QuoteInput, QuoteLine, QuoteStateSchema } from '../../domain/quote/quote.ts'
import { Cost, CostFact, Nullable } from '../../domain/schema.ts'
import { CANCEL_BARS } from '../../domain/shared/order-states.ts'
import { Vat, VatAmount } from '../../domain/vat.ts'
import { OutboxEntry } from './outbox-schemas.ts'

export * from './price-schemas.ts'

/** GET /api/catalogue: one entry a product or family, what a rep looks for in the list. */
export const CatalogueEntry = Type.Object({
  area: Area,
  id: Type.Integer(),
  source: Type.Integer({ description: 'Where it comes from: an id of `sources`.' }),
  name: Type.String(),
  quantityMin: Nullable(Type.Integer()),
  quantityMax: Nullable(Type.Integer()),
  quantityCount: Nullable(
    Type.Integer({ description: 'How many fixed quantities; null where the quantity is free.' }),
  ),
  fastestDays: Nullable(Type.Integer({ description: 'Working days of the fastest lead time known.' })),
  fromCents: Nullable(
    Type.Integer({
      description:
        'Lowest price known, cents excl. tax: of the cheapest choices of a tariff in the fewest that have a price, or of those that a partner has given.',
    }),
  ),
  fromQuantity: Nullable(
    Type.Integer({ description: 'The copies of `fromCents`, of all visuals together.' }),
  ),
  fromObservedAt: Nullable(
    Type.String({ description: 'When a partner gave `fromCents`; null where a tariff gives it.' }),
  ),
  markedUp: CostFact(
    'Whether a mark-up of the settings makes its prices more than its source asks; null for who may not see costs.',
  ),
})
export type CatalogueEntry = Static<typeof CatalogueEntry>
export const CatalogueResponse = Type.Object({
  version: Type.Integer(),
  sources: Type.Array(
    Type.Object({
      id: Type.Integer(),
      kind: Type.Enum(['tariffs', 'partner']),
      name: Type.String({ description: 'Of a partner; "" of the own tariffs.' }),
    }),
    { description: 'Those that have loaded anything.' },
  ),
  synonyms: Type.Array(Type.Array(Type.String()), {
    description:
      'Words that the shop has set to stand for one another in the search, beside those of the trade.',
  }),
  entries: Type.Array(CatalogueEntry),
})
export type CatalogueResponse = Static<typeof CatalogueResponse>

/** GET /api/catalogue/choices: what products and families are found by beside their names. */
export const CatalogueChoices = Type.Object({
  names: Type.Array(Type.String(), {
    description: 'Of options, variants, formats and the other elements, each once.',
  }),
  entries: Type.Array(
    Type.Object({
      area: Area,
      id: Type.Integer(),
      of: Type.Array(Type.Integer(), { description: 'The places of its own in `names`.' }),
    }),
  ),
})
export type CatalogueChoices = Static<typeof CatalogueChoices>

const LeadTimeInfo = Type.Object({
  id: Type.Integer(),
  days: Nullable(Type.Integer()),
  label: Nullable(Type.String()),
})

const Limits = Type.Array(
  Type.Object({
    leadTime: Nullable(Type.Integer({ description: 'Id; null: at every lead time.' })),
    chosen: Type.Record(Type.String(), Type.Integer(), {
      description: 'Ids by the field that they are chosen in: `variante`, `support`…; all of them together.',
    }),
    quantityMin: Nullable(Type.Integer()),
    message: Nullable(Type.String()),
  }),
  { description: 'What the tariff excludes; of a partner nothing is known.' },
)

/** GET /api/products/:id: the product page with what the configurator needs beside it. */
export const ProductDetail = Type.Object({
  product: Produit,
  source: Type.Integer(),
  leadTimes: Type.Array(LeadTimeInfo, { description: 'Fastest first; unknown days last.' }),
  mainLeadTime: Nullable(
    Type.Integer({
      description: 'That of its tariff; null of a partner’s product: the cheapest stands there.',
    }),
  ),
  surface: Nullable(
    Type.Object(
      {
        width: Type.Integer(),
        height: Type.Integer(),
        divisor: Type.String({ description: 'Units in a metre: "1000" for millimetres.' }),
        minimum: Type.String({ description: 'Smallest area charged, m².' }),
      },
      { description: 'Option ids of the two sides, required in `valeurs`.' },
    ),
  ),
  limits: Limits,
  quantitySteps: Type.Array(Type.Integer(), { description: 'Offered or typical quantities, ascending.' }),
  defaultLine: Type.Record(Type.String(), Type.Unknown(), { description: 'A valid line to start from.' }),
})
export type ProductDetail = Static<typeof ProductDetail>

/** GET /api/families/:id */
export const FamilyDetail = Type.Object({
  family: Famille,
  source: Type.Integer(),
  leadTimes: Type.Array(LeadTimeInfo),
  mainLeadTime: Nullable(Type.Integer()),
  limits: Limits,
  quantitySteps: Type.Array(Type.Integer()),
  defaultLine: Type.Record(Type.String(), Type.Unknown()),
})
export type FamilyDetail = Static<typeof FamilyDetail>

/** POST /api/quotes/price: the lines and totals of a quote without saving it. */
export const QuotePreview = Type.Object({
  lines: Type.Array(QuoteLine),
  discount: Quote.properties.discount,
  totals: Type.Union([Totals, Type.Null()]),
  indicative: Type.Boolean(),
  problem: Nullable(Type.String({ description: 'The first of the lines’ problems.' })),
})
export type QuotePreview = Static<typeof QuotePreview>

/** GET /api/quotes?search=&state=&limit=&offset= (newest first, with X-Total-Count) */
export const QuoteSummary = Type.Object({
  id: Type.Integer(),
  number: Type.String(),
  revision: Type.Integer(),
  state: QuoteStateSchema,
  expired: Type.Boolean(),
  customer: Type.String(),
  company: Nullable(Type.String()),
  contact: Nullable(Type.String()),
  reference: Type.String(),
  recipient: Type.String({ description: 'societe or nom of the address.' }),
  updatedAt: Type.String(),
  validUntil: Type.String(),
  lineCount: Type.Integer(),
  totalCents: Nullable(Type.Integer({ description: 'prix_total_ht' })),
  indicative: Type.Boolean(),
  reconfirm: Type.Boolean({ description: 'Sent with prices to be reconfirmed.' }),
  uncertainty: Nullable(
    Type.Integer({
      description: 'How wide the interval of the total is, in cents, of each estimate a fifth at most.',
    }),
  ),
  invalid: Nullable(Type.String({ description: 'Why it no longer fits the catalogue; null while it does.' })),
})
export type QuoteSummary = Static<typeof QuoteSummary>

/** POST /api/quotes/:id/order: the orders made, one an area and display lead time. */
export const QuoteOrdered = Type.Object({ orders: Type.Array(Type.Integer()), quote: Quote })
export type QuoteOrdered = Static<typeof QuoteOrdered>

/** GET /api/orders?search=&area=&status=&quote=&source=&company=&limit=&offset= (newest first, with X-Total-Count) */
export const OrderSummary = Type.Object({
  id: Type.Integer(),
  number: Type.String(),
  area: Area,
  status: Type.String(),
  customer: Type.String(),
  reference: Type.String(),
  recipient: Type.String(),
  company: Nullable(Type.String({ description: 'For whom its quote was; null: for no company.' })),
  createdAt: Type.String(),
  lineCount: Type.Integer(),
  totalHtCents: Type.Integer(),
  totalTtcCents: Type.Integer(),
  grandTotalHtCents: Type.Integer({ description: 'With the services that were sold with it.' }),
  grandTotalTtcCents: Type.Integer(),
  quoteId: Nullable(Type.Integer()),
  sources: Type.Array(Type.Integer(), {
    description: 'Where its lines come from: ids of GET /api/orders/sources.',
  }),
  givenUp: Type.Array(Type.Integer(), { description: 'Those of them whose part was given up.' }),
})
export type OrderSummary = Static<typeof OrderSummary>

/** GET /api/orders/:id: the order in its partner API shape (2.7), its lines in words, and how its transmission stands. */
export const OrderDetail = Type.Object({
  area: Area,
  createdAt: Type.String(),
  customer: Type.String(),
  company: Nullable(
    Type.Object(
      { id: Nullable(Type.Integer()), name: Type.String() },
      { description: 'For whom its quote was, as it was called then.' },
    ),
  ),
  contact: Nullable(Type.String({ description: 'Of that quote.' })),
  quoteId: Nullable(Type.Integer()),
  quoteNumber: Nullable(Type.String({ description: 'Of the quote that it was made of.' })),
  quoteRevision: Nullable(Type.Integer({ description: 'Of that quote; null: of none, or not kept.' })),
  signedAt: Nullable(Type.String({ description: 'When its customer signed that revision, ISO.' })),
  placedBy: Nullable(Type.String({ description: 'Who placed it, by name; null: no person.' })),
  leadTimes: Type.Array(Nullable(Type.String()), { description: 'Label of the lead time of each line.' }),
  lineCents: Type.Array(Type.Integer(), { description: 'What the customer pays, before his discount.' }),
  lineReduced: Type.Array(Type.Boolean(), { description: 'Whether discounts of its quote are off that.' }),
  lineCosts: Type.Array(Cost(), { description: 'What the source asks.' }),
  costHtCents: Cost(),
  todaysTotalCents: Cost(
    'prix_total_ht at today’s mark-ups on what it costs by now, where the customer pays another (POST …/reprice).',
  ),
  priceStays: Nullable(
    Type.Enum(['agreed', 'unknown'], {
      description:
        'Why prices stay although what they cost was accepted anew: of lines that were agreed by hand, or of all, where it is not known what each costs.',
    }),
  ),
  vat: Type.Array(VatAmount, { description: 'What each rate comes to of the order’s total.' }),
  vatRegime: Type.Union([Type.Object({ name: Type.String(), mention: Type.String() }), Type.Null()], {
    description: 'What its VAT goes by, as it was when it was ordered; null: the delivery address.',
  }),
  lineVat: Type.Array(Type.Union([Vat, Type.Null()]), {
    description: 'Of each line its own VAT; null: the order’s.',
  }),
  lineNames: Type.Array(Type.String()),
  lineSummaries: Type.Array(Type.Array(Type.String())),
  order: Type.Union([CommandePrint, CommandeDisplay], { description: 'As the partner API answers it.' }),
  services: Type.Union([OrderServices, Type.Null()], {
    description: 'What its quote sold besides products: with the first of its orders.',
  }),
  servicesHeir: Nullable(
    Type.Integer({
      description: 'The order of its quote that they can stay due with where this one is cancelled.',
    }),
  ),
  servicesWith: Nullable(
    Type.Integer({ description: 'The order that they went on with when this one was cancelled.' }),
  ),
  grandTotals: Type.Union([Totals, Type.Null()], {
    description: 'Order and services together; null where it has none.',
  }),
  collected: Type.Boolean({ description: 'At the shop, by who ordered it.' }),
  cancelBar: Nullable(
    Type.Enum([...CANCEL_BARS], {
      description:
        'Why POST …/cancel would not take it: it is cancelled already, handed over, at a partner or on its way to one; null: it would.',
    }),
  ),
  promised: Type.Array(Nullable(Type.String()), {
    description:
      'Delivery day of each line, YYYY-MM-DD, as promised when it was ordered; null where not known.',
  }),
  lineSources: Type.Array(Nullable(Type.String()), {
    description: 'The partner of each line; null of one of the own tariffs.',
  }),
  transmissions: Type.Array(OutboxEntry, { description: 'One for each partner that has lines in it.' }),
  repricings: Type.Array(
    Type.Object({ at: Type.String(), beforeCents: Type.Integer(), afterCents: Type.Integer() }),
    { description: 'Totals excl. tax that the customer was made to pay after others, in their order.' },
  ),
  acceptances: Type.Array(
    Type.Object({
      part: Type.Integer({ description: 'Which of the order’s transmissions it is of.' }),
      at: Type.String(),
      beforeCents: Cost(),
      askedCents: Cost(),
      acceptedCents: Cost(),
    }),
    { description: 'What the partner asked and the user accepted after another amount, in their order.' },
  ),
})
export type OrderDetail = Static<typeof OrderDetail>

/** GET, POST /api/customers; PUT /api/customers/:id */
export const CustomerInput = Type.Object({
  name: Type.String({ minLength: 1 }),
  canOrder: Type.Boolean(),
  discount: Type.String({ description: 'Percentage as a decimal string.' }),
  products: Nullable(Type.Array(Type.Integer(), { description: 'Ids that the customer sees; null: all.' })),
  families: Nullable(Type.Array(Type.Integer())),
})
export type CustomerInput = Static<typeof CustomerInput>
/** What is absent stays as it is; `before`: how what is given was read, else 409 `fields_changed`. */
export const CustomerChange = Type.Object({
  ...Type.Partial(CustomerInput).properties,
  before: Type.Optional(Nullable(Type.Partial(CustomerInput))),
})
export type CustomerChange = Static<typeof CustomerChange>
export const Customer = Type.Object({ id: Type.Integer(), ...CustomerInput.properties })
export type Customer = Static<typeof Customer>

/** GET /api/tokens; POST /api/customers/:id/tokens answers the token itself, once; DELETE /api/tokens/:id */
export const TokenInfo = Type.Object({
  id: Type.Integer(),
  customerId: Type.Integer(),
  customer: Type.String(),
  createdAt: Type.String(),
  lastUsedAt: Nullable(Type.String()),
  revokedAt: Nullable(Type.String()),
})
export type TokenInfo = Static<typeof TokenInfo>

export const NewToken = Type.Object({ id: Type.Integer(), token: Type.String() })

/** GET, PUT /api/device: what quotes are numbered under here. */
export const DeviceChange = Type.Object({
  code: Type.String({ description: '2 to 4 letters and digits, of those that are not taken for others.' }),
})
export const DeviceInfo = Type.Object({
  code: Type.String(),
  changeable: Type.Boolean({ description: 'Until the first quote has a number of it.' }),
})
export type DeviceInfo = Static<typeof DeviceInfo>

/** GET /api/vat-regimes/use */
export const VatRegimeUse = Type.Object({
  companies: Type.Integer({ description: 'Customers whose quotes begin with it, without archived ones.' }),
  drafts: Type.Integer(),
})
export type VatRegimeUse = Static<typeof VatRegimeUse>

/** GET, PUT /api/settings */
export { Settings } from '../../domain/settings.ts'

export { OutboxEntry, ResolveRequest, RetryRequest } from './outbox-schemas.ts'
export { PartnerChange, PartnerInfo, PartnerInput, SyncRequest, SyncState } from './partner-schemas.ts'

/** POST /api/orders/:id/reprice */
export const RepriceRequest = Type.Object({
  totalCents: Type.Optional(
    Nullable(Type.Integer({ description: 'The `todaysTotalCents` that was shown: another by now is 409.' })),
  ),
})

/** GET /api/changes?limit=: the catalogue's change log, newest first. */
export const CatalogueChange = Type.Object({
  at: Type.String(),
  source: Type.String({
    description: 'bundle, or the name of the partner; upstream where it was kept without',
  }),
  catalogueVersion: Type.Integer(),
  entries: Type.Array(
    Type.Object({
      area: Area,
      id: Type.Integer(),
      name: Type.String(),
      kind: Type.Union([Type.Literal('added'), Type.Literal('changed'), Type.Literal('removed')]),
      what: Type.Array(Type.String(), { description: 'name, options, quantities, lead_times, tariff…' }),
    }),
  ),
  total: Type.Integer({ description: 'How many entries there were; the log keeps the first 500.' }),
})
export type CatalogueChange = Static<typeof CatalogueChange>

export { Quote, QuoteInput }
