/** What is told who wants something written, or read, of a store that does not let it be. */
import { figure, type Locale, type Message } from './message.ts'
import type { FaultParams } from './reasons.ts'
import { causeMessage, command, typesCommands } from './store-messages.ts'

const cause = (params: FaultParams, locale: Locale) => causeMessage(String(params['cause']), locale)

/** What helps against a full disk, where one looks for what is left: by a command, or at the screen. */
const LOOK_WHAT_IS_LEFT = {
  fr: (p) =>
    typesCommands(p)
      ? `« ${command('doctor', p)} » dit où il est et ce qui reste`
      : 'Réglages → Sauvegardes → Vérifier dit ce qui reste',
  en: (p) =>
    typesCommands(p)
      ? `"${command('doctor', p)}" says where it is and what is left`
      : 'Settings → Backups → Check says what is left',
} satisfies Message

/** What helps against a cause that a person can do something about where the service runs. */
const remedy = (p: FaultParams, locale: Locale): string =>
  /^(SQLITE_FULL|ENOSPC|full)$/.test(String(p['cause']))
    ? {
        fr: ` Libérez de la place sur le disque du dossier de données, puis recommencez : ${LOOK_WHAT_IS_LEFT.fr(p)}.`,
        en: ` Free some space on the disk of the data folder, then try again: ${LOOK_WHAT_IS_LEFT.en(p)}.`,
      }[locale]
    : ''

/** What helps where rows of the store cannot be read. */
const MEND = {
  fr: (p) =>
    typesCommands(p)
      ? `« ${command('doctor', p)} » dit ce qui est endommagé ; une sauvegarde d’avant se remet avec « ${command('restore FICHIER', p)} »`
      : 'Réglages → Sauvegardes → Vérifier dit ce qui est endommagé, et une sauvegarde d’avant s’y remet',
  en: (p) =>
    typesCommands(p)
      ? `"${command('doctor', p)}" says what is damaged; a backup from before is restored with "${command('restore FILE', p)}"`
      : 'Settings → Backups → Check says what is damaged, and a backup from before is put back there',
} satisfies Message

/** What helps where the file is damaged. */
const RESTORE = {
  fr: (p) =>
    typesCommands(p)
      ? `« ${command('doctor', p)} » dit où ; arrêtez Comptoir et remettez une sauvegarde avec « ${command('restore FICHIER', p)} »`
      : 'Remettez une sauvegarde : Réglages → Sauvegardes',
  en: (p) =>
    typesCommands(p)
      ? `"${command('doctor', p)}" says where; stop Comptoir and restore a backup with "${command('restore FILE', p)}"`
      : 'Put a backup back: Settings → Backups',
} satisfies Message

export const STORE_ERRORS = {
  /** one that was asked for */
  row_unreadable: {
    fr: (p) =>
      `Ce qui est demandé est dans le magasin, mais ne peut pas être lu : c’est endommagé. Le reste se lit. ${MEND.fr(p)}.`,
    en: (p) =>
      `What was asked for is in the store, but cannot be read: it is damaged. The rest can be. ${MEND.en(p)}.`,
  },
  /** `count` of a list */
  rows_unreadable: {
    fr: (p) =>
      `${Number(p['count']) === 1 ? '1 entrée ne peut pas être lue et manque' : `${figure(p['count'], 'fr')} entrées ne peuvent pas être lues et manquent`} ici : ${MEND.fr(p)}.`,
    en: (p) =>
      `${Number(p['count']) === 1 ? '1 entry cannot be read and is missing' : `${figure(p['count'], 'en')} entries cannot be read and are missing`} here: ${MEND.en(p)}.`,
  },
  /** `cause`: the system's code, SQLite's or the store's */
  store_unavailable: {
    fr: (p) =>
      `Le magasin de données n’accepte pas d’écriture (${cause(p, 'fr')}). Rien n’a été enregistré.${remedy(p, 'fr')}`,
    en: (p) =>
      `The data store does not accept writes (${cause(p, 'en')}). Nothing was saved.${remedy(p, 'en')}`,
  },
  store_unavailable_keyed: {
    fr: (p) =>
      `Le magasin de données n’accepte pas d’écriture (${cause(p, 'fr')}). Cet essai n’a rien enregistré ; un essai précédent a pu l’être.${remedy(p, 'fr')} Avec la même Idempotency-Key, rien n’est commandé deux fois.`,
    en: (p) =>
      `The data store does not accept writes (${cause(p, 'en')}). This try saved nothing; an earlier one may have.${remedy(p, 'en')} With the same Idempotency-Key nothing is ordered twice.`,
  },
  store_damaged: {
    fr: (p) =>
      `Le fichier du magasin de données est endommagé : ce qui est demandé ne peut être ni lu ni enregistré. ${RESTORE.fr(p)}.`,
    en: (p) =>
      `The file of the data store is damaged: what was asked for can be neither read nor saved. ${RESTORE.en(p)}.`,
  },
  /** under a service that runs */
  store_replaced: {
    fr: () =>
      'Le fichier du magasin de données a été enlevé ou remplacé pendant que Comptoir tourne : rien n’a été enregistré, car ce qui le serait se perdrait au prochain démarrage. Remettez l’ancien fichier à sa place, ou redémarrez Comptoir pour qu’il prenne le nouveau.',
    en: () =>
      'The file of the data store was taken away or replaced while Comptoir runs: nothing was saved, for it would be lost at the next start. Put the former file back in its place, or start Comptoir again so that it takes the new one.',
  },
  store_away: {
    fr: () => 'La base de données ne répond pas. Rien n’a été enregistré : réessayez dans un instant.',
    en: () => 'The database does not answer. Nothing was saved: try again in a moment.',
  },
  /** of a request with an Idempotency-Key: an earlier try of it may have been saved */
  store_away_keyed: {
    fr: () =>
      'La base de données ne répond pas. Cet essai n’a rien enregistré ; un essai précédent a pu l’être. Réessayez dans un instant avec la même Idempotency-Key : rien n’est commandé deux fois.',
    en: () =>
      'The database does not answer. This try saved nothing; an earlier one may have. Try again in a moment with the same Idempotency-Key: nothing is ordered twice.',
  },
  store_newer: {
    fr: () =>
      'Ce service s’arrête : une version plus récente du programme a pris la suite. Rien n’a été enregistré : réessayez dans un instant.',
    en: () =>
      'This service ends: a newer version of the program has taken over. Nothing was saved: try again in a moment.',
  },
  store_newer_keyed: {
    fr: () =>
      'Ce service s’arrête : une version plus récente du programme a pris la suite. Cet essai n’a rien enregistré ; un essai précédent a pu l’être. Réessayez dans un instant avec la même Idempotency-Key : rien n’est commandé deux fois.',
    en: () =>
      'This service ends: a newer version of the program has taken over. This try saved nothing; an earlier one may have. Try again in a moment with the same Idempotency-Key: nothing is ordered twice.',
  },
  store_unknown: {
    fr: () =>
      'La base de données a cessé de répondre pendant l’écriture : il n’est pas certain que rien n’ait été enregistré. Regardez avant de recommencer, ou recommencez avec la même clé d’idempotence.',
    en: () =>
      'The database stopped answering while it wrote: it is not certain that nothing was saved. Look before you try again, or try again with the same idempotency key.',
  },
  /** the same to a person at a screen */
  store_unknown_here: {
    fr: () =>
      'La base de données a cessé de répondre pendant l’enregistrement : il n’est pas certain que rien n’ait été enregistré. Avant de recommencer, regardez ici et parmi les devis et les commandes : ce qui a été fait s’y montre.',
    en: () =>
      'The database stopped answering during the save: it is not certain that nothing was saved. Before you try again, look here and among the quotes and orders: what was done shows there.',
  },
} as const satisfies Record<string, Message>
