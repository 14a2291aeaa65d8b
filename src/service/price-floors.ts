/** What a partner's answers say of a product or family at a glance: its fastest lead time, its lowest price. */
import type { PriceAnswer } from '../store/price-book.ts'

export interface PriceFloor {
  readonly fastestDays: number | null
  readonly lowest: {
    readonly cents: number
    /** Copies, of all visuals together. */
    readonly quantity: number
    /** When the partner gave it, ISO. */
    readonly at: string
  } | null
}

/**
 * @param answers oldest first: of one configuration the latest answer counts
 * @param oldest milliseconds; a price that was given before is no longer told, its lead time still is
 */
export function floorOf(answers: readonly PriceAnswer[], oldest: number): PriceFloor {
  const latest = new Map<string, { label: string; cents: number | null; answer: PriceAnswer }>()
  for (const answer of answers) {
    for (const [label, { cents }] of Object.entries(answer.prices))
      latest.set(`${answer.fingerprint} ${label}`, { label, cents, answer })
  }
  let fastestDays: number | null = null
  let lowest: { cents: number; answer: PriceAnswer } | null = null
  for (const { label, cents, answer } of latest.values()) {
    if (cents === null) continue
    const days = Number(label.slice(2))
    if (fastestDays === null || days < fastestDays) fastestDays = days
    if (Date.parse(answer.confirmedAt) >= oldest && (lowest === null || cents < lowest.cents))
      lowest = { cents, answer }
  }
  return {
    fastestDays,
    lowest: lowest && {
      cents: lowest.cents,
      quantity: copiesOf(lowest.answer),
      at: lowest.answer.confirmedAt,
    },
  }
}

function copiesOf({ configuration }: PriceAnswer): number {
  const { quantities } = JSON.parse(configuration) as { quantities: readonly number[] }
  return quantities.reduce((sum, quantity) => sum + quantity, 0)
}
