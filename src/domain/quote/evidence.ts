/** Until when the prices of a quote are known to hold: what was seen is trusted for as long as the settings say. */
import { addDays, localDay } from '../shared/calendar.ts'
import { isIncluded, isProduct } from '../shared/line-roles.ts'
import { OWN_TARIFFS } from '../shared/sources.ts'
import type { KeptLine, PriceEvidence, SourcedLine } from './facts.ts'
import { movedTo } from './moved.ts'

/**
 * @param madeAt when the quote was made, ISO: what is not known of a price to be later is that old
 * @param maxAgeDays for how many days a price that was seen is trusted
 * @returns null where nothing limits them: firm prices of the own tariffs, and services
 */
export function evidenceOf(
  lines: readonly SourcedLine[],
  madeAt: string,
  maxAgeDays: number,
): PriceEvidence | null {
  const seen = new Map<string, string>()
  let estimated = 0
  for (const line of lines) {
    if (!isProduct(line) || !isIncluded(line) || line.price.priceCents === null) continue
    if (line.price.status === 'estimated') estimated += 1
    const isOwn = line.source === null || line.source.id === OWN_TARIFFS
    if (line.price.status === 'estimated' || (line.price.status === 'firm' && isOwn)) continue
    const [source, at] = [line.source?.name ?? '', seenAt(line, madeAt)]
    const oldest = seen.get(source)
    if (oldest === undefined || at < oldest) seen.set(source, at)
  }
  if (estimated === 0 && seen.size === 0) return null
  const days = [...seen.values()].map((at) => addDays(localDay(new Date(at)), maxAgeDays))
  return {
    until: estimated > 0 ? null : days.reduce((first, day) => (day < first ? day : first)),
    estimated,
    seen: [...seen].map(([source, at]) => ({ source, at })),
  }
}

/** When somebody last said the price of a line, ISO. */
const seenAt = ({ price, pricedAt }: KeptLine, madeAt: string): string =>
  price.observedAt ?? pricedAt ?? madeAt

/**
 * A line whose price was said again, and is the same: it rests on that from then on. Any other stays as it is.
 * @param today the same line, priced anew
 */
export function affirmed(line: KeptLine, today: KeptLine): KeptLine {
  if (!isProduct(line) || today.problem !== null || movedTo(line, today) !== null) return line
  const { status, observedAt } = today.price
  const isSaid = status === 'firm' || status === 'observed'
  if (!isSaid || seenAt(today, '') <= seenAt(line, '')) return line
  const { pricedAt } = today
  return {
    ...line,
    price: { ...line.price, status, observedAt },
    ...(pricedAt !== undefined && { pricedAt }),
  }
}
