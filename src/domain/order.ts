/** Orders (partner-api.md 2.7): one order book for both areas. */
import * as Type from 'typebox'
import type { Static } from 'typebox'
import { AdresseLivraison } from './address.ts'
import { LigneDisplay } from './display/line.ts'
import { LignePrint } from './print/line.ts'
import { ORDER_STATES } from './shared/order-states.ts'

export const Area = Type.Union([Type.Literal('print'), Type.Literal('display')], { title: 'Area' })
export type Area = Static<typeof Area>

const amounts = {
  prix_fact_ht: Type.Integer(),
  remise_grand_compte_ht: Type.Integer(),
  prix_fact_total_ht: Type.Integer(),
  prix_fact_total_tva: Type.Integer(),
  prix_fact_total_ttc: Type.Integer(),
  amount_due: Type.Integer({
    description: 'The total including tax until a payment is known; 0 once the order is cancelled.',
  }),
}

const head = {
  id: Type.Integer(),
  status: Type.String({
    description: ORDER_STATES.join(', ') + ', or the upstream’s own status once transmitted.',
  }),
  number: Type.String(),
  reference_client: Type.String({ description: 'The `devis` sent at creation.' }),
}

const { delai: _delai, ...orderedLine } = LignePrint.properties

export const LigneCommandePrint = Type.Object(
  { id: Type.Integer(), ...orderedLine },
  { title: 'LigneCommandePrint' },
)
export const LigneCommandeDisplay = Type.Object(
  { id: Type.Integer(), ...LigneDisplay.properties },
  { title: 'LigneCommandeDisplay' },
)

export const CommandePrint = Type.Object(
  { ...head, adresse_livraison: AdresseLivraison, ...amounts, lignes: Type.Array(LigneCommandePrint) },
  { title: 'CommandePrint' },
)
export type CommandePrint = Static<typeof CommandePrint>

export const CommandeDisplay = Type.Object(
  {
    ...head,
    delai: Type.Union([Type.Integer(), Type.Null()]),
    adresse_livraison: AdresseLivraison,
    ...amounts,
    lignes: Type.Array(LigneCommandeDisplay),
  },
  { title: 'CommandeDisplay' },
)
export type CommandeDisplay = Static<typeof CommandeDisplay>

export { orderNumber } from './shared/numbers.ts'
export { ORDER_STATES, type OrderState } from './shared/order-states.ts'

/**
 * The id of the lead time that an order line is stored and sent with: the one that was asked for, always; where none
 * was, the one of its price (null: the partner's main one, which is not named).
 *
 * @throws Error where the price is another lead time's than the one asked for: such an order must not come to be
 */
export function orderedLeadTime(asked: number | null, priced: number | null): number | null {
  if (asked !== null && priced !== null && asked !== priced) {
    throw new Error(`a line that asks for lead time ${asked} has the price of lead time ${priced}`)
  }
  return asked ?? priced
}
