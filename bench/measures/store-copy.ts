import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { startPostgres } from '../../src/testing/postgres-server.ts'
import { DEMO_BUNDLE, withWorkspace } from '../harness/fixtures.ts'
import { fixed, whole, type Figure, type Measure } from '../harness/figures.ts'
import { CLI, residentMegabytes } from '../harness/service.ts'
import { timed } from '../harness/timed.ts'

const FILL = join(import.meta.dirname, '..', 'programs', 'fill-orders.ts')
const SAMPLE_MS = 50
/** Rows go by some thousand at a time: what is held does not grow with the store. */
const MOST_MEGABYTES = 350

/** A store of many orders copied from SQLite to PostgreSQL, and back into another folder. */
export const storeCopy: Measure = {
  name: 'store-copy',
  run: ({ orders }) =>
    withWorkspace(async (workspace) => {
      const server = await startPostgres()
      try {
        const { folder } = workspace.store('orders', DEMO_BUNDLE)
        await timed([FILL, folder, String(orders)])
        const url = await server.create()
        const back = join(workspace.folder, 'back')
        mkdirSync(back)
        const name = (way: string) => `store copy of ${whole(orders)} orders, ${way}`
        return [
          await copy(name('SQLite to PostgreSQL'), ['--data', folder, '--to', url]),
          await copy(name('PostgreSQL to SQLite'), ['--data', folder, '--store', url, '--to', back]),
        ]
      } finally {
        await server.stop()
      }
    }),
}

async function copy(name: string, args: readonly string[]): Promise<Figure> {
  const start = performance.now()
  const child = spawn(process.execPath, [CLI, 'store', 'copy', ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  let peak = 0
  const timer = setInterval(() => {
    const held = residentMegabytes(child.pid!)
    if (held > peak) peak = held
  }, SAMPLE_MS)
  child.once('exit', () => clearInterval(timer))
  const [code] = (await once(child, 'exit')) as [number]
  if (code !== 0) throw new Error(`store copy ended with ${code}`)
  return {
    name,
    value: `${fixed((performance.now() - start) / 1000, 1)} s, at most ${fixed(peak, 0)} MB`,
    target: `≤ ${MOST_MEGABYTES} MB`,
    ok: peak <= MOST_MEGABYTES,
  }
}
