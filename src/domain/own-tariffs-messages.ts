/** What stands in the way of the shop's own tariffs and of the demo: codes and their words. */
import type { Message } from './message.ts'
import { fileSize } from './shared/file-size.ts'

/** `why`: the store's own words, in the reader's language */
const STORE_SAID: Message = {
  fr: (p) => `Cela n’a pas été fait : ${p['why']}.`,
  en: (p) => `This was not done: ${p['why']}.`,
}

const STALLED = {
  fr: (p) =>
    `Plus rien n’est arrivé de ce fichier pendant ${p['seconds']} s : rien n’en a été gardé, recommencez.`,
  en: (p) => `Nothing more of this file came for ${p['seconds']} s: nothing of it was kept, try again.`,
} satisfies Message

export const OWN_TARIFFS_ERRORS = {
  bundle_not_text: {
    fr: (p) =>
      `Ce fichier n’est pas du texte UTF-8 : l’octet à la position ${p['offset']} n’appartient à aucun caractère. Enregistrez-le en UTF-8.`,
    en: (p) =>
      `This file is not UTF-8 text: the byte at position ${p['offset']} belongs to no character. Save it as UTF-8.`,
  },
  bundle_not_json: {
    fr: (p) =>
      p['empty']
        ? 'Ce fichier est vide.'
        : p['cut']
          ? 'Ce fichier n’est pas du JSON lisible : il s’arrête au milieu.'
          : `Ce fichier n’est pas du JSON lisible : voyez la ligne ${p['line']}, colonne ${p['column']}.`,
    en: (p) =>
      p['empty']
        ? 'This file is empty.'
        : p['cut']
          ? 'This file is not readable JSON: it ends in the middle.'
          : `This file is not readable JSON: see line ${p['line']}, column ${p['column']}.`,
  },
  tariffs_changed: {
    fr: () =>
      'Les tarifs ou le classeur ont changé depuis l’aperçu : rien n’a été gardé, choisissez de nouveau le classeur.',
    en: () =>
      'The tariffs or the workbook have changed since the preview: nothing was kept, choose the workbook again.',
  },
  workbook_unreadable: {
    fr: () =>
      'Ce fichier n’est pas un classeur lisible : enregistrez-le au format Excel (.xlsx), sans mot de passe, ou en CSV.',
    en: () =>
      'This file is not a readable workbook: save it as Excel (.xlsx), without a password, or as CSV.',
  },
  workbook_too_large: {
    fr: () =>
      'Ce classeur est trop grand une fois ouvert : n’y laissez que les feuilles que vous avez modifiées, et rien au-delà de leurs tableaux.',
    en: () =>
      'This workbook is too large once opened: leave only the sheets that you changed in it, and nothing far beyond their tables.',
  },
  own_tariffs_missing: {
    fr: () => 'Aucun tarif n’est chargé ici : chargez d’abord un fichier de tarifs.',
    en: () => 'There are no tariffs of your own here: load a file of tariffs first.',
  },
  demo_loaded: {
    fr: () =>
      'La démonstration est chargée, et ne se mêle à rien de réel : effacez-la d’abord, depuis le bandeau « Démonstration ».',
    en: () =>
      'The demo is loaded, and does not mix with anything real: wipe it first, from the “Demo” banner.',
  },
  demo_beside_data: {
    fr: () =>
      'La démonstration ne se charge que dans un magasin vide : celui-ci contient déjà un catalogue, un partenaire, des devis ou des clients.',
    en: () =>
      'The demo is only loaded into an empty store: this one already holds a catalogue, a partner, quotes or customers.',
  },
  demo_on_server: {
    fr: () =>
      'La démonstration ne se charge pas dans le magasin commun d’un serveur, d’où elle ne pourrait plus être effacée : essayez-la sur un poste.',
    en: () =>
      'The demo is not loaded into the shared store of a server, from which it could not be wiped again: try it on a single machine.',
  },
  demo_not_loaded: {
    fr: () => 'La démonstration n’est pas chargée : il n’y a rien à effacer.',
    en: () => 'The demo is not loaded: there is nothing to wipe.',
  },
  store_of_server: {
    fr: () =>
      'Le magasin est une base de données d’un serveur : qui exploite ce serveur la sauvegarde et la remet, avec les outils de PostgreSQL.',
    en: () =>
      'The store is a database of a server: who runs that server backs it up and puts it back, with PostgreSQL’s own tools.',
  },
  store_failed: STORE_SAID,
  /** refused until who restores it says that it is to be so */
  backup_unread: STORE_SAID,
  backup_under_way: {
    fr: () => 'Un autre fichier de sauvegarde est en train d’arriver : réessayez une fois qu’il est là.',
    en: () => 'Another backup file is on its way in: try again once it is there.',
  },
  backup_too_large: {
    fr: (p) =>
      `Ce fichier dépasse ${fileSize(Number(p['bytes']), 'fr')}, plus qu’un écran ne reprend : qui fait tourner Comptoir peut le remettre sur la machine même.`,
    en: (p) =>
      `This file is over ${fileSize(Number(p['bytes']), 'en')}, more than a screen takes: whoever runs Comptoir can put it back on the machine itself.`,
  },
  backup_stalled: STALLED,
  file_stalled: STALLED,
  store_not_replaceable: {
    fr: () => 'Ce programme ne peut pas mettre un autre magasin à la place du sien pendant qu’il tourne.',
    en: () => 'This program cannot put another store in the place of its own while it runs.',
  },
} as const satisfies Record<string, Message>
