/** The lines of a quote as they stand on the screen: as they are written, with what the service has said of them so far. */
import { basesOf, isProduct } from '../../domain/shared/line-roles.ts'
import { itemOf } from '../../domain/shared/quote-lines.ts'
import type { QuoteLine, SaleInput } from '../api/types'
import { requestKey, type DraftLine } from './quote-draft'

export interface ShownLine {
  readonly line: QuoteLine
  /** its place among the lines that are saved; null: it is not, as it stands */
  readonly saved: number | null
}

/**
 * @param saved the lines as the service last answered them
 * @param written the lines as they are to be: a place on the screen is one of these
 */
export function shownLines(saved: readonly QuoteLine[], written: readonly DraftLine[]): ShownLine[] {
  const known = Map.groupBy(saved.keys(), (at) => saved[at]!.id)
  const bases = basesOf(written)
  return written.map((line, at) => {
    const places = known.get(line.id) ?? []
    const place = places.find((each) => requestKey(saved[each]!) === requestKey(line)) ?? null
    const like = places[0] === undefined ? null : saved[places[0]]!
    const shown = place === null ? unsaved(line, like, nameOf(line, saved)) : saved[place]!
    return { line: { ...shown, alternativeTo: bases[at] ?? null }, saved: place }
  })
}

/** What a line is called that the service has not answered yet. */
function nameOf(line: DraftLine, saved: readonly QuoteLine[]): string {
  if (!isProduct(line)) return line.text.split('\n')[0]!
  const isOfIt = (each: QuoteLine) =>
    isProduct(each) && each.area === line.area && itemOf(each) === itemOf(line)
  return saved.find(isOfIt)?.name ?? ''
}

/** What it is, however it is sold and whatever its lead time. */
const itemKey = (line: DraftLine | QuoteLine) =>
  JSON.stringify(isProduct(line) ? [line.area, line.line] : [line.area])

const NO_PRICE: QuoteLine['price'] = {
  ...{ label: '', days: 0, delai: null, status: 'unavailable', priceCents: null, costCents: null },
  ...{ low: null, high: null, observedAt: null, message: '' },
}

/** What a line is to be sold at. A percentage that is left as it is, is the one that the service said last. */
function saleOf(sale: SaleInput | null | undefined, like: QuoteLine['sale']): QuoteLine['sale'] {
  if (!sale) return null
  const percent = sale.percent ?? (like?.by === sale.by ? like.percent : null)
  const { by, cents } = sale
  return { by, percent, ...(typeof cents === 'number' && { cents }) }
}

/** What of its VAT is known: that of another one is not. */
function vatOf(line: DraftLine, like: QuoteLine | null): Pick<QuoteLine, 'vatRegimeId' | 'vat'> {
  const vatRegimeId = (line.area === 'heading' ? null : line.vatRegimeId) ?? null
  return { vatRegimeId, vat: like?.vatRegimeId === vatRegimeId ? like.vat : null }
}

/** A line that the service has not answered yet. @param like what it said of it as it was */
function unsaved(line: DraftLine, like: QuoteLine | null, name: string): QuoteLine {
  const product = isProduct(line)
  const text = 'text' in line ? line.text : ''
  const free = line.area === 'free' ? line : null
  const said = like && itemKey(like) === itemKey(line) ? like : null
  return {
    id: line.id,
    area: line.area,
    line: product ? line.line : {},
    delai: product ? line.delai : null,
    leadTimeLabel: product ? (line.leadTimeLabel ?? null) : null,
    text,
    quantity: free?.quantity ?? null,
    unitCents: free?.unitCents ?? null,
    costCents: free?.costCents ?? null,
    role: (line.area === 'heading' ? null : line.role) ?? 'included',
    sale: product ? saleOf(line.sale, like?.sale ?? null) : null,
    discount: (line.area === 'heading' ? null : line.discount) ?? null,
    ...vatOf(line, like),
    ...{
      amounts: null,
      subtotalCents: null,
      subtotalUncertainty: null,
      alternativeTo: null,
      problem: null,
      gone: false,
      promised: null,
    },
    name,
    summary: said?.summary ?? [],
    parts: said?.parts ?? [],
    names: said?.names ?? {},
    price: NO_PRICE,
    source: like?.source ?? null,
  }
}
