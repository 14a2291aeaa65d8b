/** Every id that products, families, tariffs, lines and carts name, through one function: the rule of a source's block. */
import { pointer } from './faults.ts'
import type { Famille } from './display/family.ts'
import type { DisplayTariff } from './display/tariff.ts'
import type { Produit } from './print/product.ts'
import type { PrintTariff } from './print/tariff.ts'

/** What becomes of an id. */
export type OfId = (id: number) => number

type Keyed<T> = Readonly<Record<string, T>>
interface Named {
  readonly id: number
}

const named = <T extends Named>(elements: readonly T[], of: OfId): T[] =>
  elements.map((element) => ({ ...element, id: of(element.id) }))

/** A record by id. A key that is no id stays: it names nothing. */
function keyed<T>(record: Keyed<T>, of: OfId): Record<string, T> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [keyOf(key, of), value]))
}

const ID = /^\d{1,16}$/
const keyOf = (key: string, of: OfId) => (ID.test(key) ? String(of(Number(key))) : key)

/** A text of digits is an id, too, in the key of a value. */
export { keyOf as idKeyOf }

const optional = <T, U>(value: T | null | undefined, work: (value: T) => U) =>
  value === null || value === undefined ? value : work(value)

const options = <T extends Named & { readonly variantes: readonly Named[] }>(list: readonly T[], of: OfId) =>
  list.map((option) => ({ ...option, id: of(option.id), variantes: named(option.variantes, of) }))

export function mapProduct(produit: Produit, of: OfId): Produit {
  return {
    ...produit,
    id: of(produit.id),
    delais: produit.delais.map(of),
    options: options(produit.options, of) as Produit['options'],
  }
}

export function mapFamily(famille: Famille, of: OfId): Famille {
  return {
    ...famille,
    id: of(famille.id),
    formats: named(famille.formats, of),
    supports: named(famille.supports, of),
    impressions: named(famille.impressions, of),
    finitions: named(famille.finitions, of),
    decoupes: named(famille.decoupes, of),
    options: options(famille.options, of) as Famille['options'],
  }
}

/** The fields of lines, carts and exclusions that hold one id. */
const FIELDS = [
  ...['produit', 'famille', 'delai', 'format', 'support', 'impression', 'finition', 'decoupe', 'variante'],
] as const

function mapFields<T extends object>(value: T, of: OfId): T {
  const mapped = Object.entries(value).map(([key, field]) => [
    key,
    typeof field === 'number' && (FIELDS as readonly string[]).includes(key) ? of(field) : (field as unknown),
  ])
  return Object.fromEntries(mapped) as T
}

export function mapPrintTariff(tariff: PrintTariff, of: OfId): PrintTariff {
  const { surface, variantes, valeurs, delais, exclusions } = tariff
  return {
    ...tariff,
    produit: of(tariff.produit),
    delai_principal: of(tariff.delai_principal),
    surface: optional(surface, (s) => ({ ...s, largeur: of(s.largeur), hauteur: of(s.hauteur) })),
    variantes: optional(variantes, (record) => keyed(record, of)),
    valeurs: optional(valeurs, (record) => keyed(record, of)),
    delais: optional(delais, (record) => keyed(record, of)),
    exclusions: optional(exclusions, (list) => list.map((exclusion) => mapFields(exclusion, of))),
  }
}

export function mapDisplayTariff(tariff: DisplayTariff, of: OfId): DisplayTariff {
  const supplements = <T>(record: Keyed<T> | null | undefined) => optional(record, (r) => keyed(r, of))
  return {
    ...tariff,
    famille: of(tariff.famille),
    delai_principal: of(tariff.delai_principal),
    delais: keyed(tariff.delais, of),
    formats: keyed(tariff.formats, of),
    supports: supplements(tariff.supports),
    impressions: supplements(tariff.impressions),
    finitions: supplements(tariff.finitions),
    decoupes: supplements(tariff.decoupes),
    variantes: supplements(tariff.variantes),
    exclusions: optional(tariff.exclusions, (list) => list.map((exclusion) => mapFields(exclusion, of))),
  }
}

/** A line of either area, as it is sent: what is no id stays. */
export function mapLine<T extends object>(line: T, of: OfId): T {
  const mapped = mapFields(line, of) as T & {
    variantes?: readonly number[]
    valeurs?: Readonly<Record<string, string>>
  }
  const { variantes, valeurs } = mapped
  return {
    ...mapped,
    ...(variantes && { variantes: variantes.map(of) }),
    ...(valeurs && { valeurs: keyed(valeurs, of) }),
  }
}

/** A cart of either area, as it is sent. */
export function mapCart<T extends object>(cart: T, of: OfId): T {
  const { lignes } = cart as { readonly lignes?: readonly object[] }
  return { ...mapFields(cart, of), ...(lignes && { lignes: lignes.map((line) => mapLine(line, of)) }) }
}

/** Every id that a value names. @param map one of the functions above */
export function idsOf<T>(value: T, map: (value: T, of: OfId) => T): number[] {
  const ids: number[] = []
  map(value, (id) => {
    ids.push(id)
    return id
  })
  return ids
}

/** The JSON pointer to the first field of a value that names an id; undefined where none does. @param map as of {@link idsOf} */
export function placeOfId<T>(value: T, map: (value: T, of: OfId) => T, id: number): string | undefined {
  // Another field may hold the same number: what the map marks is an id.
  const marked = map(value, (found) => (found === id ? NaN : found))
  return placeWhere(marked, (found) => Number.isNaN(found))
}

function placeWhere(value: unknown, holds: (value: unknown) => boolean): string | undefined {
  if (holds(value)) return ''
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, field] of Object.entries(value)) {
    const place = placeWhere(field, holds)
    if (place !== undefined) return pointer('', key) + place
  }
  return undefined
}
