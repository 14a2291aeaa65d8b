/** The e-mail that goes with the document of a quote, in its customer's language: a program for e-mail is given it to send. */
import type { Totals } from '../cart.ts'
import type { Day } from '../shared/calendar.ts'
import { dayIn } from '../message.ts'
import { withFirst } from '../shared/first-of-month.ts'
import { shownTotals } from '../shared/known-price.ts'
import type { DocumentLanguage } from '../shared/documents.ts'
import type { Issuer } from './letterhead.ts'
import { sayings } from './sayings.ts'

export interface QuoteMail {
  readonly language: DocumentLanguage
  readonly subject: string
  readonly text: string
}

export interface MailBasis {
  readonly language: DocumentLanguage
  readonly issuer: Pick<Issuer, 'name' | 'phone'>
  /** with its revision */
  readonly number: string
  readonly reference: string
  readonly contact: string
  /** who signs it off; empty: the shop alone */
  readonly from: string
  /** the last day of its validity */
  readonly validUntil: Day
  /** null: it has none */
  readonly totals: Totals | null
  /** how wide the interval of the total is, in cents; null: exact */
  readonly uncertainty: number | null
  /** whether it is still to be answered, is so no more, or what was answered */
  readonly standing: 'open' | 'expired' | 'accepted' | 'signed'
}

const WORDS = {
  fr: {
    subject: (quote: string) => `Devis ${quote}`,
    hello: (name: string) => (name === '' ? 'Bonjour,' : `Bonjour ${name},`),
    attached: (quote: string, total: string, day: string) =>
      `Veuillez trouver ci-joint notre devis ${quote}${total && `, d’un montant de ${total} TTC`}, valable jusqu’au ${day}.`,
    answer:
      'Pour l’accepter, renvoyez-le daté et signé avec la mention « Bon pour accord », ou répondez à ce message.',
    expired: (quote: string, total: string, day: string) =>
      `Veuillez trouver ci-joint notre devis ${quote}${total && `, d’un montant de ${total} TTC`}. Il était valable jusqu’au ${day}.`,
    answerLate:
      'S’il vous intéresse toujours, répondez à ce message : nous vous en confirmerons les prix et le délai.',
    accepted: (quote: string, total: string) =>
      `Veuillez trouver ci-joint le devis ${quote} que vous avez accepté${total && `, d’un montant de ${total} TTC`}.`,
    signed: (quote: string) => `Veuillez trouver ci-joint le devis ${quote} que vous avez signé.`,
    bye: 'Cordialement,',
  },
  en: {
    subject: (quote: string) => `Quote ${quote}`,
    hello: (name: string) => (name === '' ? 'Hello,' : `Hello ${name},`),
    attached: (quote: string, total: string, day: string) =>
      `Please find attached our quote ${quote}${total && ` of ${total} including VAT`}, valid until ${day}.`,
    answer: 'To accept it, return it dated and signed with the words “Agreed”, or reply to this message.',
    expired: (quote: string, total: string, day: string) =>
      `Please find attached our quote ${quote}${total && ` of ${total} including VAT`}. It was valid until ${day}.`,
    answerLate:
      'If you are still interested, reply to this message: we will confirm its prices and its lead time.',
    accepted: (quote: string, total: string) =>
      `Please find attached the quote ${quote} that you accepted${total && `, of ${total} including VAT`}.`,
    signed: (quote: string) => `Please find attached the quote ${quote} that you signed.`,
    bye: 'Kind regards,',
  },
} as const

export function quoteMail(basis: MailBasis): QuoteMail {
  const { language, issuer, number, reference, contact, from, validUntil, totals, standing } = basis
  const words = WORDS[language]
  const total = totals
    ? sayings(language).money(shownTotals(totals, basis.uncertainty).prix_final_ttc, basis.uncertainty)
    : ''
  const day = language === 'fr' ? withFirst(dayIn(validUntil, language)) : dayIn(validUntil, language)
  const told = {
    open: [words.attached(number, total, day), words.answer],
    expired: [words.expired(number, total, day), words.answerLate],
    accepted: [words.accepted(number, total)],
    signed: [words.signed(number)],
  }[standing]
  const sender = [from, issuer.name, issuer.phone].filter((line) => line.trim() !== '')
  return {
    language,
    subject: [words.subject(number), reference, issuer.name].filter((part) => part.trim() !== '').join(' – '),
    text: [words.hello(contact), ...told, [words.bye, ...sender].join('\n')].join('\n\n'),
  }
}
