/** What the check of a store finds, for a screen: what to do about it is done there, by no command. */
import { figure, type Message } from './message.ts'
import type { FaultParams } from './reasons.ts'

const many = (count: unknown, one: string, several: string) =>
  `${figure(count, 'en')} ${Number(count) === 1 ? one : several}`
const manyFr = (count: unknown, one: string, several: string) =>
  `${figure(count, 'fr')} ${Number(count) < 2 ? one : several}`

/** Whose rows a load of the tariffs, or a sync, writes anew. */
export const isOfCatalogue = (table: unknown) =>
  /^(products|families|print_tariffs|display_tariffs)$/.test(String(table))
export const isOfAccounts = (table: unknown) => table === 'customers'

/** Of a partner's catalogue. */
const left = (p: FaultParams) => Number(p['outside']) + Number(p['refused'])

export const STORE_CHECK_MESSAGES = {
  store_sound: {
    fr: () => 'Intact : chaque page a été relue.',
    en: () => 'Sound: every page was read.',
  },
  /** `table`: of the row that alone is so */
  store_damaged: {
    fr: (p) =>
      p['table'] === undefined
        ? `Endommagé : remettez une sauvegarde, plus haut sur cet écran (${p['problem']}).`
        : `Une ligne ne peut pas être lue, et manque à ce qui est montré (${p['problem']}) : ${
            isOfCatalogue(p['table'])
              ? 'rechargez vos tarifs ou synchronisez le partenaire'
              : isOfAccounts(p['table'])
                ? 'redonnez-la dans « Comptes et jetons (API) »'
                : 'remettez une sauvegarde d’avant, plus haut sur cet écran'
          }.`,
    en: (p) =>
      p['table'] === undefined
        ? `Damaged: put a backup back, further up on this screen (${p['problem']}).`
        : `A row cannot be read, and is left out of what is shown (${p['problem']}): ${
            isOfCatalogue(p['table'])
              ? 'load your tariffs anew or sync the partner'
              : isOfAccounts(p['table'])
                ? 'give it anew in “Accounts and tokens (API)”'
                : 'put a backup from before back, further up on this screen'
          }.`,
  },
  /** what is merely foreign is left out of a backup that is made now */
  store_altered: {
    fr: (p) =>
      `Autre que Comptoir ne l’a fait (${p['type']} ${p['name']}) : ${p['difference'] === 'foreign' ? 'faites une sauvegarde, où cela n’est pas, et remettez-la' : 'remettez une sauvegarde'}, plus haut sur cet écran.`,
    en: (p) =>
      `Not as Comptoir made it (${p['type']} ${p['name']}): ${p['difference'] === 'foreign' ? 'make a backup, which leaves that out, and put it back' : 'put a backup back'}, further up on this screen.`,
  },
  store_unwritable: {
    fr: (p) =>
      `Rien ne peut y être écrit (${p['cause']}) : voyez les droits du dossier de données et la place sur le disque.`,
    en: (p) =>
      `Nothing can be written to it (${p['cause']}): look at the rights of the data folder and the room on the disk.`,
  },
  store_refused: {
    fr: (p) => `La base de données le refuse : ${p['why']}.`,
    en: (p) => `The database refuses it: ${p['why']}.`,
  },
  references_broken: {
    fr: (p) =>
      `${manyFr(p['count'], 'référence brisée', 'références brisées')} : remettez une sauvegarde, plus haut sur cet écran.`,
    en: (p) =>
      `${many(p['count'], 'broken reference', 'broken references')}: put a backup back, further up on this screen.`,
  },
  schema: {
    fr: (p) => `Au format de ce programme (version ${p['version']}).`,
    en: (p) => `In the form of this program (version ${p['version']}).`,
  },
  catalogue_empty: {
    fr: () => 'Vide : chargez vos tarifs, ou réglez un partenaire et synchronisez-le.',
    en: () => 'Empty: load your tariffs, or set a partner and sync it.',
  },
  catalogue: {
    fr: (p) =>
      `${manyFr(p['products'], 'imprimé', 'imprimés')}, ${figure(p['families'], 'fr')} PLV, ${
        p['days'] === undefined
          ? 'chargés à une date inconnue'
          : Number(p['days']) === 0
            ? 'chargés aujourd’hui'
            : `chargés il y a ${manyFr(p['days'], 'jour', 'jours')}`
      }.`,
    en: (p) =>
      `${many(p['products'], 'print product', 'print products')}, ${figure(p['families'], 'en')} display, ${
        p['days'] === undefined
          ? 'loaded at an unknown time'
          : Number(p['days']) === 0
            ? 'loaded today'
            : `loaded ${many(p['days'], 'day', 'days')} ago`
      }.`,
  },
  catalogue_unread: {
    fr: (p) =>
      `${manyFr(p['products'], 'produit print', 'produits print')} et ${manyFr(p['families'], 'famille display', 'familles display')} ne peuvent pas être lus, et ne sont proposés à personne : rechargez vos tarifs ou synchronisez le partenaire, ou remettez une sauvegarde.`,
    en: (p) =>
      `${many(p['products'], 'print product', 'print products')} and ${many(p['families'], 'display family', 'display families')} cannot be read, and are offered to nobody: load your tariffs anew or sync the partner, or put a backup back.`,
  },
  accounts_unread: {
    fr: (p) =>
      `Ce que voient ces comptes de l’API ne peut pas être lu, et ils n’en voient rien : ${p['names']}. Redonnez leurs produits et leurs familles dans « Comptes et jetons (API) ».`,
    en: (p) =>
      `What these accounts of the API see cannot be read, and they see nothing of it: ${p['names']}. Give their products and families anew in “Accounts and tokens (API)”.`,
  },
  discounts_unread: {
    fr: (p) =>
      `La remise de ces comptes de l’API n’en est pas une, et rien ne leur est vendu : ${p['names']}. Redonnez-la dans « Comptes et jetons (API) ».`,
    en: (p) =>
      `The discount of these accounts of the API is none, and nothing is sold to them: ${p['names']}. Give it anew in “Accounts and tokens (API)”.`,
  },
  mail: {
    fr: (p) => (p['problem'] === undefined ? `${p['host']} est réglé.` : String(p['problem'])),
    en: (p) => (p['problem'] === undefined ? `${p['host']} is set.` : String(p['problem'])),
  },
  upstream_none: {
    fr: (p) =>
      Number(p['stranded']) === 0
        ? 'Aucun n’est réglé.'
        : `${manyFr(p['stranded'], 'commande attend', 'commandes attendent')} un partenaire qui n’est plus réglé : voyez « À traiter ».`,
    en: (p) =>
      Number(p['stranded']) === 0
        ? 'None is set.'
        : `${many(p['stranded'], 'order waits', 'orders wait')} for a partner that is set no more: see “To do”.`,
  },
  /** `found`: what came back from it, in words */
  upstream: {
    fr: (p) =>
      [
        String(p['found']),
        Number(p['unsent']) > 0 && `${manyFr(p['unsent'], 'commande', 'commandes')} à transmettre.`,
        Number(p['waiting']) > 0 && `${p['waiting']} à voir dans « À traiter ».`,
        p['syncError'] !== undefined && `Son catalogue n’a pas pu être repris : ${p['syncError']}`,
        left(p) > 0 &&
          `${manyFr(left(p), 'produit non repris', 'produits non repris')} : voyez « Partenaires ».`,
      ]
        .filter(Boolean)
        .join(' '),
    en: (p) =>
      [
        String(p['found']),
        Number(p['unsent']) > 0 && `${many(p['unsent'], 'order', 'orders')} to transmit.`,
        Number(p['waiting']) > 0 && `${p['waiting']} to look at in “To do”.`,
        p['syncError'] !== undefined && `Its catalogue could not be taken over: ${p['syncError']}`,
        left(p) > 0 && `${many(left(p), 'product', 'products')} not taken over: see “Partners”.`,
      ]
        .filter(Boolean)
        .join(' '),
  },
  disk: {
    fr: (p) => `${p['free']} libres.`,
    en: (p) => `${p['free']} free.`,
  },
} as const satisfies Record<string, Message>
