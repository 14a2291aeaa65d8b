/** What becomes of sign-in where a backup that knows no people was put back: for who did it, before he goes on. */
import type { Locale, Message } from './message.ts'

/** `command`: what makes a person, where commands are typed. */
export const RESTORED_PEOPLE = {
  stayed: {
    fr: () => 'cette sauvegarde ne connaît personne : les personnes d’avant restent, et se reconnectent',
    en: () => 'this backup knows no people: those from before stay, and sign in again',
  },
  unread: {
    fr: (p) =>
      `cette sauvegarde ne connaît personne, et le magasin d’avant ne se lit plus : s’il avait des personnes, aucune n’a plus à se connecter, et tout est ouvert à qui atteint les écrans, jusqu’à ce qu’une personne soit créée${p['command'] ? ` (avant de démarrer : « ${p['command']} »)` : ' (Réglages → Personnes)'}`,
    en: (p) =>
      `this backup knows no people, and the store from before cannot be read: if it had people, none has to sign in any more, and all is open to whoever reaches the screens until a person is made${p['command'] ? ` (before you start: "${p['command']}")` : ' (Settings → People)'}`,
  },
  reopened: {
    fr: (p) =>
      `accès fermé ou rôle abaissé depuis, et rendu comme alors, car personne d’autre n’administrerait : ${p['names']}`,
    en: (p) =>
      `access closed or role lowered since, and given back as it was then, for nobody else would administer: ${p['names']}`,
  },
  allBack: {
    fr: () =>
      'le magasin d’avant ne se lit plus : les jetons révoqués, les accès fermés et les droits retirés depuis cette sauvegarde valent de nouveau ; voyez les jetons, les comptes et les personnes',
    en: () =>
      'the store from before cannot be read: tokens that were revoked, accesses that were closed and rights that were taken away since this backup hold again; look at the tokens, the accounts and the people',
  },
} satisfies Record<'stayed' | 'unread' | 'reopened' | 'allBack', Message>

/**
 * Who is back whom the shop had shut out, in words; null: nobody.
 * @param reopened administrators, by name; null: all are, as far as anybody can tell
 */
export function backWords(reopened: readonly string[] | null, locale: Locale): string | null {
  if (reopened === null) return RESTORED_PEOPLE.allBack[locale]()
  return reopened.length > 0 ? RESTORED_PEOPLE.reopened[locale]({ names: reopened.join(', ') }) : null
}
