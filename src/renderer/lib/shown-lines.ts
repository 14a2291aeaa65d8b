/** The lines of a quote as they stand on the screen: as they are written, with what the service has said of them so far. */
import { basesOf, isProduct } from '../../domain/shared/line-roles.ts'
import { itemOf } from '../../domain/shared/quote-lines.ts'
import type { LineInput, QuoteLine, SaleInput } from '../api/types'
import { requestKey } from './quote-draft'

export interface ShownLine {
  readonly line: QuoteLine
  /** its place among the lines that are saved; null: it is not, as it stands */
  readonly saved: number | null
}

/** What a line is, however it is sold and whatever its lead time. */
const subject = (line: LineInput | QuoteLine) =>
  JSON.stringify(isProduct(line) ? [line.area, line.line] : [line.area, 'text' in line ? line.text : ''])

/** The places of lines by what they ask for, each handed out once, the one that is asked for first. */
function placesOf(lines: readonly QuoteLine[]) {
  const places = Map.groupBy(lines.keys(), (at) => requestKey(lines[at]!))
  return (text: string, near: number): number | null => {
    const left = places.get(text) ?? []
    const index = Math.max(0, left.indexOf(near))
    return left.splice(index, 1)[0] ?? null
  }
}

/**
 * @param saved the lines as the service last answered them
 * @param written the lines as they are to be: a place on the screen is one of these
 */
export function shownLines(saved: readonly QuoteLine[], written: readonly LineInput[]): ShownLine[] {
  const take = placesOf(saved)
  const alike = (line: LineInput) => saved.find((each) => subject(each) === subject(line)) ?? null
  const nameOf = (line: LineInput) =>
    isProduct(line)
      ? saved.find((each) => isProduct(each) && each.area === line.area && itemOf(each) === itemOf(line))
          ?.name
      : line.text.split('\n')[0]
  const bases = basesOf(written)
  return written.map((line, at) => {
    const place = take(requestKey(line), at)
    const shown = place === null ? unsaved(line, alike(line), nameOf(line) ?? '') : saved[place]!
    return { line: { ...shown, alternativeTo: bases[at] ?? null }, saved: place }
  })
}

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

/** A line that the service has not answered yet. @param like what it said of the same, sold in another way */
function unsaved(line: LineInput, like: QuoteLine | null, name: string): QuoteLine {
  const product = isProduct(line)
  const text = 'text' in line ? line.text : ''
  const free = line.area === 'free' ? line : null
  return {
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
    ...{ amounts: null, subtotalCents: null, alternativeTo: null, problem: null, promised: null },
    name,
    summary: like?.summary ?? [],
    parts: like?.parts ?? [],
    names: like?.names ?? {},
    price: NO_PRICE,
    source: like?.source ?? null,
  }
}
