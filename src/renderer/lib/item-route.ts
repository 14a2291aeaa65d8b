/** Where a product or a family is configured. */
import type { LocationQueryRaw, RouteLocationRaw } from 'vue-router'
import type { CatalogueEntry } from '../api/types'

/** What an item opens with, where so many are wanted of it and it is offered in as many. */
export const inQuantity = (
  { quantityMin, quantityMax }: Pick<CatalogueEntry, 'quantityMin' | 'quantityMax'>,
  wanted: number | null,
): LocationQueryRaw =>
  wanted === null || wanted < (quantityMin ?? 1) || wanted > (quantityMax ?? Infinity)
    ? {}
    : { quantites: wanted }

/** The configurator's address. @param query what it opens with, in place of how the item begins */
export const itemRoute = (area: CatalogueEntry['area'], id: number, query: LocationQueryRaw = {}) =>
  ({ name: area === 'print' ? 'product' : 'family', params: { id }, query }) satisfies RouteLocationRaw
