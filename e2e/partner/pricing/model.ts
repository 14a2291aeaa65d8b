import type { Random } from '../random.ts'
import type { Quantites } from '../wire.ts'

/** What is to be made: the copies of each visual, and what was chosen for each option, by its role. */
export interface Job {
  copies: readonly number[]
  /** Index of the variant chosen; 0, the first, where none was. */
  choice(role: string): number
  /** Free value, in the option's own unit (its name says which). */
  value(role: string): number
}

export interface ChoiceOption {
  role: string
  nom: string
  type: 'variante'
  variantes: string[]
}

/** A free value. Its bounds are never shown: only a refusal tells. */
export interface FreeOption {
  role: string
  nom: string
  type: 'integer' | 'decimal'
  min: number
  max: number
  /** Values must be multiples of it. */
  step: number
  /** Without it a line is refused; else a line without it counts as `min`. */
  required: boolean
  /** Values that customers really ask for are multiples of it. */
  usualStep: number
}

export type OptionModel = ChoiceOption | FreeOption

export type Rounding = 'cent' | 'ten-cents' | 'nine-ninety'

/** One product as its printer calculates it. */
export interface PrintModel {
  nom: string
  options: OptionModel[]
  quantites: Quantites
  /** Fewest and most visuals of an order. */
  visuals: readonly [number, number]
  rounding: Rounding
  /** Cents at the main lead time, before rounding. */
  cost(job: Job): number
  /** Why such a job is refused, in the printer's words. */
  refusal?(job: Job): string | undefined
}

export const total = (job: Job): number => job.copies.reduce((sum, copies) => sum + copies, 0)

export const choice = (role: string, nom: string, variantes: string[]): ChoiceOption => ({
  role,
  nom,
  type: 'variante',
  variantes,
})

/** Steps by quantity: from that quantity on, that rate. */
export type Steps = readonly (readonly [from: number, rate: number])[]

export function rateAt(steps: Steps, quantity: number): number {
  let rate = steps[0]![1]
  for (const [from, next] of steps) if (quantity >= from) rate = next
  return rate
}

/** Discounts (1 = full price) that grow at round quantities. */
export function discountSteps(
  random: Random,
  thresholds: readonly number[],
  least: number,
  most: number,
): Steps {
  let rate = 1
  return thresholds.map((from, index) => {
    if (index > 0) rate *= 1 - random.between(least, most)
    return [from, rate] as const
  })
}

/** With discounts by steps, a few more copies may be cheaper: then that price is asked for the fewer too. */
export function neverDearerThanMore(
  steps: Steps,
  quantity: number,
  cost: (quantity: number) => number,
): number {
  const larger = steps.map(([from]) => from).filter((from) => from > quantity)
  return Math.min(cost(quantity), ...larger.map(cost))
}

export const fixedQuantities = [25, 50, 100, 250, 500, 1000, 1500, 2500, 5000, 7500, 10_000, 20_000]

/** Quantities on offer: a list from `least` to `most`, or any number between. */
export function quantities(random: Random, least: number, most: number, fixed: number): Quantites {
  if (!random.chance(fixed)) {
    return least === 1 ? { range: true, max: most } : { range: true, min: least, max: most }
  }
  const offered = fixedQuantities.filter((quantity) => quantity >= least && quantity <= most)
  return {
    range: false,
    available: random.some(offered, random.int(Math.max(3, offered.length - 3), offered.length)),
  }
}

/** A table of numbers with one entry a variant, ascending from `low` by steps of up to `step`. */
export function ascending(random: Random, count: number, low: number, step: number): number[] {
  let value = low
  return Array.from({ length: count }, (_, index) =>
    index === 0 ? value : (value += random.between(0.3, 1) * step),
  )
}
