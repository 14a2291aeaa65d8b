import type { CatalogueChange } from '../domain/catalogue.ts'
import type { LeadTime } from '../domain/lead-times.ts'
import { ENTITY_TABLES, type NewCatalogue } from '../store/catalogue.ts'
import type { Store } from '../store/store.ts'
import { changesOf, type Differences } from './catalogue-changes.ts'
import type { Clock } from './clock.ts'

/** What a load did, by product and family; a tariff's change counts as its product's. */
export interface LoadResult {
  readonly version: number
  readonly changed: boolean
  readonly changes: readonly CatalogueChange[]
}

/** Changes that the log keeps of one load. */
export const CHANGES_KEPT = 500

/** A load worked out against one version of the catalogue, ready to be written. */
export interface PreparedLoad {
  readonly incoming: NewCatalogue
  readonly at: string
  readonly version: number
  readonly differences: Differences
  readonly changes: readonly CatalogueChange[]
  readonly changed: boolean
}

/** Replaces the catalogue in one transaction, where anything differs; the same catalogue again changes nothing. */
export function loadCatalogue(store: Store, clock: Clock, incoming: NewCatalogue): LoadResult {
  return applyLoad(store, prepareLoad(store, clock, incoming))
}

/**
 * Works out what a load changes: the long part, during which others may write.
 * @param detailed changes beyond so many are counted, not told
 */
export function prepareLoad(
  store: Store,
  clock: Clock,
  incoming: NewCatalogue,
  detailed = Infinity,
): PreparedLoad {
  const at = clock.now().toISOString()
  return store.db.transaction(() => prepare(store, at, incoming, detailed)).deferred()
}

function prepare(store: Store, at: string, incoming: NewCatalogue, detailed: number): PreparedLoad {
  const tables = store.catalogue
  const differences = Object.fromEntries(
    ENTITY_TABLES.map((table) => [table, tables.compare(table, incoming.block, incoming.entities[table])]),
  ) as unknown as Differences
  const changes = changesOf(differences, (table, id) => tables.entity(table, id), detailed)
  const moved = ENTITY_TABLES.some((table) => differences[table].moved)
  const same = !differs(tables.leadTimesOf(incoming.block), incoming.leadTimes)
  const changed = changes.length > 0 || moved || !same
  return { incoming, at, version: tables.version(), differences, changes, changed }
}

/** Writes a load, in one transaction; against another version by now, it is worked out anew. */
export function applyLoad(store: Store, prepared: PreparedLoad): LoadResult {
  const { incoming, at } = prepared
  return store.transaction((): LoadResult => {
    const tables = store.catalogue
    const current =
      tables.version() === prepared.version ? prepared : prepare(store, at, incoming, CHANGES_KEPT)
    const { changes, changed, differences } = current
    if (!changed) {
      tables.touch(at)
      return { version: current.version, changed, changes }
    }
    const entries = changes.slice(0, CHANGES_KEPT)
    const source = store.sources.byId(incoming.sourceId)?.name || 'bundle'
    const record = { at, source, total: changes.length, entries }
    return { version: tables.replace(incoming, differences, record), changed, changes }
  })
}

function differs(before: readonly LeadTime[], after: readonly LeadTime[]): boolean {
  const days = new Map(before.map((leadTime) => [leadTime.id, leadTime.days]))
  return (
    before.length !== after.length || after.some(({ id, days: d }) => !days.has(id) || days.get(id) !== d)
  )
}
