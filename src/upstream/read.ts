/** Tolerant readers of the partner's answers: unknown fields are ignored, missing optional ones take their defaults. */
import { completeFamille, FamilleInput, type Famille } from '../domain/display/family.ts'
import { leadTimeDays } from '../domain/lead-times.ts'
import { completeProduit, ProduitInput, type Produit } from '../domain/print/product.ts'
import { read, structure, type Structure } from '../domain/schema.ts'

const produitStructure = structure(ProduitInput)
const familleStructure = structure(FamilleInput)

/** An answer that cannot be read, with what was read of it. */
export class UnreadableAnswer extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UnreadableAnswer'
  }
}

/** Ids as numbers, also where they were sent as strings of digits. */
function integerOf(value: unknown): unknown {
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
}

/** A list answer: an array, or an object that holds one under a usual name. */
function listOf(answer: unknown, what: string): readonly unknown[] {
  const list = read.array(answer) ?? read.array(read.object(answer)?.['results'])
  if (!list) throw new UnreadableAnswer(`${what}: a list was expected, not ${describe(answer)}`)
  return list
}

/** The next page of a list that names it in its body; null where there is none. */
export function nextOf(answer: unknown): string | null {
  return read.string(read.object(answer)?.['next']) || null
}

/** How many entries a page holds, and how many it says that there are in all; null where it does not tell. */
export function readCount(answer: unknown): { length: number | null; count: number | null } {
  const fields = read.object(answer)
  const list = read.array(answer) ?? read.array(fields?.['results'])
  const count = fields?.['count']
  return { length: list?.length ?? null, count: typeof count === 'number' ? count : null }
}

function describe(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
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

/**
 * The products of a list's pages.
 * @throws UnreadableAnswer naming the entry that cannot be read: a catalogue with holes would remove products.
 */
export function readProducts(pages: readonly Uint8Array[]): Produit[] {
  return readEntities(pages, 'produit/', normaliseProduct, produitStructure, completeProduit)
}

/** @throws UnreadableAnswer */
export function readFamilies(pages: readonly Uint8Array[]): Famille[] {
  return readEntities(pages, 'famille/', (value) => value, familleStructure, completeFamille)
}

function parsed(page: Uint8Array, what: string): unknown {
  const text = new TextDecoder().decode(page)
  try {
    return JSON.parse(text)
  } catch {
    const start = JSON.stringify(text.trim().slice(0, 60))
    throw new UnreadableAnswer(
      `${what}: the answer is not readable JSON (${text.length} characters from ${start})`,
    )
  }
}

function readEntities<Input extends { id: number }, Output>(
  pages: readonly Uint8Array[],
  what: string,
  normalise: (value: unknown) => unknown,
  shape: Structure<Input>,
  complete: (input: Input) => Output,
): Output[] {
  const seen = new Set<number>()
  const entries = pages.flatMap((page) => listOf(parsed(page, what), what))
  return entries.map((entry, i) => {
    const value = normalise(entry)
    if (!shape.is(value)) {
      const [fault] = shape.faults(value)
      throw new UnreadableAnswer(
        `${what}: entry ${i} cannot be read at ${fault?.path || '/'} (${describe(entry)}); ${i} were read`,
      )
    }
    if (seen.has(value.id)) throw new UnreadableAnswer(`${what}: id ${value.id} occurs twice`)
    seen.add(value.id)
    return complete(value)
  })
}

/** What the partner says of one lead time. */
export interface AnsweredPrice {
  readonly label: string
  readonly days: number
  readonly cents: number | null
  readonly message: string
}

/** A price answer (partner-api.md 2.3), fastest first. Labels of another form than `J+n` are passed over. */
export function readPrices(answer: unknown): AnsweredPrice[] {
  const fields = read.object(answer)
  if (!fields) throw new UnreadableAnswer(`prix/: an object was expected, not ${describe(answer)}`)
  return Object.entries(fields)
    .flatMap(([label, value]) => {
      const days = leadTimeDays(label)
      const entry = read.object(value)
      if (days === null || !entry) return []
      return [{ label, days, cents: centsOf(entry['PrixHT']), message: read.string(entry['Message']) ?? '' }]
    })
    .sort((a, b) => a.days - b.days)
}

/** Whole cents of a decimal-digit string; a number is read, too. */
function centsOf(value: unknown): number | null {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : ''
  const cents = /^\d+(\.0*)?$/.test(text) ? Number(text) : NaN
  return Number.isSafeInteger(cents) ? cents : null
}

/** The total of a simulated cart, in cents, and the prices of its lines where it gives them. */
export interface AnsweredCart {
  readonly prix_ht: number
  readonly lines: readonly (number | null)[]
}

export function readCart(answer: unknown): AnsweredCart {
  const fields = read.object(answer)
  const lines = (read.array(fields?.['lignes']) ?? []).map((line) => centsOf(read.object(line)?.['prix_ht']))
  const total = centsOf(fields?.['prix_ht']) ?? sum(lines)
  if (total === null) throw new UnreadableAnswer(`panier/: prix_ht was expected in ${describe(answer)}`)
  return { prix_ht: total, lines }
}

function sum(cents: readonly (number | null)[]): number | null {
  if (cents.length === 0) return null
  return cents.reduce(
    (total, value) => (total === null || value === null ? null : total + value),
    0 as number | null,
  )
}

/** An order at the partner, as far as it can be read. */
export interface AnsweredOrder {
  readonly id: number
  readonly status: string | null
  /** the devis sent with it; null where the answer does not carry it */
  readonly reference: string | null
}

/** @throws UnreadableAnswer where there is no id */
export function readOrder(answer: unknown): AnsweredOrder {
  const fields = read.object(answer)
  const id = integerOf(fields?.['id'])
  if (typeof id !== 'number' || !Number.isInteger(id)) {
    throw new UnreadableAnswer(`an order with an id was expected, not ${describe(answer)}`)
  }
  const reference = fields?.['reference_client'] ?? fields?.['devis']
  return {
    id,
    status: read.string(fields?.['status']) || null,
    reference: typeof reference === 'string' ? reference : null,
  }
}

/** @throws UnreadableAnswer where one of the entries cannot be read: the list then cannot tell what it does not hold */
export function readOrders(answer: unknown): AnsweredOrder[] {
  return listOf(answer, 'commande/').map(readOrder)
}

/** The partner's own words of a refusal, from whatever shape it has. */
export function readWords(text: string): string {
  let answer: unknown
  try {
    answer = JSON.parse(text)
  } catch {
    return /<[a-z!]/i.test(text) ? '' : text.trim().slice(0, 500)
  }
  const fields = read.object(answer)
  const errors = read
    .array(fields?.['errors'])
    ?.map((error) => read.string(read.object(error)?.['message']) ?? '')
  if (errors && errors.some((message) => message !== ''))
    return errors.filter(Boolean).join(' ').slice(0, 500)
  return [...new Set(textsOf(answer))].join(' ').slice(0, 500)
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value.trim()]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsOf)
}
