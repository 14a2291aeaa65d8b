/** Where a product or a family is configured. */
import type { LocationQueryRaw, RouteLocationRaw } from 'vue-router'
import type { CatalogueEntry } from '../api/types'

/** The configurator's address. @param query what it opens with, in place of how the item begins */
export const itemRoute = (area: CatalogueEntry['area'], id: number, query: LocationQueryRaw = {}) =>
  ({ name: area === 'print' ? 'product' : 'family', params: { id }, query }) satisfies RouteLocationRaw
