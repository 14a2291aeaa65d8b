/** What is told of the settings, decided field by field: words, names and prices of the shop are counted, not told. */
import { DEFAULT_MARK_UPS } from '../../domain/mark-up.ts'
import type { Settings } from '../../domain/settings.ts'

type TellAll = { readonly [K in keyof Settings]: (value: Settings[K]) => unknown }

const asIs = <T>(value: T) => value
const count = (list: readonly unknown[]) => ({ count: list.length })

const TOLD: TellAll = {
  vat: ({ rate, elsewhere, countries, exceptions }) => ({
    ...{ rate, elsewhere, countries: countries.length, exceptions: exceptions.length },
  }),
  vatRegimes: count,
  markUps: (markUps) => ({ set: JSON.stringify(markUps) !== JSON.stringify(DEFAULT_MARK_UPS) }),
  quoteValidityDays: asIs,
  calendar: ({ region, cutOff, closures }) => ({ region, cutOff, closures: closures.length }),
  displayOrderingNeedsRight: asIs,
  rateLimitPerMinute: asIs,
  corsOrigins: count,
  observedMaxAgeDays: asIs,
  syncIntervalMinutes: asIs,
  backupsKept: asIs,
  fillerPrices: asIs,
  upstreamRatePerSecond: asIs,
  upstreamConcurrency: asIs,
  upstreamTimeoutMs: asIs,
  settleMs: asIs,
  retryMs: asIs,
  synonyms: count,
}

export function toldSettings(settings: Settings): Record<string, unknown> {
  const told = (name: keyof Settings) => (TOLD[name] as (value: unknown) => unknown)(settings[name])
  return Object.fromEntries((Object.keys(TOLD) as (keyof Settings)[]).map((name) => [name, told(name)]))
}
