/** The lines of a quote as they stand on the screen: as they are written, with what the service has said of them so far. */
import { isProduct } from '../../domain/shared/line-roles.ts'
import type { LineInput, QuoteLine } from '../api/types'
import { requestOf } from './quote-draft'

export interface ShownLine {
  readonly line: QuoteLine
  /** its place among the lines that are saved; null: it is not, as it stands */
  readonly saved: number | null
}

const asked = (line: LineInput | QuoteLine) => JSON.stringify(requestOf(line))
/** What a line is, however it is sold and whatever its lead time. */
const subject = (line: LineInput | QuoteLine) =>
  JSON.stringify(isProduct(line) ? [line.area, line.line] : [line.area, 'text' in line ? line.text : ''])

/** Places by a text, each handed out once, the one that is asked for first. */
function placesBy(lines: readonly QuoteLine[], name: (line: QuoteLine) => string) {
  const places = new Map<string, number[]>()
  lines.forEach((line, at) => places.set(name(line), [...(places.get(name(line)) ?? []), at]))
  return {
    take(text: string, near: number): number | null {
      const left = places.get(text) ?? []
      const index = Math.max(0, left.indexOf(near))
      return left.splice(index, 1)[0] ?? null
    },
    /** One of that name, taken or not. */
    like: (text: string): QuoteLine | undefined => lines.find((line) => name(line) === text),
  }
}

/**
 * @param saved the lines as the service last answered them
 * @param written the lines as they are to be: a place on the screen is one of these
 */
export function shownLines(saved: readonly QuoteLine[], written: readonly LineInput[]): ShownLine[] {
  const same = placesBy(saved, asked)
  const alike = placesBy(saved, subject)
  const places = written.map((line, at) => same.take(asked(line), at))
  return written.map((line, at) => {
    const place = places[at]!
    if (place === null) return { line: unsaved(line, alike.like(subject(line))), saved: null }
    const known = saved[place]!
    const { alternativeTo } = known
    const standsFor = alternativeTo === null ? -1 : places.indexOf(alternativeTo)
    return { line: { ...known, alternativeTo: standsFor < 0 ? null : standsFor }, saved: place }
  })
}

const NO_PRICE: QuoteLine['price'] = {
  ...{ label: '', days: 0, delai: null, status: 'unavailable', priceCents: null, costCents: null },
  ...{ low: null, high: null, observedAt: null, message: '' },
}

/** A line that the service has not answered yet. @param like what it said of the same, sold in another way */
function unsaved(line: LineInput, like: QuoteLine | undefined): QuoteLine {
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
    sale: like?.sale ?? null,
    discount: (line.area === 'heading' ? null : line.discount) ?? null,
    ...{ amounts: null, subtotalCents: null, alternativeTo: null, problem: null, promised: null },
    name: like?.name ?? text.split('\n')[0]!,
    summary: like?.summary ?? [],
    parts: like?.parts ?? [],
    names: like?.names ?? {},
    price: NO_PRICE,
    source: like?.source ?? null,
  }
}
