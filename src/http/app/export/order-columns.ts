/** An order a row, with what was sold beside its products, and how it stands with each partner. */
import { vatTogether } from '../../../domain/cart.ts'
import type { Locale } from '../../../domain/messages.ts'
import { costsOfServices } from '../../../domain/order-services.ts'
import { profitOf } from '../../../domain/quote/amounts.ts'
import { statusOf } from '../../../domain/outbox.ts'
import { orderNumber } from '../../../domain/order.ts'
import { isGivenUp } from '../../../domain/shared/order-states.ts'
import { whomOf } from '../../../domain/shared/whom.ts'
import type { VatAmount } from '../../../domain/vat.ts'
import type { ExportedOrder } from '../../../service/export/orders.ts'
import type { FoundOrder } from '../../../store/order-list.ts'
import { dayOf, textOr, type Column, type ExportForm } from './columns.ts'
import { costColumns } from './cost-columns.ts'
import { vatColumns } from './vat-columns.ts'
import { AREA_WORDS, statusWords } from './words.ts'

const person = { kind: 'text', width: 18 } as const
const money = { kind: 'money', width: 14 } as const
const day = { kind: 'day', width: 12 } as const

const totalOf = ({ totalHtCents, services }: FoundOrder) =>
  totalHtCents + (services?.totals.prix_total_ht ?? 0)

/** What each VAT of an order and of what was sold beside it comes to; none where its rate was not kept. */
function partsOf({ vat, vatRate, totalHtCents: base, vatCents: tax, services }: FoundOrder): VatAmount[] {
  const own = vat ?? (vatRate === null ? null : [{ rate: vatRate, base, tax }])
  return own === null ? [] : vatTogether([...own, ...(services?.totals.vat ?? [])])
}

/** What an order costs and what is left of it, as far as that is known: the total is cost, profit and what is sold at an unknown cost. */
function costsOf(order: FoundOrder) {
  const services = order.services && costsOfServices(order.services)
  const unknownCents = services?.unknownCents ?? 0
  const costCents = order.costCents + (services?.costCents ?? 0)
  return { ...profitOf(totalOf(order) - unknownCents, costCents), unknownCents }
}

/** What an order comes to: nothing of one that was given up, so that a column's sum is the turnover. */
const AMOUNTS: readonly Column<ExportedOrder>[] = [
  { fr: 'Produits HT', en: 'Products excl. tax', ...money, of: ({ order }) => order.linesCents },
  // What the quote takes off is in the prices of its lines.
  {
    fr: 'Remise du compte HT',
    en: 'Account’s discount excl. tax',
    ...money,
    of: ({ order }) => order.discountCents,
  },
  {
    ...{ fr: 'Prestations HT', en: 'Services excl. tax', ...money },
    of: ({ order }) => order.services?.totals.prix_total_ht ?? null,
  },
  {
    ...{ fr: 'Total HT', en: 'Total excl. tax', ...money },
    of: ({ order }) => totalOf(order),
  },
  ...vatColumns<ExportedOrder>(({ order }) => ({
    rate: order.vatRate,
    reason: order.vatRegime ? order.vatRegime.mention || order.vatRegime.name : '',
    // Of what was given up no tax is due: who adds up the column would count it.
    parts: isGivenUp(order.status) ? [] : partsOf(order),
  })),
  {
    ...{ fr: 'TVA', en: 'VAT', ...money },
    of: ({ order }) => order.vatCents + (order.services?.totals.prix_tva ?? 0),
  },
  {
    ...{ fr: 'Total TTC', en: 'Total incl. tax', ...money },
    of: ({ order }) => order.totalTtcCents + (order.services?.totals.prix_final_ttc ?? 0),
  },
  {
    ...{ fr: 'Transmissions', en: 'Transmissions', kind: 'lines', width: 34 },
    of: ({ order }, locale) => textOr(order.transmissions.map((one) => standing(one, locale)).join('\n')),
  },
  ...costColumns<ExportedOrder>(
    ({ order }) => costsOf(order),
    ({ order }) => costsOf(order).unknownCents,
  ),
]
const DUE = AMOUNTS.map((column) => ({
  ...column,
  of: (entry: ExportedOrder, locale: Locale) =>
    isGivenUp(entry.order.status) && (column.kind === 'money' || column.right === 'costs')
      ? null
      : column.of(entry, locale),
}))

export const ORDER_FORM: ExportForm<ExportedOrder> = {
  name: { fr: 'Commandes', en: 'Orders' },
  columns: [
    { fr: 'Numéro', en: 'Number', kind: 'text', width: 10, of: ({ order }) => orderNumber(order.id) },
    { fr: 'Passée le', en: 'Ordered on', ...day, of: ({ order }) => dayOf(order.createdAt) },
    {
      ...{ fr: 'État', en: 'Status', kind: 'text', width: 15 },
      of: ({ order }, locale) => statusWords(order.status, locale),
    },
    {
      fr: 'Rayon',
      en: 'Area',
      kind: 'text',
      width: 11,
      of: ({ order }, locale) => AREA_WORDS[order.area][locale],
    },
    {
      ...{ fr: 'Client', en: 'Customer', kind: 'text', width: 28 },
      of: ({ order }) => textOr(whomOf(order)),
    },
    { fr: 'Contact', en: 'Contact', ...person, of: ({ order }) => textOr(order.contact) },
    {
      fr: 'Destinataire',
      en: 'Recipient',
      kind: 'text',
      width: 24,
      of: ({ order }) => textOr(order.recipient),
    },
    {
      ...{ fr: 'Code postal', en: 'Postal code', kind: 'text', width: 11 },
      of: ({ order }) => textOr(order.address.code_postal),
    },
    { fr: 'Ville', en: 'Town', kind: 'text', width: 20, of: ({ order }) => textOr(order.address.ville) },
    { fr: 'Référence', en: 'Reference', kind: 'text', width: 24, of: ({ order }) => textOr(order.reference) },
    { fr: 'Compte', en: 'Account', ...person, of: ({ order }) => order.customer },
    { fr: 'Devis', en: 'Quote', kind: 'text', width: 17, of: ({ order }) => order.quoteNumber },
    { fr: 'Révision', en: 'Revision', kind: 'number', width: 9, of: ({ order }) => order.quoteRevision },
    { fr: 'Passée par', en: 'Ordered by', ...person, of: ({ placedBy }) => placedBy },
    { fr: 'Lignes', en: 'Lines', kind: 'number', width: 8, of: ({ order }) => order.lineCount },
    { fr: 'Première livraison', en: 'First delivery', ...day, of: ({ order }) => order.firstPromised },
    { fr: 'Dernière livraison', en: 'Last delivery', ...day, of: ({ order }) => order.promised },
    { fr: 'Remise le', en: 'Handed over on', ...day, of: ({ order }) => dayOf(order.handedOverAt) },
    { fr: 'Remise par', en: 'Handed over by', ...person, of: ({ handedOverBy }) => handedOverBy },
    {
      ...{ fr: 'Motif d’annulation', en: 'Reason of cancellation', kind: 'text', width: 30 },
      of: ({ order }) => textOr(order.cancelReason),
    },
    {
      ...{ fr: 'Annulé HT', en: 'Cancelled excl. tax', ...money },
      of: ({ order }) => (isGivenUp(order.status) ? totalOf(order) : null),
    },
    ...DUE,
  ],
}

/** `Partner: transmitted (4711)`: how it stands there, and the number that it has there. */
function standing(
  one: FoundOrder['transmissions'][number],
  locale: Parameters<typeof statusWords>[1],
): string {
  const number = one.upstreamId === null ? '' : ` (${one.upstreamId})`
  return `${one.partner}${locale === 'fr' ? ' : ' : ': '}${statusWords(statusOf(one), locale)}${number}`
}
