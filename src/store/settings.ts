import type { Sqlite } from './database.ts'

/** Named values as JSON: the settings and what else must outlive a run. */
export class SettingsTable {
  readonly #get
  readonly #set
  readonly #delete

  constructor(db: Sqlite) {
    this.#get = db.prepare<[string], { value: string }>('SELECT value FROM settings WHERE key = ?')
    this.#set = db.prepare(
      'INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
    )
    this.#delete = db.prepare('DELETE FROM settings WHERE key = ?')
  }

  get(key: string): unknown {
    const row = this.#get.get(key)
    return row === undefined ? undefined : (JSON.parse(row.value) as unknown)
  }

  set(key: string, value: unknown): void {
    this.#set.run(key, JSON.stringify(value))
  }

  delete(key: string): void {
    this.#delete.run(key)
  }
}
