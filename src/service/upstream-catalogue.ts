import type { LeadTime } from '../domain/lead-times.ts'
import type { Discretion } from '../upstream/discretion.ts'
import { readFamilies, readProducts, type Page, type ReadList } from '../upstream/read-catalogue.ts'
import { UnreadableAnswer } from '../upstream/errors.ts'
import type { NewCatalogue } from '../store/catalogue.ts'
import { hasPlaceIn, isWithin, toOurs, type Block } from '../domain/source.ts'
import type { StoredEntity } from '../domain/catalogue.ts'
import { inBlock, largestId, type Offered, type RefusedItem } from './source-catalogue.ts'

export interface UpstreamCatalogue {
  readonly catalogue: NewCatalogue
  readonly refused: readonly RefusedItem[]
}

/** What is known of the partner from before. */
export interface Known {
  readonly sourceId: number
  /** its block of ids, for what it sends now; null where it has none and none can be given */
  readonly block: (largest: number) => Promise<Block | null>
  /** what has been learnt of its lead times, by ids of ours: the ids alone say nothing about days */
  readonly days: readonly LeadTime[]
  /** products or families of its, by ids of ours: those that cannot be read now stay as they were */
  readonly before: (
    table: 'products' | 'families',
    ids: readonly number[],
  ) => Promise<readonly StoredEntity[]>
}

/**
 * The pages of the partner's two lists as a catalogue of ours.
 * @throws UnreadableAnswer also where no ids are left to give
 */
export async function readUpstreamCatalogue(
  products: readonly Page[],
  families: readonly Page[],
  discretion: Discretion,
  known: Known,
): Promise<UpstreamCatalogue> {
  const produits = readProducts(products, discretion)
  const familles = readFamilies(families, discretion)
  const offered = { produits: produits.entities, familles: familles.entities, ...NO_TARIFFS }
  const ids = new Set(produits.entities.flatMap(({ delais }) => delais))
  const leadTimes = [...ids].map((id) => ({ id, days: null }))
  const block = await known.block(largestId({ ...offered, leadTimes }))
  if (block === null) throw new UnreadableAnswer('no_ids_left', {})
  const taken = inBlock({ ...offered, leadTimes }, known.sourceId, block)
  const kept = <T>(table: 'products' | 'families', list: ReadList<T>, outside: readonly RefusedItem[]) =>
    known.before(
      table,
      [...list.refused, ...outside].flatMap(({ id }) => (hasPlaceIn(id, block) ? [toOurs(id, block)] : [])),
    )
  const of = (area: RefusedItem['area']) => taken.refused.filter((item) => item.area === area)
  const { entities } = taken.catalogue
  const keptProducts = await kept('products', produits, of('print'))
  const keptFamilies = await kept('families', familles, of('display'))
  const delais = keptProducts.flatMap(({ body }) => (JSON.parse(body) as { delais: number[] }).delais)
  return {
    catalogue: {
      ...taken.catalogue,
      leadTimes: leadTimesOf(taken.catalogue.leadTimes, delais, known.days, block),
      entities: {
        ...entities,
        products: [...entities.products, ...keptProducts],
        families: [...entities.families, ...keptFamilies],
      },
    },
    refused: [
      ...produits.refused.map((entry) => ({ area: 'print' as const, ...entry })),
      ...familles.refused.map((entry) => ({ area: 'display' as const, ...entry })),
      ...taken.refused,
    ],
  }
}

const NO_TARIFFS = { printTariffs: [], displayTariffs: [] } satisfies Partial<Offered>

/** Every lead time that is named, and what was learnt: that stays, also of ids that only display carts use. */
function leadTimesOf(
  named: readonly LeadTime[],
  kept: readonly number[],
  learnt: readonly LeadTime[],
  block: Block,
): LeadTime[] {
  const days = new Map(
    learnt.filter(({ id }) => isWithin(id, block)).map((leadTime) => [leadTime.id, leadTime.days]),
  )
  const ids = new Set([...days.keys(), ...named.map(({ id }) => id), ...kept])
  return [...ids].sort((a, b) => a - b).map((id) => ({ id, days: days.get(id) ?? null }))
}

/**
 * A list that was full and is empty says more of the partner's trouble than of its offer: nothing is removed for it.
 * @param isEmpty whether nothing of a kind is known of this partner
 * @throws UnreadableAnswer
 */
export async function refuseEmptied(
  { entities }: NewCatalogue,
  isEmpty: (table: 'products' | 'families') => Promise<boolean>,
): Promise<void> {
  for (const [table, path] of [
    ['products', 'produit/'],
    ['families', 'famille/'],
  ] as const) {
    if (entities[table].length === 0 && !(await isEmpty(table)))
      throw new UnreadableAnswer('partner_list_emptied', { path })
  }
}
