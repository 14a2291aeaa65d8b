/** What may be wrong with a company, and with a file of them: codes and their words. */
import type { Message } from './message.ts'

export const COMPANY_FAULTS = {
  company_unknown: {
    fr: () => 'Ce client n’existe pas : choisissez-le dans la liste.',
    en: () => 'This customer does not exist: choose one of the list.',
  },
  contact_unknown: {
    fr: () => 'Ce contact n’est pas de ce client : choisissez-en un autre.',
    en: () => 'This contact is none of this customer’s: choose another.',
  },
  address_unknown: {
    fr: () => 'Cette adresse n’est pas de ce client : rechargez la fiche.',
    en: () => 'This address is none of this customer’s: load it anew.',
  },
  siret_invalid: { fr: () => 'Un SIRET a 14 chiffres.', en: () => 'A SIRET has 14 digits.' },
  vat_number_invalid: {
    fr: () => 'Un numéro de TVA commence par deux lettres : FR12345678901.',
    en: () => 'A VAT number begins with two letters: FR12345678901.',
  },
  text_control: {
    fr: () => 'Ce texte contient un caractère invisible ou un saut de ligne : retapez-le.',
    en: () => 'This text holds an invisible character or a line break: type it again.',
  },
  list_too_long: {
    fr: (p) => `Trop d’entrées : ${p['most']} au plus.`,
    en: (p) => `Too many entries: ${p['most']} at most.`,
  },
} as const satisfies Record<string, Message>

export const COMPANY_ERRORS = {
  company_changed: {
    fr: () => 'Cette fiche client a été modifiée ailleurs entre-temps : rien n’a été remplacé.',
    en: () => 'This customer was changed elsewhere in the meantime: nothing was replaced.',
  },
} as const satisfies Record<string, Message>
