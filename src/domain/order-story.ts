/** The words for what becomes of an order: each step by its code, the partner and its own words as they are. */
import type { Message } from './message.ts'

const because = (why: unknown, colon: string) => (why === undefined || why === '' ? '' : `${colon}${why}`)

export const STORY_MESSAGES = {
  placed: {
    fr: (p) => `Commande reçue par l’API (compte «\u00a0${p['customer']}\u00a0»)`,
    en: (p) => `Order received by the API (account “${p['customer']}”)`,
  },
  ready: {
    fr: (p) => `${p['partner']}\u202f: pas encore transmise${because(p['why'], ' – ')}`,
    en: (p) => `${p['partner']}: not sent yet${because(p['why'], ' – ')}`,
  },
  doubtful: {
    fr: (p) => `${p['partner']}\u202f: envoyée, sans réponse certaine${because(p['why'], ' – ')}`,
    en: (p) => `${p['partner']}: sent, without a certain answer${because(p['why'], ' – ')}`,
  },
  attention: {
    fr: (p) => `${p['partner']}\u202f: attend une décision${because(p['why'], ' – ')}`,
    en: (p) => `${p['partner']}: waits for a decision${because(p['why'], ' – ')}`,
  },
  refused: {
    fr: (p) => `${p['partner']}\u202f: refusée${because(p['why'], ' – ')}`,
    en: (p) => `${p['partner']}: refused${because(p['why'], ' – ')}`,
  },
  sent: {
    fr: (p) => `Transmise à ${p['partner']}, n° ${p['id']} chez lui${because(p['why'], ' – ')}`,
    en: (p) => `Sent to ${p['partner']}, no. ${p['id']} there${because(p['why'], ' – ')}`,
  },
  status: {
    fr: (p) => `${p['partner']}\u202f: ${p['status']}${because(p['why'], ' – ')}`,
    en: (p) => `${p['partner']}: ${p['status']}${because(p['why'], ' – ')}`,
  },
  /** the partner has cancelled it: what becomes of it here a person says */
  cancelledThere: {
    fr: (p) => `${p['partner']}\u202f: annulée chez lui (« ${p['status']} »)`,
    en: (p) => `${p['partner']}: cancelled there (“${p['status']}”)`,
  },
  /** the same, of what it refuses once it had it */
  refusedThere: {
    fr: (p) => `${p['partner']}\u202f: refusée par lui (« ${p['status']} »)`,
    en: (p) => `${p['partner']}: refused there (“${p['status']}”)`,
  },
} as const satisfies Record<string, Message>

export type StoryCode = keyof typeof STORY_MESSAGES
