/**
 * How a program of this project ends with those that it was started by, or has started. Plain JavaScript for Node 20,
 * because it runs before anything is installed.
 */
import { execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

export const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
const LOOK_MS = 500
/** What a program that is to end may take for it. */
const PATIENCE_MS = 5_000
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
    child.on('exit', (code, signal) => resolve(code ?? exitCodeOf(signal)))
  })
}

/**
 * Runs a program in this one's place: what ends this one ends it, also where this one is killed.
 * @param {string} runtime of Node
 * @param {readonly string[]} args the program calls {@link endWithStarter}
 * @returns {Promise<number>} its exit code
 */
export function inMyPlace(runtime, args) {
  return endTogether(spawn(runtime, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] }))
}

/** Calls `end` once the program that runs this one in its own place has gone without a word. */
export function endWithStarter(end) {
  if (!process.channel) return
  process.once('disconnect', end)
  // That somebody would be heard of is no reason to go on.
  process.channel.unref()
}

/** The exit code of a program that a signal ended, as shells give it. */
export const exitCodeOf = (signal) => ({ SIGHUP: 129, SIGINT: 130, SIGKILL: 137 })[signal] ?? 143

/**
 * Ends a program that was started `detached`, with all that it has started, and waits for its end: npm goes before the
 * programs that it runs, which would write on into a folder that another start empties.
 * @param {NodeJS.Signals} signal
 */
export async function endGroup(child, signal) {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    signalGroup(child, signal)
    const impatience = setTimeout(() => signalGroup(child, 'SIGKILL'), PATIENCE_MS)
    await ended
    clearTimeout(impatience)
  }
  signalGroup(child, 'SIGKILL')
}

function signalGroup(child, signal) {
  try {
    if (process.platform === 'win32') execFileSync('taskkill', ['/pid', String(child.pid), '/T', '/F'])
    else process.kill(-child.pid, signal)
  } catch {
    // None of them is left.
  }
}

/**
 * Where npm started this program, calls `end` once npm or a process between has gone: npm passes a signal to its shell
 * alone, which dies of it and leaves behind what it ran; and one that is killed passes nothing.
 * @returns {() => void} stops looking
 */
export function endWithNpm(end) {
  if (ANCESTORS.length === 0) return () => undefined
  const timer = setInterval(() => {
    if (process.ppid === ANCESTORS[0] && ANCESTORS.every(isRunning)) return
    clearInterval(timer)
    end()
  }, LOOK_MS)
  timer.unref()
  return () => clearInterval(timer)
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
