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

interface Received {
  readonly address: { readonly societe: string; readonly nom: string; readonly prenom: string }
  readonly collected: boolean
  readonly company: string | null
}

/** Who receives it, as lists say it; of what is collected by nobody who was named "". */
export function recipientOf({ address, collected, company }: Received): string {
  const person = `${address.prenom} ${address.nom}`.trim()
  return collected ? person || (company ?? '') : address.societe || person
}

/** Whether nobody is named whom it is for: no company, nobody in its address, and the account is the desk's own. */
export const isForNobody = (of: Received & Pick<Named, 'customer'>): boolean =>
  whomOf({ company: of.company, recipient: recipientOf(of), customer: of.customer }) === ''
