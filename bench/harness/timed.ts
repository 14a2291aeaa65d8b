import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Runs a program to its end. @returns milliseconds from its start to its exit. */
export async function timed(args: readonly string[]): Promise<number> {
  const start = performance.now()
  const child = spawn(process.execPath, [...args], { stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = (await once(child, 'exit')) as [number]
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`)
  return performance.now() - start
}
