/** For whom a quote or an order is, in a word. */

/** The account of the desk itself. */
export const DESK_NAME = 'Comptoir'

interface Named {
  /** null, or left out: no company of the list */
  readonly company?: string | null
  /** who receives it, by the address; empty: nobody is named */
  readonly recipient: string
  /** the account */
  readonly customer: string
}

/** The company, who receives it, else the account that a tool calls with; "" of whom the desk served without a name. */
export const whomOf = ({ company, recipient, customer }: Named): string =>
  company ?? (recipient || (customer === DESK_NAME ? '' : customer))
