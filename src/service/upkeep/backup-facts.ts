/** What is known of a backup beside its own file, in a small one of its name; nothing where there is none. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'

export interface BackupFacts {
  /** the name of the file that it was given as; null: it was made here */
  readonly given: string | null
  /** the place in it that cannot be read, and what is wrong there */
  readonly unread: string | null
  /** the place that is damaged, so that no restore would take it; of a store that was kept */
  readonly damaged: string | null
}

const NOTHING: BackupFacts = { given: null, unread: null, damaged: null }

const beside = (backup: string) => `${backup}.json`

export function factsOf(backup: string): BackupFacts {
  try {
    const facts = JSON.parse(readFileSync(beside(backup), 'utf8')) as Record<string, unknown>
    const text = (fact: unknown) => (typeof fact === 'string' ? fact : null)
    return {
      given: text(facts['given']),
      unread: text(facts['unread']),
      damaged: text(facts['damaged']),
    }
  } catch {
    return NOTHING
  }
}

/** @throws what the disk says */
export function keepFacts(backup: string, facts: BackupFacts): void {
  if (Object.values(facts).every((fact) => fact === null)) return forgetFacts(backup)
  writeFileSync(beside(backup), JSON.stringify(facts), { mode: 0o600 })
}

export function forgetFacts(backup: string): void {
  rmSync(beside(backup), { force: true })
}
