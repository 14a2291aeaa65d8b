/** What is noted of a quote that an order was made again as. */
import { euros } from './euros.ts'
import type { Message } from './message.ts'

export const AGAIN_MESSAGES = {
  again_from: {
    fr: (p) => `D’après la commande ${p['number']}, aux prix du jour.`,
    en: (p) => `After order ${p['number']}, at today’s prices.`,
  },
  again_total: {
    fr: (p) =>
      `Total HT alors : ${euros(Number(p['before']), 'fr')} ; aujourd’hui : ${euros(Number(p['after']), 'fr')}.`,
    en: (p) =>
      `Total excl. tax then: ${euros(Number(p['before']), 'en')}; today: ${euros(Number(p['after']), 'en')}.`,
  },
  again_gone: {
    fr: (p) => `Non repris : ${p['name']} n’est plus au catalogue.`,
    en: (p) => `Not taken over: ${p['name']} is no longer in the catalogue.`,
  },
  again_unfit: {
    fr: (p) => `À revoir : ${p['name']} – ${p['why']}`,
    en: (p) => `To be looked at: ${p['name']} – ${p['why']}`,
  },
  again_fixed: {
    fr: (p) => `Prix fixe repris : ${p['name']}, ${euros(Number(p['cents']), 'fr')} HT.`,
    en: (p) => `Fixed price taken over: ${p['name']}, ${euros(Number(p['cents']), 'en')} excl. tax.`,
  },
  again_field: {
    fr: (p) => `Non repris, car trop long ou illisible : ${p['field']}.`,
    en: (p) => `Not taken over, for it is too long or cannot be read: ${p['field']}.`,
  },
} as const satisfies Record<string, Message>

export type AgainCode = keyof typeof AGAIN_MESSAGES
