/** Reads the partner's lists of products and families, entry by entry: one that cannot be read does not fail the rest. */
import { completeFamille, FamilleInput, type Famille } from '../domain/display/family.ts'
import { pointer } from '../domain/faults.ts'
import type { PartnerProblem } from '../domain/partner-problems.ts'
import { completeProduit, ProduitInput, type Produit } from '../domain/print/product.ts'
import { read, structure, type Structure } from '../domain/schema.ts'
import { LISTS } from './answer-limits.ts'
import type { Discretion } from './discretion.ts'
import { UnreadableAnswer } from './errors.ts'
import { describe, parseJson, tidy } from './json.ts'
import { ListReader } from './list.ts'
import { integerOf } from './read.ts'

const produitStructure = structure(ProduitInput)
const familleStructure = structure(FamilleInput)

/** Names are shown in lists; a longer one is cut. */
const NAME_LENGTH = 500
/** Digits of a number that cannot be used are shown so far. */
const NUMBER_LENGTH = 80

/** An entry of a list that cannot be used, and why. */
export interface RefusedEntry {
  readonly id: number
  readonly name: string
  readonly problem: PartnerProblem
}

export interface ReadList<Entity> {
  readonly entities: Entity[]
  readonly refused: RefusedEntry[]
}

/** A page as it came, in blocks. */
export type Page = readonly Uint8Array[]

/**
 * The products of a list's pages.
 * @throws UnreadableAnswer where the list cannot be read, has an entry without an id or an id twice, or holds more that
 * cannot be used than can: a catalogue with holes would remove products
 */
export function readProducts(pages: readonly Page[], discretion: Discretion): ReadList<Produit> {
  return readEntities(pages, 'produit/', discretion, normaliseProduct, produitStructure, completeProduit)
}

/** The same of families. @throws UnreadableAnswer */
export function readFamilies(pages: readonly Page[], discretion: Discretion): ReadList<Famille> {
  return readEntities(pages, 'famille/', discretion, (value) => value, familleStructure, completeFamille)
}

function normaliseProduct(value: unknown): unknown {
  const fields = read.object(value)
  if (!fields) return value
  const quantites = read.object(fields['quantites'])
  const available = read.array(quantites?.['available'])
  return {
    ...fields,
    id: integerOf(fields['id']),
    delais: read.array(fields['delais'])?.map(integerOf) ?? fields['delais'],
    quantites: quantites
      ? {
          ...quantites,
          range: quantites['range'] ?? available === undefined,
          ...(available ? { available: available.map(integerOf) } : {}),
        }
      : fields['quantites'],
  }
}

function readEntities<Input extends { id: number }, Output>(
  pages: readonly Page[],
  path: string,
  discretion: Discretion,
  normalise: (value: unknown) => unknown,
  shape: Structure<Input>,
  complete: (input: Input) => Output,
): ReadList<Output> {
  const seen = new Set<number>()
  const entities: Output[] = []
  const refused: RefusedEntry[] = []
  let first: PartnerProblem | null = null
  let index = 0
  const take = (bytes: Uint8Array) => {
    const entry = parseJson(bytes, path, discretion)
    const value = normalise(entry)
    const id = read.object(value)?.['id']
    const [fault] = shape.faults(value).listed
    if (fault && typeof id !== 'number') throw unreadable(path, index, fault.path, entry)
    if (typeof id === 'number') {
      if (seen.has(id)) throw new UnreadableAnswer('partner_duplicate', { path, id })
      seen.add(id)
    }
    const output = shape.is(value) ? complete(value) : null
    const refuse = (problem: PartnerProblem, place: string) => {
      first ??= unreadable(path, index, place, entry).problem
      refused.push({ id: id as number, name: nameOf(entry), problem })
    }
    const place = fault?.path ?? unusableNumber(output)
    const twice = output && place === null ? repeatedId(output) : null
    if (place !== null || !output) {
      const found = at(value, place ?? '')
      const got = typeof found === 'number' ? asWritten(bytes, normalise, place ?? '', discretion) : null
      const params = { place: place || '/', got: got ?? describe(found) }
      refuse({ code: 'partner_entry_refused', params }, place ?? '')
    } else if (twice) refuse({ code: 'partner_id_repeated', params: twice }, twice.place)
    else entities.push(tidied(output))
    index++
  }
  for (const page of pages) {
    const list = new ListReader(path, LISTS.catalogue, discretion, take)
    for (const block of page) list.push(block)
    list.end()
  }
  if (first && refused.length > entities.length) throw new UnreadableAnswer(first['code'], first['params'])
  return { entities, refused }
}

function unreadable(path: string, index: number, place: string, entry: unknown): UnreadableAnswer {
  return new UnreadableAnswer('partner_entry', { path, index, place: place || '/', got: describe(entry) })
}

function nameOf(entry: unknown): string {
  const fields = read.object(entry)
  return tidy(read.string(fields?.['nom'] ?? fields?.['nom_complet']) ?? '', NAME_LENGTH)
}

/** The value at a pointer, as far as it leads. */
function at(value: unknown, place: string): unknown {
  return place
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (inner, key) =>
        typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[key] : inner,
      value,
    )
}

/** A value with its texts on one line and of a length that can be shown. */
function tidied<T>(value: T): T {
  if (typeof value === 'string') return tidy(value, NAME_LENGTH) as T
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(tidied) as T
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, tidied(field)])) as T
}

/** The place of the first number that cannot be kept: ids, quantities and days are whole numbers from 0 to 2^53. */
function unusableNumber(value: unknown): string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? null : ''
  if (typeof value !== 'object' || value === null) return null
  for (const [key, field] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
    const place = unusableNumber(field)
    if (place !== null) return pointer('', key) + place
  }
  return null
}

/** A number that is no whole one up to 2^53, as the partner wrote it: read as a number it may be another. */
class WrittenNumber {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

const keepWritten = (_key: string, value: unknown, context?: { readonly source?: string }): unknown =>
  typeof value === 'number' && !Number.isSafeInteger(value) && context?.source !== undefined
    ? new WrittenNumber(context.source)
    : value

/** A number of an entry as it came; null where it was read as it is. */
function asWritten(
  bytes: Uint8Array,
  normalise: (value: unknown) => unknown,
  place: string,
  discretion: Discretion,
): string | null {
  const entry: unknown = JSON.parse(new TextDecoder().decode(bytes), keepWritten)
  const found = at(normalise(entry), place)
  return found instanceof WrittenNumber ? tidy(discretion.text(found.text), NUMBER_LENGTH) : null
}

/** The first id that two entries of one list within a product or family have: a line that names it could mean either. */
function repeatedId(value: unknown): { readonly id: number; readonly place: string } | null {
  if (typeof value !== 'object' || value === null) return null
  const ids = new Set<number>()
  for (const [key, field] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
    const id = Array.isArray(value) ? read.object(field)?.['id'] : undefined
    if (typeof id === 'number' && ids.has(id)) return { id, place: `${pointer('', key)}/id` }
    if (typeof id === 'number') ids.add(id)
    const within = repeatedId(field)
    if (within) return { ...within, place: pointer('', key) + within.place }
  }
  return null
}
