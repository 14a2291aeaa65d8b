/** Small and read-only disks, where this machine lets a test mount one; null where it does not. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { temporaryFolder } from './folder.ts'

const run = (command: string, ...args: string[]) => execFileSync(command, args, { stdio: 'pipe' })

let possible: boolean | undefined

/** Whether a test may mount a disk of its own here (it takes Linux and root). */
export function canMount(): boolean {
  if (possible !== undefined) return possible
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return (possible = false)
  const folder = mkdtempSync(join(tmpdir(), 'comptoir-mount-'))
  try {
    run('mount', '-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder)
    run('umount', folder)
    possible = true
  } catch {
    possible = false
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return possible
}

/** A disk of the given size, mounted for the test. */
export function smallDisk(size: string): { folder: string; makeReadOnly(): void; makeWritable(): void } {
  const folder = join(temporaryFolder(), 'disk')
  mkdirSync(folder)
  run('mount', '-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder)
  onTestFinished(() => void run('umount', '-l', folder))
  return {
    folder,
    makeReadOnly: () => void run('mount', '-o', 'remount,ro', folder),
    makeWritable: () => void run('mount', '-o', 'remount,rw', folder),
  }
}
