/**
 * Why an order waits in the outbox, or needs a person, where it is not the partner's answer alone that says so
 * (partner-problems.ts): codes that are stored, and their words.
 */
import { euros } from './euros.ts'
import { dayIn, type Message } from './message.ts'
import { withoutSums } from './partner-words.ts'
import type { FaultParams } from './reasons.ts'
import { readableWord, saysRefused } from './shared/order-states.ts'

/** What partners ask, in what is told of a transmission: who may not see costs is not told them. */
const COSTS: ReadonlySet<string> = new Set(['asked', 'accepted', 'charged', 'was'])

/** What partners say themselves, which may hold what they ask. */
const WORDS: ReadonlySet<string> = new Set(['words', 'fields'])

/** The facts of what is told, without costs. */
export const withoutCosts = (facts: FaultParams): FaultParams =>
  Object.fromEntries(
    Object.entries(facts)
      .filter(([name]) => !COSTS.has(name))
      .map(([name, fact]) => [name, WORDS.has(name) ? withoutSums(String(fact), facts['status']) : fact]),
  )

/** Of an order that the partner took for more than was agreed, or counts more for since; without amounts for who may not see them. */
const CHARGED_MORE: Message = {
  fr: (p) => {
    if (p['charged'] === undefined)
      return 'Le partenaire a pris la commande pour plus que convenu : voyez avec lui.'
    const [charged, accepted] = [euros(Number(p['charged']), 'fr'), euros(Number(p['accepted']), 'fr')]
    return p['was'] === undefined
      ? `Le partenaire a pris la commande pour ${charged} HT, et non ${accepted} HT comme convenu : voyez avec lui.`
      : `Le partenaire compte maintenant la commande ${charged} HT, après ${euros(Number(p['was']), 'fr')} HT ; ${accepted} HT étaient convenus : voyez avec lui.`
  },
  en: (p) => {
    if (p['charged'] === undefined) return 'The partner took the order for more than was agreed: ask it why.'
    const [charged, accepted] = [euros(Number(p['charged']), 'en'), euros(Number(p['accepted']), 'en')]
    return p['was'] === undefined
      ? `The partner took the order for ${charged} and not for the ${accepted} excl. tax that were agreed: ask it why.`
      : `The partner now counts ${charged} for the order, after ${euros(Number(p['was']), 'en')}; ${accepted} excl. tax were agreed: ask it why.`
  },
}

/** What its partner calls an order. */
const wordOf = (p: FaultParams) => readableWord(String(p['word']))
const isRefused = (word: unknown) => saysRefused(String(word ?? ''))

/** Of an order that the partner has cancelled, or refused once it had it: what becomes of it here, a person says. */
const CANCELLED_THERE: Message = {
  fr: (p) =>
    `Le partenaire a ${isRefused(p['word']) ? 'refusé cette commande' : 'annulé cette commande chez lui'}${p['word'] === undefined ? '' : ` (« ${wordOf(p)} »)`}. Ici, elle court toujours : renoncez-y, ou gardez-la si elle est faite autrement.`,
  en: (p) =>
    `The partner has ${isRefused(p['word']) ? 'refused' : 'cancelled'} this order${p['word'] === undefined ? '' : ` (“${wordOf(p)}”)`}. Here it still stands: give it up, or keep it where it is made in another way.`,
}

/** How an order stands here that its partner takes up again. */
const STANDS = {
  given_up: { fr: 'elle est abandonnée', en: 'it was given up' },
  kept: { fr: 'elle est gardée pour être faite autrement', en: 'it is kept, to be made in another way' },
} as const
/** What may be done of it: what was given up comes back by no press, and made anew it would be there twice. */
const WAY_ON: Message = {
  fr: (p) =>
    p['is'] === 'kept'
      ? 'Voyez avec lui.'
      : 'Demandez-lui de l’annuler de nouveau\u202f; si elle doit se faire, « Refaire », sur la page de la commande, la recommande, et il n’en garde qu’une des deux.',
  en: (p) =>
    p['is'] === 'kept'
      ? 'Settle it with the partner.'
      : 'Ask the partner to cancel it again; where it is to be made, “Order again” on the order’s page orders it anew, and the partner keeps but one of the two.',
}
const standing = (is: unknown) => STANDS[is === 'kept' ? is : 'given_up']

export const OUTBOX_MESSAGES = {
  /** what a program before this one stored as a text */
  outbox_told_before: { fr: (p) => String(p['text']), en: (p) => String(p['text']) },
  outbox_stopped: {
    fr: () => 'Le programme s’est arrêté pendant l’envoi de la commande.',
    en: () => 'The program stopped while the order was being sent.',
  },
  outbox_end_unknown: {
    fr: () => 'La fin de l’envoi n’a pas pu être enregistrée.',
    en: () => 'The end of the sending could not be recorded.',
  },
  outbox_restored: {
    fr: () =>
      'La commande attendait quand la sauvegarde remise en place, ou la copie du magasin, a été faite.',
    en: () => 'The order was waiting when the backup that was put back, or the copy of the store, was made.',
  },
  outbox_other_partner: {
    fr: (p) => `La commande était destinée au partenaire ${p['made']} ; celui qui est réglé est ${p['set']}.`,
    en: (p) => `The order was made for the partner at ${p['made']}; the one set now is ${p['set']}.`,
  },
  /** what is known of whether it has it, and what sending it again does, is said beside it */
  outbox_partner_back: {
    fr: (p) => `La commande était destinée au partenaire ${p['made']}, qui est de nouveau réglé.`,
    en: (p) => `The order was made for the partner at ${p['made']}, which is set again.`,
  },
  outbox_no_partner: {
    fr: (p) =>
      `Son partenaire n’est pas réglé : la commande ne partira pas${p['made'] === undefined ? '' : ` (elle est destinée à ${p['made']})`}.`,
    en: (p) =>
      `Its partner is not set: the order will not be sent${p['made'] === undefined ? '' : ` (it was made for ${p['made']})`}.`,
  },
  /** without amounts for who may not see them */
  outbox_price_moved: {
    fr: (p) =>
      p['asked'] === undefined
        ? 'Le partenaire demande un autre prix que celui qui a été accepté.'
        : `Le partenaire demande ${euros(Number(p['asked']), 'fr')} HT au lieu de ${euros(Number(p['accepted']), 'fr')} HT.`,
    en: (p) =>
      p['asked'] === undefined
        ? 'The partner asks another price than the one that was accepted.'
        : `The partner asks ${euros(Number(p['asked']), 'en')} instead of ${euros(Number(p['accepted']), 'en')} excl. tax.`,
  },
  /** of an order that the partner has */
  outbox_charged_more: CHARGED_MORE,
  /** of an order that the partner had; `word`: what it calls it */
  outbox_cancelled_there: CANCELLED_THERE,
  /** of an order that the partner had cancelled; `word`: what it calls it by now, `is`: what was decided of it here, `id`: its new number there */
  outbox_resumed_there: {
    fr: (p) =>
      `Le partenaire a repris cette commande${p['id'] === undefined ? '' : ` sous le numéro ${p['id']}`} (« ${wordOf(p)} »)\u00a0: ici, ${standing(p['is']).fr}. ${WAY_ON.fr(p)}`,
    en: (p) =>
      `The partner has taken this order up again${p['id'] === undefined ? '' : ` under number ${p['id']}`} (“${wordOf(p)}”): here ${standing(p['is']).en}. ${WAY_ON.en(p)}`,
  },
  /** of an order that the partner has; `charged`: and each for more than was agreed; `cancelled`: and ours was cancelled since */
  outbox_made_twice: {
    fr: (p) =>
      `La liste du partenaire montre cette commande deux fois, sous les numéros ${p['id']} et ${p['second']} : ${p['cancelled'] === undefined ? 'demandez-lui d’en annuler une' : `sous ${p['second']}, il peut la faire encore ; voyez avec lui, et corrigez le numéro si c’est elle`}.${p['charged'] === undefined ? '' : ` ${CHARGED_MORE.fr(p)}`}${p['cancelled'] === undefined ? '' : ` ${CANCELLED_THERE.fr({ word: p['cancelled'] })}`}`,
    en: (p) =>
      `The partner’s list shows this order twice, under numbers ${p['id']} and ${p['second']}: ${p['cancelled'] === undefined ? 'ask it to cancel one of them' : `under ${p['second']} it may still make it; ask it, and put the number right where that is the one`}.${p['charged'] === undefined ? '' : ` ${CHARGED_MORE.en(p)}`}${p['cancelled'] === undefined ? '' : ` ${CANCELLED_THERE.en({ word: p['cancelled'] })}`}`,
  },
  /** of an order that a person says the partner has */
  outbox_id_not_shown: {
    fr: (p) =>
      `La liste des commandes du partenaire ne montre pas le numéro ${p['id']} : vérifiez-le auprès de lui.`,
    en: (p) => `The partner’s list of orders does not show number ${p['id']}: check it with the partner.`,
  },
  outbox_gone_there: {
    fr: (p) =>
      `La commande ${p['id']} n’est plus dans la liste du partenaire depuis le ${dayIn(p['day'], 'fr')} : est-elle toujours en cours ? Vérifiez auprès de lui.`,
    en: (p) =>
      `Order ${p['id']} is in the partner’s list no more since ${dayIn(p['day'], 'en')}: is it still being made? Check it with the partner.`,
  },
  outbox_no_references: {
    fr: () => 'La liste des commandes du partenaire ne montre pas leurs références.',
    en: () => 'The partner’s list of orders does not show their references.',
  },
  outbox_reference_cut: {
    fr: (p) =>
      `La commande ${p['id']} du partenaire est peut-être celle-ci : sa référence est « ${p['reference']} ».`,
    en: (p) => `The partner’s order ${p['id']} may be this one: its reference is “${p['reference']}”.`,
  },
  outbox_list_lacks: {
    fr: (p) =>
      `La liste des commandes du partenaire ne montre pas la commande ${p['id']}, qu’il a pourtant : elle ne prouve donc pas que celle-ci lui manque.`,
    en: (p) =>
      `The partner’s list of orders does not show order ${p['id']}, which it has: so it does not prove that this one is missing.`,
  },
  outbox_id_of_another: {
    fr: (p) => `Le partenaire a répondu avec le numéro ${p['id']}, qui est déjà celui d’une autre commande.`,
    en: (p) => `The partner answered with number ${p['id']}, which another order has already.`,
  },
  outbox_number_shared: {
    fr: (p) =>
      `Dans la liste du partenaire, cette commande a le numéro ${p['id']}, qui est aussi celui d’une autre commande : demandez-lui s’il l’a, et sous quel numéro.`,
    en: (p) =>
      `In the partner’s list this order has number ${p['id']}, which is another order’s, too: ask the partner whether it has it, and under which number.`,
  },
  outbox_reference_of_another: {
    fr: (p) =>
      `La liste du partenaire ne montre pas cette commande, mais y montre la commande ${p['id']} sous la référence d’une autre des nôtres (${p['order']}) : ce peut être celle-ci. Demandez-lui s’il l’a.`,
    en: (p) =>
      `The partner’s list does not show this order, but shows order ${p['id']} there under the reference of another of ours (${p['order']}): it may be this one. Ask the partner whether it has it.`,
  },
  outbox_other_reference: {
    fr: (p) =>
      `Chez le partenaire, la commande ${p['id']} a la référence « ${p['reference']} », qui n’est pas celle qui a été envoyée.`,
    en: (p) =>
      `At the partner, order ${p['id']} has the reference “${p['reference']}”, which is not the one that was sent.`,
  },
  outbox_sent_in_vain: {
    fr: (p) =>
      `La commande a été envoyée ${p['count']} fois, chaque fois sans réponse, et la liste du partenaire ne la montre pas.`,
    en: (p) =>
      `The order was sent ${p['count']} times, each time without an answer, and the partner’s list does not show it.`,
  },
  outbox_other_account: {
    fr: () =>
      'Le jeton a changé depuis l’envoi : la liste du partenaire est peut-être celle d’un autre compte.',
    en: () => 'The token has changed since the order was sent: the partner’s list may be another account’s.',
  },
  outbox_id_unreadable: {
    fr: () =>
      'Le partenaire a la commande, sous un numéro trop grand pour être lu exactement : relevez-le chez lui et rattachez-la.',
    en: () =>
      'The partner has the order, under a number too large to be read exactly: look it up there and link the order.',
  },
  outbox_step_failed: {
    fr: (p) => `Comptoir n’a pas pu traiter la commande (${p['cause']}). La cause est dans le journal.`,
    en: (p) => `Comptoir could not process the order (${p['cause']}). The cause is in the log.`,
  },
} as const satisfies Record<string, Message>

export type OutboxCode = keyof typeof OUTBOX_MESSAGES
