/** What can be wrong with VAT that does not go by the address, in words. */
import type { Message } from './message.ts'

export const VAT_REGIME_FAULTS = {
  vat_regime_unknown: {
    fr: () => 'Les réglages n’ont pas ce taux : choisissez-en un dans la liste.',
    en: () => 'The settings do not have this rate: choose one in the list.',
  },
  vat_regime_gone: {
    fr: (p) =>
      `« ${p['regime']} » n’est plus dans les réglages : choisissez la TVA de l’adresse de livraison, ou un autre taux.`,
    en: (p) =>
      `“${p['regime']}” is no longer in the settings: choose the VAT of the delivery address, or another rate.`,
  },
  line_vat_regime_gone: {
    fr: (p) =>
      `« ${p['regime']} » n’est plus dans les réglages : choisissez pour cette ligne la TVA du devis, ou un autre taux.`,
    en: (p) =>
      `“${p['regime']}” is no longer in the settings: choose for this line the VAT of the quote, or another rate.`,
  },
  vat_number_required: {
    fr: (p) => `« ${p['regime']} » demande un client avec un numéro de TVA : complétez sa fiche.`,
    en: (p) => `“${p['regime']}” needs a customer with a VAT number: complete its page.`,
  },
  vat_regime_name_taken: {
    fr: () => 'Un autre taux porte déjà ce nom.',
    en: () => 'Another rate has this name already.',
  },
  vat_regime_id_invalid: {
    fr: () => 'Cet identifiant est pris, ou a autre chose que des lettres minuscules, des chiffres et « - ».',
    en: () => 'This id is taken, or has something else than small letters, digits and “-”.',
  },
} as const satisfies Record<string, Message>
