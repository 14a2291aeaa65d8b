import {
  isGivenUp,
  isOrderState,
  isUnmadeThere,
  needsPerson,
  RESUMED_THERE,
  type OrderState,
} from '../../domain/shared/order-states.ts'
import type { OutboxEntry } from '../api/types'

/** The colour that each of our own states is shown in. Others are the partner's words, shown as they are. */
const COLOURS: Readonly<Record<OrderState, string>> = {
  enregistree: 'green',
  a_transmettre: 'cyan',
  transmise: 'green',
  a_verifier: 'magenta',
  refusee: 'magenta',
  annulee: '',
}

/** What a reader is told of a status: how it is transmitted is no matter of the customer's. @param inside no customer reads it */
export const shownStatus = (status: string, inside: boolean): string =>
  inside || isGivenUp(status) ? status : ('enregistree' satisfies OrderState)

export function statusColour(status: string): string {
  if (isUnmadeThere(status)) return 'magenta'
  return isOrderState(status) ? COLOURS[status] : ''
}

/** Whether a partner has it, and something about it is to be looked into: another price, that it makes what was given up. */
export const isNoted = ({ state, lastError }: Pick<OutboxEntry, 'state' | 'lastError'>): boolean =>
  lastError !== null &&
  !needsPerson(state) &&
  state !== 'a_transmettre' &&
  (!isGivenUp(state) || lastError.code === RESUMED_THERE)

/** Whether its partner has cancelled a part, or refused it, and a person has yet to say what becomes of it here. */
export const isCancelUndecided = ({ state, lastError }: Pick<OutboxEntry, 'state' | 'lastError'>): boolean =>
  isUnmadeThere(state) && lastError !== null

/** Whether what becomes of it is to be decided first: it was never ordered, or its partner will not make it; nothing is handed over before. */
export const isUndecided = (part: Pick<OutboxEntry, 'state' | 'lastError' | 'received'>): boolean =>
  isCancelUndecided(part) || (needsPerson(part.state) && part.received === 'no')

/** The address that a part was made for, and the one that its partner has by now, where it goes to that or nowhere; else null. */
export function elsewhereOf({ stranded }: Pick<OutboxEntry, 'stranded'>) {
  if (stranded?.why.code !== 'outbox_other_partner') return null
  const { made, set } = stranded.why.params
  return { made: String(made), set: String(set) }
}

/**
 * The partners whose part of an order is so; a line of the own tariffs has none.
 * @param is {@link isCancelUndecided}, say
 */
export const partnersOf = (parts: readonly OutboxEntry[], is: (part: OutboxEntry) => boolean) =>
  new Set<string | null>(parts.filter(is).map(({ partner }) => partner))
