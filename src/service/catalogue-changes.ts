/** What a load changed, as a readable log: which product or family, and what of it. */
import type { CatalogueChange, StoredEntity } from '../domain/catalogue.ts'
import { objectOf } from '../domain/readable-entities.ts'
import type { EntityTable, TableDifference } from '../store/catalogue.ts'

export type Differences = Readonly<Record<EntityTable, TableDifference>>

type Entity = Readonly<Record<string, unknown>>

/** What is stored may be one that cannot be read: a load puts it right. */
const storedAs = (body: string): Entity => objectOf(body) ?? {}

/** The part of the log that a field of a product or family belongs to. */
const FIELD_NAMES: Readonly<Record<string, string>> = {
  nom: 'name',
  nom_complet: 'name',
  quantites: 'quantities',
  delais: 'lead_times',
  options: 'options',
  nombre_visuels_min: 'visuals',
  nombre_visuels_max: 'visuals',
}

const AREAS = [
  { area: 'print', entities: 'products', tariffs: 'print_tariffs' },
  { area: 'display', entities: 'families', tariffs: 'display_tariffs' },
] as const

const nameOf = (entity: Entity) => String(entity['nom'] ?? entity['nom_complet'] ?? '')

function changedFields(before: Entity, after: Entity): string[] {
  const changed = Object.keys({ ...before, ...after }).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  )
  return [...new Set(changed.map((key) => FIELD_NAMES[key] ?? 'elements'))]
}

/**
 * @param find the entity of a table in the catalogue in force, for the name of a product whose tariff alone changed.
 * @param detailed of changes beyond so many only the id is told: reading both of each is what takes long
 */
export function changesOf(
  differences: Differences,
  find: (table: 'products' | 'families', id: number) => StoredEntity | undefined,
  detailed = Infinity,
): CatalogueChange[] {
  let told = 0
  return AREAS.flatMap(({ area, entities, tariffs }) => {
    const changes = new Map<number, CatalogueChange>()
    const put = (kind: CatalogueChange['kind'], id: number, name: string, what: string[]) =>
      changes.set(id, { area, id, name, kind, what })
    const { added, changed, removed } = differences[entities]
    for (const { id, body } of added) put('added', id, nameOf(JSON.parse(body) as Entity), [])
    for (const { before, after } of changed) {
      if (told++ >= detailed) {
        put('changed', after.id, '', [])
        continue
      }
      const now = JSON.parse(after.body) as Entity
      put('changed', after.id, nameOf(now), changedFields(storedAs(before), now))
    }
    for (const { id, body } of removed) put('removed', id, nameOf(storedAs(body)), [])

    const tariff = differences[tariffs]
    const touched = [...tariff.added, ...tariff.changed.map(({ after }) => after), ...tariff.removed]
    for (const { id } of touched) {
      const known = changes.get(id)
      if (known?.kind === 'changed') put('changed', id, known.name, [...known.what, 'tariff'])
      if (known) continue
      const entity = find(entities, id)
      put('changed', id, entity ? nameOf(JSON.parse(entity.body) as Entity) : '', ['tariff'])
    }
    return [...changes.values()]
  })
}
