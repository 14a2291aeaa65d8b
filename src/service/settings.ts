import * as Type from 'typebox'
import type { Fault } from '../domain/faults.ts'
import { markUpFaults, type MarkUps } from '../domain/mark-up.ts'
import { calendarFaults, DEFAULT_SETTINGS, knownOrigins, originFaults, Settings } from '../domain/settings.ts'
import { isWithin, SETTING_BOUNDS, type Bounds, type NumberSetting } from '../domain/shared/setting-bounds.ts'
import type { ShopCalendar } from '../domain/shared/working-days.ts'
import { limitFaults, read, structure } from '../domain/schema.ts'
import type { Reason } from '../domain/reasons.ts'
import { isVatTable, vatFaults, type VatTable } from '../domain/vat.ts'
import { regimeById, VatRegime, vatRegimeFaults } from '../domain/vat-regimes.ts'
import type { Store } from '../store/store.ts'
import { refuseOvertaken } from './overtaken.ts'
import { Invalid, Refusal } from './refusal.ts'

const settingsStructure = structure(Settings)
const regimesStructure = structure(Type.Array(VatRegime))
/** How many VAT regimes that were taken out are still known by name. */
const MOST_FORMER = 200
const KEY = 'settings'
/** of a variable that is refused */
const SHOWN_LENGTH = 40

/** Environment variables that override a setting for one run (packaging.md, "Headless"). */
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
  #current: Settings

  /**
   * @throws Refusal `variable_invalid` naming a variable that is out of its setting's bounds; StoreError `value_damaged` where
   * the stored ones, or those among them that prices are made with, are not what is written there
   */
  constructor(store: Store, environment: Environment) {
    this.#store = store
    this.#overrides = overridesOf(environment)
    this.#current = { ...this.#read(), ...this.#overrides }
  }

  get current(): Settings {
    return this.#current
  }

  /** A VAT regime that was taken out of the settings, as it was: customers may still have it. */
  formerRegime(id: string): VatRegime | null {
    return regimeById(formerIn(this.#store.settings.get(KEY)), id)
  }

  /** Whether this run's environment sets a setting, whatever is stored. */
  isOverridden(name: NumberSetting): boolean {
    return this.#overrides[name] !== undefined
  }

  /** Takes over what is stored, as far as it is known here. */
  reload(): void {
    this.#current = { ...this.#read(), ...this.#overrides }
  }

  /**
   * Changes the settings that `changes` names; its `before` says how they were read.
   * @throws Invalid naming each value that cannot be; Overtaken where one was changed since it was read
   */
  async update(changes: unknown): Promise<Settings> {
    const given = read.object(changes)
    if (!given) throw new Invalid([{ path: '', code: 'field_type', params: { expected: 'object' } }])
    const asRead = read.object(given['before'] ?? {})
    if (!asRead) throw new Invalid([{ path: '/before', code: 'field_type', params: { expected: 'object' } }])
    const known = Object.keys(Settings.properties).filter((key) => given[key] !== undefined)
    await this.#store.settings.update(KEY, (stored) => {
      this.#refuseDamaged(stored)
      const before = settingsOf(stored)
      refuseOvertaken(asRead, given, { ...before, ...this.#overrides })
      const next = { ...before, ...Object.fromEntries(known.map((key) => [key, given[key]])) }
      const faults = settingsFaults(next, before)
      if (faults.length > 0) throw new Invalid(faults)
      return { ...next, formerVatRegimes: formerAfter(formerIn(stored), before.vatRegimes, next.vatRegimes) }
    })
    this.reload()
    return this.#current
  }

  #read(): Settings {
    const stored = this.#store.settings.get(KEY)
    this.#refuseDamaged(stored)
    return settingsOf(stored)
  }

  /**
   * With a default in the place of mark-ups all would be sold at cost, in that of VAT at another rate. Programs from before there
   * were any wrote none.
   */
  #refuseDamaged(stored: unknown): void {
    if (stored === undefined) return
    const settings = read.object(stored)
    if (settings === undefined || !Object.keys(Settings.properties).some((key) => key in settings))
      throw this.#store.settings.damaged(KEY)
    const wroteAll = SINCE_PRICING.some((key) => key in settings)
    const damaged = PRICING.find((key) =>
      settings[key] === undefined ? wroteAll : !isPossible(key, settings[key]),
    )
    if (damaged) throw this.#store.settings.damaged(`${KEY}.${damaged}`)
  }
}

/** What prices are made with. */
const PRICING = ['markUps', 'vat'] as const satisfies readonly (keyof Settings)[]
/** What there is only since there is that: every program writes all that it knows, so none wrote these without it. */
const SINCE_PRICING = ['vatRegimes', 'calendar', 'backupsKept', 'synonyms'] satisfies (keyof Settings)[]

/** What is stored; of a setting that cannot be (any more), its default: the others stay as they were set. */
function settingsOf(value: unknown): Settings {
  const stored = read.object(value) ?? {}
  const known = Object.keys(Settings.properties).filter(
    (key) => stored[key] !== undefined && isPossible(key, stored[key]),
  )
  const settings = { ...DEFAULT_SETTINGS, ...Object.fromEntries(known.map((key) => [key, stored[key]])) }
  return { ...settings, corsOrigins: knownOrigins(settings.corsOrigins) }
}

/** What was taken out of the list of VAT regimes; beside the settings, of which it is none. */
function formerIn(stored: unknown): readonly VatRegime[] {
  const former = read.object(stored)?.['formerVatRegimes'] ?? []
  return regimesStructure.is(former) ? former : []
}

function formerAfter(
  former: readonly VatRegime[],
  before: readonly VatRegime[],
  now: readonly VatRegime[],
): VatRegime[] {
  const gone = before.filter(({ id }) => !regimeById(now, id))
  const others = former.filter(({ id }) => !regimeById(now, id) && !regimeById(gone, id))
  return [...others, ...gone].slice(-MOST_FORMER)
}

const isPossible = (key: string, value: unknown) =>
  settingsStructure.is({ ...DEFAULT_SETTINGS, [key]: value }) &&
  (key !== 'vat' || isVatTable(value as VatTable)) &&
  (key !== 'vatRegimes' || vatRegimeFaults(value as VatRegime[], '').length === 0) &&
  (key !== 'calendar' || calendarFaults(value as ShopCalendar, '').length === 0) &&
  (key !== 'markUps' || markUpFaults(value as MarkUps, '').length === 0)

/** Everything that is wrong with what is to be set. @param before what is set now */
const settingsFaults = (next: Readonly<Record<string, unknown>>, before: Settings): Fault[] =>
  Object.keys(Settings.properties).flatMap((key) => faultsOf(key, next[key], before))

/** What of a setting's value its structure does not tell. */
const OWN_FAULTS: { readonly [K in keyof Settings]?: (value: Settings[K], before: Settings) => Fault[] } = {
  vat: (value, before) => vatFaults(value, before.vat.countries, '/vat'),
  vatRegimes: (value) => vatRegimeFaults(value, '/vatRegimes'),
  markUps: (value) => markUpFaults(value, '/markUps'),
  calendar: (value) => calendarFaults(value, '/calendar'),
  corsOrigins: originFaults,
}

function faultsOf(key: string, value: unknown, before: Settings): readonly Fault[] {
  const whole = { ...DEFAULT_SETTINGS, [key]: value }
  const structural = settingsStructure.faults(whole).listed
  const code = structural[0]?.code ?? 'value_invalid'
  const invalid = (reason: Reason): Fault[] =>
    isPossible(key, value) ? [] : [{ path: `/${key}`, code, reason }]
  // What is no number is told the bounds, too.
  if (key in SETTING_BOUNDS) return invalid(outOfBounds(SETTING_BOUNDS[key as NumberSetting]))
  if (structural.length > 0) return structural
  const own = OWN_FAULTS[key as keyof Settings]?.(value as never, before) ?? []
  // What is told in words of its own is not told again.
  const told = new Set(own.map(({ path }) => path))
  const bounds = limitFaults(Settings, whole).listed.filter(({ path }) => !told.has(path))
  const faults = [...own, ...bounds]
  return faults.length > 0 ? faults : invalid({ code: 'setting_invalid' })
}

function outOfBounds({ min, max, fraction }: Bounds): Reason {
  return { code: 'setting_out_of_bounds', params: { min, max, ...(fraction ? {} : { whole: 1 }) } }
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
