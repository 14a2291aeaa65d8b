/**
 * npm run bench [-- NAME…] [--rounds N] [--seconds S] [--mixed-seconds S] [--orders N] [--json FILE]
 *
 * Every figure is printed with its floor, measured in turns with it in the same run, because machines and their other
 * work differ. Subjects are the command line as it ships (COMPTOIR_BENCH_CLI names another build), each in a process
 * of its own, the load generator in another.
 */
import { writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { table, type Figure, type Measure } from './harness/figures.ts'
import { CLI } from './harness/service.ts'
import { browser } from './measures/browser.ts'
import { desk } from './measures/desk.ts'
import { desktop } from './measures/desktop.ts'
import { documents } from './measures/documents.ts'
import { exports } from './measures/exports.ts'
import { finding } from './measures/finding.ts'
import { lists } from './measures/lists.ts'
import { mixed } from './measures/mixed.ts'
import { orderBook } from './measures/order-book.ts'
import { orders } from './measures/orders.ts'
import { carts, catalogueSize, prices } from './measures/prices.ts'
import { pricing } from './measures/pricing.ts'
import { shared } from './measures/shared.ts'
import { load, start } from './measures/start.ts'
import { storeCopy } from './measures/store-copy.ts'

const MEASURES: readonly Measure[] = [
  pricing,
  prices,
  carts,
  catalogueSize,
  orders,
  lists,
  start,
  desktop,
  load,
  orderBook,
  mixed,
  browser,
  desk,
  shared,
  storeCopy,
  exports,
  documents,
  finding,
]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    'mixed-seconds': { type: 'string', default: '60' },
    orders: { type: 'string', default: '1000000' },
    json: { type: 'string' },
  },
})
const unknown = positionals.filter((name) => !MEASURES.some((measure) => measure.name === name))
if (unknown.length > 0) {
  console.error(
    `bench: no measure is called ${unknown.join(', ')}; there are ${MEASURES.map(({ name }) => name).join(', ')}`,
  )
  process.exit(1)
}
const options = {
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  mixedSeconds: Number(values['mixed-seconds']),
  orders: Number(values.orders),
}
console.log(
  `${CLI}, node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, load ${loadavg()[0]?.toFixed(1)}; ` +
    `${options.rounds} rounds of ${options.seconds} s, floor and subject in turns`,
)

const all: Figure[] = []
for (const measure of MEASURES) {
  if (positionals.length > 0 && !positionals.includes(measure.name)) continue
  console.log(`\n— ${measure.name}`)
  const figures = await measure.run(options)
  console.log(table(figures))
  all.push(...figures)
}
const missed = all.filter(({ ok }) => ok === false)
console.log(
  missed.length === 0
    ? '\nevery target is met'
    : `\nmissed: ${missed.map(({ name, value, target }) => `${name} (${value}, ${target})`).join('; ')}`,
)
if (values.json) writeFileSync(values.json, `${JSON.stringify(all, null, 2)}\n`)
process.exitCode = missed.length > 0 ? 1 : 0
