/** The words of what can be wrong with a letterhead, and with what is signed. */
import { dayIn, type Message } from './message.ts'

export const DOCUMENT_FAULTS = {
  siren_invalid: {
    fr: () => 'Un SIREN a 9 chiffres, un SIRET 14.',
    en: () => 'A SIREN has 9 digits, a SIRET 14.',
  },
  colour_invalid: {
    fr: () => 'Une couleur s’écrit « # » et six chiffres de 0 à 9 ou de A à F.',
    en: () => 'A colour is written “#” and six digits from 0 to 9 or A to F.',
  },
  logo_invalid: {
    fr: () => 'Le logo doit être une image PNG ou JPEG qui s’ouvre.',
    en: () => 'The logo must be a PNG or JPEG picture that opens.',
  },
  logo_too_many_pixels: {
    fr: (p) => `Le logo a trop de points : ${p['most']} millions au plus. Réduisez l’image.`,
    en: (p) => `The logo has too many pixels: ${p['most']} million at most. Make the picture smaller.`,
  },
  hash_invalid: {
    fr: () => 'Une empreinte SHA-256 s’écrit en 64 chiffres de 0 à 9 et de a à f.',
    en: () => 'A SHA-256 hash is written in 64 digits, 0 to 9 and a to f.',
  },
  stroke_invalid: {
    fr: () =>
      'Un tracé est fait de points : x et y de 0 à 1, puis le temps en millisecondes et la pression de 0 à 1 s’ils sont connus.',
    en: () =>
      'A stroke is made of points: x and y from 0 to 1, then the time in milliseconds and the pressure from 0 to 1 if they are known.',
  },
  signature_too_long: {
    fr: (p) =>
      `Une signature a ${p['strokes']} tracés et ${p['points']} points au plus : effacez et signez plus court.`,
    en: (p) =>
      `A signature has at most ${p['strokes']} strokes and ${p['points']} points: clear it and sign shorter.`,
  },
  signature_empty: {
    fr: () => 'Signez dans le cadre, ou cochez que le nom vaut signature.',
    en: () => 'Sign in the field, or tick that the name stands for the signature.',
  },
  signature_twice: {
    fr: () => 'Un nom qui vaut signature ne va pas avec un tracé : effacez l’un des deux.',
    en: () => 'A name that stands for the signature does not go with a drawing: remove one of the two.',
  },
} as const satisfies Record<string, Message>

/** Why a document is not printed, or a quote not signed. */
export const DOCUMENT_ERRORS = {
  documents_busy: {
    fr: () => 'Trop de documents sont demandés à la fois : réessayez dans un instant.',
    en: () => 'Too many documents are being asked for at once: try again in a moment.',
  },
  /** `name`: who signed it */
  quote_signed: {
    fr: (p) => `Ce devis est déjà signé par ${p['name']} : rien n’y change plus.`,
    en: (p) => `This quote is already signed by ${p['name']}: it can no longer be changed.`,
  },
  document_changed: {
    fr: () => 'Le document présenté n’est plus celui-ci : montrez-le de nouveau, puis faites signer.',
    en: () => 'This is no longer the document that was shown: show it again, then have it signed.',
  },
  quote_estimated: {
    fr: () =>
      'Un prix de ce devis est une estimation : personne ne peut l’accepter ni le signer. Révisez-le aux prix du jour, puis renvoyez-le.',
    en: () =>
      'A price of this quote is an estimate: nobody can accept or sign it. Revise it at today’s prices, then send it again.',
  },
  /** `day`: the last one of its validity */
  signature_expired: {
    fr: (p) => `Ce devis a expiré le ${dayIn(p['day'], 'fr')} : révisez-le avant de le faire signer.`,
    en: (p) => `This quote expired on ${dayIn(p['day'], 'en')}: revise it before it is signed.`,
  },
} as const satisfies Record<string, Message>

/** What a PDF turns out to be. `code`: of the device */
export const SEAL_MESSAGES = {
  seal_intact: {
    fr: (p) => `Scellé par l’appareil ${p['code']}, intact : aucun octet n’a changé depuis.`,
    en: (p) => `Sealed by device ${p['code']}, intact: no byte has changed since.`,
  },
  seal_altered: {
    fr: (p) => `Modifié après avoir été scellé (l’appareil ${p['code']} y est nommé) : ne vous y fiez pas.`,
    en: (p) => `Changed after it was sealed (device ${p['code']} is named in it): do not rely on it.`,
  },
  seal_broken: {
    fr: () =>
      'Ce PDF a été signé dans Comptoir, mais son sceau manque ou est abîmé, ou des octets ont été ajoutés après lui : ne vous y fiez pas.',
    en: () =>
      'This PDF was signed in Comptoir, but its seal is missing or damaged, or bytes were added after it: do not rely on it.',
  },
  seal_unsealed: {
    fr: () => 'Ce PDF n’a pas de sceau : rien n’y dit qu’il a été signé dans Comptoir.',
    en: () => 'This PDF has no seal: nothing in it says that it was signed in Comptoir.',
  },
  seal_foreign: { fr: () => 'Ce n’est pas un PDF.', en: () => 'This is not a PDF.' },
  seal_newer: {
    fr: () => 'Ce PDF est scellé par une version plus récente de Comptoir : mettez le programme à jour.',
    en: () => 'This PDF was sealed by a newer version of Comptoir: update the program.',
  },
} as const satisfies Record<string, Message>

export type SealCode = keyof typeof SEAL_MESSAGES
