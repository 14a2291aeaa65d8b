/**
 * A quote as a file that another Comptoir opens: what it says to its customer, and nothing of what it costs. Whatever is not
 * named here is not in it, and a file that says more is none.
 */
import * as Type from 'typebox'
import type { Static, TProperties } from 'typebox'
import { Area } from '../order.ts'
import { Nullable } from '../schema.ts'
import { ADDRESS_FIELDS, type AddressField } from '../shared/address-fields.ts'
import { beforeWhole } from '../shared/before-whole.ts'
import type { Source } from '../source.ts'
import { SUMMARY_MESSAGES, type SummaryPart } from '../summary.ts'
import { Vat } from '../vat.ts'
import type { QuoteFacts, TotalledLine } from './facts.ts'
import { MOST_CENTS } from '../shared/quote-lines.ts'
import { LineRoleSchema, MOST_LINES, MOST_QUANTITY } from './lines.ts'
import { PORTABLE_STATES } from '../shared/quote-states.ts'
import { PriceStatus } from './quote.ts'

export const PORTABLE_VERSION = 1
/** No body that makes a quote is longer. */
const LONG = 1024 * 1024
const DETAILS = 200
/** As many regimes as settings may have had of one quote's lines, and its own. */
const MOST_RATES = 100

const closed = <P extends TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: false })
const text = (maxLength = LONG) => Type.String({ maxLength })
const cents = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
const whole = Type.Integer({ minimum: -Number.MAX_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER })
const count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
const percent = text(20)
const day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })
const instant = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,3})?Z$' })

const Part = closed({
  code: Type.Enum(['told_before', ...Object.keys(SUMMARY_MESSAGES)] as SummaryPart['code'][]),
  params: Type.Record(Type.String(), Type.Union([text(), Type.Number()]), {
    maxProperties: 20,
  }),
})

/** What a line was offered at, and since when that is known. Cents excluding tax. */
const Price = closed({
  label: text(),
  days: Type.Integer({ minimum: 0, maximum: 10_000 }),
  status: PriceStatus,
  observedAt: Nullable(instant),
  listCents: cents,
  discountCents: cents,
  wholeCents: cents,
  netCents: cents,
  uncertainty: Nullable(cents),
})

/** A rate or exemption of the transaction's own: name and legal words. */
const Regime = { rate: percent, name: text(), mention: text() }
/** of a line, in the place of its quote's; absent: that, and in files of earlier programs */
const OwnVat = Type.Optional(closed(Regime))

const ProductLine = closed({
  area: Area,
  line: Type.Record(Type.String(), Type.Unknown(), { maxProperties: 100 }),
  delai: Nullable(count),
  leadTimeLabel: Nullable(text()),
  name: text(),
  names: Type.Record(Type.String(), text(), { maxProperties: DETAILS }),
  parts: Type.Array(Part, { maxItems: DETAILS }),
  source: Nullable(text()),
  /** what the ids of its source are counted from there; absent: 0, and in files of earlier programs */
  base: Type.Optional(count),
  promised: Nullable(day),
  role: LineRoleSchema,
  discount: Nullable(percent),
  alternativeTo: Nullable(count),
  vat: OwnVat,
  price: Nullable(Price),
})
const ServiceLine = closed({
  area: Type.Literal('free'),
  text: text(),
  quantity: Type.Number({ exclusiveMinimum: 0, maximum: MOST_QUANTITY }),
  unitCents: Type.Integer({ minimum: 0, maximum: MOST_CENTS }),
  role: LineRoleSchema,
  discount: Nullable(percent),
  alternativeTo: Nullable(count),
  vat: OwnVat,
  price: Nullable(Price),
})
const HeadingLine = closed({
  area: Type.Literal('heading'),
  text: text(),
  subtotalCents: Nullable(cents),
})

const PortableLine = Type.Union([ServiceLine, HeadingLine, ProductLine])
export type PortableLine = Static<typeof PortableLine>

/** The VAT that a line of a file has of its own; null: none, it is its quote's. */
export const ownVatOf = (line: PortableLine) => (line.area === 'heading' ? null : (line.vat ?? null))

const address = Object.fromEntries(ADDRESS_FIELDS.map((field) => [field, text()])) as Record<
  AddressField,
  ReturnType<typeof text>
>

export const PortableQuote = closed({
  format: Type.Literal('comptoir-quote'),
  version: Type.Literal(PORTABLE_VERSION),
  number: Type.String({ minLength: 1, maxLength: 50 }),
  revision: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  state: Type.Enum(PORTABLE_STATES),
  indicative: Type.Boolean(),
  company: Nullable(text()),
  contact: Nullable(text()),
  address: closed(address),
  reference: text(),
  note: text(),
  createdAt: instant,
  updatedAt: instant,
  validUntil: day,
  /** absent in files of earlier programs, and of what they can read */
  reconfirm: Type.Optional(Type.Literal(true)),
  filesOn: Nullable(day),
  lines: Type.Array(PortableLine, { maxItems: MOST_LINES }),
  discount: Nullable(Type.Union([closed({ percent }), closed({ cents })])),
  totals: Nullable(
    closed({
      prix_ht: cents,
      remise_grand_compte_ht: whole,
      prix_total_ht: cents,
      prix_tva: cents,
      prix_final_ttc: cents,
      /** of lines with VAT of their own its name and legal words */
      vat: Type.Array(
        closed({
          ...{ rate: percent, base: cents, tax: cents },
          ...{ name: Type.Optional(text()), mention: Type.Optional(text()) },
        }),
        { maxItems: MOST_RATES },
      ),
    }),
  ),
  uncertainty: Nullable(cents),
  /** of a regime its name and legal words, in no file of earlier programs */
  vat: closed({
    ...{ rate: percent, reason: Vat.properties.reason },
    ...{ name: Type.Optional(text()), mention: Type.Optional(text()) },
  }),
  catalogue: closed({
    version: count,
    sources: Type.Array(text(), { maxItems: MOST_LINES }),
  }),
  device: Type.String({ minLength: 1, maxLength: 20 }),
  madeBy: Nullable(text()),
  sentBy: Nullable(text()),
  writtenAt: instant,
})
export type PortableQuote = Static<typeof PortableQuote>

interface Written {
  /** the code of the device that writes it */
  readonly device: string
  /** ISO */
  readonly at: string
  /** every one ever, where ids are to be understood elsewhere */
  readonly sources: readonly Source[]
  /** what is said in place of a source's name, which no customer is told */
  readonly markOf: (name: string) => string
}

/** What a file says of a quote that was sent. */
export function portableOf(quote: QuoteFacts, { device, at, sources, markOf }: Written): PortableQuote {
  const named = quote.lines.flatMap(({ source }) => (source ? [markOf(source.name)] : []))
  return {
    format: 'comptoir-quote',
    version: PORTABLE_VERSION,
    number: quote.number ?? '',
    revision: quote.revision,
    state: quote.state as PortableQuote['state'],
    indicative: quote.indicative,
    company: quote.company,
    contact: quote.contact,
    address: { ...quote.address },
    reference: quote.reference,
    note: quote.note,
    createdAt: quote.createdAt,
    updatedAt: quote.updatedAt,
    validUntil: quote.validUntil,
    ...(quote.reconfirm && { reconfirm: true as const }),
    filesOn: quote.filesOn,
    lines: quote.lines.map((line) => lineOf(line, sources, markOf)),
    discount: quote.discount && { ...quote.discount },
    totals: quote.totals && {
      prix_ht: quote.totals.prix_ht,
      remise_grand_compte_ht: quote.totals.remise_grand_compte_ht,
      prix_total_ht: quote.totals.prix_total_ht,
      prix_tva: quote.totals.prix_tva,
      prix_final_ttc: quote.totals.prix_final_ttc,
      vat: quote.totals.vat.map(({ rate, base, tax, ...words }) => ({ rate, base, tax, ...wordsIn(words) })),
    },
    uncertainty: quote.uncertainty,
    vat: vatIn(quote.vat),
    catalogue: { version: quote.catalogueVersion, sources: [...new Set(named)] },
    device,
    madeBy: quote.madeBy,
    sentBy: quote.sentBy,
    writtenAt: at,
  }
}

const vatIn = ({ rate, reason, ...words }: Vat): PortableQuote['vat'] => ({
  ...{ rate, reason },
  ...wordsIn(words),
})

const wordsIn = ({ name, mention }: Pick<Vat, 'name' | 'mention'>) => ({
  ...(name !== undefined && { name }),
  ...(mention !== undefined && { mention }),
})

function lineOf(line: TotalledLine, sources: readonly Source[], markOf: Written['markOf']): PortableLine {
  if (line.area === 'heading') return { area: line.area, text: line.text, subtotalCents: line.subtotalCents }
  const { role, discount, alternativeTo, vat } = line
  const own = vat && { vat: { rate: vat.rate, name: vat.name ?? '', mention: vat.mention ?? '' } }
  const offered = { role, discount, alternativeTo, ...own, price: priceOf(line) }
  if (line.area === 'free') {
    const { area, quantity, unitCents } = line
    return { area, text: line.text, quantity: quantity!, unitCents: unitCents!, ...offered }
  }
  const { area, delai, leadTimeLabel, name, names, promised, source } = line
  const base = sources.find(({ id }) => id === source?.id)?.block?.base ?? 0
  return {
    ...{ area, line: line.line, delai, leadTimeLabel, name, names, promised, ...offered },
    parts: line.parts.map(({ code, params }) => ({ code, params: { ...params } })),
    source: source && markOf(source.name),
    ...(base > 0 && { base }),
  }
}

/**
 * At what it is sold: the catalogue's price beside a mark-up of the line would tell what it costs. What is outside of the
 * total bears nothing of the discount of the whole in a file, of whatever version.
 */
function priceOf({ price, amounts, role }: TotalledLine): Static<typeof Price> | null {
  if (amounts === null) return null
  const { label, days, status, observedAt } = price
  const { listCents, discountCents, uncertainty } = amounts
  const { wholeCents, netCents } =
    role === 'included' ? amounts : { wholeCents: 0, netCents: beforeWhole(amounts) }
  return { label, days, status, observedAt, listCents, discountCents, wholeCents, netCents, uncertainty }
}
