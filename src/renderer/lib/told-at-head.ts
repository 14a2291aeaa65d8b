import type { Quote } from '../api/types'

/** Whether what is done next with a quote stands at its head: it was sent, or accepted; of a signed one the signature has its own. */
export const isToldAtHead = ({ state, signed }: Pick<Quote, 'state' | 'signed'>): boolean =>
  state === 'sent' || (state === 'accepted' && signed === null)
