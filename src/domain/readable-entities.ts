/**
 * Products and families of a stored catalogue of which something cannot be read any more: it was put back so, or something
 * else wrote there. They are offered to nobody, and keep no other from who asks.
 */
import type { CatalogueData, StoredEntity } from './catalogue.ts'
import { ELEMENT_KINDS } from './display/family.ts'

/** What is needed of each to list it and to hold a line against it. */
const LISTS = {
  products: ['delais', 'options'],
  families: ['options', ...Object.values(ELEMENT_KINDS)],
} as const

type Kind = keyof typeof LISTS
type Stored = Omit<CatalogueData, 'unreadable'>

/** The catalogue without them, and who they are; one whose tariff cannot be read has no price, and is one of them. */
export function readableCatalogue(data: Stored): CatalogueData & Required<Pick<CatalogueData, 'unreadable'>> {
  const products = unreadableOf('products', data.products, data.printTariffs)
  const families = unreadableOf('families', data.families, data.displayTariffs)
  const without = (entities: readonly StoredEntity[], ids: ReadonlySet<number>) =>
    ids.size === 0 ? entities : entities.filter(({ id }) => !ids.has(id))
  return {
    ...data,
    products: without(data.products, products),
    families: without(data.families, families),
    printTariffs: without(data.printTariffs, products),
    displayTariffs: without(data.displayTariffs, families),
    unreadable: { products, families },
  }
}

function unreadableOf(
  kind: Kind,
  entities: readonly StoredEntity[],
  tariffs: readonly StoredEntity[],
): ReadonlySet<number> {
  const wrong = entities.filter((entity) => !isEntity(kind, entity))
  return new Set([...wrong, ...tariffs.filter(({ body }) => objectOf(body) === null)].map(({ id }) => id))
}

function isEntity(kind: Kind, { id, body }: StoredEntity): boolean {
  const value = objectOf(body)
  if (value?.['id'] !== id || !LISTS[kind].every((name) => Array.isArray(value[name]))) return false
  return kind === 'families' || isObject(value['quantites'])
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** @returns null for what is no JSON, or no object */
export function objectOf(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}
