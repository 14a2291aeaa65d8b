/** What a client says of a quote, as far as it is taken. */
import { completeAddress } from '../../domain/address.ts'
import { quoteTextFaults } from '../../domain/quote/texts.ts'
import { discountFaults, lineFaults } from '../../domain/quote/lines.ts'
import type { FreeLineInput, LineInput, ProductLineInput, QuoteDiscount } from '../../domain/quote/lines.ts'
import type { KeptLine } from '../../domain/quote/facts.ts'
import type { QuoteInput } from '../../domain/quote/quote.ts'
import { isDay, type Day } from '../../domain/shared/calendar.ts'
import { ITEM_FIELDS } from '../../domain/shared/quote-lines.ts'
import { isProduct } from '../../domain/shared/line-roles.ts'
import { Invalid, Refusal } from '../refusal.ts'
import { KeptLines } from './lines.ts'

/**
 * What a client may say of lines; what was found for them is the service's.
 *
 * @param seesCosts whether who says it may see purchase prices: else what tells them (a mark-up, a margin, what a service
 *   costs) stays as it was
 * @param before the lines as they were
 * @throws Invalid, Refusal `right_missing`
 */
export function asSent(input: QuoteInput, seesCosts: boolean, before: readonly KeptLine[] = []): QuoteInput {
  const texts = quoteTextFaults({ ...input, address: completeAddress(input.address) })
  const faults = [...lineFaults(input.lines), ...discountFaults(input.discount), ...texts]
  if (faults.length > 0) throw new Invalid(faults)
  const hidden = new Hidden(before)
  const lines = input.lines.map((line, i): LineInput => {
    if (line.area === 'heading') return { id: line.id, area: line.area, text: line.text }
    if (line.area === 'free') return freeLine(line, seesCosts, hidden)
    const { id, area, line: body, delai, leadTimeLabel, role, discount } = line
    return {
      id,
      area,
      line: body,
      delai,
      leadTimeLabel,
      role,
      discount,
      sale: saleOf(line, i, seesCosts, hidden),
    }
  })
  return { ...input, lines }
}

function freeLine(line: FreeLineInput, seesCosts: boolean, hidden: Hidden): FreeLineInput {
  const { id, area, text, quantity, unitCents, role, discount } = line
  const costCents = seesCosts ? line.costCents : hidden.costOf(line)
  return { id, area, text, quantity, unitCents, costCents, role, discount }
}

function saleOf(
  line: ProductLineInput,
  at: number,
  seesCosts: boolean,
  hidden: Hidden,
): ProductLineInput['sale'] {
  const { sale } = line
  // Each line is looked up, so that of several alike each has its own.
  const known = hidden.saleOf(line)
  if (!sale) return null
  if (sale.by === 'fixed') return { by: sale.by, cents: sale.cents }
  if ((sale.percent ?? null) === null) {
    if (known?.by === sale.by) return { ...known }
    // Who may not see it cannot say it.
    if (!seesCosts) return null
    throw new Invalid([{ path: `/lines/${at}/sale/percent`, code: 'field_required' }])
  }
  if (!seesCosts) throw new Refusal('right_missing', { right: 'costs' })
  return { by: sale.by, percent: sale.percent }
}

/** What of the lines as they were is not said to who may not see purchase prices. */
class Hidden {
  readonly #before: readonly KeptLine[]
  readonly #kept: KeptLines
  readonly #free: KeptLine[]

  constructor(before: readonly KeptLine[]) {
    this.#before = before
    this.#kept = new KeptLines(before)
    this.#free = before.filter(({ area }) => area === 'free')
  }

  /** How the line was sold; of one that asks for something else by now, how one of the same item was. */
  saleOf(line: ProductLineInput): KeptLine['sale'] {
    const kept = this.#kept.take(line)
    if (kept) return kept.sale
    const item = ITEM_FIELDS[line.area]
    const isAlike = (other: KeptLine) =>
      isProduct(other) && other.area === line.area && other.line[item] === line.line[item]
    return this.#before.find((other) => isAlike(other) && other.sale?.by === line.sale?.by)?.sale ?? null
  }

  /** What one of it cost: of the same service, or of the one whose words or amounts alone are others. */
  costOf({ text, quantity, unitCents }: FreeLineInput): number | null {
    const sameText = (line: KeptLine) => line.text === text.trim()
    const sameAmount = (line: KeptLine) => line.quantity === quantity && line.unitCents === unitCents
    const found =
      this.#free.find((line) => sameText(line) && sameAmount(line)) ??
      this.#free.find(sameText) ??
      this.#free.find(sameAmount)
    if (found) this.#free.splice(this.#free.indexOf(found), 1)
    return found?.costCents ?? null
  }
}

/** The discount of a whole quote, as it is kept. */
export function discountIn({ discount }: QuoteInput): QuoteDiscount | null {
  if (!discount) return null
  return (discount.percent ?? null) === null ? { cents: discount.cents! } : { percent: discount.percent! }
}

/** A day as it was sent. @throws Invalid where it is none of the calendar */
export function dayIn(text: string, field: 'validUntil' | 'filesOn'): Day {
  if (isDay(text)) return text
  const params = { parameter: field, kind: 'une date (AAAA-MM-JJ)', kindEn: 'a date (YYYY-MM-DD)' }
  throw new Invalid([{ path: `/${field}`, code: 'value_invalid', params }])
}
