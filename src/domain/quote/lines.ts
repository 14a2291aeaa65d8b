/** What a client may say of the lines of a quote: products, services in words, headings, and what each is sold at. */
import * as Type from 'typebox'
import type { Static } from 'typebox'
import { LONGEST_TEXT } from '../cart-check.ts'
import { isDecimal, parseDecimal } from '../decimal.ts'
import type { Fault } from '../faults.ts'
import { Area } from '../order.ts'
import { Absentable, Nullable } from '../schema.ts'
import { LINE_ID } from '../shared/line-ids.ts'
import { LINE_AREAS, LINE_ROLES } from '../shared/line-roles.ts'
import { MOST_CENTS } from '../shared/quote-lines.ts'
import { textFaults } from '../text.ts'

export const LineAreaSchema = Type.Enum(LINE_AREAS)
export const LineRoleSchema = Type.Enum(LINE_ROLES, {
  description:
    'option: outside of the total; alternative: outside of it, too, in the place of the nearest included line above it in its group, right behind which it is kept; without one it is an option.',
})

export const SALES = ['markup', 'margin', 'fixed'] as const

/** What a line is sold at in the place of the catalogue's price. */
export const SaleInput = Type.Object({
  by: Type.Enum(SALES, { description: 'On the line’s cost; margin: of the sale price.' }),
  percent: Absentable(
    Type.String({
      description: 'Of markup and margin: a percentage as a decimal string. null: as the line has it.',
    }),
  ),
  cents: Absentable(Type.Integer({ description: 'Of fixed: what the whole line is sold at.' })),
})
export type SaleInput = Static<typeof SaleInput>

/** Lines of a quote that was sent, by their ids. */
export const Taken = Type.Array(Type.String(), {
  description:
    'Ids of the options and alternatives that the customer took as the quote that was sent is accepted: an alternative changes places with the line that it stands for. Absent: the quote as it was sent.',
})

/** A discount: a percentage, or an amount excluding tax. */
export const DiscountInput = Type.Object({
  percent: Absentable(Type.String({ description: 'Up to 100, as a decimal string.' })),
  cents: Absentable(Type.Integer({ description: 'At most what the lines come to is taken off.' })),
})
export type DiscountInput = Static<typeof DiscountInput>

const named = {
  id: Absentable(
    Type.String({
      description:
        'The line’s name in its quote, by which it stays the same one for others who change it at once: as it was answered, of a new one any of the client’s own (1 to 40 letters, digits, - and _). Left out, that of the line that it was is found by what it asks for.',
    }),
  ),
}

const standing = {
  role: Absentable(LineRoleSchema),
  discount: Absentable(Type.String({ description: 'Of the line: a percentage as a decimal string.' })),
  vatRegimeId: Absentable(
    Type.String({
      description:
        'VAT in the place of its quote’s, one of the settings; null or left out: its quote’s. A quote at no VAT is so whole.',
    }),
  ),
}

/** A line of a product as the desk sends it: the area and the partner API's own line; `delai` chooses the lead time in both areas. */
export const QuoteLineInput = Type.Object({
  area: Area,
  line: Type.Record(Type.String(), Type.Unknown(), { description: 'Print line or display configuration.' }),
  delai: Nullable(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  leadTimeLabel: Type.Optional(
    Nullable(
      Type.String({ description: 'The label chosen, for upstream prices whose lead-time id is not known.' }),
    ),
  ),
})
export type QuoteLineInput = Static<typeof QuoteLineInput>

export const ProductLineInput = Type.Object({
  ...named,
  ...QuoteLineInput.properties,
  ...standing,
  sale: Type.Optional(Nullable(SaleInput)),
})
export type ProductLineInput = Static<typeof ProductLineInput>

/** A service in words: design, delivery. */
export const FreeLineInput = Type.Object({
  ...named,
  area: Type.Literal('free'),
  text: Type.String({ description: 'What it is, in one or several lines.' }),
  quantity: Type.Number({ description: 'Two decimals at most.' }),
  unitCents: Type.Integer({ description: 'What one of it is sold at, in cents.' }),
  costCents: Absentable(
    Type.Integer({ description: 'What one of it costs, in cents; null or left out: not known.' }),
  ),
  ...standing,
})
export type FreeLineInput = Static<typeof FreeLineInput>

/** What opens a group of lines. */
export const HeadingInput = Type.Object({ ...named, area: Type.Literal('heading'), text: Type.String() })
export type HeadingInput = Static<typeof HeadingInput>

// What is neither of the first two is read as a product.
export const LineInput = Type.Union([FreeLineInput, HeadingInput, ProductLineInput])
export type LineInput = Static<typeof LineInput>

/** How a line is sold, as it is kept. */
export type Sale =
  | { readonly by: 'markup' | 'margin'; readonly percent: string }
  | { readonly by: 'fixed'; readonly cents: number }

/** A discount of a whole quote, as it is kept. */
export type QuoteDiscount = { readonly percent: string } | { readonly cents: number }

export const MOST_QUANTITY = 1_000_000
export const LONGEST_HEADING = 500
/** What a person can read; each line is priced, told and held against the catalogue again and again. */
export const MOST_LINES = 1_000
const MOST_PERCENT = 10_000
/** Of a margin, which is never the whole of a price. */
const MOST_MARGIN = 99.9999
const PERCENT_PLACES = 4
const QUANTITY_PLACES = 2

/** Everything that is out of bounds in lines of the right types. */
export function lineFaults(lines: readonly LineInput[]): Fault[] {
  if (lines.length > MOST_LINES)
    return [{ path: '/lines', code: 'value_invalid', params: { lines: MOST_LINES } }]
  return lines.flatMap((line, i) => {
    const path = `/lines/${i}`
    if ((line.id ?? null) !== null && !LINE_ID.test(line.id!)) return [idFault(`${path}/id`)]
    if (line.area === 'heading') return wordFaults(line.text, `${path}/text`, LONGEST_HEADING)
    const discount = percentFaults(line.discount, `${path}/discount`, 100)
    if (line.area !== 'free')
      return [...labelFaults(line, path), ...saleFaults(line.sale, `${path}/sale`), ...discount]
    return [...wordFaults(line.text, `${path}/text`, LONGEST_TEXT), ...amountFaults(line, path), ...discount]
  })
}

/** The same of the discount of the whole. */
export function discountFaults(discount: DiscountInput | null | undefined): Fault[] {
  if (!discount) return []
  const { percent, cents } = discount
  if ((percent ?? null) === null && (cents ?? null) === null)
    return [oneOf('percent ou cents', 'percent or cents')]
  if ((percent ?? null) !== null && (cents ?? null) !== null) {
    return [oneOf('percent ou cents, pas les deux', 'percent or cents, not both')]
  }
  return [
    ...percentFaults(percent, '/discount/percent', 100),
    ...centsFaults(cents, '/discount/cents', MOST_CENTS),
  ]
}

const idFault = (path: string): Fault => ({
  path,
  code: 'value_invalid',
  params: {
    parameter: 'id',
    kind: '1 à 40 lettres, chiffres, - et _',
    kindEn: '1 to 40 letters, digits, - and _',
  },
})

const oneOf = (kind: string, kindEn: string): Fault => ({
  path: '/discount',
  code: 'value_invalid',
  params: { parameter: 'discount', kind, kindEn },
})

const wordFaults = (text: string, path: string, characters: number): Fault[] =>
  text.trim() === '' ? [{ path, code: 'field_required' }] : textFaults(text, path, characters)

/** What a product's line says in words of its own: kept, and ordered, as those of an order are. */
function labelFaults({ line, leadTimeLabel }: ProductLineInput, path: string): Fault[] {
  const { label } = line
  return [
    ...(typeof label === 'string' ? textFaults(label, `${path}/line/label`, LONGEST_TEXT) : []),
    ...textFaults(leadTimeLabel ?? '', `${path}/leadTimeLabel`, LONGEST_TEXT),
  ]
}

function amountFaults({ quantity, unitCents, costCents }: FreeLineInput, path: string): Fault[] {
  const text = String(quantity)
  const fine = isDecimal(text) && parseDecimal(text).scale <= QUANTITY_PLACES
  if (!fine || quantity <= 0 || quantity > MOST_QUANTITY)
    return [outOfBounds(`${path}/quantity`, 0.01, MOST_QUANTITY, QUANTITY_PLACES)]
  // So that a line, however many of it, is an amount that adds up exactly.
  const most = Math.floor(MOST_CENTS / Math.max(1, quantity))
  return [
    ...centsFaults(unitCents, `${path}/unitCents`, most),
    ...centsFaults(costCents, `${path}/costCents`, most),
  ]
}

function saleFaults(sale: SaleInput | null | undefined, path: string): Fault[] {
  if (!sale) return []
  if (sale.by === 'fixed') {
    const given = (sale.cents ?? null) !== null
    return given
      ? centsFaults(sale.cents, `${path}/cents`, MOST_CENTS)
      : [{ path: `${path}/cents`, code: 'field_required' }]
  }
  return percentFaults(sale.percent, `${path}/percent`, sale.by === 'markup' ? MOST_PERCENT : MOST_MARGIN)
}

function centsFaults(cents: number | null | undefined, path: string, most: number): Fault[] {
  const fine = (cents ?? null) === null || (cents! >= 0 && cents! <= most)
  return fine ? [] : [outOfBounds(path, 0, most)]
}

function percentFaults(percent: string | null | undefined, path: string, most: number): Fault[] {
  if (percent === null || percent === undefined) return []
  const possible =
    isDecimal(percent) &&
    !percent.startsWith('-') &&
    Number(percent) <= most &&
    parseDecimal(percent).scale <= PERCENT_PLACES
  return possible ? [] : [outOfBounds(path, 0, most, PERCENT_PLACES)]
}

/** @param places decimals that it may have at most; 0: it is whole */
function outOfBounds(path: string, least: number, most: number, places = 0): Fault {
  const parameter = path.split('/').at(-1)!
  const [low, high] = [least, most].map((n) => String(n).replace('.', ','))
  const [kind, kindEn] =
    places === 0
      ? [`un nombre de ${low} à ${high}`, `a number from ${least} to ${most}`]
      : [
          `un nombre de ${low} à ${high}, à ${places} décimales au plus`,
          `a number from ${least} to ${most} with ${places} decimals at most`,
        ]
  return { path, code: 'value_invalid', params: { parameter, kind, kindEn } }
}
