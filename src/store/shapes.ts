/**
 * What the JSON of a column is, all the way down, as any program so far has written it: what lists reckon with or put into
 * words. Text of another shape was written by nothing of ours, and is as unreadable as what is no JSON.
 */
import * as Type from 'typebox'
import { ADDRESS_FIELDS } from '../domain/shared/address-fields.ts'
import { LINE_AREAS, LINE_ROLES } from '../domain/shared/line-roles.ts'
import { CartTotals } from '../domain/cart.ts'
import { Area } from '../domain/order.ts'
import { PriceStatus, PriceThen } from '../domain/quote/quote.ts'
import { Nullable, structure } from '../domain/schema.ts'
import { Vat, VatAmount } from '../domain/vat.ts'
import { ImpossibleValue } from './errors.ts'

/** A value that may lack, as those of before it was kept do, and may be null. */
const Later = <T extends Type.TSchema>(schema: T) => Type.Optional(Nullable(schema))

/** At most 100 %, as a decimal string. */
const Percentage = Type.String({ pattern: String.raw`^0*(100(\.0+)?|\d{1,2}(\.\d+)?)$`, maxLength: 40 })
/** Of a margin, which is never the whole of a price. */
const Margin = Type.String({ pattern: String.raw`^0*\d{1,2}(\.\d+)?$`, maxLength: 40 })
const Percent = Type.String({ pattern: String.raw`^\d+(\.\d+)?$`, maxLength: 40 })
const Discount = Type.Union([
  Type.Object({ percent: Percentage }),
  Type.Object({ cents: Type.Integer({ minimum: 0 }) }),
])
const Sale = Type.Union([
  Type.Object({ by: Type.Literal('markup'), percent: Percent }),
  Type.Object({ by: Type.Literal('margin'), percent: Margin }),
  Type.Object({ by: Type.Literal('fixed'), cents: Type.Integer() }),
])

const Address = Type.Object(
  Object.fromEntries(ADDRESS_FIELDS.map((field) => [field, Type.Optional(Type.String())])),
)
const Instant = Type.String({ pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d` })
const Facts = Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]))
const Regime = Type.Object({
  ...{ id: Type.String(), name: Type.String(), mention: Type.String() },
  ...{ rate: Percentage, needsVatNumber: Type.Boolean() },
})
const Totals = Type.Object({ ...CartTotals.properties, vat: Type.Optional(Type.Array(VatAmount)) })

const Told = { code: Type.String(), params: Type.Optional(Facts) }
const Reason = Type.Object({ ...Told, text: Type.Optional(Type.String()) })
const Fault = Type.Object({
  ...{ ...Told, path: Type.String(), reason: Type.Optional(Reason) },
  because: Type.Optional(Type.Array(Type.Object({ ...Told, reason: Type.Optional(Reason) }))),
})
const Parts = Type.Array(Type.Object({ code: Type.String(), params: Facts }))
const Line = Type.Record(Type.String(), Type.Unknown())

const QuoteLine = Type.Object({
  ...{ area: Type.Enum(LINE_AREAS), line: Line, name: Type.Optional(Type.String()) },
  ...{ id: Type.Optional(Type.String()), delai: Later(Type.Integer()), leadTimeLabel: Later(Type.String()) },
  ...{ text: Later(Type.String()), quantity: Later(Type.Number()), unitCents: Later(Type.Integer()) },
  ...{ costCents: Later(Type.Integer()), promised: Later(Type.String()), pricedAt: Later(Instant) },
  ...{ role: Type.Optional(Type.Enum(LINE_ROLES)), sale: Later(Sale), discount: Later(Percentage) },
  vatRegime: Later(Regime),
  ...{ parts: Type.Optional(Parts), summary: Type.Optional(Type.Array(Type.String())) },
  names: Type.Optional(Type.Record(Type.String(), Type.String())),
  problem: Later(Type.Union([Type.String(), Type.Array(Fault)])),
  price: Type.Object({
    ...{ label: Type.String(), days: Type.Integer(), status: PriceStatus },
    ...{
      delai: Later(Type.Integer()),
      priceCents: Nullable(Type.Integer()),
      costCents: Later(Type.Integer()),
    },
    ...{ low: Later(Type.Integer()), high: Later(Type.Integer()), observedAt: Nullable(Instant) },
    ...{ message: Type.Optional(Type.String()), reason: Later(Reason) },
  }),
})

const Services = Type.Object({
  lines: Type.Array(
    Type.Object({
      ...{
        text: Type.String(),
        quantity: Type.Number(),
        unitCents: Type.Integer(),
        netCents: Type.Integer(),
      },
      ...{ costCents: Later(Type.Integer()), vat: Later(Vat) },
    }),
  ),
  totals: Totals,
})

const Change = Type.Object({
  ...{ area: Area, id: Type.Integer(), name: Type.String(), what: Type.Array(Type.String()) },
  kind: Type.Enum(['added', 'changed', 'removed']),
})

/** Variants are kept as pairs. */
const Kept = Type.Array(Type.Union([Type.Array(Type.Union([Type.String(), Type.Number()])), Parts.items]))

const SHAPES = {
  catalogue_changes: { entries: structure(Type.Array(Change)) },
  company_addresses: { address: structure(Address) },
  journal: { facts: structure(Facts) },
  orders: {
    ...{ address: structure(Address), services: structure(Services), vat_regime: structure(Regime) },
    vat: structure(Type.Array(VatAmount)),
  },
  order_lines: { vat_regime: structure(Regime) },
  quotes: {
    ...{ address: structure(Address), lines: structure(Type.Array(QuoteLine)), totals: structure(Totals) },
    ...{
      discount: structure(Discount),
      vat_regime: structure(Regime),
      files: structure(Type.Array(Type.String())),
    },
  },
  recents: { line: structure(Line), parts: structure(Kept), price: structure(PriceThen) },
  saved_configurations: { line: structure(Line), parts: structure(Kept), price: structure(PriceThen) },
} as const

type Shapes = typeof SHAPES

/** The columns whose JSON has a shape, by their tables. */
export const SHAPED: ReadonlyMap<
  string,
  readonly (readonly [column: string, is: (value: unknown) => boolean])[]
> = new Map(
  Object.entries<Readonly<Record<string, { is(value: unknown): boolean }>>>(SHAPES).map(
    ([table, columns]) => [table, Object.entries(columns).map(([column, { is }]) => [column, is] as const)],
  ),
)

/**
 * What the text of a column says.
 * @throws SyntaxError where it is no JSON, ImpossibleValue where it is of another shape
 */
export function parsed<Table extends keyof Shapes>(
  table: Table,
  column: keyof Shapes[Table] & string,
  text: string,
): unknown {
  const value: unknown = JSON.parse(text)
  const shapes: Readonly<Record<string, { is(value: unknown): boolean }>> = SHAPES[table]
  if (!shapes[column]!.is(value)) throw new ImpossibleValue(table, column)
  return value
}
