import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  bundleOf,
  DEMO_BUNDLE,
  get,
  post,
  printLine,
  randomSource,
  withWorkspace,
} from '../harness/fixtures.ts'
import { fixed, type Figure, type Measure, type Options } from '../harness/figures.ts'
import { LoadGenerator } from '../harness/load.ts'
import { CLI, residentMegabytes, RunningService } from '../harness/service.ts'
import { median, spread } from '../harness/statistics.ts'
import { timed } from '../harness/timed.ts'

const STARTS = 4
const FACTOR = 3
const ALLOWANCE_MS = 150
const MOST_MEGABYTES = 140
const MOST_MORE_MEGABYTES = 250
const MANY = 10_000
const IMPORT_FLOOR = join(import.meta.dirname, '..', 'programs', 'import-floor.ts')

/** Starts the service and waits for its first answer. */
async function readiness(folder: string, token: string): Promise<{ ms: number; megabytes: number }> {
  const start = performance.now()
  const service = await RunningService.start({ folder })
  try {
    const { path, headers } = get('/0.2/print/produit/?limit=1', token)
    const answer = await fetch(`http://127.0.0.1:${service.port}${path}`, { headers })
    if (answer.status !== 200) throw new Error(`the service answers ${answer.status}`)
    await answer.bytes()
    return { ms: performance.now() - start, megabytes: residentMegabytes(service.pid) }
  } finally {
    await service.stop()
  }
}

/** From start to the first answer with the demo store, and the memory held then. */
export const start: Measure = {
  name: 'start',
  run: ({ rounds }) =>
    withWorkspace(async (workspace) => {
      const { folder, token } = workspace.store('demo', DEMO_BUNDLE)
      await timed(['-e', '0'])
      await readiness(folder, token)
      const floors: number[] = []
      const starts: number[] = []
      const megabytes: number[] = []
      for (let round = 0; round < rounds * STARTS; round++) {
        floors.push(await timed(['-e', '0']))
        const ready = await readiness(folder, token)
        starts.push(ready.ms)
        megabytes.push(ready.megabytes)
      }
      const value = median(starts)
      const allowed = FACTOR * median(floors) + ALLOWANCE_MS
      return [
        {
          name: 'ready to answer, demo store',
          value: `${fixed(value, 0)} ms`,
          floor: `${fixed(median(floors), 0)} ms node -e 0`,
          ratio: value / allowed,
          target: `≤ ${FACTOR} × floor + ${ALLOWANCE_MS} ms = ${fixed(allowed, 0)}`,
          ok: value <= allowed,
          noise: `floor ${spread(floors)}, ${spread(starts)}`,
        },
        {
          name: 'resident memory then',
          value: `${fixed(median(megabytes), 0)} MB`,
          target: `≤ ${MOST_MEGABYTES} MB`,
          ok: median(megabytes) <= MOST_MEGABYTES,
          noise: spread(megabytes),
        },
      ]
    }),
}

/** `import` of 10,000 products, and the memory that their snapshot takes. */
export const load: Measure = {
  name: 'import',
  run: (options) =>
    withWorkspace(async (workspace) => {
      const bundle = bundleOf(MANY)
      const file = workspace.write('many.json', bundle)
      const floors: number[] = []
      const imports: number[] = []
      const again: number[] = []
      for (let round = 0; round < options.rounds; round++) {
        const folder = join(workspace.folder, `floor-${round}`)
        mkdirSync(folder)
        floors.push(await timed([IMPORT_FLOOR, file, folder]))
        const store = join(workspace.folder, `import-${round}`)
        imports.push(await timed([CLI, 'import', file, '--data', store]))
        again.push(await timed([CLI, 'import', file, '--data', store]))
      }
      const ratio = median(imports.map((value, i) => value / floors[i]!))
      return [
        {
          name: 'import of 10,000 products',
          value: `${fixed(median(imports), 0)} ms`,
          floor: `${fixed(median(floors), 0)} ms`,
          ratio,
          target: `≤ ${FACTOR}`,
          ok: ratio <= FACTOR,
          noise: `floor ${spread(floors)}, ${spread(imports)}`,
        },
        {
          name: 'the same bundle again',
          value: `${fixed(median(again), 0)} ms`,
          target: 'shown',
          ok: null,
          noise: spread(again),
        },
        ...(await memory(
          options,
          workspace.store('demo', DEMO_BUNDLE),
          workspace.store('many', bundle),
          bundle,
        )),
      ]
    }),
}

type Store = ReturnType<Parameters<Parameters<typeof withWorkspace>[0]>[0]['store']>

/** What 10,000 products hold in memory beyond the demo store: as loaded, and when each has been priced once. */
async function memory(
  { rounds }: Options,
  demo: Store,
  many: Store,
  bundle: ReturnType<typeof bundleOf>,
): Promise<Figure[]> {
  const generator = new LoadGenerator()
  const random = randomSource(6)
  const requests = bundle.produits.map((product) =>
    post('/0.2/print/prix/', many.token, printLine(product, random)),
  )
  const loaded: number[] = []
  const used: number[] = []
  try {
    for (let round = 0; round < Math.min(3, rounds); round++) {
      const { megabytes } = await readiness(demo.folder, demo.token)
      const service = await RunningService.start(many)
      const { path, headers } = get('/0.2/print/produit/?limit=1', many.token)
      await (await fetch(`http://127.0.0.1:${service.port}${path}`, { headers })).bytes()
      loaded.push(residentMegabytes(service.pid) - megabytes)
      const all = { port: service.port, connections: 4, seconds: 60, requests, count: requests.length }
      await generator.expect(200, all)
      used.push(residentMegabytes(service.pid) - megabytes)
      await service.stop()
    }
  } finally {
    await generator.stop()
  }
  return [
    {
      name: 'snapshot of 10,000 products, first answer',
      value: `${fixed(median(loaded), 0)} MB more`,
      target: `≤ ${MOST_MORE_MEGABYTES} MB`,
      ok: median(loaded) <= MOST_MORE_MEGABYTES,
      noise: spread(loaded),
    },
    {
      name: '… and after a price of each',
      value: `${fixed(median(used), 0)} MB more`,
      target: 'shown',
      ok: null,
      noise: spread(used),
    },
  ]
}
