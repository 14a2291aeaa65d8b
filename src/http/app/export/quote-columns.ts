/** A quote a row, as who keeps the shop's books and follows its quotes wants them. */
import { vatReason } from '../../../domain/document/totals.ts'
import { countOf } from '../../../domain/shared/line-roles.ts'
import { draftName } from '../../../domain/shared/numbers.ts'
import type { Locale } from '../../../domain/messages.ts'
import { recipientOf, whomOf } from '../../../domain/shared/whom.ts'
import type { ExportedQuote } from '../../../service/export/quotes.ts'
import type { QuoteRecord } from '../../../store/quotes.ts'
import { dayOf, textOr, type ExportForm } from './columns.ts'
import { costColumns } from './cost-columns.ts'
import { vatColumns } from './vat-columns.ts'
import { EXPIRED, INDICATIVE, QUOTE_STATE_WORDS, RECONFIRM } from './words.ts'

export const calledBy = ({ id, number }: QuoteRecord, locale: Locale) => number ?? draftName(id, locale)
/** Whom it is for, as the list of quotes shows it. */
export const whom = (quote: QuoteRecord) => whomOf({ ...quote, recipient: recipientOf(quote) })

const town = { kind: 'text', width: 20 } as const
const person = { kind: 'text', width: 18 } as const
const money = { kind: 'money', width: 14 } as const
const day = { kind: 'day', width: 12 } as const

export const QUOTE_FORM: ExportForm<ExportedQuote> = {
  name: { fr: 'Devis', en: 'Quotes' },
  columns: [
    {
      fr: 'Numéro',
      en: 'Number',
      kind: 'text',
      width: 17,
      of: ({ quote }, locale) => calledBy(quote, locale),
    },
    { fr: 'Révision', en: 'Revision', kind: 'number', width: 9, of: ({ quote }) => quote.revision },
    {
      ...{ fr: 'État', en: 'State', kind: 'text', width: 11 },
      of: ({ quote }, locale) => QUOTE_STATE_WORDS[quote.state][locale],
    },
    {
      ...{ fr: 'Validité', en: 'Validity', kind: 'text', width: 9 },
      of: ({ expired }, locale) => (expired ? EXPIRED[locale] : null),
    },
    { fr: 'Créé le', en: 'Made on', ...day, of: ({ quote }) => dayOf(quote.createdAt) },
    { fr: 'Modifié le', en: 'Changed on', ...day, of: ({ quote }) => dayOf(quote.updatedAt) },
    { fr: 'Envoyé le', en: 'Sent on', ...day, of: ({ sentAt }) => dayOf(sentAt) },
    { fr: 'Décidé le', en: 'Decided on', ...day, of: ({ decidedAt }) => dayOf(decidedAt) },
    { fr: 'Valable jusqu’au', en: 'Valid until', ...day, of: ({ quote }) => quote.validUntil },
    { fr: 'Client', en: 'Customer', kind: 'text', width: 28, of: ({ quote }) => textOr(whom(quote)) },
    { fr: 'Contact', en: 'Contact', ...person, of: ({ quote }) => textOr(quote.contact) },
    {
      ...{ fr: 'Destinataire', en: 'Recipient', kind: 'text', width: 24 },
      of: ({ quote }) => textOr(recipientOf(quote)),
    },
    {
      ...{ fr: 'Code postal', en: 'Postal code', kind: 'text', width: 11 },
      of: ({ quote }) => textOr(quote.address.code_postal),
    },
    { fr: 'Ville', en: 'Town', ...town, of: ({ quote }) => textOr(quote.address.ville) },
    { fr: 'Pays', en: 'Country', kind: 'text', width: 12, of: ({ quote }) => textOr(quote.address.pays) },
    { fr: 'Référence', en: 'Reference', kind: 'text', width: 24, of: ({ quote }) => textOr(quote.reference) },
    { fr: 'Compte', en: 'Account', ...person, of: ({ quote }) => quote.customer },
    { fr: 'Lignes', en: 'Lines', kind: 'number', width: 8, of: ({ quote }) => countOf(quote.lines) },
    {
      ...{ fr: 'Avant remises HT', en: 'Before discounts excl. tax', ...money },
      of: ({ amounts }) => amounts?.listCents ?? null,
    },
    {
      ...{ fr: 'Remises HT', en: 'Discounts excl. tax', ...money },
      of: ({ amounts, totals }) => (amounts && totals ? amounts.listCents - totals.prix_total_ht : null),
    },
    { fr: 'Total HT', en: 'Total excl. tax', ...money, of: ({ totals }) => totals?.prix_total_ht ?? null },
    ...vatColumns<ExportedQuote>(({ vat, totals }, locale) => ({
      rate: vat.rate,
      reason: vatReason(vat, locale),
      parts: totals?.vat ?? [],
    })),
    { fr: 'TVA', en: 'VAT', ...money, of: ({ totals }) => totals?.prix_tva ?? null },
    { fr: 'Total TTC', en: 'Total incl. tax', ...money, of: ({ totals }) => totals?.prix_final_ttc ?? null },
    {
      ...{ fr: 'Réserve', en: 'Reservation', kind: 'text', width: 18 },
      of: ({ quote }, locale) =>
        quote.indicative ? INDICATIVE[locale] : quote.reconfirm ? RECONFIRM[locale] : null,
    },
    { fr: 'Créé par', en: 'Made by', ...person, of: ({ madeBy }) => madeBy },
    { fr: 'Envoyé par', en: 'Sent by', ...person, of: ({ sentBy }) => sentBy },
    { fr: 'Accepté par', en: 'Accepted by', ...person, of: ({ acceptedBy }) => acceptedBy },
    {
      ...{
        fr: 'Motif de refus ou d’annulation',
        en: 'Reason of refusal or cancelling',
        kind: 'lines',
        width: 30,
      },
      of: ({ reason }) => textOr(reason),
    },
    ...costColumns<ExportedQuote>(
      ({ amounts }) => amounts,
      // What a total has beside cost and profit.
      ({ amounts, totals }) =>
        amounts && totals && (amounts.unknownCosts ?? 0) > 0
          ? totals.prix_total_ht - (amounts.costCents ?? 0) - (amounts.profitCents ?? 0)
          : 0,
    ),
  ],
}
