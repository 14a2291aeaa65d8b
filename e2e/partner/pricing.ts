/**
 * How the simulated partner calculates: eight unlike families for print products (`pricing/`), one for displays, and what
 * all share: rounding and lead times. Nothing here is shared with the program under test.
 */
import { additive } from './pricing/additive.ts'
import { area } from './pricing/area.ts'
import { brochure } from './pricing/brochure.ts'
import { imposition } from './pricing/imposition.ts'
import { interaction } from './pricing/interaction.ts'
import type { PrintModel, Rounding } from './pricing/model.ts'
import { multiplicative } from './pricing/multiplicative.ts'
import { priceList } from './pricing/price-list.ts'
import { staircase } from './pricing/staircase.ts'
import type { Random } from './random.ts'

export const printFamilies = {
  additive,
  multiplicative,
  staircase,
  imposition,
  brochure,
  area,
  interaction,
  'price-list': priceList,
} as const satisfies Record<string, (random: Random) => PrintModel>

export type PrintFamily = keyof typeof printFamilies

/** Rounds cents: to the cent or to ten of them, or up to the next price in x.90 (from 200 € on: x9.90). */
export function rounded(cents: number, rounding: Rounding): number {
  if (rounding === 'cent') return Math.round(cents)
  if (rounding === 'ten-cents') return Math.round(cents / 10) * 10
  const step = cents < 20_000 ? 100 : 1000
  return Math.ceil((Math.round(cents) + 10) / step) * step - 10
}

/** What one lead time makes of a cost. */
export interface LeadTime {
  /** Working days. */
  days: number
  factor: number
  /** Cents an order, and cents a copy. */
  fee: number
  feePerCopy: number
  /** Above so many copies it has no price. */
  mostCopies: number
}

/** The lead times of one product: factors put on before the rounding or after it, or fees. */
export interface Schedule {
  /** Fastest first. */
  leadTimes: LeadTime[]
  /** Working days of the main one. */
  main: number
  /** Whether the factor comes on the rounded price, and the result is rounded to the cent. */
  afterRounding: boolean
}

/** Working days that the partner knows. */
export const allDays = [1, 2, 3, 4, 5, 6, 8, 10, 12, 15]

/** Two to five lead times around a main one. */
export function drawSchedule(random: Random): Schedule {
  const days = random.some(allDays, random.int(2, 5))
  const main = days[random.int(0, Math.min(2, days.length - 1))]!
  const byFee = random.chance(0.25)
  const rush = random.between(0.1, 0.3)
  const patience = random.between(0.03, 0.08)
  const limit = random.chance(0.3) ? random.pick([500, 1000, 2500]) : Infinity
  const at = days.indexOf(main)
  const leadTimes = days.map((day, index) => {
    const steps = at - index
    return {
      days: day,
      factor: byFee ? 1 : steps > 0 ? (1 + rush) ** steps : (1 - patience) ** -steps,
      fee: byFee && steps > 0 ? steps * rush * 12_000 : 0,
      feePerCopy: byFee && steps > 0 ? steps * rush * 4 : 0,
      mostCopies: index === 0 && steps > 0 ? limit : Infinity,
    }
  })
  return { leadTimes, main, afterRounding: random.chance(0.35) }
}

/** A price in whole cents, or why there is none. */
export type Price = { cents: number } | { message: string }

/** The price of a cost (cents, main lead time) at one lead time. `factor` is a general change of prices. */
export function priceAt(
  cost: number,
  copies: number,
  leadTime: LeadTime,
  schedule: Schedule,
  rounding: Rounding,
  factor = 1,
): Price {
  if (copies > leadTime.mostCopies) {
    return { message: `Délai impossible au-delà de ${leadTime.mostCopies} exemplaires.` }
  }
  const rush = (cents: number) => cents * leadTime.factor + leadTime.fee + leadTime.feePerCopy * copies
  const cents = schedule.afterRounding
    ? Math.round(rush(rounded(cost * factor, rounding)))
    : rounded(rush(cost * factor), rounding)
  return { cents }
}
