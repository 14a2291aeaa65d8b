import { DEFAULT_SETTINGS, Settings } from '../domain/settings.ts'
import { read, structure } from '../domain/schema.ts'
import { isVatTable } from '../domain/vat.ts'
import type { Store } from '../store/store.ts'
import { Invalid } from './refusal.ts'

const settingsStructure = structure(Settings)
const KEY = 'settings'

/** Environment variables that override a setting for one run (contract.md). */
const OVERRIDES = {
  COMPTOIR_UPSTREAM_RATE: 'upstreamRatePerSecond',
  COMPTOIR_UPSTREAM_TIMEOUT_MS: 'upstreamTimeoutMs',
  COMPTOIR_SETTLE_MS: 'settleMs',
  COMPTOIR_RETRY_MS: 'retryMs',
} as const satisfies Record<string, keyof Settings>

export type Environment = Readonly<Record<string, string | undefined>>

/** The settings in force: the stored ones, defaults for what was never set, and this run's overrides. */
export class SettingsService {
  readonly #store: Store
  readonly #overrides: Partial<Settings>
  #stored: Settings
  #current: Settings

  constructor(store: Store, environment: Environment) {
    this.#store = store
    this.#overrides = overridesOf(environment)
    this.#stored = this.#read()
    this.#current = { ...this.#stored, ...this.#overrides }
  }

  get current(): Settings {
    return this.#current
  }

  reload(): void {
    this.#stored = this.#read()
    this.#current = { ...this.#stored, ...this.#overrides }
  }

  /** Changes the settings that `changes` names. @throws Invalid naming each value that cannot be. */
  update(changes: unknown): Settings {
    const given = read.object(changes)
    if (!given) throw new Invalid([{ path: '', code: 'field_type', params: { expected: 'object' } }])
    const known = Object.keys(Settings.properties).filter((key) => given[key] !== undefined)
    const next = { ...this.#stored, ...Object.fromEntries(known.map((key) => [key, given[key]])) }
    if (!settingsStructure.is(next)) throw new Invalid(settingsFaults(next))
    if (!isVatTable(next.vat))
      throw new Invalid([{ path: '/vat', code: 'value_invalid', params: { option: 'vat' } }])
    this.#store.settings.set(KEY, next)
    this.reload()
    return this.#current
  }

  #read(): Settings {
    const stored = {
      ...DEFAULT_SETTINGS,
      ...(this.#store.settings.get(KEY) as Partial<Settings> | undefined),
    }
    return settingsStructure.is(stored) ? stored : DEFAULT_SETTINGS
  }
}

/** Faults of structure, else the values out of bounds: a schema's bounds are not part of the structure's walk. */
function settingsFaults(next: unknown) {
  const faults = settingsStructure.faults(next)
  if (faults.length > 0) return faults
  return Object.keys(Settings.properties).flatMap((key) => {
    const value = (next as Record<string, unknown>)[key]
    const probe = { ...DEFAULT_SETTINGS, [key]: value }
    return settingsStructure.is(probe)
      ? []
      : [{ path: `/${key}`, code: 'value_invalid' as const, params: { option: key, kind: 'decimal' } }]
  })
}

function overridesOf(environment: Environment): Partial<Settings> {
  const overrides: Record<string, number> = {}
  for (const [variable, key] of Object.entries(OVERRIDES)) {
    const text = environment[variable]
    if (text === undefined || text === '') continue
    const value = Number(text)
    if (!(value >= 0)) throw new RangeError(`${variable} must be a number, not "${text}"`)
    overrides[key] = value
  }
  return overrides
}
