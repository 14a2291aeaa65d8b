/** What a setting that is a number may be: one table for the settings' schema, the environment and the screen. */
export interface Bounds {
  readonly min: number
  readonly max: number
  /** whether it need not be whole */
  readonly fraction?: true
}

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/** Every upper bound is far below what a timer can count (2^31 ms), and above what anyone needs. */
export const SETTING_BOUNDS = {
  /** days */
  quoteValidityDays: { min: 1, max: 3650 },
  /** requests a minute and token */
  rateLimitPerMinute: { min: 1, max: 100_000_000 },
  /** days */
  observedMaxAgeDays: { min: 0, max: 3650 },
  /** minutes; 0: never by itself */
  syncIntervalMinutes: { min: 0, max: 527_040 },
  /** automatic ones, one a day; 0: none is made */
  backupsKept: { min: 0, max: 365 },
  /** requests */
  fillerPrices: { min: 0, max: 1_000_000 },
  /** requests a second; one in a hundred seconds at least */
  upstreamRatePerSecond: { min: 0.01, max: 10_000, fraction: true },
  /** requests at once */
  upstreamConcurrency: { min: 1, max: 32 },
  /** milliseconds */
  upstreamTimeoutMs: { min: 100, max: 10 * MINUTE_MS },
  /** milliseconds */
  settleMs: { min: 0, max: DAY_MS },
  /** milliseconds */
  retryMs: { min: 10, max: HOUR_MS },
} as const satisfies Record<string, Bounds>

export type NumberSetting = keyof typeof SETTING_BOUNDS

/** Whether a value can be the setting. */
export function isWithin(value: number, { min, max, fraction }: Bounds): boolean {
  return value >= min && value <= max && (fraction === true || Number.isInteger(value))
}
