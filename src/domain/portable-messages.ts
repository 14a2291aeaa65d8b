/** What is told of portable quotes. */
import type { Message } from './message.ts'

const comma = (rate: unknown) => String(rate).replaceAll('.', ',')

export const PORTABLE_ERRORS = {
  quote_not_portable: {
    fr: () => 'Ce devis n’a pas été envoyé, ou ne tient plus : il n’a pas de fichier signé.',
    en: () => 'This quote was not sent, or no longer stands: it has no signed file.',
  },
  quote_too_long: {
    fr: () =>
      'Ce devis est trop long pour un fichier : mille lignes, 200 caractères pour la référence ou un champ de l’adresse, et 10 Mo au plus.',
    en: () =>
      'This quote is too long for a file: a thousand lines, 200 characters for the reference or an address field, and 10 MB at most.',
  },
  quote_number_unknown: {
    fr: (p) =>
      `Aucun devis ne porte le numéro ${p['number']}, et aucun n’est le seul dont le numéro le contienne.`,
    en: (p) => `No quote has the number ${p['number']}, and no single quote has a number that contains it.`,
  },
  device_key_damaged: {
    fr: () =>
      'La clé de signature de cet appareil (comptoir.device-key) est illisible. Remettez-la, ou supprimez-la : une autre sera faite, que les autres ne connaîtront pas.',
    en: () =>
      'The signing key of this device (comptoir.device-key) cannot be read. Put it back, or delete it: another will be made, which other devices do not know.',
  },
  device_key_unsealed: {
    fr: () =>
      'La clé de signature est scellée par une autre clé que celle de ce service : donnez-lui le même secret.key, ou le même COMPTOIR_SECRET_KEY, que les autres.',
    en: () =>
      'The signing key is sealed with a key other than this service’s: give it the same secret.key, or the same COMPTOIR_SECRET_KEY, as the others.',
  },
  secrets_unsealed: {
    fr: () =>
      'Un jeton de partenaire ou le mot de passe d’e-mail ne peut plus être ouvert ici : rien n’a été changé. Enregistrez-le de nouveau, puis réessayez.',
    en: () =>
      'A partner’s token or the e-mail password can no longer be opened here: nothing was changed. Save it again, then try again.',
  },
  /** `why`: in the reader's words */
  secret_unusable: {
    fr: (p) => `Rien ne peut être scellé ici : ${p['why']}`,
    en: (p) => `Nothing can be sealed here: ${p['why']}`,
  },
  device_unseen: {
    fr: () => 'Aucun fichier intact de cet appareil n’a encore été ouvert ici.',
    en: () => 'No intact file of this device has been opened here yet.',
  },
  portable_unusable: {
    fr: () => 'Rien ne peut être repris de ce fichier.',
    en: () => 'Nothing can be taken from this file.',
  },
  portable_altered: {
    fr: () => 'Ce fichier a été modifié après sa signature.',
    en: () => 'This file was changed after it was signed.',
  },
} as const satisfies Record<string, Message>

/** What a file turns out to be, and what is noted of one that was taken over. */
export const PORTABLE_MESSAGES = {
  portable_intact: {
    fr: (p) => `Signé par l’appareil ${p['code']}, intact.`,
    en: (p) => `Signed by device ${p['code']}, intact.`,
  },
  /** beside it: the device that was known under the code had another key */
  portable_other_key: {
    fr: (p) =>
      `Un autre appareil est connu ici sous le code ${p['code']}, avec une autre clé : voyez avec l’expéditeur de qui vient ce fichier.`,
    en: (p) =>
      `Another device is known here under the code ${p['code']}, with another key: ask the sender who made this file.`,
  },
  portable_unread: {
    fr: () => 'La signature est bonne, mais ce qui est signé n’est pas un devis que ce programme sait lire.',
    en: () => 'The signature is good, but what is signed is not a quote that this program can read.',
  },
  portable_damaged: {
    fr: () => 'Ce fichier est coupé ou abîmé : rien n’en est lisible. Demandez-le de nouveau.',
    en: () => 'This file is cut off or damaged: none of it can be read. Ask for it again.',
  },
  portable_foreign: {
    fr: () => 'Ce n’est pas un devis Comptoir.',
    en: () => 'This is not a Comptoir quote.',
  },
  portable_newer: {
    fr: () => 'Ce fichier vient d’une version plus récente de Comptoir : mettez celle-ci à jour.',
    en: () => 'This file comes from a newer version of Comptoir: update this one.',
  },
  portable_contradictory: {
    fr: () => 'Les montants de ce fichier ne se recoupent pas.',
    en: () => 'The amounts of this file do not add up.',
  },
  portable_from: {
    fr: (p) =>
      `Repris du devis ${p['number']}, fichier intact signé par l’appareil ${p['code']} (${p['fingerprint']}).`,
    en: (p) =>
      `Taken from quote ${p['number']}, an intact file signed by device ${p['code']} (${p['fingerprint']}).`,
  },
  portable_from_altered: {
    fr: (p) =>
      `Repris d’un fichier MODIFIÉ après sa signature, qui se dit le devis ${p['number']} de l’appareil ${p['code']} (${p['fingerprint']}).`,
    en: (p) =>
      `Taken from a file that was CHANGED after it was signed, which calls itself quote ${p['number']} of device ${p['code']} (${p['fingerprint']}).`,
  },
  portable_at_today: {
    fr: () => 'Produits aux prix du jour d’ici, sans les remises du fichier.',
    en: () => 'Products at today’s prices here, without the discounts of the file.',
  },
  portable_at_customer: {
    fr: () => 'Produits aux prix du fichier, fixés, avec ses remises.',
    en: () => 'Products at the prices of the file, fixed, with its discounts.',
  },
  portable_discount_part: {
    fr: (p) =>
      `De la remise fixe du fichier, ${p['whole']} HT, les lignes reprises gardent leur part : ${p['part']}.`,
    en: (p) =>
      `Of the file’s fixed discount, ${p['whole']} excl. VAT, the lines taken keep their part: ${p['part']}.`,
  },
  portable_account_taken: {
    fr: (p) => `La remise du compte, ${p['amount']} HT, est dans la remise sur le devis.`,
    en: (p) => `The account’s discount, ${p['amount']} excl. VAT, is in the discount on the quote.`,
  },
  portable_account_left: {
    fr: (p) => `La remise du compte dans le fichier, ${p['amount']} HT, n’a pu être reprise telle quelle.`,
    en: (p) =>
      `The account’s discount in the file, ${p['amount']} excl. VAT, could not be taken over as it is.`,
  },
  portable_account_here: {
    fr: (p) => `Le compte d’ici a sa propre remise : ${p['amount']} HT.`,
    en: (p) => `The account here has a discount of its own: ${p['amount']} excl. VAT.`,
  },
  portable_other_vat: {
    fr: (p) => `TVA d’ici : ${comma(p['after'])} %, du fichier : ${comma(p['before'])} %.`,
    en: (p) => `VAT here: ${p['after']}%, in the file: ${p['before']}%.`,
  },
  portable_unpriced: {
    fr: (p) =>
      `Une ligne au moins n’a pas de prix ici : le total du fichier était ${p['total']} TTC, celui du brouillon reste à trouver.`,
    en: (p) =>
      `One line at least has no price here: the file’s total was ${p['total']} incl. tax, that of the draft is yet to be found.`,
  },
  portable_other_total: {
    fr: (p) => `Total TTC du fichier : ${p['before']} ; de ce brouillon : ${p['after']}.`,
    en: (p) => `Total incl. tax of the file: ${p['before']}; of this draft: ${p['after']}.`,
  },
  portable_costs_unknown: {
    fr: (p) => `Coût inconnu, hors du gain et de la marge : ${p['names']}.`,
    en: (p) => `Cost unknown, left out of profit and margin: ${p['names']}.`,
  },
  portable_vat_unknown: {
    fr: (p) =>
      `TVA du fichier : ${p['regime']} (${comma(p['rate'])} %), que les réglages d’ici n’ont pas : le brouillon la garde, et n’est pas envoyé avant qu’une TVA d’ici y soit choisie.`,
    en: (p) =>
      `VAT of the file: ${p['regime']} (${p['rate']}%), which the settings here do not have: the draft keeps it, and is not sent before a VAT of these settings is chosen.`,
  },
  portable_left: {
    fr: () => 'Ligne laissée de côté :',
    en: () => 'Line left out:',
  },
} as const satisfies Record<string, Message>

export type PortableCode = keyof typeof PORTABLE_MESSAGES
