import type { LeadTime } from '../domain/lead-times.ts'
import { readFamilies, readProducts } from '../upstream/read.ts'
import type { NewCatalogue } from '../store/catalogue.ts'

/**
 * The pages of the partner's two lists as a catalogue of ours.
 * @param knownDays what has been learnt of its lead times: its ids alone say nothing about days
 * @throws UnreadableAnswer
 */
export function readUpstreamCatalogue(
  products: readonly Uint8Array[],
  families: readonly Uint8Array[],
  knownDays: readonly LeadTime[],
): NewCatalogue {
  const produits = readProducts(products)
  const familles = readFamilies(families)
  const days = new Map(knownDays.map((leadTime) => [leadTime.id, leadTime.days]))
  // What was learnt stays, also of ids that only display carts use.
  const ids = new Set([...produits.flatMap((produit) => produit.delais), ...days.keys()])
  const entity = <T extends { id: number }>(value: T) => ({ id: value.id, body: JSON.stringify(value) })
  return {
    source: 'upstream',
    leadTimes: [...ids].sort((a, b) => a - b).map((id) => ({ id, days: days.get(id) ?? null })),
    entities: {
      products: produits.map(entity),
      families: familles.map(entity),
      print_tariffs: [],
      display_tariffs: [],
    },
  }
}
