/** The words of e-mail with a quote: what keeps it from going, and what is wrong with what is asked. */
import type { Message } from './message.ts'

/** Why an e-mail waits, failed, or is in doubt. */
export const MAIL_MESSAGES = {
  mail_unreachable: {
    fr: (p) => `Le serveur ${p['host']} ne répond pas.`,
    en: (p) => `The server ${p['host']} does not answer.`,
  },
  mail_insecure: {
    fr: (p) => `La connexion à ${p['host']} n’a pas pu être chiffrée : rien n’a été transmis.`,
    en: (p) => `The connection to ${p['host']} could not be encrypted: nothing was handed over.`,
  },
  mail_sign_in: {
    fr: (p) => `Le serveur ${p['host']} refuse l’utilisateur ou le mot de passe.`,
    en: (p) => `The server ${p['host']} refuses the user or the password.`,
  },
  mail_refused: {
    fr: (p) => `Le serveur refuse cet e-mail : « ${p['answer']} »`,
    en: (p) => `The server refuses this e-mail: “${p['answer']}”`,
  },
  mail_accented: {
    fr: (p) =>
      `Le serveur ${p['host']} ne sait pas écrire à une adresse accentuée avant le « @ » (${p['addresses']}) : rien n’est parti. Demandez une autre adresse, ou passez par un autre serveur.`,
    en: (p) =>
      `The server ${p['host']} cannot handle an address with accents before the “@” (${p['addresses']}): nothing was sent. Ask for another address, or use another server.`,
  },
  mail_busy: {
    fr: (p) => `Le serveur demande de réessayer plus tard : « ${p['answer']} »`,
    en: (p) => `The server asks to try again later: “${p['answer']}”`,
  },
  mail_cut: {
    fr: () =>
      'La connexion a été coupée avant que le serveur confirme : l’e-mail est peut-être arrivé. Demandez au client avant de le renvoyer.',
    en: () =>
      'The connection was cut before the server confirmed: the e-mail may have arrived. Ask the customer before sending it again.',
  },
  mail_stopped: {
    fr: () =>
      'Le programme s’est arrêté pendant l’envoi : l’e-mail est peut-être parti. Demandez au client avant de le renvoyer.',
    en: () =>
      'The program stopped while it was being sent: the e-mail may have gone. Ask the customer before sending it again.',
  },
  mail_restored: {
    fr: () =>
      'Il attendait encore quand la sauvegarde a été faite : il est peut-être parti depuis. Demandez au client avant de l’envoyer de nouveau.',
    en: () =>
      'It was still waiting when the backup was made: it may have gone since. Ask the customer before you send it again.',
  },
  mail_overtaken: {
    fr: () =>
      'Le devis a changé, ou n’est plus valable : cet e-mail n’est pas parti. Envoyez le devis tel qu’il est maintenant.',
    en: () =>
      'The quote has changed, or is no longer valid: this e-mail did not go. Send the quote as it stands now.',
  },
  mail_partly: {
    fr: (p) => `Envoyé, mais refusé pour : ${p['addresses']}.`,
    en: (p) => `Sent, but refused for: ${p['addresses']}.`,
  },
  mail_password_missing: {
    fr: () =>
      'Le mot de passe du serveur d’envoi n’est pas enregistré (une sauvegarde n’en contient aucun) : redonnez-le dans Réglages → Documents.',
    en: () =>
      'The password of the server for sending is not stored (a backup holds none): give it again in Settings → Documents.',
  },
  mail_password_former: {
    fr: (p) =>
      `Le mot de passe enregistré était ${p['formerHost'] === p['host'] ? 'pour un autre utilisateur' : `pour l’ancien serveur (${p['formerHost']})`}, il n’est plus gardé : donnez celui de ${p['host']} dans Réglages → Documents.`,
    en: (p) =>
      `The password that was stored was for ${p['formerHost'] === p['host'] ? 'another user' : `the former server (${p['formerHost']})`}, and is kept no more: give that of ${p['host']} in Settings → Documents.`,
  },
  mail_password_closed: {
    fr: () =>
      'Le mot de passe du serveur d’envoi ne s’ouvre pas ici, il a été chiffré ailleurs : redonnez-le dans Réglages → Documents.',
    en: () =>
      'The password of the server for sending does not open here, it was encrypted elsewhere: give it again in Settings → Documents.',
  },
  mail_unset: {
    fr: () => 'Plus aucun serveur d’envoi n’est réglé.',
    en: () => 'No server for sending is set any more.',
  },
} as const satisfies Record<string, Message>
export type MailCode = keyof typeof MAIL_MESSAGES

export const MAIL_ERRORS = {
  mail_not_set: {
    fr: () => 'Aucun serveur d’envoi n’est réglé : voyez Réglages → Documents.',
    en: () => 'No server for e-mail is set: see Settings → Documents.',
  },
  mail_moved: {
    fr: () => 'Cet e-mail a changé d’état entre-temps : rien n’a été fait.',
    en: () => 'This e-mail has moved on in the meantime: nothing was done.',
  },
} as const satisfies Record<string, Message>

export const MAIL_FAULTS = {
  mail_address_invalid: {
    fr: () => 'Une adresse e-mail s’écrit nom@domaine.fr ; dix au plus, séparées par des virgules.',
    en: () => 'An e-mail address is written name@domain.com; ten at most, separated by commas.',
  },
  mail_host_invalid: {
    fr: () => 'Un serveur se nomme sans « https:// » ni port : smtp.exemple.fr.',
    en: () => 'A server is named without “https://” or port: smtp.example.com.',
  },
  mail_subject_invalid: {
    fr: () => 'L’objet tient sur une ligne de 200 caractères au plus, et n’est pas vide.',
    en: () => 'The subject is one line of at most 200 characters, and not empty.',
  },
} as const satisfies Record<string, Message>
