import { isOrderState, type OrderState } from '../../domain/shared/order-states.ts'

/** The colour that each of our own states is shown in. Others are the partner's words, shown as they are. */
const COLOURS: Readonly<Record<OrderState, string>> = {
  enregistree: 'green',
  a_transmettre: 'cyan',
  transmise: 'green',
  a_verifier: 'magenta',
  refusee: 'magenta',
  annulee: '',
}

export const statusColour = (status: string): string => (isOrderState(status) ? COLOURS[status] : '')
