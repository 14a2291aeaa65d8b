/**
 * What the document of a quote says, as texts in their places: the template (`src/service/documents/quote.typ`) lays them
 * out and adds none. It is made of what the customer may read (`portable.ts`), so it can say no cost.
 */
import { printedMediator } from '../shared/mediator.ts'
import { ownVatOf, type PortableLine, type PortableQuote } from '../quote/portable.ts'
import { worded } from '../messages.ts'
import { beforeWhole } from '../shared/before-whole.ts'
import { groupWidthsInFile } from '../shared/line-roles.ts'
import { localDay } from '../shared/calendar.ts'
import { code128Bars, isCode128 } from '../shared/code128.ts'
import { quantitiesOf, visualsOf } from '../shared/quantities.ts'
import { labelledIn } from '../shared/visual-names.ts'
import { DOCUMENT_WORDS } from './document-words.ts'
import { numbersOf, partiesOf } from './parties.ts'
import { termsIn, type DocumentBasis, type Issuer } from './letterhead.ts'
import { joined, sayings } from './sayings.ts'
import { asideDiscounts, totalsOf, type DocumentTotal } from './totals.ts'

/** A line, or what opens or closes a group of them. */
export type DocumentRow =
  | { readonly kind: 'heading'; readonly name: string; readonly total: string }
  | {
      readonly kind: 'line'
      readonly role: string
      readonly name: string
      readonly details: readonly string[]
      readonly quantity: string
      readonly unit: string
      /** its rate, told where lines have different ones */
      readonly vat: string
      readonly total: string
    }

export interface Titled {
  readonly title: string
  readonly text: string
}

/** Where the customer agrees: boxes to be filled by hand, or what was signed. */
export interface Agreement {
  readonly title: string
  readonly how: string
  readonly fields: readonly { readonly label: string; readonly value: string }[]
  /** what the signature of the last field is called to who cannot see it; null: none was drawn */
  readonly drawn: string | null
  readonly small: string
}

/** Every text of a document, in the customer's language. */
export interface DocumentContent {
  readonly language: 'fr' | 'en'
  readonly title: string
  readonly heading: { readonly name: string; readonly revised: string }
  /** its number as bars, in modules; null: a draft has none */
  readonly barcode: ReturnType<typeof code128Bars> | null
  readonly author: string
  /** year, month, day */
  readonly date: readonly [number, number, number]
  readonly colour: string
  readonly issuer: { readonly name: string; readonly lines: readonly string[]; readonly legal: string }
  readonly marks: readonly string[]
  readonly facts: readonly (readonly [label: string, value: string])[]
  readonly parties: readonly { readonly label: string; readonly lines: readonly string[] }[]
  readonly columns: {
    readonly what: string
    readonly quantity: string
    readonly unit: string
    /** empty: all lines have one rate, which stands with the totals */
    readonly vat: string
    readonly total: string
  }
  readonly rows: readonly DocumentRow[]
  /** `small`: what of the discounts goes for what is outside of the total */
  readonly aside: {
    readonly title: string
    readonly small: string
    readonly rows: readonly DocumentRow[]
  } | null
  readonly totals: readonly DocumentTotal[]
  readonly blocks: readonly Titled[]
  /** null: it is no offer, or none any more */
  readonly agreement: Agreement | null
  readonly annexes: readonly Titled[]
  readonly form: {
    readonly title: string
    readonly how: string
    readonly text: string
    readonly to: string
    readonly fields: readonly string[]
  } | null
  readonly page: readonly [string, string]
}

/**
 * `draft`: no offer yet; `offer`: one that was sent; `agreed`: one that was accepted, or ordered; `closed`: one that was refused
 * or cancelled
 */
export type Standing = 'draft' | 'offer' | 'agreed' | 'closed'

export interface Circumstances {
  readonly standing: Standing
  /** of what was agreed: when, ISO; null: that is not known */
  readonly agreedAt: string | null
  /** at the shop, whose address it has */
  readonly collected: boolean
  /** between what its total lies, tax included, in cents; absent or null: it is exact, or that is not known */
  readonly range?: { readonly low: number; readonly high: number } | null
}

const OFFERED: Circumstances = { standing: 'offer', agreedAt: null, collected: false }

/** @param quote what its customer may read of it; the draft of what was never sent has no number */
export function documentContent(
  quote: PortableQuote,
  basis: DocumentBasis,
  { standing, agreedAt, collected, range = null }: Circumstances = OFFERED,
): DocumentContent {
  const { letterhead, buyer, language } = basis
  const { issuer, termsVersion } = letterhead
  const words = DOCUMENT_WORDS[language]
  const texts = letterhead.texts[language]
  const terms = termsIn(letterhead, language)
  const isForeign = terms.language !== language
  const say = sayings(language)
  const isDraft = standing === 'draft'
  const name = !isDraft ? words.quote(quote.number) : joined([words.draft, quote.number], ' ')
  const revised = quote.revision > 1 ? words.revision(quote.revision) : ''
  const day = localDay(new Date(quote.updatedAt))
  const widths = groupWidthsInFile(quote.lines)
  const rows = quote.lines.map((line, at) => ({ line, row: rowOf(line, widths[at]!, quote, basis) }))
  const isAside = ({ line }: (typeof rows)[number]) => line.area !== 'heading' && line.role !== 'included'
  // What was not taken of a quote that was accepted is offered no more.
  const aside = standing === 'agreed' ? [] : rows.filter(isAside).map(({ row }) => row)
  const between = buyer !== 'consumer'
  const told = rows.filter((each) => standing !== 'agreed' || !isAside(each)).map(({ line }) => line)
  const hasRates = ratesOf(told, quote).length > 1
  const blocks: Titled[] = [
    { title: words.note, text: quote.note },
    { title: words.payment, text: texts.payment },
    { title: words.penalties, text: between ? joined([texts.penalties, texts.recovery]) : '' },
    { title: words.bank, text: issuer.bank },
    { title: words.madeToOrder, text: buyer === 'company' ? '' : texts.madeToOrder },
    { title: words.mediator, text: buyer === 'consumer' ? printedMediator(texts.mediator) : '' },
    {
      title: words.terms(termsVersion, isForeign),
      text: terms.text.trim() === '' ? '' : words.termsApply(termsVersion, isForeign),
    },
  ]
  const withdraws = buyer !== 'company' && texts.withdrawal.trim() !== ''
  return {
    language,
    title: joined([name, revised], ', '),
    heading: { name, revised },
    barcode: isCode128(quote.number) ? code128Bars(quote.number) : null,
    author: issuer.name,
    date: day.split('-').map(Number) as [number, number, number],
    colour: letterhead.colour,
    issuer: { name: issuer.name, lines: issuerLines(issuer, words), legal: legalLine(issuer, words) },
    marks: [
      ...(standing === 'draft' || standing === 'closed' ? [words.marks[standing]] : []),
      ...(standing === 'agreed'
        ? [words.marks.agreed(agreedAt ? say.day(localDay(new Date(agreedAt))) : '')]
        : []),
      ...(quote.indicative ? [words.marks.indicative] : []),
      ...(quote.reconfirm && !quote.indicative ? [words.marks.reconfirm] : []),
    ],
    facts: [
      [words.date, say.day(day)] as const,
      [words.validUntil, say.day(quote.validUntil)] as const,
      [words.reference, quote.reference] as const,
      [words.filesOn, quote.filesOn ? say.day(quote.filesOn) : ''] as const,
      [words.contactHere, quote.sentBy ?? quote.madeBy ?? ''] as const,
    ].filter(([, value]) => value.trim() !== ''),
    parties: partiesOf(quote, basis.numbers, language, collected),
    columns: { ...words.columns, vat: hasRates ? words.columns.vat : '' },
    rows: rows.filter((each) => !isAside(each)).map(({ row }) => row),
    aside: aside.length > 0 ? { title: words.aside, small: asideDiscounts(quote, basis), rows: aside } : null,
    totals: totalsOf(quote, basis, range),
    blocks: blocks.filter(({ text }) => text.trim() !== ''),
    agreement:
      // An estimate is agreed to by nobody: what is signed could not be ordered.
      (standing === 'offer' && !quote.indicative) || standing === 'agreed'
        ? {
            ...{ title: words.agreement, how: words.agreementHow, drawn: null, small: '' },
            fields: agreementLabels(words, between).map((label) => ({ label, value: '' })),
          }
        : null,
    annexes: [
      { title: words.withdrawal, text: withdraws ? texts.withdrawal : '' },
      { title: words.terms(termsVersion, isForeign), text: terms.text },
    ].filter(({ text }) => text.trim() !== ''),
    form: withdraws
      ? {
          title: words.withdrawalForm,
          how: words.withdrawalHow,
          text: words.withdrawalText,
          to: words.withdrawalTo(joined([issuer.name, ...addressOf(issuer), issuer.email], ', ')),
          fields: words.withdrawalFields,
        }
      : null,
    page: words.page,
  }
}

type Words = (typeof DOCUMENT_WORDS)['fr' | 'en']

/** What who agrees fills in: a consumer acts for nobody else and has no stamp. */
function agreementLabels({ agreementFields }: Words, isBusiness: boolean): readonly string[] {
  const { date, name, capacity, signature, stamped } = agreementFields
  return isBusiness ? [date, name, capacity, stamped] : [date, name, signature]
}

const addressOf = ({ address1, address2, postalCode, town, country }: Issuer) =>
  [address1, address2, joined([postalCode, town], ' '), country].filter((line) => line.trim() !== '')

const issuerLines = (issuer: Issuer, words: Words): string[] =>
  [
    ...addressOf(issuer),
    issuer.phone === '' ? '' : words.telephone(issuer.phone),
    issuer.email,
    issuer.website,
  ].filter((line) => line.trim() !== '')

/** How a French business names itself at the foot of what it sends. */
function legalLine(issuer: Issuer, words: Words): string {
  const { name, legalForm, capital, register } = issuer
  const form = joined([legalForm, capital === '' ? '' : words.capital(capital)], ' ')
  const [siret, vatNumber] = numbersOf(issuer, words)
  return joined([name, form, siret, register, vatNumber], ' · ')
}

/** The rates of VAT that lines have, each once. */
const ratesOf = (lines: readonly PortableLine[], { vat }: PortableQuote): string[] => [
  ...new Set(lines.flatMap((line) => (line.area === 'heading' ? [] : (ownVatOf(line) ?? vat).rate))),
]

/** @param width of a heading how wide the interval of what its group comes to is, in cents; null: exact */
function rowOf(
  line: PortableLine,
  width: number | null,
  quote: PortableQuote,
  { language, letterhead }: DocumentBasis,
): DocumentRow {
  const words = DOCUMENT_WORDS[language]
  const say = sayings(language)
  if (line.area === 'heading') {
    const total = line.subtotalCents === null ? '' : say.money(line.subtotalCents, width)
    return { kind: 'heading', name: line.text, total }
  }
  const counted = line.area === 'free' ? freeLine(line) : productLine(line, words, say)
  const { price, role, discount } = line
  const base = line.alternativeTo === null ? undefined : quote.lines[line.alternativeTo]
  const reduced =
    price && price.discountCents !== 0
      ? joined(
          [
            discount === null ? words.discountAmount : words.discount(say.percent(discount)),
            words.before(say.money(price.listCents, price.uncertainty)),
          ],
          ' · ',
        )
      : ''
  const choices =
    'parts' in line && letterhead.layout === 'detailed'
      ? line.parts.map((part) => worded(part, language))
      : []
  return {
    kind: 'line',
    role:
      role === 'included'
        ? ''
        : role === 'alternative' && base
          ? words.alternative(toldApart(base, quote.lines, (count) => words.copies(say.number(count))))
          : words.option,
    name: counted.name,
    details: [joined(choices, ' · '), ...counted.details, reduced].filter((text) => text.trim() !== ''),
    quantity: say.number(counted.quantity),
    unit: unitOf(line, counted.quantity, say),
    vat: say.percent((line.vat ?? quote.vat).rate),
    total: price ? say.money(beforeWhole(price), price.uncertainty) : words.noPrice,
  }
}

/** The price of one: of a service as it was agreed, of a product what its run comes to by the piece. */
function unitOf(
  line: Exclude<PortableLine, { area: 'heading' }>,
  quantity: number,
  say: ReturnType<typeof sayings>,
): string {
  if (line.area === 'free') return say.money(line.unitCents, null)
  return line.price ? say.each(line.price.listCents, quantity, line.price.uncertainty) : ''
}

interface CountedLine {
  readonly name: string
  readonly details: readonly string[]
  readonly quantity: number
}

/** A service: its first line names it. */
function freeLine({ text, quantity }: Extract<PortableLine, { area: 'free' }>): CountedLine {
  const [name = '', ...rest] = text.split('\n')
  return { name, details: [rest.join('\n').trim()], quantity }
}

function productLine(
  line: Extract<PortableLine, { area: 'print' | 'display' }>,
  words: Words,
  say: ReturnType<typeof sayings>,
): CountedLine {
  const quantities = quantitiesOf(line.line)
  const { total, count, each } = visualsOf(quantities)
  const label = typeof line.line['label'] === 'string' ? line.line['label'] : ''
  const { reference, names } = labelledIn(label, quantities)
  const isNamed = names.some((name) => name !== '')
  const listed = quantities
    .map((n, i) => words.ofVisual(names[i] || words.visual(i + 1), say.number(n)))
    .join(', ')
  const visuals =
    count < 2 ? '' : each !== null && !isNamed ? words.each(say.number(count), say.number(each)) : listed
  const days = line.price?.label ? words.leadTime(line.price.days) : ''
  const when = joined([days, line.promised ? words.promised(say.day(line.promised)) : ''], ', ')
  return { name: line.name, details: [reference, visuals, when], quantity: total }
}

/** A line by its name, and where another one of the total bears it by how many it is, too. */
function toldApart(
  line: PortableLine,
  lines: readonly PortableLine[],
  copies: (count: number) => string,
): string {
  const name = nameOf(line)
  const isLike = (each: PortableLine) =>
    each.area !== 'heading' && each.role === 'included' && nameOf(each) === name
  if (!('line' in line) || lines.filter(isLike).length < 2) return name
  return `${name}, ${copies(visualsOf(quantitiesOf(line.line)).total)}`
}

const nameOf = (line: PortableLine) => ('name' in line ? line.name : (line.text.split('\n', 1)[0] ?? ''))
