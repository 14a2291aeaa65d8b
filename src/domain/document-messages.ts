/** The words of what can be wrong with a letterhead. */
import type { Message } from './message.ts'

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
} as const satisfies Record<string, Message>
