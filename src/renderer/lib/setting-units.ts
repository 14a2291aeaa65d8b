/** The settings that are numbers, in the order in which they stand, each with its unit. */
import type { NumberSetting } from '../../domain/shared/setting-bounds.ts'

export const SETTING_UNITS: readonly { readonly key: NumberSetting; readonly unit: string }[] = [
  { key: 'quoteValidityDays', unit: 'days' },
  { key: 'observedMaxAgeDays', unit: 'days' },
  { key: 'syncIntervalMinutes', unit: 'minutes' },
  { key: 'fillerPrices', unit: 'requests' },
  { key: 'rateLimitPerMinute', unit: 'perMinute' },
  { key: 'upstreamRatePerSecond', unit: 'perSecond' },
  { key: 'upstreamConcurrency', unit: 'requests' },
  { key: 'upstreamTimeoutMs', unit: 'ms' },
  { key: 'settleMs', unit: 'ms' },
  { key: 'retryMs', unit: 'ms' },
]
