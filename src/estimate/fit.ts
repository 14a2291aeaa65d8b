import { configurationKey, mergeAnswers } from './answers.ts'
import { calibrate, type Calibration } from './conformal.ts'
import { createEncoder } from './encoding.ts'
import { copiesOf, leadTimeRefusals } from './lead-time-limits.ts'
import { linkLeadTime, type Link } from './lead-times.ts'
import { fitModel, type Model } from './model.ts'
import { fewerCopies, neverCheaper } from './order.ts'
import { fitPilot } from './pilot.ts'
import { detectFloor, detectGrid, roundingVariance, snap, snapInterval, type Grid } from './rounding.ts'
import { seenOf, type Seen } from './seen.ts'
import type { Point } from './point.ts'
import { createTerms, type Terms } from './terms.ts'
import type { Configuration, Estimate, Estimator, Hints, Missing, Observation, Space } from './types.ts'

/** Parts that the answers are held out in: of few answers each part leaves the more out, and takes the less time. */
const foldsOf = (answers: number): number => (answers < 80 ? 6 : 4)
/** Variance updates when one part is held out. */
const foldUpdates = 24

/** Prices are whole cents: an exact rule is still this far off. */
const halfCent = 0.5

/** Fewer answers than this say nothing about errors. */
const fewest = 6
/** Answers with both prices that show how another lead time follows from the reference one. */
const fewestLinked = 2

interface LeadTime {
  readonly label: string
  readonly grid: Grid
  readonly link: Link | null
  readonly calibration: Calibration
  readonly seen: Seen
}

/** What says something of a price. */
type Pricing = Omit<Estimator, 'refused'>

const nothing = (missing: Missing): Pricing => ({ missing, estimate: () => new Map(), lacking: () => [] })

/** The lead time most answers have a price for; the others are estimated through it. */
function referenceLabel(observations: readonly Observation[]): string {
  const counts = new Map<string, number>()
  for (const { cents } of observations) {
    for (const label of Object.keys(cents)) counts.set(label, (counts.get(label) ?? 0) + 1)
  }
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))[0]![0]
}

export interface Fitted {
  readonly model: Model
  point(configuration: Configuration): Point
  /** Calibrates the intervals, which takes longer than the fit. */
  pricing(): Pricing
}

export function fit(space: Space, observations: readonly Observation[], hints: Hints = {}): Estimator {
  return { ...pricingOf(space, mergeAnswers(observations), hints), refused: leadTimeRefusals(observations) }
}

function pricingOf(space: Space, merged: readonly Observation[], hints: Hints): Pricing {
  if (merged.length === 0) return nothing('no_answers')
  return fitMerged(space, merged, hints)?.pricing() ?? nothing('too_few_answers')
}

/**
 * Every answer's price as estimated by a model that did not see it, nor learnt its variances from it: errors of the
 * fitted model's own left-out estimates come out too small, the more so the more terms there are.
 */
function heldOut(
  terms: Terms,
  points: readonly Point[],
  logs: readonly number[],
  noise: readonly number[],
  model: Model,
): { log: number; sd: number }[] {
  const { theta, noiseVariance } = model.variances
  const start = {
    theta: theta.map((variance, k) => Math.sqrt(variance * terms.prior[k]!)),
    noiseVariance: Math.sqrt(noiseVariance) * 0.01,
  }
  const out: { log: number; sd: number }[] = []
  const folds = Math.min(foldsOf(points.length), points.length)
  for (let fold = 0; fold < folds; fold++) {
    const seen = points.flatMap((_, i) => (i % folds === fold ? [] : [i]))
    const part = fitModel(
      terms,
      seen.map((i) => points[i]!),
      seen.map((i) => logs[i]!),
      seen.map((i) => noise[i]!),
      { updates: foldUpdates, start },
    )
    for (let i = fold; i < points.length; i += folds) out[i] = part.predict(points[i]!)
  }
  return out
}

/** The estimator with its model laid open, for choosing what to ask next. */
export function fitMerged(space: Space, merged: readonly Observation[], hints: Hints): Fitted | null {
  if (merged.length === 0) return null
  const label = referenceLabel(merged)
  const known = merged.filter(({ cents }) => cents[label] !== undefined)
  if (known.length < fewest) return null
  const encoder = createEncoder(space, merged, hints)
  const allPrices = known.map(({ cents }) => cents[label]!)
  const floor = detectFloor(allPrices)
  const above = known.filter(({ cents }) => floor === null || cents[label]! > floor)
  // Where nearly all cost the same it is no minimum charge, but the price.
  const used = above.length < fewest ? known : above
  const prices = used.map(({ cents }) => cents[label]!)
  const grid = detectGrid(allPrices)
  const rows = used.map(({ configuration }) => encoder.encode(configuration))
  const pilot = fitPilot(rows, prices, encoder.hasVolume)
  const terms = createTerms(encoder, rows, prices, pilot)
  const points = rows.map((row) => terms.prepare(row))
  const logs = prices.map(Math.log)
  const noise = prices.map((price) => roundingVariance(grid, price))
  const model = fitModel(terms, points, logs, noise)
  const point = (configuration: Configuration): Point => terms.prepare(encoder.encode(configuration))
  const atLeast = (price: number): number => (floor === null ? price : Math.max(price, floor))

  const pricing = (): Pricing => {
    const held = new Map<Observation, { price: number; sd: number }>()
    heldOut(terms, points, logs, noise, model).forEach(({ log, sd }, i) => {
      held.set(used[i]!, { price: atLeast(Math.exp(log)), sd })
    })
    for (const observation of known) {
      if (held.has(observation)) continue
      const { log, sd } = model.predict(point(observation.configuration))
      held.set(observation, { price: atLeast(Math.exp(log)), sd })
    }

    const ofReference = known.map((observation) => {
      const { price, sd } = held.get(observation)!
      return { error: Math.log(observation.cents[label]! / price), sd }
    })
    const labels = [...new Set(merged.flatMap(({ cents }) => Object.keys(cents)))].sort()
    const leadTimes = labels.flatMap((other): LeadTime[] => {
      const both = known.filter(({ cents }) => cents[other] !== undefined)
      if (both.length < fewestLinked) return []
      const link =
        other === label
          ? null
          : linkLeadTime(
              both.map(({ cents, configuration }) => ({
                reference: cents[label]!,
                price: cents[other]!,
                quantity: copiesOf(configuration),
              })),
            )
      const otherPrices = both.map(({ cents }) => cents[other]!)
      // Where few show both, the errors of the reference tell how far off it is.
      const errors =
        !link || both.length < fewest
          ? ofReference
          : both.map((observation) => {
              const { price, sd } = held.get(observation)!
              const estimate = link.price(price, copiesOf(observation.configuration))
              return { error: Math.log(observation.cents[other]! / estimate), sd: Math.hypot(sd, link.sd) }
            })
      const answers = merged.flatMap(({ configuration, cents }) =>
        cents[other] === undefined ? [] : [{ configuration, cents: cents[other] }],
      )
      return [
        {
          label: other,
          grid: detectGrid(otherPrices),
          link,
          calibration: calibrate(errors, encoder.hasRolls),
          seen: seenOf(space, hints, answers),
        },
      ]
    })

    const fewer = fewerCopies(space)
    const dearer = neverCheaper(merged, labels)
    const grows = leadTimes.find((leadTime) => leadTime.label === label)?.seen.grows ?? false
    /** Of what was answered the other lead times follow from its own price. */
    const answered = new Map(
      known.map(({ configuration, cents }) => [
        configurationKey(configuration),
        { reference: cents[label]!, sd: 0 },
      ]),
    )
    const predicted = (configuration: Configuration): { reference: number; sd: number } => {
      const { log: own, sd } = model.predict(point(configuration))
      const log = grows
        ? Math.max(own, ...fewer(configuration).map((less) => model.logPrice(point(less))))
        : own
      return { reference: atLeast(Math.exp(log)), sd }
    }
    const estimate = (configuration: Configuration): ReadonlyMap<string, Estimate> => {
      const { reference, sd } = answered.get(configurationKey(configuration)) ?? predicted(configuration)
      const out = new Map<string, Estimate>()
      if (!Number.isFinite(reference)) return out
      for (const leadTime of leadTimes) {
        const price = leadTime.link ? leadTime.link.price(reference, copiesOf(configuration)) : reference
        const half = leadTime.calibration.halfWidth(Math.hypot(sd, leadTime.link?.sd ?? 0))
        const cents = snap(leadTime.grid, price)
        const { low, high } = snapInterval(
          leadTime.grid,
          cents,
          price * Math.exp(-half) - halfCent,
          price * Math.exp(half) + halfCent,
        )
        out.set(leadTime.label, heldTo(leadTime.seen, configuration, { cents, low, high }))
      }
      for (const [label, cheaper] of dearer) {
        for (const other of cheaper) {
          const [one, least] = [out.get(label), out.get(other)]
          if (!one || !least) continue
          const cents = Math.max(one.cents, least.cents)
          out.set(label, {
            ...one,
            ...{ cents, low: Math.max(one.low, least.low), high: Math.max(one.high, cents) },
          })
        }
      }
      return out
    }
    const needed = space.values.flatMap(({ key }) =>
      known.every(({ configuration }) => configuration.values[key]) ? [key] : [],
    )
    const lacking = ({ values }: Configuration) => needed.filter((key) => values[key] === undefined)
    return { estimate, lacking, missing: null }
  }
  return { model, point, pricing }
}

/**
 * An estimate that is nowhere below what was seen of a smaller one of the same, nor above what was seen of a larger one, unless
 * an answer shows that this partner's prices fall as size or quantity grow.
 */
function heldTo(seen: Seen, configuration: Configuration, estimate: Omit<Estimate, 'outside'>): Estimate {
  const outside = seen.isOutside(configuration)
  if (!seen.grows) return { ...estimate, outside }
  const { cents, low, high } = noLess(estimate, seen.least(configuration))
  const most = seen.most(configuration)
  return { cents: Math.min(cents, most), low: Math.min(low, most), high: Math.min(high, most), outside }
}

/** At least so many cents: one that has to be raised was too low by that factor at least, and so was the upper end of its interval. */
function noLess<T extends Omit<Estimate, 'outside'>>(estimate: T, least: number): T {
  const { cents, low, high } = estimate
  if (least <= low) return estimate
  if (least <= cents) return { ...estimate, low: least }
  return {
    ...estimate,
    ...{ cents: least, low: least, high: Math.ceil(cents > 0 ? (high / cents) * least : least) },
  }
}
