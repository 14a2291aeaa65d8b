/** The desktop application's own part, under plain Node: how soon its service is ready, what it loads, what it does idle. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { DEMO_BUNDLE, withWorkspace } from '../harness/fixtures.ts'
import { fixed, type Measure } from '../harness/figures.ts'
import { processorSeconds } from '../harness/service.ts'
import { median, spread } from '../harness/statistics.ts'
import { timed } from '../harness/timed.ts'

const MAIN = join(import.meta.dirname, '..', '..', 'out', 'main', 'index.js')
const WITH_ELECTRON = join(import.meta.dirname, '..', 'programs', 'with-electron.ts')
const STARTS = 4
const READY_MS = 250
const MOST_MEGABYTES = 1.5
const IDLE_SECONDS = 60
const IMPORTED =
  /(?:\bfrom|\bimport)\s*["'](\.\/[^"']+)["']|\bawait import\(\s*[`"'](\.\/desktop[^`"']+)[`"']\)/g

/** The scripts that the application's start loads, each once, with what they import. */
function loaded(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  for (const [, plain, first] of readFileSync(file, 'utf8').matchAll(IMPORTED))
    loaded(join(dirname(file), (plain ?? first)!), seen)
  return seen
}

/** Starts it, until its service is ready. @returns how long that took from its first line, in milliseconds */
async function started(folder: string): Promise<{ ms: number; child: ChildProcess }> {
  const args = ['--import', WITH_ELECTRON, MAIN, '--data', folder, '--trace-start']
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, XDG_CONFIG_HOME: folder },
  })
  let text = ''
  child.stdout.setEncoding('utf8')
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    text += chunk as string
    const ms = /^start: (\d+) ms service ready$/m.exec(text)?.[1]
    if (ms) {
      child.stdout.resume()
      return { ms: Number(ms), child }
    }
  }
  throw new Error('the desktop application did not start')
}

async function end(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
}

/** Bytes that a process has had written to disks, and how often its threads have waited. */
function work(pid: number): { bytes: number; waits: number } {
  const bytes = Number(/^write_bytes: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1])
  const waits = readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => {
    const status = readFileSync(`/proc/${pid}/task/${thread}/status`, 'utf8')
    return sum + Number(/^voluntary_ctxt_switches:\s+(\d+)$/m.exec(status)?.[1])
  }, 0)
  return { bytes, waits }
}

export const desktop: Measure = {
  name: 'desktop',
  run: ({ rounds }) =>
    withWorkspace(async (workspace) => {
      const { folder } = workspace.store('demo', DEMO_BUNDLE)
      await end((await started(folder)).child)
      const floors: number[] = []
      const starts: number[] = []
      for (let round = 0; round < rounds * STARTS; round++) {
        floors.push(await timed(['-e', '0']))
        const { ms, child } = await started(folder)
        starts.push(ms)
        await end(child)
      }
      const value = median(starts)
      const megabytes = [...loaded(MAIN)].reduce((sum, file) => sum + statSync(file).size, 0) / 1e6
      const { child } = await started(folder)
      // What the start has left to do.
      await after(5_000)
      const before = { ...work(child.pid!), seconds: processorSeconds(child.pid!) }
      await after(IDLE_SECONDS * 1000)
      const idle = { ...work(child.pid!), seconds: processorSeconds(child.pid!) }
      await end(child)
      const written = idle.bytes - before.bytes
      return [
        {
          name: 'service ready, from the first line of the program',
          value: `${fixed(value, 0)} ms`,
          floor: `${fixed(median(floors), 0)} ms node -e 0`,
          target: `≤ ${READY_MS} ms`,
          ok: value <= READY_MS,
          noise: `floor ${spread(floors)}, ${spread(starts)}`,
        },
        {
          name: 'scripts that the start loads',
          value: `${fixed(megabytes, 2)} MB`,
          target: `≤ ${MOST_MEGABYTES} MB`,
          ok: megabytes <= MOST_MEGABYTES,
        },
        {
          name: `written to disk in ${IDLE_SECONDS} idle seconds`,
          value: `${written} bytes`,
          target: '0',
          ok: written === 0,
        },
        {
          name: 'waits of its threads an idle second',
          value: fixed((idle.waits - before.waits) / IDLE_SECONDS, 1),
          target: 'shown',
          ok: null,
        },
        {
          name: `processor in ${IDLE_SECONDS} idle seconds`,
          value: `${fixed((idle.seconds - before.seconds) * 1000, 0)} ms`,
          target: 'shown',
          ok: null,
        },
      ]
    }),
}
