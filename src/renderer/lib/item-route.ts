/** Where a product or a family is configured. */
import type { LocationQueryRaw, RouteLocationRaw } from 'vue-router'
import type { CatalogueEntry } from '../api/types'

/** The part of an address that says what the item was searched by. */
export const SEARCHED = 'recherche'

/** What was searched: how many are wanted, where that was said, and what was said beside. */
export interface Asked {
  readonly quantity: number | null
  readonly rest: string
}

/** What an item opens with: as many as are wanted of it, where it is offered in as many, and the choices that were said. */
export const askedOf = (
  { quantityMin, quantityMax }: Pick<CatalogueEntry, 'quantityMin' | 'quantityMax'>,
  { quantity, rest }: Asked,
): LocationQueryRaw => ({
  ...(quantity === null || quantity < (quantityMin ?? 1) || quantity > (quantityMax ?? Infinity)
    ? {}
    : { quantites: quantity }),
  ...(rest === '' ? {} : { [SEARCHED]: rest }),
})

/** The configurator's address. @param query what it opens with, in place of how the item begins */
export const itemRoute = (area: CatalogueEntry['area'], id: number, query: LocationQueryRaw = {}) =>
  ({ name: area === 'print' ? 'product' : 'family', params: { id }, query }) satisfies RouteLocationRaw
