/** What people of a shared server are refused: codes and their words. */
import type { Locale, Message } from './message.ts'
import type { FaultParams } from './reasons.ts'
import type { PasswordFault } from './shared/passwords.ts'
import type { Right } from './shared/rights.ts'

const RIGHT_WORDS: Readonly<Record<Right, Readonly<Record<Locale, string>>>> = {
  desk: { fr: 'vendre', en: 'to sell' },
  costs: { fr: 'voir les prix d’achat', en: 'to see purchase prices' },
  decide: { fr: 'décider de ce qui attend', en: 'to decide what waits' },
  customers: { fr: 'modifier les clients', en: 'to change customers' },
  sync: { fr: 'synchroniser les partenaires', en: 'to sync partners' },
  settings: { fr: 'modifier les réglages', en: 'to change settings' },
  partners: { fr: 'régler les partenaires', en: 'to set partners' },
  tokens: { fr: 'gérer les jetons', en: 'to manage tokens' },
  people: { fr: 'gérer les personnes', en: 'to manage people' },
  journal: { fr: 'lire le journal', en: 'to read the journal' },
}
const rightWords = (p: FaultParams, locale: Locale) =>
  RIGHT_WORDS[p['right'] as Right]?.[locale] ?? String(p['right'])

/** `40 s`, `2 min` */
const wait = (p: FaultParams): string => {
  const seconds = Number(p['seconds'])
  return seconds < 100 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`
}

export const PEOPLE_ERRORS = {
  sign_in_required: {
    fr: () => 'Connectez-vous avec votre nom et votre mot de passe.',
    en: () => 'Sign in with your name and password.',
  },
  sign_in_refused: {
    fr: () => 'Ce nom et ce mot de passe ne vont pas ensemble.',
    en: () => 'This name and this password do not match.',
  },
  sign_in_throttled: {
    fr: (p) => `Trop d’essais : attendez ${wait(p)} avant le prochain.`,
    en: (p) => `Too many tries: wait ${wait(p)} before the next one.`,
  },
  /** the password was right; `name`: whose role it is */
  role_unread: {
    fr: (p) =>
      `Le rôle de ${p['name']} dans ce magasin n’en est pas un : un administrateur lui en donne un dans Réglages → Personnes. S’il n’y en a plus, qui tient le service en ajoute un.`,
    en: (p) =>
      `The role of ${p['name']} in this store is none: an administrator gives one in Settings → People. Where there is none left, who runs the service adds one.`,
  },
  /** there is none that could be the right one */
  password_unread: {
    fr: (p) =>
      `Le mot de passe de ${p['name']} dans ce magasin ne peut plus être lu : un administrateur en donne un autre dans Réglages → Personnes. S’il n’y en a plus, qui tient le service le fait.`,
    en: (p) =>
      `The password of ${p['name']} in this store cannot be read any more: an administrator gives another in Settings → People. Where there is none left, who runs the service does.`,
  },
  right_missing: {
    fr: (p) => `Votre rôle ne le permet pas : il y faut le droit de ${rightWords(p, 'fr')}.`,
    en: (p) => `Your role does not allow this: it takes the right ${rightWords(p, 'en')}.`,
  },
  last_administrator: {
    fr: () => 'C’est le dernier administrateur : donnez d’abord ce rôle à une autre personne.',
    en: () => 'This is the last administrator: give another person that role first.',
  },
} as const satisfies Record<string, Message>

const PASSWORD_WORDS: Readonly<Record<PasswordFault, Message>> = {
  too_short: {
    fr: (p) => `Ce mot de passe est trop court : il lui faut au moins ${p['min']} caractères.`,
    en: (p) => `This password is too short: it needs at least ${p['min']} characters.`,
  },
  too_long: {
    fr: (p) => `Ce mot de passe est trop long : ${p['max']} caractères au plus.`,
    en: (p) => `This password is too long: ${p['max']} characters at most.`,
  },
  is_name: {
    fr: () => 'Ce mot de passe est le nom de la personne : choisissez-en un autre.',
    en: () => 'This password is the person’s name: choose another.',
  },
  is_product: {
    fr: () => 'Ce mot de passe est le nom du programme : choisissez-en un autre.',
    en: () => 'This password is the program’s name: choose another.',
  },
  common: {
    fr: () => 'Ce mot de passe est parmi les plus courants : choisissez-en un autre.',
    en: () => 'This password is among the most common ones: choose another.',
  },
}
const passwordWords = (p: FaultParams, locale: Locale) =>
  (PASSWORD_WORDS[p['fault'] as PasswordFault] ?? PASSWORD_WORDS.common)[locale](p)

export const PEOPLE_FAULTS = {
  /** `fault`: a PasswordFault */
  password_refused: { fr: (p) => passwordWords(p, 'fr'), en: (p) => passwordWords(p, 'en') },
  password_wrong: {
    fr: () => 'Ce n’est pas votre mot de passe actuel.',
    en: () => 'This is not your current password.',
  },
  person_name_invalid: {
    fr: () => 'Un nom a 1 à 100 caractères, sur une ligne.',
    en: () => 'A name has 1 to 100 characters, on one line.',
  },
} as const satisfies Record<string, Message>
