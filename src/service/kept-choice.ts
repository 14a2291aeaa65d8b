/** What a person chose for one machine, in a file of its own: neither the store's, nor in its backups. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { partialOf } from '../store/folder.ts'

/** The fields that are kept in a file; none, where there is none that can be read. */
export function keptFields(file: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** Keeps them, for their owner alone; a reader never sees half of them. @throws Error of the file system */
export function keepFields(file: string, fields: object): void {
  const partial = partialOf(file)
  writeFileSync(partial, `${JSON.stringify(fields)}\n`, { mode: 0o600 })
  renameSync(partial, file)
}
