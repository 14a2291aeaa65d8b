import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Every file of a folder with the hash of its bytes: equal before and after means that nothing was touched. SQLite's
 * side files, which reading alone may leave empty beside a database, do not count.
 */
export function contents(folder: string): Record<string, string> {
  if (!existsSync(folder)) return {}
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  return Object.fromEntries(
    names
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => !/-(wal|shm)$/.test(path))
      .sort()
      .map((path) => [path, createHash('sha256').update(readFileSync(path)).digest('hex')]),
  )
}
