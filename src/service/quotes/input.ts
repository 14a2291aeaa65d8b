/** What a client says of a quote, as far as it is taken. */
import { completeAddress } from '../../domain/address.ts'
import { quoteTextFaults } from '../../domain/quote/texts.ts'
import type { Fault } from '../../domain/faults.ts'
import { discountFaults, lineFaults } from '../../domain/quote/lines.ts'
import type {
  FreeLineInput,
  LineInput,
  ProductLineInput,
  QuoteDiscount,
  SaleInput,
} from '../../domain/quote/lines.ts'
import type { KeptLine } from '../../domain/quote/facts.ts'
import type { QuoteInput } from '../../domain/quote/quote.ts'
import { isDay, type Day } from '../../domain/shared/calendar.ts'
import { wholeOf, withLineIds } from '../../domain/shared/line-ids.ts'
import { ITEM_FIELDS } from '../../domain/shared/quote-lines.ts'
import { isProduct } from '../../domain/shared/line-roles.ts'
import { Invalid, Refusal } from '../refusal.ts'
import { newLineId } from './lines.ts'

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
  const named = withLineIds(input.lines, before, newLineId)
  const hidden = new Hidden(before, named)
  const lines = named.map((line, i): LineInput => {
    if (line.area === 'heading') return { id: line.id, area: line.area, text: line.text }
    if (line.area === 'free') return freeLine(line, seesCosts, hidden)
    const { id, area, line: body, delai, leadTimeLabel, role, discount } = line
    const isNamed = input.lines[i]!.id === id
    const sale = saleOf(line, { above: named[i - 1], isNamed }, seesCosts, hidden)
    if (sale === undefined) faults.push(unknownPercent(`/lines/${i}/sale/percent`, seesCosts))
    return { id, area, line: body, delai, leadTimeLabel, role, discount, sale: sale ?? null }
  })
  if (faults.length > 0) throw new Invalid(faults)
  return { ...input, lines }
}

type Named<L> = L & { readonly id: string }

function freeLine(line: Named<FreeLineInput>, seesCosts: boolean, hidden: Hidden): FreeLineInput {
  const { id, area, text, quantity, unitCents, role, discount } = line
  const costCents = seesCosts ? line.costCents : hidden.costOf(line)
  return { id, area, text, quantity, unitCents, costCents, role, discount }
}

interface Standing {
  readonly above: Named<LineInput> | undefined
  /** whether it was sent with its id: else which one it was is a guess */
  readonly isNamed: boolean
}

/** @returns undefined: its percentage was left as it was, and nothing says what that is */
function saleOf(
  line: Named<ProductLineInput>,
  standing: Standing,
  seesCosts: boolean,
  hidden: Hidden,
): ProductLineInput['sale'] | undefined {
  const { sale } = line
  if (!sale) return null
  if (sale.by === 'fixed') return { by: sale.by, cents: sale.cents }
  if ((sale.percent ?? null) === null) return hidden.saleOf(line, sale.by, standing)
  if (!seesCosts) throw new Refusal('right_missing', { right: 'costs' })
  return { by: sale.by, percent: sale.percent }
}

/** A line that was sold at another price in silence would be worse than one that is refused. */
const unknownPercent = (path: string, seesCosts: boolean): Fault => ({
  ...{ path, code: 'field_required' },
  // Who may not see it cannot say it.
  ...(!seesCosts && { reason: { code: 'sale_unknown' } }),
})

/** What of the lines as they were is not said to who may not see purchase prices. */
class Hidden {
  readonly #before: readonly KeptLine[]
  readonly #byId: ReadonlyMap<string, KeptLine>
  /** services that are none of the lines by now */
  readonly #gone: KeptLine[]

  constructor(before: readonly KeptLine[], lines: readonly { readonly id: string }[]) {
    this.#before = before
    this.#byId = new Map(before.map((line) => [line.id, line]))
    const named = new Set(lines.map(({ id }) => id))
    this.#gone = before.filter(({ area, id }) => area === 'free' && !named.has(id))
  }

  /**
   * How the line was sold. Of one that is new that of the line right above it which nothing tells from it: it is a copy of
   * that. Of others that came without their id what all have in common that are the same, or else of its item.
   * @returns undefined: nothing says it, or not all say the same
   */
  saleOf(
    line: Named<ProductLineInput>,
    by: SaleInput['by'],
    { above, isNamed }: Standing,
  ): ProductLineInput['sale'] | undefined {
    const own = this.#byId.get(line.id)
    if (isNamed && own?.sale?.by === by) return { ...own.sale }
    const field = ITEM_FIELDS[line.area]
    const alike = this.#before.filter(
      (other) =>
        isProduct(other) &&
        other.sale?.by === by &&
        other.area === line.area &&
        other.line[field] === line.line[field],
    )
    const whole = wholeOf(line)
    const same = alike.filter((other) => wholeOf(other) === whole)
    const original = own ? undefined : same.find(({ id }) => id === above?.id)
    const [sale, ...others] = (original ? [original] : same.length > 0 ? same : alike).map(
      (other) => other.sale,
    )
    const isOne = others.every((other) => JSON.stringify(other) === JSON.stringify(sale))
    return sale && isOne ? { ...sale } : undefined
  }

  /** What one of it cost; of one by a name that is new, what the same service did, or the one whose words or amounts alone are others. */
  costOf({ id, text, quantity, unitCents }: Named<FreeLineInput>): number | null {
    const own = this.#byId.get(id)
    if (own) return own.costCents
    const sameText = (line: KeptLine) => line.text === text.trim()
    const sameAmount = (line: KeptLine) => line.quantity === quantity && line.unitCents === unitCents
    const found =
      this.#gone.find((line) => sameText(line) && sameAmount(line)) ??
      this.#gone.find(sameText) ??
      this.#gone.find(sameAmount)
    if (found) this.#gone.splice(this.#gone.indexOf(found), 1)
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
