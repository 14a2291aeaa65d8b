/** A line of a quote a row: what was quoted, at which price, and where that is from. */
import { worded, faultsMessage } from '../../../domain/messages.ts'
import type { TotalledLine } from '../../../domain/quote/facts.ts'
import { quantitiesOf, visualsOf } from '../../../domain/shared/quantities.ts'
import { eachOf } from '../../../domain/shared/unit-price.ts'
import type { ExportedLine } from '../../../service/export/quotes.ts'
import { EACH_DIGITS } from '../../../service/sheets/sheet.ts'
import { dayOf, numberOf, textOr, type ExportForm } from './columns.ts'
import { costColumns } from './cost-columns.ts'
import { calledBy, whom } from './quote-columns.ts'
import { AREA_WORDS, OWN_TARIFFS_WORDS, PROVENANCE_WORDS, QUOTE_STATE_WORDS, ROLE_WORDS } from './words.ts'

const money = { kind: 'money', width: 14 } as const
const day = { kind: 'day', width: 12 } as const

/** How many there are of it; null where a draft names no number that could be read. */
function quantityOf({ area, line, quantity }: TotalledLine): number | null {
  const copies: unknown = area === 'free' ? quantity : visualsOf(quantitiesOf(line)).total
  return typeof copies === 'number' && copies > 0 ? copies : null
}

/** Euros that one costs before discounts. */
function pieceOf(line: TotalledLine): number | null {
  if (line.area === 'free') return line.unitCents === null ? null : line.unitCents / 100
  const quantity = quantityOf(line)
  if (!line.amounts || quantity === null) return null
  return Number(eachOf(line.amounts.listCents, quantity, null).toFixed(EACH_DIGITS))
}

const labelOf = ({ line }: TotalledLine) => (typeof line['label'] === 'string' ? line['label'] : '')

export const LINE_FORM: ExportForm<ExportedLine> = {
  name: { fr: 'Lignes de devis', en: 'Quote lines' },
  columns: [
    { fr: 'Devis', en: 'Quote', kind: 'text', width: 17, of: ({ quote }, locale) => calledBy(quote, locale) },
    { fr: 'Révision', en: 'Revision', kind: 'number', width: 9, of: ({ quote }) => quote.revision },
    {
      ...{ fr: 'État', en: 'State', kind: 'text', width: 11 },
      of: ({ quote }, locale) => QUOTE_STATE_WORDS[quote.state][locale],
    },
    { fr: 'Créé le', en: 'Made on', ...day, of: ({ quote }) => dayOf(quote.createdAt) },
    { fr: 'Client', en: 'Customer', kind: 'text', width: 28, of: ({ quote }) => textOr(whom(quote)) },
    { fr: 'Place', en: 'Place', kind: 'number', width: 7, of: ({ place }) => place },
    { fr: 'Groupe', en: 'Group', kind: 'text', width: 18, of: ({ group }) => textOr(group) },
    {
      ...{ fr: 'Dans le total', en: 'In the total', kind: 'text', width: 12 },
      of: ({ line }, locale) => ROLE_WORDS[line.role][locale],
    },
    {
      ...{ fr: 'À la place de', en: 'In the place of', kind: 'number', width: 12 },
      of: ({ line }) => (line.alternativeTo === null ? null : line.alternativeTo + 1),
    },
    {
      ...{ fr: 'Rayon', en: 'Area', kind: 'text', width: 11 },
      of: ({ line }, locale) => (line.area === 'heading' ? null : AREA_WORDS[line.area][locale]),
    },
    { fr: 'Produit', en: 'Product', kind: 'text', width: 28, of: ({ line }) => textOr(line.name) },
    { fr: 'Libellé', en: 'Label', kind: 'text', width: 18, of: ({ line }) => textOr(labelOf(line)) },
    {
      ...{ fr: 'Détail', en: 'Details', kind: 'lines', width: 40 },
      of: ({ line }, locale) =>
        textOr(line.area === 'free' ? line.text : line.parts.map((part) => worded(part, locale)).join(', ')),
    },
    { fr: 'Quantité', en: 'Quantity', kind: 'number', width: 10, of: ({ line }) => quantityOf(line) },
    {
      ...{ fr: 'Délai', en: 'Lead time', kind: 'text', width: 9 },
      of: ({ line }) => textOr(line.area === 'free' ? null : line.price.label),
    },
    { fr: 'Livraison', en: 'Delivery', ...day, of: ({ line }) => line.promised },
    {
      ...{ fr: 'Prix unitaire HT', en: 'Price each excl. tax', kind: 'each', width: 14 },
      of: ({ line }) => pieceOf(line),
    },
    {
      ...{ fr: 'Avant remises HT', en: 'Before discounts excl. tax', ...money },
      of: ({ line }) => line.amounts?.listCents ?? null,
    },
    {
      ...{ fr: 'Remises HT', en: 'Discounts excl. tax', ...money },
      of: ({ line: { amounts } }) => amounts && amounts.discountCents + amounts.wholeCents,
    },
    { fr: 'Net HT', en: 'Net excl. tax', ...money, of: ({ line }) => line.amounts?.netCents ?? null },
    {
      ...{ fr: 'Taux de TVA (%)', en: 'VAT rate (%)', kind: 'percent', width: 11 },
      of: ({ line, vat }) => numberOf((line.vat ?? vat).rate),
    },
    {
      ...{ fr: 'Provenance du prix', en: 'Price', kind: 'text', width: 15 },
      of: ({ line }, locale) => (line.area === 'free' ? null : PROVENANCE_WORDS[line.price.status][locale]),
    },
    { fr: 'Vu le', en: 'Seen on', ...day, of: ({ line }) => dayOf(line.price.observedAt) },
    {
      ...{ fr: 'Source', en: 'Source', kind: 'text', width: 18 },
      of: ({ line: { source } }, locale) => source && (source.name || OWN_TARIFFS_WORDS[locale]),
    },
    {
      ...{ fr: 'À revoir', en: 'To revise', kind: 'lines', width: 30 },
      of: ({ line }, locale) => line.problem && faultsMessage(line.problem, locale),
    },
    ...costColumns<ExportedLine>(({ line }) => line.amounts),
  ],
}
