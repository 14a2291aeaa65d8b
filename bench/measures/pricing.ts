import { demoBundle, eightOptions, printLine, randomSource, withWorkspace } from '../harness/fixtures.ts'
import { fixed, type Figure, type Measure } from '../harness/figures.ts'
import { Program } from '../harness/program.ts'
import { median, quantile, spread } from '../harness/statistics.ts'
import type { PricingTimes } from '../programs/pricing.ts'

const LINES = 500
const BATCHES = 500
const MOST_MICROSECONDS = 10

/** Validating and pricing one line of 8 options at 6 lead times, in process. */
export const pricing: Measure = {
  name: 'pricing',
  async run({ rounds }) {
    const bundle = demoBundle()
    const products = eightOptions(bundle)
    const sixLeadTimes = products.filter(({ delais }) => delais.length === 6)
    const random = randomSource(1)
    const sets = [
      { name: 'line of 8 options at 6 lead times', products: sixLeadTimes, judged: true },
      {
        name: 'lines of every product of 8 options (surfaces too)',
        products,
        judged: true,
      },
    ]
    return withWorkspace(async (workspace) => {
      const { folder } = workspace.store('store', bundle)
      const figures: Figure[] = []
      for (const { name, products: of, judged } of sets) {
        const lines = Array.from({ length: LINES }, (_, i) =>
          JSON.stringify(printLine(of[i % of.length]!, random)),
        )
        const times: PricingTimes[] = []
        for (let round = 0; round < rounds; round++) {
          const program = new Program('pricing')
          times.push(await program.call<PricingTimes>({ folder, lines, batches: BATCHES }))
          await program.stop()
        }
        const medians = times.map((time) => median(time.pricing))
        const value = median(medians)
        const p99 = median(times.map((time) => quantile(time.pricing, 0.99)))
        const floor = median(times.map((time) => median(time.parsing)))
        figures.push({
          name: `validate and price, ${name}`,
          value: `${fixed(value)} µs (p99 ${fixed(p99)})`,
          floor: `${fixed(floor)} µs JSON.parse`,
          ratio: value / floor,
          target: `≤ ${MOST_MICROSECONDS} µs`,
          ok: judged ? value <= MOST_MICROSECONDS : null,
          noise: spread(medians),
        })
      }
      return figures
    })
  },
}
