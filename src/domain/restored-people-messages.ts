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
  seeAgain: {
    fr: (p) =>
      `ce que voyaient en dernier ces comptes de l’API ne se lisait plus, et ils voient de nouveau ce qu’ils voyaient alors : ${p['names']}`,
    en: (p) =>
      `what these accounts of the API saw last could not be read, and they see again what they saw then: ${p['names']}`,
  },
} satisfies Record<'stayed' | 'unread' | 'reopened' | 'allBack' | 'seeAgain', Message>

/**
 * Who is back whom the shop had shut out, or sees again what it may have hidden, in words; null: nobody.
 * @param reopened administrators, by name; null: all are, as far as anybody can tell
 * @param seeAgain accounts, by name
 */
export function backWords(
  reopened: readonly string[] | null,
  seeAgain: readonly string[],
  locale: Locale,
): string | null {
  if (reopened === null) return RESTORED_PEOPLE.allBack[locale]()
  const words = (key: 'reopened' | 'seeAgain', names: readonly string[]) =>
    names.length > 0 ? [RESTORED_PEOPLE[key][locale]({ names: names.join(', ') })] : []
  const told = [...words('reopened', reopened), ...words('seeAgain', seeAgain)]
  return told.length > 0 ? told.join(locale === 'fr' ? '\u00a0; ' : '; ') : null
}
