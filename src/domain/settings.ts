import Type, { type Static } from 'typebox'
import { DEFAULT_VAT, VatTable } from './vat.ts'

/** What the user of this machine decides. Every one has a default that works. */
export const Settings = Type.Object(
  {
    vat: VatTable,
    quoteValidityDays: Type.Integer({ minimum: 1, maximum: 3650 }),
    displayOrderingNeedsRight: Type.Boolean({
      description: 'Whether ordering in the display area, too, needs the right to order.',
    }),
    rateLimitPerMinute: Type.Integer({ minimum: 1, description: 'Requests a minute and token.' }),
    corsOrigins: Type.Array(Type.String(), {
      description: 'Origins that browsers may call the partner API from.',
    }),
    observedMaxAgeDays: Type.Integer({
      minimum: 0,
      description: 'Age up to which an observed price is given as a price.',
    }),
    syncIntervalMinutes: Type.Integer({ minimum: 0, description: '0: never by itself.' }),
    fillerPrices: Type.Integer({
      minimum: 0,
      description: 'Price requests that the background filler may make after a sync.',
    }),
    upstreamRatePerSecond: Type.Number({ exclusiveMinimum: 0 }),
    upstreamConcurrency: Type.Integer({ minimum: 1, maximum: 32 }),
    upstreamTimeoutMs: Type.Integer({ minimum: 100 }),
    settleMs: Type.Integer({
      minimum: 0,
      description: 'How long a doubtful attempt is left to settle at the partner.',
    }),
    retryMs: Type.Integer({ minimum: 10, description: 'Between tries of the outbox.' }),
  },
  { title: 'Settings' },
)
export type Settings = Static<typeof Settings>

export const DEFAULT_SETTINGS: Settings = {
  vat: DEFAULT_VAT,
  quoteValidityDays: 30,
  displayOrderingNeedsRight: false,
  // A guard against a loop that runs away, not a quota: a tool on the same machine may be quick.
  rateLimitPerMinute: 3_000_000,
  corsOrigins: [],
  observedMaxAgeDays: 30,
  syncIntervalMinutes: 60,
  fillerPrices: 500,
  upstreamRatePerSecond: 5,
  upstreamConcurrency: 4,
  upstreamTimeoutMs: 15_000,
  settleMs: 60_000,
  retryMs: 30_000,
}
