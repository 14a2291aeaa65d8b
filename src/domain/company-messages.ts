/** What may be wrong with a company, and with a file of them: codes and their words. */
import { figure, type Message } from './message.ts'
import { fileSize } from './shared/file-size.ts'

export const COMPANY_FAULTS = {
  company_unknown: {
    fr: () => 'Ce client n’existe pas : choisissez-le dans la liste.',
    en: () => 'This customer does not exist: choose one from the list.',
  },
  contact_unknown: {
    fr: () => 'Ce contact n’est pas de ce client : choisissez-en un autre.',
    en: () => 'This contact does not belong to this customer: choose another.',
  },
  address_unknown: {
    fr: () => 'Cette adresse n’est pas de ce client : rechargez la fiche.',
    en: () => 'This address does not belong to this customer: load it again.',
  },
  import_ambiguous: {
    fr: (p) => `${p['count']} clients portent ce nom : donnez le SIRET pour dire lequel.`,
    en: (p) => `${p['count']} customers have this name: give the SIRET to say which.`,
  },
  import_note_full: {
    fr: (p) => `La note interne n’a plus la place : « ${p['value']} » n’est pas repris.`,
    en: (p) => `The internal note has no room left: “${p['value']}” is not taken over.`,
  },
  cells_surplus: {
    fr: (p) =>
      `Plus de cellules que d’en-têtes, non reprises : ${p['cells']}. Un texte qui contient le séparateur a peut-être décalé les autres.`,
    en: (p) =>
      `More cells than headers, not taken over: ${p['cells']}. A text with the separator in it may have shifted the others.`,
  },
  siret_invalid: { fr: () => 'Un SIRET a 14 chiffres.', en: () => 'A SIRET has 14 digits.' },
  vat_number_invalid: {
    fr: () => 'Un numéro de TVA commence par deux lettres : FR12345678901.',
    en: () => 'A VAT number begins with two letters: FR12345678901.',
  },
  siret_doubtful: {
    fr: () => 'Ce SIRET n’est pas un numéro attribué : un chiffre est sans doute faux.',
    en: () => 'No such SIRET is given out: a digit is probably wrong.',
  },
  vat_number_doubtful: {
    fr: () =>
      'Un numéro de TVA français a deux signes de clé, qui se calculent, puis les neuf chiffres du SIREN.',
    en: () => 'A French VAT number has a computed key of two characters, then the nine digits of the SIREN.',
  },
  postal_code_cut: {
    fr: (p) =>
      `Un code postal français a cinq chiffres : le tableur a sans doute retiré le zéro de ${p['whole']}.`,
    en: (p) =>
      `A French postal code has five digits: the spreadsheet has probably dropped the zero of ${p['whole']}.`,
  },
  text_control: {
    fr: () => 'Ce texte contient un caractère invisible ou un saut de ligne : retapez-le.',
    en: () => 'This text contains an invisible character or a line break: type it again.',
  },
  list_too_long: {
    fr: (p) => `Trop d’entrées : ${p['most']} au plus.`,
    en: (p) => `Too many entries: ${p['most']} at most.`,
  },
} as const satisfies Record<string, Message>

export const COMPANY_ERRORS = {
  file_empty: {
    fr: () => 'Ce fichier est vide, ou n’a qu’une ligne d’en-têtes.',
    en: () => 'This file is empty, or has only a header line.',
  },
  file_no_name: {
    fr: () => 'Aucune colonne ne dit le nom du client : appelez-la « Société » dans la première ligne.',
    en: () => 'No column has the customer’s name: call it “Company” in the first line.',
  },
  file_column_twice: {
    fr: (p) =>
      `Les colonnes « ${p['other']} » et « ${p['column']} » disent la même chose : n’en gardez qu’une.`,
    en: (p) => `Columns “${p['other']}” and “${p['column']}” say the same: keep one of them.`,
  },
  file_unreadable: {
    fr: (p) =>
      `Ce fichier n’est pas du CSV lisible vers la ligne ${p['row']} : un guillemet n’y est sans doute pas fermé.`,
    en: (p) => `This file is not readable CSV near row ${p['row']}: a quote is probably not closed there.`,
  },
  file_too_many_rows: {
    fr: (p) => `Ce fichier a plus de ${figure(p['most'], 'fr')} lignes : importez-le en plusieurs fois.`,
    en: (p) => `This file has more than ${figure(p['most'], 'en')} rows: import it in several parts.`,
  },
  file_too_wide: {
    fr: (p) =>
      `Ce fichier a trop de colonnes (${p['most']} au plus, 50 s’il a 20 000 lignes) : gardez celles qui servent.`,
    en: (p) =>
      `This file has too many columns (${p['most']} at most, 50 where it has 20,000 rows): keep those that you need.`,
  },
  file_too_large: {
    fr: (p) =>
      `Ce fichier dépasse ${fileSize(Number(p['bytes']), 'fr')}, plus que ce qui se lit en une fois.`,
    en: (p) => `This file is over ${fileSize(Number(p['bytes']), 'en')}, more than is read at once.`,
  },
  import_changed: {
    fr: () =>
      'Le fichier ou les clients ont changé depuis l’aperçu : rien n’a été importé, regardez le nouvel aperçu.',
    en: () =>
      'The file or the customers have changed since the preview: nothing was imported, look at the new preview.',
  },
  import_faulty: {
    fr: (p) => `Lignes à corriger : ${figure(p['count'], 'fr')}. Rien n’a été importé.`,
    en: (p) => `Rows to be corrected: ${figure(p['count'], 'en')}. Nothing was imported.`,
  },
  company_changed: {
    fr: () => 'Cette fiche client a été modifiée ailleurs entre-temps : rien n’a été remplacé.',
    en: () => 'This customer was changed elsewhere in the meantime: nothing was replaced.',
  },
} as const satisfies Record<string, Message>
