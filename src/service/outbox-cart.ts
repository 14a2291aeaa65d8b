import { randomBytes } from 'node:crypto'
import { AREAS } from '../domain/areas.ts'
import { orderNumber } from '../domain/order.ts'
import { spread } from '../domain/spread.ts'
import type { OrderLineRecord, OrderRecord } from '../store/orders.ts'
import type { OutboxRecord } from '../store/outbox.ts'

type Part = Pick<OutboxRecord, 'sourceId' | 'parts' | 'devis'>

/** The lines of an order that one transmission is of. */
export function linesOf({ lines }: OrderRecord, { parts, sourceId }: Part): readonly OrderLineRecord[] {
  // An order from before several partners, or of one alone, may have lines that do not tell.
  return lines.filter((line) => line.sourceId === sourceId || (parts === 1 && line.sourceId === null))
}

/**
 * What each line costs of what its partner asks for all of them together, by the line's id: in proportion to what each is
 * known to cost, to the cent; alike where none costs anything yet.
 * @param known cents of each; what the lines cost so far
 */
export function costsOfLines(
  lines: readonly OrderLineRecord[],
  total: number,
  known: readonly number[] = lines.map(({ costCents }) => costCents),
): ReadonlyMap<number, number> {
  const shares = spread(total, known.some((cents) => cents > 0) ? known : lines.map(() => 1))
  return new Map(lines.map(({ id }, i) => [id, shares[i]!]))
}

/** The lines of one partner as the cart that it is sent, by ids of ours. */
export function upstreamCart(order: OrderRecord, part: Part): Record<string, unknown> {
  const { toPartner } = AREAS[order.area]
  const lines = linesOf(order, part)
  // Of a display order each line knows the cart's lead time as its own source does.
  const delai = order.delai === null ? null : (lines[0]?.delai ?? order.delai)
  return {
    devis: part.devis,
    ...(delai === null ? {} : { delai }),
    adresse_livraison: JSON.parse(order.address) as unknown,
    lignes: lines.map((line) => toPartner(JSON.parse(line.body) as object, line.delai)),
  }
}

const SUFFIX_BYTES = 5
/** A longer reference is sent cut: the suffix alone makes it unique, and partners keep no more. */
const SENT_LENGTH = 1000

/** The user's reference with a short random suffix: the only handle for finding the order again at the partner. */
export function uniqueDevis(order: OrderRecord): string {
  const reference = order.reference.slice(0, SENT_LENGTH).toWellFormed()
  return `${reference || orderNumber(order.id)}-${randomBytes(SUFFIX_BYTES).toString('hex')}`
}
