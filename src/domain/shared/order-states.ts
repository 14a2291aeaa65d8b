/** The states of an order that are ours: one list for the service and the screens. */

/** Our own states of an order (partner-api.md 2.7); once transmitted, the upstream's own words may stand instead. */
export const ORDER_STATES = [
  'enregistree',
  'a_transmettre',
  'transmise',
  'a_verifier',
  'refusee',
  'annulee',
] as const
export type OrderState = (typeof ORDER_STATES)[number]

/** Whether a status is ours; another is the partner's own word, shown as it is. */
export const isOrderState = (status: string): status is OrderState =>
  (ORDER_STATES as readonly string[]).includes(status)

/** Whether an order waits for a person: to look into it, or to decide about a refusal. */
export const needsPerson = (status: string): boolean => status === 'a_verifier' || status === 'refusee'

/** How an order stands that cannot be cancelled: already so, handed over, at a partner, on its way to one. */
export const CANCEL_BARS = ['cancelled', 'handed', 'sent', 'waiting'] as const
export type CancelBar = (typeof CANCEL_BARS)[number]

/** Whether it was given up: nothing is due for it. */
export const isGivenUp = (status: string): boolean => status === 'annulee'

/** Whether an order can be marked as handed over to its customer: of one that a partner refused it is decided first. */
export const canHandOver = (status: string): boolean => !isGivenUp(status) && status !== 'refusee'
