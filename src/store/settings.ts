import type { Engine } from './engine.ts'
import { StoreError } from './errors.ts'
import { Image } from './image.ts'
import { all, first, put, type Work } from './work.ts'

/** By key, JSON. */
type Texts = ReadonlyMap<string, string>

/** Named values as JSON: the settings and what else must outlive a run. */
export class SettingsTable {
  readonly #engine: Engine
  readonly #place: string
  readonly #image: Image<Texts>

  constructor(engine: Engine) {
    this.#engine = engine
    this.#place = engine.place
    this.#image = new Image<Texts>(new Map(), () => engine.read(texts))
  }

  /** Takes over what another process has written. */
  reload(): Promise<void> {
    return this.#image.reload()
  }

  /**
   * As this process knows it: what another wrote is known within two seconds.
   * @throws StoreError `value_damaged` for what is no JSON: a default in its place would be written over it later
   */
  get(key: string): unknown {
    return parsed(this.#place, key, this.#image.value.get(key))
  }

  /** As {@link get}, of what is good to know alone: what cannot be read is not known, and written anew. */
  told(key: string): unknown {
    try {
      return this.get(key)
    } catch {
      return undefined
    }
  }

  /** What who reads a value says that is JSON, and not what is written there: no default takes its place. */
  damaged(name: string): StoreError {
    return new StoreError('value_damaged', { file: this.#place, name })
  }

  /** As {@link get}, as it is stored: who reads it often sees by it whether it is another. */
  text(key: string): string | undefined {
    return this.#image.value.get(key)
  }

  /** Resolves once it is durable; {@link get} answers it from then on. */
  set(key: string, value: unknown): Promise<void> {
    return this.change((settings) => settings.set(key, value))
  }

  delete(key: string): Promise<void> {
    return this.change((settings) => settings.delete(key))
  }

  /**
   * Changes a value by what it is now, whoever wrote it last.
   * @param decide what it is to be; undefined: it is deleted. What it throws leaves it as it is
   * @throws StoreError `value_damaged`
   */
  update<T>(key: string, decide: (before: unknown) => T): Promise<T> {
    return this.change(function* (settings) {
      const before = yield* settings.get(key)
      const after = decide(before)
      if (after === undefined) yield* settings.delete(key)
      else yield* settings.set(key, after)
      return after
    })
  }

  /** Makes one whole change that writes values among other things. */
  async change<T>(work: (settings: SettingsInChange) => Work<T>): Promise<T> {
    let settings!: SettingsInChange
    const result = await this.#engine.write(() => work((settings = new SettingsInChange(this.#place))))
    this.#image.change((before) => settings.in(before))
    return result
  }
}

/** The values as a change sees them, and what it writes of them. */
export class SettingsInChange {
  readonly #place: string
  /** null: deleted */
  readonly #written = new Map<string, string | null>()

  constructor(place: string) {
    this.#place = place
  }

  /** @throws StoreError `value_damaged` */
  *get(key: string): Work<unknown> {
    const row = yield* first<{ value: string }>('SELECT value FROM settings WHERE key = ?', key)
    return parsed(this.#place, key, row?.value)
  }

  /** Every value, for who cannot say beforehand which one is asked for. */
  *every(): Work<(key: string) => unknown> {
    const found = yield* texts()
    return (key) => parsed(this.#place, key, found.get(key))
  }

  *set(key: string, value: unknown): Work<void> {
    const text = JSON.stringify(value)
    yield* put(
      'INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
      ...[key, text],
    )
    this.#written.set(key, text)
  }

  *delete(key: string): Work<void> {
    yield* put('DELETE FROM settings WHERE key = ?', key)
    this.#written.set(key, null)
  }

  /** What was known before, with what this change has written. */
  in(before: Texts): Texts {
    const after = new Map(before)
    for (const [key, text] of this.#written) {
      if (text === null) after.delete(key)
      else after.set(key, text)
    }
    return after
  }
}

function* texts(): Work<Texts> {
  const rows = yield* all<{ key: string; value: string }>('SELECT key, value FROM settings ORDER BY key')
  return new Map(rows.map(({ key, value }) => [key, value]))
}

function parsed(file: string, name: string, text: string | undefined): unknown {
  if (text === undefined) return undefined
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    throw new StoreError('value_damaged', { file, name }, error)
  }
}
