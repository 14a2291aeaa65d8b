import type { Fault } from '../domain/faults.ts'
import { markUpFaults, type MarkUps } from '../domain/mark-up.ts'
import { DEFAULT_SETTINGS, knownOrigins, originFaults, Settings } from '../domain/settings.ts'
import { isWithin, SETTING_BOUNDS, type NumberSetting } from '../domain/shared/setting-bounds.ts'
import { read, structure } from '../domain/schema.ts'
import type { Reason } from '../domain/reasons.ts'
import { isVatTable, type VatTable } from '../domain/vat.ts'
import type { Store } from '../store/store.ts'
import { Invalid, Refusal } from './refusal.ts'

const settingsStructure = structure(Settings)
const KEY = 'settings'
/** of a variable that is refused */
const SHOWN_LENGTH = 40

/** Environment variables that override a setting for one run (contract.md). */
const OVERRIDES = {
  COMPTOIR_UPSTREAM_RATE: 'upstreamRatePerSecond',
  COMPTOIR_UPSTREAM_TIMEOUT_MS: 'upstreamTimeoutMs',
  COMPTOIR_SETTLE_MS: 'settleMs',
  COMPTOIR_RETRY_MS: 'retryMs',
} as const satisfies Record<string, NumberSetting>

export type Environment = Readonly<Record<string, string | undefined>>

/** The settings in force: the stored ones, defaults for what was never set, and this run's overrides. */
export class SettingsService {
  readonly #store: Store
  readonly #overrides: Partial<Settings>
  #stored: Settings
  #current: Settings

  /** @throws Refusal `variable_invalid` naming a variable that is out of its setting's bounds */
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
    const faults = settingsFaults(next)
    if (faults.length > 0) throw new Invalid(faults)
    this.#store.settings.set(KEY, next)
    this.reload()
    return this.#current
  }

  /** What is stored; of a setting that cannot be (any more), its default: the others stay as they were set. */
  #read(): Settings {
    const stored = read.object(this.#store.settings.get(KEY)) ?? {}
    const known = Object.keys(Settings.properties).filter(
      (key) => stored[key] !== undefined && isPossible(key, stored[key]),
    )
    const settings = { ...DEFAULT_SETTINGS, ...Object.fromEntries(known.map((key) => [key, stored[key]])) }
    return { ...settings, corsOrigins: knownOrigins(settings.corsOrigins) }
  }
}

const isPossible = (key: string, value: unknown) =>
  settingsStructure.is({ ...DEFAULT_SETTINGS, [key]: value }) &&
  (key !== 'vat' || isVatTable(value as VatTable)) &&
  (key !== 'markUps' || markUpFaults(value as MarkUps, '').length === 0)

/** Faults of structure, else the values out of bounds: a schema's bounds are not part of the structure's walk. */
function settingsFaults(next: Readonly<Record<string, unknown>>): Fault[] {
  const faults = settingsStructure.faults(next)
  if (faults.length > 0) return [...faults.listed]
  const outside = Object.keys(Settings.properties)
    .filter((key) => key !== 'markUps' && !isPossible(key, next[key]))
    .map((key): Fault => ({ path: `/${key}`, code: 'value_invalid', reason: outOfBounds(key) }))
  const { corsOrigins, markUps } = next as Settings
  return [...outside, ...originFaults(corsOrigins), ...markUpFaults(markUps, '/markUps')]
}

function outOfBounds(key: string): Reason {
  const bounds = key in SETTING_BOUNDS ? SETTING_BOUNDS[key as NumberSetting] : undefined
  return bounds
    ? { code: 'setting_out_of_bounds', params: { min: bounds.min, max: bounds.max } }
    : { code: 'setting_invalid' }
}

/** A decimal number as people write it: `1e400` and `0x10` are none. */
const DECIMAL = /^\d+(\.\d+)?$/

/** @throws Refusal `variable_invalid` naming a variable that is out of its setting's bounds */
export function overridesOf(environment: Environment): Partial<Settings> {
  const overrides: Partial<Record<NumberSetting, number>> = {}
  for (const [variable, key] of Object.entries(OVERRIDES)) {
    const text = environment[variable]?.trim()
    if (text === undefined || text === '') continue
    const bounds = SETTING_BOUNDS[key]
    const value = DECIMAL.test(text) ? Number(text) : NaN
    if (!isWithin(value, bounds)) {
      throw new Refusal('variable_invalid', {
        variable,
        value: text.slice(0, SHOWN_LENGTH),
        min: bounds.min,
        max: bounds.max,
      })
    }
    overrides[key] = value
  }
  return overrides
}
