import type { Sqlite } from './sqlite/database.ts'
import { StoreError } from './errors.ts'

/** Named values as JSON: the settings and what else must outlive a run. */
export class SettingsTable {
  readonly #file
  readonly #get
  readonly #set
  readonly #delete

  constructor(db: Sqlite) {
    this.#file = db.name
    this.#get = db.prepare<[string], { value: string }>('SELECT value FROM settings WHERE key = ?')
    this.#set = db.prepare(
      'INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
    )
    this.#delete = db.prepare('DELETE FROM settings WHERE key = ?')
  }

  /** @throws StoreError `value_damaged` for what is no JSON: a default in its place would be written over it later */
  get(key: string): unknown {
    const row = this.#get.get(key)
    if (row === undefined) return undefined
    try {
      return JSON.parse(row.value) as unknown
    } catch (error) {
      throw new StoreError('value_damaged', { file: this.#file, name: key }, error)
    }
  }

  set(key: string, value: unknown): void {
    this.#set.run(key, JSON.stringify(value))
  }

  delete(key: string): void {
    this.#delete.run(key)
  }
}
