import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isRunning } from '../store/folder.ts'
import { errorCode, StoreError } from '../store/errors.ts'
import { isFolderLocked, lockFolder, type FolderLock } from '../store/lock.ts'
import { keepFields } from './kept-choice.ts'
import { VERSION } from './version.ts'

/** Where a running service is (packaging.md, "Headless"). */
export interface ServerFile {
  /** where it is reached from this machine */
  readonly url: string
  /** where it listens, where that is every address */
  readonly listening?: string
  readonly pid: number
  readonly version: string
  /** ISO */
  readonly startedAt: string
}

/** Every address of the machine is none that is opened: from the machine itself it is this one. */
export const openedAt = (url: string): string =>
  url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:')

const fileIn = (folder: string) => join(folder, 'server.json')

/** Says where the service of the folder listens, to its owner alone. It holds no key. */
export function writeServerFile(folder: string, listening: string): void {
  const url = openedAt(listening)
  const content: ServerFile = {
    ...{ url, pid: process.pid, version: VERSION, startedAt: new Date().toISOString() },
    ...(url !== listening && { listening }),
  }
  keepFields(fileIn(folder), content)
}

/** @throws StoreError naming the file where it stays: a folder has its name, or a right is lacking */
export function removeServerFile(folder: string): void {
  const file = fileIn(folder)
  try {
    rmSync(file, { force: true })
  } catch (error) {
    const cause = errorCode(error).replace(/^ERR_FS_/, '')
    throw new StoreError('unwritable', { file, cause }, error)
  }
}

/**
 * Whether a service runs on the folder, and where it listens: null where it does not (the desktop application). The
 * folder's lock tells; a file that a killed service left behind tells nothing, and is removed once nobody holds it.
 */
export function runningService(folder: string): { running: boolean; server: ServerFile | null } {
  const server = read(folder)
  const isLeft = server !== null && !isRunning(server.pid)
  if (isFolderLocked(folder)) return { running: true, server: isLeft ? null : server }
  if (isLeft) forget(folder, server)
  return { running: false, server: null }
}

/** Where the service that runs on the folder listens; null where none does. */
export function listeningAt(folder: string): string | null {
  const server = read(folder)
  return server !== null && isFolderLocked(folder) ? (server.listening ?? server.url) : null
}

/** The folder's lock. @throws StoreError `locked`, as {@link withHolder} tells it */
export function lockForService(folder: string): FolderLock {
  try {
    return lockFolder(folder)
  } catch (error) {
    throw withHolder(error)
  }
}

/** Of a folder that is in use: the same with where the other service listens and its process, as far as that is known. */
export function withHolder(error: unknown): unknown {
  if (!(error instanceof StoreError) || error.code !== 'locked') return error
  const { url = '', pid = 0 } = runningService(String(error.params?.['folder'])).server ?? {}
  return new StoreError('locked', { ...error.params, url, pid }, error)
}

function read(folder: string): ServerFile | null {
  try {
    return JSON.parse(readFileSync(fileIn(folder), 'utf8')) as ServerFile
  } catch {
    return null
  }
}

/** Removes what a killed service left, for other programs read it, too; one that starts meanwhile has written its own. */
function forget(folder: string, dead: ServerFile): void {
  try {
    if (read(folder)?.startedAt === dead.startedAt) removeServerFile(folder)
  } catch {
    // A folder that cannot be written: the file stays, and is not believed.
  }
}
