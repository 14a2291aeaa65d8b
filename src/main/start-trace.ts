/** `--trace-start`: how long each part of a start took, on standard output, for who measures it. */

/** Before anything else of the program is loaded. */
const began = performance.now()
const isTraced = process.argv.includes('--trace-start')

/** Tells that the start has come so far, in milliseconds since the program's first line. */
export function mark(what: string): void {
  if (isTraced) process.stdout.write(`start: ${(performance.now() - began).toFixed(0)} ms ${what}\n`)
}
