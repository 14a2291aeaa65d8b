/** Tolerant readers of the partner's answers: unknown fields are ignored, missing optional ones take their defaults. */
import { leadTimeDays } from '../domain/lead-times.ts'
import { read } from '../domain/schema.ts'
import { UnreadableAnswer } from './errors.ts'
import { describe, describePriced, tidy } from './json.ts'

/** More lead times than any partner has: each is a row of the price book. */
const MOST_LEAD_TIMES = 400
/** A status is a word or two; it is shown in lists. */
const STATUS_LENGTH = 100
const ID_LENGTH = 100
/** References of ours that are sent are never longer, and are compared whole. */
const REFERENCE_LENGTH = 4096
/** Ten billion euros: what is above is no price, and would spoil what is learnt of the others. */
const MOST_CENTS = 1e12

/** Ids as numbers, also where they were sent as strings of digits. */
export function integerOf(value: unknown): unknown {
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
}

/** What the partner says of one lead time. */
export interface AnsweredPrice {
  readonly label: string
  readonly days: number
  readonly cents: number | null
  readonly message: string
  /** a price that cannot be read, for the log: it is a cost, which no customer may be told */
  readonly unreadable?: string
}

/**
 * A price answer (partner-api.md 2.3), fastest first. Labels of another form than `J+n` are passed over.
 * @throws UnreadableAnswer of what is no such answer, also where it names other things than lead times alone: that does
 *   not say that there are none
 */
export function readPrices(answer: unknown, path: string): AnsweredPrice[] {
  const fields = read.object(answer)
  const labels = Object.keys(fields ?? {})
  if (!fields || (labels.length > 0 && labels.every((label) => leadTimeDays(label) === null)))
    throw new UnreadableAnswer('partner_not_prices', { path, got: describePriced(answer) })
  const prices = Object.entries(fields).flatMap(([label, value]) => {
    const days = leadTimeDays(label)
    const entry = read.object(value)
    if (days === null || !entry) return []
    const price = entry['PrixHT']
    const message = tidy(read.string(entry['Message']) ?? '')
    // A message is the cause of a failure (partner-api.md 2.3): beside it a price is none.
    const cents = message === '' ? centsOf(price) : null
    const isUnreadable = cents === null && message === '' && price !== '' && price != null
    return [{ label, days, cents, message, ...(isUnreadable && { unreadable: describe(price) }) }]
  })
  if (prices.length > MOST_LEAD_TIMES)
    throw new UnreadableAnswer('partner_too_many', { path, limit: MOST_LEAD_TIMES })
  return prices.sort((a, b) => a.days - b.days)
}

/** Whole cents of a decimal-digit string; a number is read, too. */
function centsOf(value: unknown): number | null {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : ''
  const cents = /^\d+(\.0*)?$/.test(text) ? Number(text) : NaN
  return cents <= MOST_CENTS ? cents : null
}

/** What a simulated cart costs, in cents, and the prices of its lines where it gives them. */
export interface AnsweredCart {
  readonly prix_ht: number
  /** null for each where they do not come to the total */
  readonly lines: readonly (number | null)[]
  /** what is left to pay after the discount of our account there, cents; null where it takes none off, or not what it says */
  readonly netCents: number | null
}

/**
 * Reads a simulated cart. A partner that gives no total means that of its lines; one that asks more after its discount
 * than before asks that.
 * @param sent the cart that was simulated: an answer of other lines says nothing of it
 * @throws UnreadableAnswer where it has no total, one that cannot be read, or other lines
 */
export function readCart(answer: unknown, path: string, sent: unknown): AnsweredCart {
  const fields = read.object(answer)
  const answered = read.array(fields?.['lignes'])
  const place = answered ? differenceOf(read.array(read.object(sent)?.['lignes']) ?? [], answered) : null
  if (place !== null) throw new UnreadableAnswer('partner_other_cart', { path, place })
  const prices = (answered ?? []).map((line) => centsOf(read.object(line)?.['prix_ht']))
  const total = fields?.['prix_ht'] == null ? sum(prices) : centsOf(fields['prix_ht'])
  const afterDiscount = fields?.['prix_total_ht'] == null ? 0 : centsOf(fields['prix_total_ht'])
  const discount = centsOf(fields?.['remise_grand_compte_ht'])
  if (total === null || afterDiscount === null)
    throw new UnreadableAnswer('partner_no_total', { path, got: describePriced(answer) })
  // Which of them is wrong cannot be told: a customer is promised none of them.
  const known = prices.reduce<number>((all, cents) => all + (cents ?? 0), 0)
  const prix_ht = Math.max(total, afterDiscount)
  const contradict = prices.length > 0 && (prices.includes(null) ? known > prix_ht : known !== prix_ht)
  return {
    prix_ht,
    lines: contradict ? prices.map(() => null) : prices,
    netCents: discount && prix_ht - discount === afterDiscount ? afterDiscount : null,
  }
}

/** What of a line says which goods it is; the rest a partner may word as it likes. */
const GOODS = [
  'produit',
  'famille',
  'format',
  'support',
  'quantite',
  'quantites_multiples',
  'variantes',
  'delai',
]

/** The place of the first difference between lines that were sent and those that were answered; null where none is. */
function differenceOf(sent: readonly unknown[], answered: readonly unknown[]): string | null {
  if (sent.length !== answered.length) return '/lignes'
  for (const [i, line] of sent.entries()) {
    const ours = read.object(line) ?? {}
    const theirs = read.object(answered[i]) ?? {}
    const field = GOODS.find(
      (name) => ours[name] != null && theirs[name] != null && !isSame(ours[name], theirs[name]),
    )
    if (field !== undefined) return `/lignes/${i}/${field}`
  }
  return null
}

/** Whether two values name the same: ids may come back as texts, chosen variants in another order. */
function isSame(ours: unknown, theirs: unknown): boolean {
  const texts = (value: unknown) => (Array.isArray(value) ? value : [value]).map(String)
  const [mine, other] = [texts(ours), texts(theirs)]
  return mine.length === other.length && mine.sort().join() === other.sort().join()
}

function sum(cents: readonly (number | null)[]): number | null {
  if (cents.length === 0) return null
  const total = cents.reduce<number>((all, value) => all + (value ?? NaN), 0)
  return Number.isSafeInteger(total) ? total : null
}

/** An order at the partner, as far as it can be read. */
export interface AnsweredOrder {
  /** as a text; null of a number beyond 2^53, which reading has changed already */
  readonly id: string | null
  readonly status: string | null
  /** the devis sent with it; null where the answer does not carry it */
  readonly reference: string | null
  /** what it asks for it before its discount, cents; null where it does not say */
  readonly cents: number | null
}

/** The id of an order: it is ours to keep and to show, never to reckon with. @returns undefined where there is none */
function orderId(value: unknown): string | null | undefined {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) {
    return Number.isSafeInteger(value) ? String(value) : null
  }
  const text = typeof value === 'string' ? tidy(value, ID_LENGTH) : ''
  return text === '' || text !== value ? undefined : text
}

/** @throws UnreadableAnswer where there is no id */
export function readOrder(answer: unknown, path: string): AnsweredOrder {
  const fields = read.object(answer)
  const id = orderId(fields?.['id'])
  if (id === undefined) throw new UnreadableAnswer('partner_no_order', { path, got: describePriced(answer) })
  const reference = fields?.['reference_client'] ?? fields?.['devis']
  return {
    id,
    status: tidy(read.string(fields?.['status']) ?? '', STATUS_LENGTH) || null,
    reference: typeof reference === 'string' ? reference.slice(0, REFERENCE_LENGTH) : null,
    cents: centsOf(fields?.['prix_fact_ht']),
  }
}

/** @throws UnreadableAnswer where it is not like a product: something with an id and a name */
export function readName(entry: unknown, path: string): string {
  const fields = read.object(entry)
  const name = read.string(fields?.['nom'])
  if (name !== undefined && Number.isSafeInteger(integerOf(fields?.['id']))) return name
  throw new UnreadableAnswer('partner_entry', { path, index: 0, place: '/', got: describe(entry) })
}
