/** Real child processes of the test's own, none of which outlives it. */
import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { onTestFinished } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')

export interface Child {
  readonly process: ChildProcessByStdio<null, Readable, Readable>
  /** whole lines of standard output so far */
  readonly lines: readonly string[]
  stderr(): string
  /** Resolves once standard output has as many lines. */
  until(count: number): Promise<void>
  /** Resolves with the exit code, or the signal that ended it, once all output is read. */
  readonly ended: Promise<number | string>
  kill(signal: NodeJS.Signals): Promise<number | string>
}

/** Starts a program of this project, by its path in it or in the system, on the same Node that runs the tests. */
export function startNode(
  program: string,
  args: readonly string[],
  options: { env?: Record<string, string>; shell?: string } = {},
): Child {
  const command = [process.execPath, '--disable-warning=ExperimentalWarning', resolve(ROOT, program), ...args]
  const env = { ...process.env, NODE_OPTIONS: '', COMPTOIR_KEY: '', LC_ALL: 'C', ...options.env }
  const child = options.shell
    ? spawn('bash', ['-c', `${options.shell}; exec "$@"`, 'bash', ...command], {
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
    : spawn(command[0]!, command.slice(1), { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const lines: string[] = []
  let rest = ''
  let stderr = ''
  const waiting: { count: number; resolve: () => void; reject: (error: Error) => void }[] = []
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    const parts = (rest + chunk).split('\n')
    rest = parts.pop()!
    lines.push(...parts)
    for (const { count, resolve } of waiting) if (lines.length >= count) resolve()
  })
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk))
  const ended = new Promise<number | string>((resolve) => {
    child.once('close', (code, signal) => {
      resolve(code ?? signal!)
      for (const { reject } of waiting) reject(new Error(`ended before: ${stderr}`))
    })
  })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return {
    process: child,
    lines,
    stderr: () => stderr,
    ended,
    until: (count) =>
      new Promise((resolve, reject) => {
        if (lines.length >= count) resolve()
        else waiting.push({ count, resolve, reject })
      }),
    kill(signal) {
      child.kill(signal)
      return ended
    },
  }
}

/** Runs a program to its end. */
export async function runNode(
  program: string,
  args: readonly string[],
  options: Parameters<typeof startNode>[2] = {},
) {
  const child = startNode(program, args, options)
  const code = await child.ended
  return { code, stdout: child.lines.map((line) => `${line}\n`).join(''), stderr: child.stderr() }
}
