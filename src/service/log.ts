import { constants, fstatSync, openSync, writeSync } from 'node:fs'

export type { Logger } from 'pino'

const STANDARD_ERROR = 2
const { O_APPEND, O_CREAT, O_NONBLOCK, O_WRONLY } = constants
const OWNER_ONLY = 0o600
/** pino's number of `warn` */
const WARN = 40

/**
 * Where log lines go: a file, or standard error. What cannot be written is dropped: neither a full disk nor a reader
 * that went away or reads no more may end the service, or make it wait. The first failure is told on standard error;
 * once lines can be written again, one of them says how many are missing.
 */
export class LogDestination {
  readonly #file: string | null
  #descriptor: number | null = null
  #dropped = 0
  /** whether a line was written in part: the next one must not continue it */
  #broken = false

  /** @param file null: standard error */
  constructor(file: string | null) {
    this.#file = file
  }

  write(line: string): void {
    try {
      this.#descriptor ??= this.#file === null ? standardError() : openLog(this.#file)
      if (this.#dropped > 0) {
        this.#writeWhole(missing(this.#dropped))
        this.#dropped = 0
      }
      this.#writeWhole(line)
    } catch (error) {
      this.#dropped += 1
      if (this.#dropped === 1 && this.#file !== null) tell(this.#file, error as Error)
    }
  }

  #writeWhole(line: string): void {
    let rest = Buffer.from(this.#broken ? `\n${line}` : line)
    while (rest.length > 0) {
      const written = writeSync(this.#descriptor!, rest)
      rest = rest.subarray(written)
      this.#broken = rest.length > 0
    }
  }
}

function missing(count: number): string {
  const msg = `${count} log line(s) before this one could not be written`
  return `${JSON.stringify({ level: WARN, time: Date.now(), msg })}\n`
}

function openLog(file: string): number {
  return openSync(file, O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK, OWNER_ONLY)
}

let opened: number | undefined

/** Standard error; a pipe opened anew, so that writing to it never waits for its reader. */
function standardError(): number {
  if (opened !== undefined) return opened
  opened = STANDARD_ERROR
  if (process.platform === 'linux' && fstatSync(STANDARD_ERROR).isFIFO()) {
    try {
      opened = openSync(`/proc/self/fd/${STANDARD_ERROR}`, O_WRONLY | O_NONBLOCK)
    } catch {
      // A pipe of another user's cannot be opened anew.
    }
  }
  return opened
}

function tell(file: string, { message }: Error): void {
  try {
    writeSync(standardError(), `comptoir: the log ${file} cannot be written: ${message}\n`)
  } catch {
    // Then nobody can be told.
  }
}
