/** The subject: the command line as it ships, in a process of its own. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..', '..')
const BUILT = join(ROOT, 'out', 'main', 'cli.js')

/** The built command line, or the sources where nothing is built. COMPTOIR_BENCH_CLI names another build. */
export const CLI =
  process.env['COMPTOIR_BENCH_CLI'] ?? (existsSync(BUILT) ? BUILT : join(ROOT, 'src', 'cli', 'index.ts'))

export const KEY = 'bench-key'

/** Where a program's store is: its data folder, and the address of a PostgreSQL database where it is not in there. */
export interface Place {
  readonly folder: string
  readonly url?: string
}

const environment = ({ url }: Place) => (url ? { ...process.env, COMPTOIR_STORE: url } : process.env)

/** Runs a command to its end. @returns what it printed as JSON. */
export function command<T>(place: Place, ...args: string[]): T {
  const all = [CLI, ...args, '--data', place.folder, '--json']
  const { status, stdout, stderr } = spawnSync(process.execPath, all, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: environment(place),
  })
  if (status !== 0) throw new Error(`comptoir ${args.join(' ')} failed: ${stderr || stdout}`)
  return JSON.parse(stdout) as T
}

export class RunningService {
  readonly port: number
  readonly #child: ChildProcess

  private constructor(child: ChildProcess, port: number) {
    this.#child = child
    this.port = port
  }

  static async start(place: Place): Promise<RunningService> {
    const args = [CLI, 'serve', '--port', '0', '--key', KEY, '--data', place.folder]
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: environment(place),
    })
    let text = ''
    child.stdout.setEncoding('utf8')
    for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
      text += chunk as string
      const port = /^listening on http:\/\/127\.0\.0\.1:(\d+)$/m.exec(text)?.[1]
      if (port) {
        child.stdout.resume()
        return new RunningService(child, Number(port))
      }
    }
    throw new Error('the service did not start')
  }

  get pid(): number {
    return this.#child.pid!
  }

  async stop(): Promise<void> {
    const gone = once(this.#child, 'exit')
    this.#child.kill('SIGTERM')
    await gone
  }
}

/** Resident memory of a process, in MB. */
export function residentMegabytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1024
}

const NANOSECONDS = 1e9

/** Processor time that a process has used, in seconds: steadier than the clock where others work on the machine. */
export function processorSeconds(pid: number): number {
  return readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => {
    const [nanoseconds] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')
    return sum + Number(nanoseconds) / NANOSECONDS
  }, 0)
}
