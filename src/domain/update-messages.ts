/** Why the desktop application was not brought up to date. */
import type { Message } from './message.ts'

export const UPDATE_MESSAGES = {
  update_feed_away: {
    fr: () => 'Le serveur des mises à jour ne répond pas. Comptoir réessaiera ; vérifiez la connexion.',
    en: () => 'The update server does not answer. Comptoir will try again; check the connection.',
  },
  update_feed_missing: {
    fr: () => 'Il n’y a pas de liste de versions à cette adresse : vérifiez-la.',
    en: () => 'There is no list of versions at this address: check it.',
  },
  update_feed_unreadable: {
    fr: () => 'La liste de versions de cette adresse ne peut pas être lue : rien n’a été installé.',
    en: () => 'The list of versions at this address cannot be read: nothing was installed.',
  },
  update_foreign_file: {
    fr: (p) =>
      `La version ${p['version']} serait prise à une autre adresse que celle des mises à jour : elle est refusée.`,
    en: (p) =>
      `Version ${p['version']} would be taken from another address than that of updates: it is refused.`,
  },
  update_altered: {
    fr: () => 'Le fichier reçu n’est pas celui qui était annoncé : il a été effacé, rien n’a été installé.',
    en: () => 'The file that came is not the one that was announced: it was deleted, nothing was installed.',
  },
  update_unsigned: {
    fr: () =>
      'La nouvelle version n’est pas signée par l’éditeur de celle-ci : elle a été effacée, rien n’a été installé.',
    en: () =>
      'The new version is not signed by the publisher of this one: it was deleted, nothing was installed.',
  },
  update_unverifiable: {
    fr: () =>
      'Cette installation n’est pas signée : ce qu’elle recevrait ne pourrait pas être vérifié. Installez une version signée à la main, une fois.',
    en: () =>
      'This installation is not signed: what it would receive could not be verified. Install a signed version by hand, once.',
  },
  update_unsupported: {
    fr: () => 'Cette installation ne se met pas à jour elle-même : installez la nouvelle version à la main.',
    en: () => 'This installation does not update itself: install the new version by hand.',
  },
  update_failed: {
    fr: (p) => `La mise à jour n’a pas abouti (${p['cause']}) : rien n’a été installé.`,
    en: (p) => `The update failed (${p['cause']}): nothing was installed.`,
  },
} as const satisfies Record<string, Message>
export type UpdateCode = keyof typeof UPDATE_MESSAGES

export const UPDATE_FAULTS = {
  update_feed_invalid: {
    fr: () =>
      'Une adresse qui commence par https://, sans nom d’utilisateur, « ? » ni « # », est attendue (http:// seulement en boucle locale).',
    en: () =>
      'An address that starts with https://, without a user name, “?” or “#”, is expected (http:// on loopback only).',
  },
} as const satisfies Record<string, Message>
