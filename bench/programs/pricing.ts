/** Checks and prices lines in process through the service that ships, and times it. */
import { performance } from 'node:perf_hooks'
import pino from 'pino'
import { Service } from '../../src/service/service.ts'
import { serveProgram } from '../harness/program.ts'

export interface PricingTask {
  readonly folder: string
  /** lines as JSON text */
  readonly lines: readonly string[]
  readonly batches: number
}

export interface PricingTimes {
  /** microseconds a line, one entry a batch */
  readonly pricing: number[]
  /** the same for JSON.parse of the same lines */
  readonly parsing: number[]
  readonly leadTimes: number
}

const BATCH = 200

serveProgram<PricingTask>(async ({ folder, lines, batches }): Promise<PricingTimes> => {
  const service = await Service.open({ folder, log: pino({ level: 'silent' }) })
  const bodies = lines.map((line) => JSON.parse(line) as unknown)
  let sink = 0
  let leadTimes = Infinity
  const price = (i: number) => {
    const prices = service.prices.of(service.offers.check('print', bodies[i % bodies.length]))
    if (prices instanceof Promise) throw new Error('prices of the own tariff are given at once')
    leadTimes = Math.min(leadTimes, prices.length)
    for (const { cents } of prices) sink += cents ?? 0
  }
  const parse = (i: number) => {
    sink += (JSON.parse(lines[i % lines.length]!) as { produit: number }).produit
  }
  const time = (work: (i: number) => void, from: number) => {
    const start = performance.now()
    for (let i = from; i < from + BATCH; i++) work(i)
    return ((performance.now() - start) * 1000) / BATCH
  }
  const pricing: number[] = []
  const parsing: number[] = []
  // The first half warms up.
  for (let batch = 0; batch < 2 * batches; batch++) {
    const parsed = time(parse, batch * BATCH)
    const priced = time(price, batch * BATCH)
    if (batch < batches) continue
    parsing.push(parsed)
    pricing.push(priced)
  }
  await service.close()
  if (!Number.isFinite(sink)) throw new Error('a price is no number')
  return { pricing, parsing, leadTimes }
})
