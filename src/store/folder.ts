/** The files of a data folder: for their owner's eyes alone, and rid of what a kill left behind. */
import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { errorCode } from './errors.ts'

export const STORE_FILE = 'comptoir.db'
export const LOCK_FILE = 'comptoir.lock'
/** The code that the device numbers its quotes under. */
export const DEVICE_FILE = 'comptoir.device'
/** The key that the device signs with. */
export const DEVICE_KEY_FILE = 'comptoir.device-key'
/** SQLite's own files beside a database. */
export const SQLITE_SUFFIXES = ['-wal', '-shm', '-journal'] as const

/** Names that are the program's in its data folder, whatever else a person keeps there. */
const OWN_NAME = /^(comptoir\.|secret\.key|server\.json|restore-)/i
export const isOwnName = (name: string) => OWN_NAME.test(name)

const PRIVATE_FOLDER = 0o700
const PRIVATE_FILE = 0o600
const OTHERS = 0o077
const STICKY = 0o1000
const DAY_MS = 86_400_000

/**
 * Makes a folder, and those above it, where they are missing.
 *
 * Step by step, because Node's own recursive making never ends where a file system answers "no such file" to it, as
 * /proc does.
 */
export function makeFolder(folder: string): void {
  const path = resolve(folder)
  if (existsSync(path)) return
  if (dirname(path) !== path) {
    const above = dirname(path)
    if (!existsSync(above)) makeFolder(above)
  }
  try {
    mkdirSync(path, { mode: PRIVATE_FOLDER })
  } catch (error) {
    if (errorCode(error) !== 'EEXIST' || !existsSync(path)) throw error
  }
}

/** Makes an empty file that its owner alone can read. @returns whether it was new */
export function touchPrivate(file: string): boolean {
  try {
    closeSync(openSync(file, 'wx', PRIVATE_FILE))
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  }
}

/**
 * Takes the rights of others from what is ours in the folder, and from the folder where it holds nothing else: it may
 * be one that a person uses for more. Where the system refuses, things stay as they are.
 */
export function keepPrivate(folder: string): void {
  if (process.platform === 'win32') return
  const names = readdirSync(folder)
  for (const name of names) if (isOwnName(name)) takeFromOthers(join(folder, name))
  if (names.every(isOwnName)) takeFromOthers(folder)
}

function takeFromOthers(path: string): void {
  try {
    const stat = lstatSync(path)
    if (stat.isSymbolicLink() || (stat.mode & OTHERS) === 0 || (stat.mode & STICKY) !== 0) return
    chmodSync(path, stat.mode & ~OTHERS & 0o777)
  } catch {
    // Another's file, a read-only disk, or gone by now.
  }
}

/** Marks what is still being written with who writes it, so that what a kill left is known from what is under way. */
const HOST = createHash('sha256').update(hostname()).digest('hex').slice(0, 6)
const mark = () => `${HOST}-${process.pid}-${randomBytes(4).toString('hex')}`
const MARK = '(?:([0-9a-f]{6})-(\\d+)-)?[0-9a-f]{8}'

/** A name beside the file for it to be written under until it is whole. */
export const partialOf = (file: string) => `${file}.${mark()}.partial`

/** A folder of its own for a restore. */
export const stagingIn = (folder: string) => join(folder, `restore-${mark()}`)

/** Gives a whole file its name, unless another program was first. */
export function placeNew(partial: string, file: string): void {
  try {
    linkSync(partial, file)
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return
    // Not every disk has second names.
    if (!existsSync(file)) renameSync(partial, file)
  }
}

/** Removes a database under way with SQLite's files beside it. */
export function removeDatabase(file: string): void {
  for (const suffix of ['', ...SQLITE_SUFFIXES]) rmSync(file + suffix, { force: true })
}

const PARTIAL = new RegExp(`\\.${MARK}\\.partial(?:${SQLITE_SUFFIXES.join('|')})?$`)
const STAGING = new RegExp(`^restore-${MARK}$`)
const COPY = /^comptoir\.db\.v\d+-.*\.bak$/

/**
 * Removes what programs that were killed left behind in a folder: half-written files, half-done restores, copies from
 * before a migration that were never written. What a living program of this machine works on stays; what another
 * machine began stays for a day.
 *
 * @param names whose files are meant
 */
export function removeLeftovers(folder: string, names: (entry: string) => boolean): void {
  for (const entry of readdirSync(folder).filter(names)) {
    const path = join(folder, entry)
    try {
      const marked = PARTIAL.exec(entry) ?? STAGING.exec(entry)
      const emptyCopy = COPY.test(entry) && statSync(path).size === 0 && isOld(path)
      if (emptyCopy || (marked && isAbandoned(path, marked))) rmSync(path, { recursive: true, force: true })
    } catch {
      // Gone by now, or not to be removed: it is in nobody's way.
    }
  }
}

const isOld = (path: string) => Date.now() - statSync(path).mtimeMs > DAY_MS

function isAbandoned(path: string, [, host, pid]: RegExpExecArray): boolean {
  return (host === HOST && !isRunning(Number(pid))) || isOld(path)
}

/** Whether a process of this number runs on this machine. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}
