/** Lines of quotes apart from their prices: as they are asked for again, those in words, and what they are sold at. */
import { randomUUID } from 'node:crypto'
import { amountsOf, times } from '../../domain/quote/amounts.ts'
import { PLAIN_LINE, type KeptLine, type Offer } from '../../domain/quote/facts.ts'
import type {
  FreeLineInput,
  HeadingInput,
  LineInput,
  ProductLineInput,
  QuoteDiscount,
  QuoteLineInput,
  Sale,
} from '../../domain/quote/lines.ts'
import { isIncluded, isProduct } from '../../domain/shared/line-roles.ts'
import type { Area } from '../../domain/order.ts'

/** An id that no line has had. */
export const newLineId = (): string => randomUUID().slice(0, 13)

/** A line whose lead time has no price, or that no longer fits the catalogue, stands like this. */
export const NO_PRICE: Offer = {
  label: '',
  days: 0,
  delai: null,
  status: 'unavailable',
  priceCents: null,
  costCents: null,
  low: null,
  high: null,
  observedAt: null,
  reason: null,
}

export const UNPRICED = { ...PLAIN_LINE, price: NO_PRICE, problem: null, promised: null }

/** A line of a product or family. */
export type ProductLine = KeptLine & { readonly area: Area }

/** A line that counts in the total, with what it is sold at. */
export type SoldLine = KeptLine & { readonly netCents: number }

/** The included lines with what each is sold at; null while one has no price, or there is none. */
export function soldLines(
  lines: readonly KeptLine[],
  discount: QuoteDiscount | null,
): readonly SoldLine[] | null {
  const amounts = amountsOf(lines, discount)
  if (amounts.whole === null) return null
  return lines.flatMap((line, i) =>
    isIncluded(line) ? { ...line, netCents: amounts.lines[i]!.netCents } : [],
  )
}

const WORDS = { line: {}, delai: null, leadTimeLabel: null, parts: [], names: {} }

/** A line that is words: a service with its amount, or a heading. */
export function lineInWords(input: (FreeLineInput | HeadingInput) & { readonly id: string }): KeptLine {
  const text = input.text.trim()
  const name = text.split('\n', 1)[0]!.trim()
  const { id } = input
  if (input.area === 'heading') return { ...UNPRICED, ...WORDS, id, area: input.area, text, name }
  const { area, quantity, unitCents, role, discount } = input
  const costCents = input.costCents ?? null
  const price: Offer = {
    ...NO_PRICE,
    status: 'firm',
    priceCents: times(unitCents, quantity),
    costCents: costCents === null ? null : times(costCents, quantity),
  }
  const standing = { role: role ?? 'included', discount: discount ?? null }
  return { ...UNPRICED, ...WORDS, id, area, text, name, quantity, unitCents, costCents, price, ...standing }
}

/** What a product's line is besides what it asks for; its percentages are known by now. */
export function standingOf({ role, sale, discount }: ProductLineInput) {
  return { role: role ?? 'included', sale: keptSale(sale), discount: discount ?? null } as const
}

function keptSale(sale: ProductLineInput['sale']): Sale | null {
  if (!sale) return null
  if (sale.by === 'fixed') return { by: 'fixed', cents: sale.cents! }
  return { by: sale.by, percent: sale.percent! }
}

/** What a product's line says that it was. */
type Words = Partial<Pick<KeptLine, 'name' | 'parts' | 'names'>>

/** A line as it is asked for again. A product's says what it was, for the catalogue may know that no more. */
export function askOf(line: KeptLine): LineInput & Words {
  const { id, text, quantity, unitCents, costCents, role, discount, sale, delai, leadTimeLabel } = line
  const { name, parts, names } = line
  const vatRegimeId = line.vatRegime?.id ?? null
  if (isProduct(line))
    return {
      id,
      area: line.area,
      line: line.line,
      delai,
      leadTimeLabel,
      role,
      discount,
      sale: sale && { ...sale },
      vatRegimeId,
      ...{ name, parts, names },
    }
  if (line.area === 'heading') return { id, area: 'heading', text }
  const amount = { quantity: quantity!, unitCents: unitCents!, costCents }
  return { id, area: 'free', text, ...amount, role, discount, vatRegimeId }
}

const requestOf = ({ area, line, delai, leadTimeLabel }: QuoteLineInput) =>
  JSON.stringify([area, line, delai, leadTimeLabel ?? null])

/** The lines of a quote by what asks for them again: as they were answered, or as they were sent. */
export class KeptLines {
  readonly #byRequest = new Map<string, ProductLine[]>()
  readonly #taken = new Set<ProductLine>()

  constructor(lines: readonly KeptLine[]) {
    for (const line of lines.filter(isProduct)) {
      for (const request of new Set([requestOf(line), requestOf({ ...line, ...line.asked })])) {
        const alike = this.#byRequest.get(request)
        if (alike) alike.push(line)
        else this.#byRequest.set(request, [line])
      }
    }
  }

  /** The line that is asked for again: of several alike itself, and each once. One more of them is a new line, at today's price. */
  take(input: QuoteLineInput & { readonly id?: string | null | undefined }): ProductLine | undefined {
    const left = this.#byRequest.get(requestOf(input))?.filter((alike) => !this.#taken.has(alike)) ?? []
    const line = left.find(({ id }) => id === input.id) ?? left[0]
    if (line) this.#taken.add(line)
    return line
  }
}
