/** The words for what is refused of an order that was placed. */
import type { Locale, Message } from './message.ts'
import type { FaultParams } from './reasons.ts'
import type { CancelBar } from './shared/order-states.ts'

/** How an order stands that cannot be cancelled, and what to do. */
const UNCANCELLABLE: Readonly<Record<Locale, Readonly<Record<CancelBar, string>>>> = {
  fr: {
    cancelled: 'elle est déjà annulée',
    handed: 'elle est remise au client. Annulez d’abord la remise, si elle n’a pas eu lieu',
    sent: 'un partenaire l’a reçue, ou peut-être. C’est avec lui qu’elle s’annule',
    waiting: 'une partie attend d’être transmise. Annulez d’abord cette transmission',
  },
  en: {
    cancelled: 'it is cancelled already',
    handed: 'it was handed over. Take that back first, if it was not',
    sent: 'a partner received it, or may have. It is cancelled with the partner',
    waiting: 'a part of it waits to be sent. Give that transmission up first',
  },
}
const uncancellable = (p: FaultParams, locale: Locale): string =>
  UNCANCELLABLE[locale][p['is'] as CancelBar] ??
  (locale === 'fr' ? 'elle a changé entre-temps' : 'it has changed meanwhile')

export const ORDER_ERRORS = {
  order_cancelled: {
    fr: () => 'Cette commande a été annulée : rien n’en est à remettre.',
    en: () => 'This order was cancelled: there is nothing to hand over.',
  },
  order_undecided: {
    fr: () =>
      'Une part de cette commande n’a jamais été commandée, ou son partenaire l’a annulée ou refusée : décidez d’abord de ce qu’elle devient (À traiter).',
    en: () =>
      'A part of this order was never ordered, or its partner has cancelled or refused it: decide first what becomes of that (To do).',
  },
  /** `is`: how it stands */
  order_state: {
    fr: (p) => `Cette commande ne peut pas être annulée : ${uncancellable(p, 'fr')}.`,
    en: (p) => `This order cannot be cancelled: ${uncancellable(p, 'en')}.`,
  },
} as const satisfies Record<string, Message>

export const ORDER_FAULTS = {
  order_vat_changed: {
    fr: (p) =>
      `Cette adresse ferait passer la TVA de ${p['before']} à ${p['after']} % : le total promis au client ne serait plus juste. La TVA ne change qu’en refaisant la commande.`,
    en: (p) =>
      `This address would change VAT from ${p['before']} to ${p['after']}%: the total that the customer was promised would no longer be right. VAT changes only by ordering again.`,
  },
  decisions_contradictory: {
    fr: () => '« cancel » et « upstreamId » se contredisent : envoyez l’un ou l’autre.',
    en: () => '“cancel” and “upstreamId” contradict each other: send one or the other.',
  },
} as const satisfies Record<string, Message>
