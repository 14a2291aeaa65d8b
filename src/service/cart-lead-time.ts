/** The lead time of a display cart, where a partner has not shown yet what it knows it as. */
import { rulesOf, sourceOfLine, type CheckedLine } from '../domain/areas.ts'
import type { CheckedCart } from '../domain/cart-check.ts'
import { leadTimeLabel } from '../domain/lead-times.ts'
import type { CatalogueService } from './catalogue.ts'
import type { PriceService } from './prices.ts'
import { Invalid, orInvalid } from './refusal.ts'

/**
 * Has the partners of a cart show how many days its lead time stands for, and what each knows it as, by their prices and
 * carts: what they show is learnt.
 * @returns null where nothing is to be found out: nobody has that lead time, or a line of the own tariffs cannot have it
 */
export function findLeadTime(
  { delai, lines }: CheckedCart<CheckedLine>,
  catalogue: CatalogueService,
  prices: PriceService,
): Promise<void> | null {
  const daysOf = (id: number) => catalogue.snapshot.leadTimes.get(id)?.days
  if (delai === null || daysOf(delai) === undefined) return null
  const whole = lines.filter((line) => line !== null)
  const open = whole.filter((line) => rulesOf(line).leadTimeOf(line, delai) === null)
  const isKnown = daysOf(delai) !== null
  if (isKnown && !open.every((line) => prices.asksCartOf(line))) return null
  const first = whole.find((line) => !open.includes(line) && prices.asksCartOf(line))
  return (async () => {
    if (!isKnown && first) await orInvalid(prices.at(first, delai))
    const days = daysOf(delai) ?? null
    if (days === null) return
    const bySource = Map.groupBy(open, sourceOfLine)
    await Promise.all([...bySource.values()].map((own) => findIn(own, leadTimeLabel(days), prices)))
  })()
}

/** Has a partner show its id of a label: by the first line that it prices at that label. */
async function findIn(lines: readonly CheckedLine[], label: string, prices: PriceService): Promise<void> {
  for (const line of lines) {
    const known = await orInvalid(prices.of(line))
    // A line that is refused shows nothing; that is said where the cart is priced.
    if (known instanceof Invalid) continue
    if (!known.some(({ leadTime, cents }) => leadTime.label === label && cents !== null)) continue
    await prices.idOf(line, known, label)
    return
  }
}
