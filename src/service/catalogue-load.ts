import type { CatalogueChange } from '../domain/catalogue.ts'
import type { Comparison, NewCatalogue } from '../store/catalogue.ts'
import type { Store } from '../store/store.ts'
import { changesOf } from './catalogue-changes.ts'
import type { Clock } from './clock.ts'

/** What a load did, by product and family; a tariff's change counts as its product's. */
export interface LoadResult {
  readonly version: number
  readonly changed: boolean
  readonly changes: readonly CatalogueChange[]
}

/** How many products and families a load adds, changes and removes. */
export type ChangeCounts = Readonly<Record<CatalogueChange['kind'], number>>

export function countsOf(changes: readonly CatalogueChange[]): ChangeCounts {
  const of = (wanted: CatalogueChange['kind']) => changes.filter(({ kind }) => kind === wanted).length
  return { added: of('added'), changed: of('changed'), removed: of('removed') }
}

/** Changes that the log keeps of one load. */
export const CHANGES_KEPT = 500

/** A load worked out against one version of the catalogue, ready to be written. */
export interface PreparedLoad {
  readonly incoming: NewCatalogue
  readonly at: string
  readonly comparison: Comparison
  readonly load: Load
}

/** What a load changes. */
interface Load {
  readonly changed: boolean
  readonly changes: readonly CatalogueChange[]
}

/** Replaces the catalogue in one change, where anything differs; the same catalogue again changes nothing. */
export async function loadCatalogue(store: Store, clock: Clock, incoming: NewCatalogue): Promise<LoadResult> {
  return applyLoad(store, await prepareLoad(store, clock, incoming))
}

/**
 * Works out what a load changes: the long part, during which others may write.
 * @param detailed changes beyond so many are counted, not told
 */
export async function prepareLoad(
  store: Store,
  clock: Clock,
  incoming: NewCatalogue,
  detailed = Infinity,
): Promise<PreparedLoad> {
  const at = clock.now().toISOString()
  const comparison = await store.catalogue.compare(incoming)
  return { incoming, at, comparison, load: loadOf(incoming, comparison, detailed) }
}

function loadOf({ entities }: NewCatalogue, { tables, leadTimes }: Comparison, detailed: number): Load {
  // What is not another itself is in force as it comes.
  const byId = (table: 'products' | 'families') =>
    new Map(entities[table].map((entity) => [entity.id, entity]))
  const known = { products: byId('products'), families: byId('families') }
  const find = (table: 'products' | 'families', id: number) => known[table].get(id)
  const changes = changesOf(tables, find, detailed)
  const moved = Object.values(tables).some((table) => table.moved)
  return { changes, changed: changes.length > 0 || moved || leadTimes }
}

/** Writes a load, in one change; against another version by now, it is worked out anew. */
export async function applyLoad(
  store: Store,
  { incoming, at, comparison, load }: PreparedLoad,
): Promise<LoadResult> {
  const describe = (current: Comparison) => {
    const { changes, changed } = current === comparison ? load : loadOf(incoming, current, CHANGES_KEPT)
    const record = { total: changes.length, entries: changes.slice(0, CHANGES_KEPT) }
    return { changes, changed, record: changed ? record : null }
  }
  const { version, changed, changes } = await store.catalogue.replace(incoming, comparison, describe, at)
  return { version, changed, changes }
}
