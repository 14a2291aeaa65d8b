import { closeSync, constants, fstatSync, openSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { errorCode } from '../store/errors.ts'

export type { Logger } from 'pino'

const STANDARD_ERROR = 2
const { O_APPEND, O_CREAT, O_NONBLOCK, O_WRONLY } = constants
const OWNER_ONLY = 0o600
/** pino's number of `warn` */
const WARN = 40

/** How large a log file grows, and how many older ones stay beside it. */
export interface Rotation {
  readonly maxBytes: number
  readonly kept: number
}

/** Of the desktop application: 8 MB at most, months of it. */
export const ROTATION: Rotation = { maxBytes: 2_000_000, kept: 3 }

/** A file that cannot be put aside is tried again when it has grown by such a part of its size. */
const AGAIN = 8

/** The log of the desktop application, in its data folder. */
export const logFile = (folder: string) => join(folder, 'comptoir.log')

/** The log and the older ones beside it, whether they are there or not, the oldest first. */
export const logFiles = (folder: string, { kept } = ROTATION): string[] =>
  Array.from({ length: kept + 1 }, (_, i) => numbered(logFile(folder), kept - i))

const numbered = (file: string, number: number) => (number === 0 ? file : `${file}.${number}`)

/**
 * Where log lines go: a file, or standard error. What cannot be written is dropped: neither a full disk nor a reader
 * that went away or reads no more may end the service, or make it wait. The first failure is told on standard error;
 * once lines can be written again, one of them says how many are missing.
 *
 * A file that is full is put aside (`comptoir.log.1`, then `.2`…), the oldest is given up. Where that fails it goes on
 * in the same file, which grows no larger than all of them together may be: then lines are dropped.
 */
export class LogDestination {
  readonly #file: string | null
  readonly #rotation: Rotation | null
  #descriptor: number | null = null
  /** of the open file; null where it is none that grows */
  #size: number | null = null
  /** the size from which on it is put aside */
  #full: number
  #isStuck = false
  #dropped = 0
  /** whether a line was written in part: the next one must not continue it */
  #broken = false

  /** @param file null: standard error, whose lines are somebody else's to keep */
  constructor(file: string | null, rotation: Rotation | null = null) {
    this.#file = file
    this.#rotation = rotation
    this.#full = rotation?.maxBytes ?? Infinity
  }

  write(line: string): void {
    try {
      if (this.#descriptor === null) this.#open()
      this.#makeRoom(Buffer.byteLength(line))
      if (this.#dropped > 0) {
        this.#writeWhole(missing(this.#dropped))
        this.#dropped = 0
      }
      this.#writeWhole(line)
    } catch (error) {
      this.#dropped += 1
      if (this.#dropped === 1 && this.#file !== null)
        tell(`the log ${this.#file} cannot be written: ${(error as Error).message}`)
    }
  }

  #open(): void {
    this.#descriptor = this.#file === null ? standardError() : openLog(this.#file)
    const stat = this.#file === null ? null : fstatSync(this.#descriptor)
    this.#size = stat?.isFile() ? stat.size : null
  }

  /** @throws Error where the file is as large as it may be and cannot be put aside */
  #makeRoom(bytes: number): void {
    if (!this.#rotation || !this.#size || this.#size + bytes <= this.#full) return
    const { maxBytes, kept } = this.#rotation
    const most = maxBytes * (kept + 1)
    const failure = this.#putAside(kept)
    const isStuck = failure !== null
    this.#full = isStuck ? Math.min(most, this.#size + Math.ceil(maxBytes / AGAIN)) : maxBytes
    if (!isStuck) this.#broken = false
    else if (!this.#isStuck) tell(`the log ${this.#file} cannot be put aside, and grows: ${failure.message}`)
    this.#isStuck = isStuck
    if (isStuck && this.#size + bytes > most) throw failure
  }

  /** @returns what kept it from being put aside; the file is open in any case */
  #putAside(kept: number): Error | null {
    const file = this.#file!
    // Windows renames no open file.
    closeSync(this.#descriptor!)
    this.#descriptor = null
    let failure: Error | null = null
    try {
      for (let i = kept - 1; i >= 0; i--) renameThere(numbered(file, i), numbered(file, i + 1))
    } catch (error) {
      failure = error as Error
    }
    this.#open()
    return failure
  }

  #writeWhole(line: string): void {
    let rest = Buffer.from(this.#broken ? `\n${line}` : line)
    while (rest.length > 0) {
      const written = writeSync(this.#descriptor!, rest)
      rest = rest.subarray(written)
      if (this.#size !== null) this.#size += written
      this.#broken = rest.length > 0
    }
  }
}

/** One that is not there is none to be renamed. */
function renameThere(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
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

function tell(words: string): void {
  try {
    writeSync(standardError(), `comptoir: ${words}\n`)
  } catch {
    // Then nobody can be told.
  }
}
