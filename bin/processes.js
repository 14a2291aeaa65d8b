/**
 * How a program of this project ends with those that it was started by, or has started. Plain JavaScript for Node 20,
 * because it runs before anything is installed.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
const LOOK_MS = 500
/** npm, its shell, a script and this program. */
const MOST_ANCESTORS = 4

/** From the beginning: npm may go before its program comes to what it would leave behind. */
const ANCESTORS = process.env.npm_lifecycle_event ? ancestorsUpToNpm() : []

/**
 * Passes on what ends this program to its child, which ends in order; this one waits for it.
 * @returns {Promise<number>} the exit code, as a shell would give it
 */
export function endTogether(child) {
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal))
  endWithNpm(() => child.kill('SIGTERM'))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code, signal) =>
      resolve(code ?? { SIGHUP: 129, SIGINT: 130, SIGKILL: 137 }[signal] ?? 143),
    )
  })
}

/**
 * Where npm started this program, calls `end` once npm or a process between has gone: npm passes a signal to its shell
 * alone, which dies of it and leaves behind what it ran; and one that is killed passes nothing.
 */
export function endWithNpm(end) {
  if (ANCESTORS.length === 0) return
  const timer = setInterval(() => {
    if (process.ppid === ANCESTORS[0] && ANCESTORS.every(isRunning)) return
    clearInterval(timer)
    end()
  }, LOOK_MS)
  timer.unref()
}

/** The processes from this one's parent to npm; none where npm is not among them. */
function ancestorsUpToNpm() {
  const ancestors = []
  for (let pid = process.ppid; ancestors.length < MOST_ANCESTORS && pid > 1;) {
    ancestors.push(pid)
    const { parent, name } = describe(pid)
    if (/^npm\b/.test(name)) return ancestors
    pid = parent
  }
  return []
}

function describe(pid) {
  try {
    if (process.platform === 'linux') {
      const [, name, state, parent] =
        /^\d+ \(([\s\S]*)\) (\S) (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
      return { parent: Number(parent), name, ended: state === 'Z' }
    }
    const [, parent, name] = /^\s*(\d+)\s+(.*)/.exec(
      execFileSync('ps', ['-o', 'ppid=,command=', '-p', String(pid)], { encoding: 'utf8' }),
    )
    return { parent: Number(parent), name, ended: false }
  } catch {
    return { parent: 0, name: '', ended: true }
  }
}

function isRunning(pid) {
  // One that has ended keeps its number until it was asked what became of it.
  if (process.platform === 'linux') return !describe(pid).ended
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
