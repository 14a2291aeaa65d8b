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
  const isNamed = (at: number) => input.lines[at]!.id === named[at]!.id
  const hidden = new Hidden(before, named, isNamed)
  const lines = named.map((line, i): LineInput => {
    if (line.area === 'heading') return { id: line.id, area: line.area, text: line.text }
    const standing = { above: named[i - 1], isNamed: isNamed(i) }
    if (line.area === 'free') return freeLine(line, standing, seesCosts, hidden)
    const { id, area, line: body, delai, leadTimeLabel, role, discount, vatRegimeId } = line
    const sale = saleOf(line, standing, seesCosts, hidden)
    if (sale === undefined) faults.push(unknownPercent(`/lines/${i}/sale/percent`, seesCosts))
    return { id, area, line: body, delai, leadTimeLabel, role, discount, vatRegimeId, sale: sale ?? null }
  })
  if (faults.length > 0) throw new Invalid(faults)
  return { ...input, lines }
}

type Named<L> = L & { readonly id: string }

function freeLine(
  line: Named<FreeLineInput>,
  standing: Standing,
  seesCosts: boolean,
  hidden: Hidden,
): FreeLineInput {
  const { id, area, text, quantity, unitCents, role, discount, vatRegimeId } = line
  if (!seesCosts && (line.costCents ?? null) !== null) throw new Refusal('right_missing', { right: 'costs' })
  const costCents = seesCosts ? line.costCents : hidden.costOf(line, standing)
  return { id, area, text, quantity, unitCents, costCents, role, discount, vatRegimeId }
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
  /** services that may have been changed: none of the lines was sent with their id, or is the same */
  readonly #changed: readonly KeptLine[]

  constructor(
    before: readonly KeptLine[],
    lines: readonly Named<LineInput>[],
    isNamed: (at: number) => boolean,
  ) {
    this.#before = before
    this.#byId = new Map(before.map((line) => [line.id, line]))
    const named = new Set(lines.filter((_, at) => isNamed(at)).map(({ id }) => id))
    const same = new Set(lines.filter((_, at) => !isNamed(at)).map(wholeOf))
    this.#changed = before.filter(
      (line) => line.area === 'free' && !named.has(line.id) && !same.has(wholeOf(line)),
    )
  }

  /**
   * How the line was sold: of one that came with its id as that was, or not at all. Of one that is new as the line right
   * above it which nothing tells from it: it is a copy of that. Of others that came without their id what all have in
   * common that are the same, or else of its item.
   * @returns undefined: nothing says it, or not all say the same
   */
  saleOf(
    line: Named<ProductLineInput>,
    by: SaleInput['by'],
    { above, isNamed }: Standing,
  ): ProductLineInput['sale'] | undefined {
    const own = this.#byId.get(line.id)
    if (isNamed && own) return own.sale?.by === by ? { ...own.sale } : undefined
    const field = ITEM_FIELDS[line.area]
    const alike = this.#before.filter(
      (other) =>
        isProduct(other) &&
        other.sale?.by === by &&
        other.area === line.area &&
        other.line[field] === line.line[field],
    )
    const [sale, ...others] = this.#sources(line, alike, above, alike).map((other) => other.sale)
    const isOne = others.every((other) => JSON.stringify(other) === JSON.stringify(sale))
    return sale && isOne ? { ...sale } : undefined
  }

  /**
   * What one of a service cost: found as a percentage is, of others than itself that came without their id by its words or,
   * where these are new, its amounts. Null, not known, where they do not say one and the same: a cost that is missing is
   * told, one of another service would not be.
   */
  costOf(line: Named<FreeLineInput>, { above, isNamed }: Standing): number | null {
    const own = this.#byId.get(line.id)
    if (isNamed && own) return own.area === 'free' ? own.costCents : null
    const { text, quantity, unitCents } = line
    const sameText = this.#changed.filter((other) => other.text === text.trim())
    const sameAmount = this.#changed.filter(
      (other) => other.quantity === quantity && other.unitCents === unitCents,
    )
    const changed = sameText.length > 0 ? sameText : sameAmount
    const [cost, ...others] = this.#sources(line, this.#before, above, changed).map(
      ({ costCents }) => costCents,
    )
    return cost !== undefined && others.every((other) => other === cost) ? cost : null
  }

  /** What a line without its id may be: its original where it is a copy, else those that are the same, else the others. */
  #sources(
    line: Named<ProductLineInput | FreeLineInput>,
    alike: readonly KeptLine[],
    above: Standing['above'],
    others: readonly KeptLine[],
  ): readonly KeptLine[] {
    const whole = wholeOf(line)
    const same = alike.filter((other) => wholeOf(other) === whole)
    const original = this.#byId.has(line.id) ? undefined : same.find(({ id }) => id === above?.id)
    if (original) return [original]
    return same.length > 0 ? same : others
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
