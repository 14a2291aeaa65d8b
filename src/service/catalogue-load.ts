import type { CatalogueSource, StoredEntity } from '../domain/catalogue.ts'
import type { LeadTime } from '../domain/lead-times.ts'
import { ENTITY_TABLES, type EntityTable } from '../store/catalogue.ts'
import type { Store } from '../store/store.ts'
import { changesOf, type CatalogueChange, type Differences } from './catalogue-changes.ts'
import type { Clock } from './clock.ts'

/** A catalogue as it comes from a bundle or an upstream, before it is compared with the one in force. */
export interface IncomingCatalogue {
  readonly source: CatalogueSource
  readonly leadTimes: readonly LeadTime[]
  readonly entities: Readonly<Record<EntityTable, readonly StoredEntity[]>>
}

/** What a load did, by product and family; a tariff's change counts as its product's. */
export interface LoadResult {
  readonly version: number
  readonly changed: boolean
  readonly changes: readonly CatalogueChange[]
}

const CHANGES_KEPT = 500

/** Replaces the catalogue in one transaction, where anything differs; the same catalogue again changes nothing. */
export function loadCatalogue(store: Store, clock: Clock, incoming: IncomingCatalogue): LoadResult {
  const at = clock.now().toISOString()
  return store.transaction((): LoadResult => {
    const tables = store.catalogue
    const differences = Object.fromEntries(
      ENTITY_TABLES.map((table) => [table, tables.compare(table, incoming.entities[table])]),
    ) as unknown as Differences
    const changes = changesOf(differences, (table, id) => tables.entity(table, id))
    const moved = ENTITY_TABLES.some((table) => differences[table].moved)
    const same = !differs(tables.leadTimes(), incoming.leadTimes) && tables.source() === incoming.source
    if (changes.length === 0 && !moved && same) {
      tables.touch(at)
      return { version: tables.version(), changed: false, changes }
    }
    const entries = changes.slice(0, CHANGES_KEPT)
    const record = { at, source: incoming.source, total: changes.length, entries }
    return { version: tables.replace(incoming, differences, record), changed: true, changes }
  })
}

function differs(before: readonly LeadTime[], after: readonly LeadTime[]): boolean {
  const days = new Map(before.map((leadTime) => [leadTime.id, leadTime.days]))
  return (
    before.length !== after.length || after.some(({ id, days: d }) => !days.has(id) || days.get(id) !== d)
  )
}
