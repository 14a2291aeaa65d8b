import type { Area } from '../domain/order.ts'
import type { LeadTime } from '../domain/lead-times.ts'
import type { Discretion } from '../upstream/discretion.ts'
import {
  readFamilies,
  readProducts,
  type Page,
  type ReadList,
  type RefusedEntry,
} from '../upstream/read-catalogue.ts'
import { UnreadableAnswer } from '../upstream/errors.ts'
import type { NewCatalogue } from '../store/catalogue.ts'

/** A product or family of the partner that could not be taken over, and why. */
export interface RefusedItem extends RefusedEntry {
  readonly area: Area
}

export interface UpstreamCatalogue {
  readonly catalogue: NewCatalogue
  readonly refused: readonly RefusedItem[]
}

/**
 * The pages of the partner's two lists as a catalogue of ours.
 * @param knownDays what has been learnt of its lead times: its ids alone say nothing about days
 * @param before what is known of a product or family of this partner: one that cannot be read now stays as it was
 * @throws UnreadableAnswer
 */
export function readUpstreamCatalogue(
  products: readonly Page[],
  families: readonly Page[],
  knownDays: readonly LeadTime[],
  discretion: Discretion,
  before: (
    table: 'products' | 'families',
    id: number,
  ) => { readonly id: number; readonly body: string } | undefined,
): UpstreamCatalogue {
  const produits = readProducts(products, discretion)
  const familles = readFamilies(families, discretion)
  const entities = <T extends { id: number }>(table: 'products' | 'families', list: ReadList<T>) => [
    ...list.entities.map((value) => ({ id: value.id, body: JSON.stringify(value) })),
    ...list.refused.flatMap(({ id }) => before(table, id) ?? []),
  ]
  const kept = entities('products', produits)
  const days = new Map(knownDays.map((leadTime) => [leadTime.id, leadTime.days]))
  // What was learnt stays, also of ids that only display carts use.
  const ids = new Set(days.keys())
  for (const { delais } of produits.entities) for (const id of delais) ids.add(id)
  for (const { body } of kept.slice(produits.entities.length)) {
    for (const id of (JSON.parse(body) as { delais: number[] }).delais) ids.add(id)
  }
  return {
    catalogue: {
      source: 'upstream',
      leadTimes: [...ids].sort((a, b) => a - b).map((id) => ({ id, days: days.get(id) ?? null })),
      entities: {
        products: kept,
        families: entities('families', familles),
        print_tariffs: [],
        display_tariffs: [],
      },
    },
    refused: [
      ...produits.refused.map((entry) => ({ area: 'print' as const, ...entry })),
      ...familles.refused.map((entry) => ({ area: 'display' as const, ...entry })),
    ],
  }
}

/**
 * A list that was full and is empty says more of the partner's trouble than of its offer: nothing is removed for it.
 * @param isEmpty whether nothing of a kind is known of this partner
 * @throws UnreadableAnswer
 */
export function refuseEmptied(
  { entities }: NewCatalogue,
  isEmpty: (table: 'products' | 'families') => boolean,
): void {
  for (const [table, path] of [
    ['products', 'produit/'],
    ['families', 'famille/'],
  ] as const) {
    if (entities[table].length === 0 && !isEmpty(table))
      throw new UnreadableAnswer('partner_list_emptied', { path })
  }
}
