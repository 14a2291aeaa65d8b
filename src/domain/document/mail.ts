/** The e-mail that goes with the document of a quote, in its customer's language: a program for e-mail is given it to send. */
import type { Totals } from '../cart.ts'
import type { Day } from '../shared/calendar.ts'
import { dayIn } from '../message.ts'
import { withFirst } from '../shared/first-of-month.ts'
import { shownTotals } from '../shared/known-price.ts'
import type { DocumentLanguage } from '../shared/documents.ts'
import type { Issuer } from './letterhead.ts'
import { ABOUT, sayings } from './sayings.ts'

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
    of: (total: string) => `, d’un montant de ${total} TTC`,
    ofAbout: (total: string) => `, d’un montant d’environ ${total} TTC`,
    attached: (quote: string, total: string, day: string) =>
      `Veuillez trouver ci-joint notre devis ${quote}${total}, valable jusqu’au ${day}.`,
    answer:
      'Pour l’accepter, renvoyez-le daté et signé avec la mention « Bon pour accord », ou répondez simplement à ce message.',
    answerEstimated:
      'Les prix sont indicatifs. S’ils vous conviennent, répondez à ce message : nous vous enverrons le devis définitif.',
    expired: (quote: string, total: string, day: string) =>
      `Veuillez trouver ci-joint notre devis ${quote}${total}. Il était valable jusqu’au ${day}.`,
    answerLate:
      'S’il vous intéresse toujours, répondez à ce message : nous vous confirmerons le prix et le délai.',
    accepted: (quote: string, total: string) =>
      `Veuillez trouver ci-joint le devis ${quote} que vous avez accepté${total}.`,
    signed: (quote: string) => `Veuillez trouver ci-joint le devis ${quote} que vous avez signé.`,
    thanks: 'Nous vous remercions de votre confiance.',
    bye: 'Cordialement,',
  },
  en: {
    subject: (quote: string) => `Quote ${quote}`,
    hello: (name: string) => (name === '' ? 'Hello,' : `Hello ${name},`),
    of: (total: string) => ` for ${total} including VAT`,
    ofAbout: (total: string) => ` for about ${total} including VAT`,
    attached: (quote: string, total: string, day: string) =>
      `Please find attached our quote ${quote}${total}, valid until ${day}.`,
    answer:
      'To accept it, please return it dated and signed with the word “Agreed”, or simply reply to this message.',
    answerEstimated:
      'These prices are indicative. If they suit you, reply to this message and we will send you the final quote.',
    expired: (quote: string, total: string, day: string) =>
      `Please find attached our quote ${quote}${total}. It was valid until ${day}.`,
    answerLate:
      'If you are still interested, reply to this message and we will confirm the price and the lead time.',
    accepted: (quote: string, total: string) =>
      `Please find attached the quote ${quote}${total}, which you accepted.`,
    signed: (quote: string) => `Please find attached the quote ${quote}, which you signed.`,
    thanks: 'Thank you for your trust.',
    bye: 'Kind regards,',
  },
} as const

export function quoteMail(basis: MailBasis): QuoteMail {
  const { language, issuer, number, reference, contact, from, validUntil, totals, standing } = basis
  const words = WORDS[language]
  const isEstimated = basis.uncertainty !== null
  const amount = totals
    ? sayings(language).money(shownTotals(totals, basis.uncertainty).prix_final_ttc, basis.uncertainty)
    : ''
  // What is estimated is said in words here.
  const total = amount && (isEstimated ? words.ofAbout(amount.replace(ABOUT, '')) : words.of(amount))
  const day = language === 'fr' ? withFirst(dayIn(validUntil, language)) : dayIn(validUntil, language)
  const told = {
    open: [words.attached(number, total, day), isEstimated ? words.answerEstimated : words.answer],
    expired: [words.expired(number, total, day), words.answerLate],
    accepted: [words.accepted(number, total), words.thanks],
    signed: [words.signed(number), words.thanks],
  }[standing]
  const sender = [from, issuer.name, issuer.phone].filter((line) => line.trim() !== '')
  return {
    language,
    subject: [words.subject(number), reference, issuer.name].filter((part) => part.trim() !== '').join(' – '),
    text: [words.hello(contact), ...told, [words.bye, ...sender].join('\n')].join('\n\n'),
  }
}
