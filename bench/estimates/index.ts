/**
 * npm run bench:estimates: how near the estimates come to the simulated partner's prices on configurations not
 * asked about, after 20, 60 and 120 price requests a product. COMPTOIR_BENCH_SEED chooses another partner.
 */
import {
  configurationKey,
  fit,
  nextRequests,
  type Configuration,
  type Estimator,
  type Observation,
} from '../../src/estimate/index.ts'
import { subjects, type Subject } from './partner.ts'
import { quantile, Tally } from './tally.ts'

const seed = Number(process.env.COMPTOIR_BENCH_SEED ?? 1)
const products = 40
const unseen = 1_500
const sizes = [20, 60, 120]
/** Requests that the filler chooses at a time (`src/service/price-filler.ts`). */
const round = 10

const times = { fit: [] as number[], estimate: [] as number[], choose: [] as number[] }
const tallies = new Map<number, { all: Tally; families: Map<string, Tally> }>()
for (const size of sizes) tallies.set(size, { all: new Tally(), families: new Map() })

/** Processor time, in milliseconds: what others do on the machine does not count. */
function timed<T>(list: number[], work: () => T): T {
  const start = process.cpuUsage()
  const result = work()
  const { user, system } = process.cpuUsage(start)
  list.push((user + system) / 1000)
  return result
}

for (const subject of subjects(products, seed)) measure(subject)

function measure(subject: Subject): void {
  const answers: Observation[] = []
  const refused: Configuration[] = []
  let asked = 0
  const tests = subject.realistic(Math.ceil(unseen / products))
  for (const size of sizes) {
    while (asked < size) {
      const next = timed(times.choose, () =>
        nextRequests(subject.space, answers, Math.min(round, size - asked), seed, {
          ...subject.hints,
          refused,
        }),
      )
      if (next.length === 0) break
      for (const configuration of next) {
        asked++
        const cents = subject.ask(configuration)
        if (cents) answers.push({ configuration, cents })
        else refused.push(configuration)
      }
    }
    const estimator = timed(times.fit, () => fit(subject.space, answers, subject.hints))
    const seen = new Set(answers.map(({ configuration }) => configurationKey(configuration)))
    judge(
      subject,
      size,
      estimator,
      tests.filter((test) => !seen.has(configurationKey(test))),
      refused.length,
    )
  }
}

function judge(
  subject: Subject,
  size: number,
  estimator: Estimator,
  tests: readonly Configuration[],
  refusals: number,
): void {
  const { all, families } = tallies.get(size)!
  const family = families.get(subject.family) ?? new Tally()
  families.set(subject.family, family)
  for (const tally of [all, family]) tally.refusals += refusals
  for (const test of tests) {
    const estimates = timed(times.estimate, () => estimator.estimate(test))
    for (const [label, truth] of Object.entries(subject.ask(test) ?? {})) {
      for (const tally of [all, family]) tally.add(truth, estimates.get(label))
    }
  }
}

for (const [size, { all, families }] of tallies) {
  console.log(`\n${size} requests a product`)
  console.log(Tally.header)
  for (const [name, tally] of [...families].sort()) console.log(tally.line(name))
  console.log(all.line('all'))
}
const milliseconds = (list: readonly number[], p: number): string => `${quantile(list, p).toFixed(2)} ms`
console.log(`\nfit       p50 ${milliseconds(times.fit, 0.5)}  max ${milliseconds(times.fit, 1)}`)
console.log(`choose    p50 ${milliseconds(times.choose, 0.5)}  max ${milliseconds(times.choose, 1)}`)
console.log(`estimate  p50 ${milliseconds(times.estimate, 0.5)}  p99 ${milliseconds(times.estimate, 0.99)}`)
