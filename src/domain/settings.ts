import * as Type from 'typebox'
import type { Static } from 'typebox'
import { SETTING_BOUNDS, type Bounds } from './shared/setting-bounds.ts'
import {
  closureFault,
  CLOSURES,
  CUT_OFF,
  DEFAULT_CALENDAR,
  REGIONS,
  type ShopCalendar,
} from './shared/working-days.ts'
import type { Fault } from './faults.ts'
import { DEFAULT_MARK_UPS, MarkUps } from './mark-up.ts'
import { webOrigin } from './origin.ts'
import { DEFAULT_VAT, VatTable } from './vat.ts'
import { DEFAULT_VAT_REGIMES, VAT_REGIME_LIMITS, VatRegime } from './vat-regimes.ts'

/** Price requests that one sync may be told to make of each partner. */
export const MOST_SYNC_PRICES = 1_000_000

const MOST_ORIGINS = 100
const LONGEST_ORIGIN = 300
const MOST_SYNONYMS = { groups: 500, words: 30, letters: 60 }

/** A whole number in its bounds. */
const whole = ({ min: minimum, max: maximum }: Bounds, description?: string) =>
  Type.Integer({ minimum, maximum, ...(description === undefined ? {} : { description }) })

/** When the shop works (`working-days.ts`): what lead times are counted by. */
export const Calendar = Type.Object(
  {
    region: Type.Enum([...REGIONS], { description: 'Whose public holidays there are beside the country’s.' }),
    cutOff: Type.String({
      maxLength: 5,
      description: '"HH:MM", from when on an order counts as of the next day; "": never.',
    }),
    closures: Type.Array(
      Type.Object({
        from: Type.String({ maxLength: 10 }),
        to: Type.String({ maxLength: 10, description: 'Its last day.' }),
        reason: Type.String({ maxLength: CLOSURES.longestReason }),
      }),
      { maxItems: CLOSURES.most },
    ),
  },
  { description: 'The days on which the shop does not work.' },
)

/** What the user of this machine decides. Every one has a default that works. */
export const Settings = Type.Object(
  {
    vat: VatTable,
    vatRegimes: Type.Array(VatRegime, {
      maxItems: VAT_REGIME_LIMITS.most,
      description: 'Other rates and exemptions, which a quote may have in the place of its address’s.',
    }),
    markUps: MarkUps,
    quoteValidityDays: whole(SETTING_BOUNDS.quoteValidityDays),
    calendar: Calendar,
    displayOrderingNeedsRight: Type.Boolean({
      description: 'Whether ordering in the display area, too, needs the right to order.',
    }),
    rateLimitPerMinute: whole(SETTING_BOUNDS.rateLimitPerMinute, 'Requests a minute and token.'),
    corsOrigins: Type.Array(Type.String({ maxLength: LONGEST_ORIGIN }), {
      maxItems: MOST_ORIGINS,
      description: 'Origins that browsers may call the partner API from.',
    }),
    observedMaxAgeDays: whole(
      SETTING_BOUNDS.observedMaxAgeDays,
      'Age up to which an observed price is given as a price.',
    ),
    syncIntervalMinutes: whole(SETTING_BOUNDS.syncIntervalMinutes, '0: never by itself.'),
    backupsKept: whole(SETTING_BOUNDS.backupsKept, 'Backups made once a day; 0: none is made.'),
    fillerPrices: whole(
      SETTING_BOUNDS.fillerPrices,
      'Price requests that the background filler may make after a sync.',
    ),
    upstreamRatePerSecond: Type.Number({
      minimum: SETTING_BOUNDS.upstreamRatePerSecond.min,
      maximum: SETTING_BOUNDS.upstreamRatePerSecond.max,
    }),
    upstreamConcurrency: whole(SETTING_BOUNDS.upstreamConcurrency),
    upstreamTimeoutMs: whole(SETTING_BOUNDS.upstreamTimeoutMs),
    settleMs: whole(SETTING_BOUNDS.settleMs, 'How long a doubtful attempt is left to settle at the partner.'),
    retryMs: whole(SETTING_BOUNDS.retryMs, 'Between tries of the outbox.'),
    synonyms: Type.Array(
      Type.Array(Type.String({ minLength: 1, maxLength: MOST_SYNONYMS.letters }), {
        maxItems: MOST_SYNONYMS.words,
      }),
      {
        maxItems: MOST_SYNONYMS.groups,
        description:
          'Words that stand for one another in the search of the catalogue, beside those of the trade.',
      },
    ),
  },
  { title: 'Settings' },
)
export type Settings = Static<typeof Settings>

export const DEFAULT_SETTINGS: Settings = {
  vat: DEFAULT_VAT,
  vatRegimes: [...DEFAULT_VAT_REGIMES],
  markUps: DEFAULT_MARK_UPS,
  quoteValidityDays: 30,
  calendar: { ...DEFAULT_CALENDAR, closures: [] },
  displayOrderingNeedsRight: false,
  // A guard against a loop that runs away, not a quota: a tool on the same machine may be quick.
  rateLimitPerMinute: 3_000_000,
  corsOrigins: [],
  observedMaxAgeDays: 30,
  syncIntervalMinutes: 60,
  backupsKept: 7,
  fillerPrices: 500,
  upstreamRatePerSecond: 5,
  upstreamConcurrency: 4,
  upstreamTimeoutMs: 15_000,
  settleMs: 60_000,
  retryMs: 30_000,
  synonyms: [],
}

const SHOWN_LENGTH = 80

/** A fault for each text that is no origin: a browser would be refused for it, whatever the settings seem to say. */
export function originFaults(origins: readonly string[]): Fault[] {
  return origins.flatMap((text, i) =>
    webOrigin(text) === null
      ? [
          {
            path: `/corsOrigins/${i}`,
            code: 'value_invalid',
            params: { option: 'corsOrigins', kind: 'origin', value: text.slice(0, SHOWN_LENGTH) },
          },
        ]
      : [],
  )
}

/** The origins in the form in which browsers send them, each once. */
export function knownOrigins(origins: readonly string[]): string[] {
  return [...new Set(origins.flatMap((text) => webOrigin(text) ?? []))]
}

/** What is wrong with when the shop works, each at its place. */
export function calendarFaults({ cutOff, closures }: ShopCalendar, path: string): Fault[] {
  const hour: Fault[] =
    cutOff === '' || CUT_OFF.test(cutOff)
      ? []
      : [{ path: `${path}/cutOff`, code: 'value_invalid', reason: { code: 'time_of_day' } }]
  return [
    ...hour,
    ...closures.flatMap((closure, i): Fault[] => {
      const wrong = closureFault(closure)
      return wrong === null
        ? []
        : [
            {
              path: `${path}/closures/${i}/${wrong}`,
              code: 'value_invalid',
              reason: { code: `closure_${wrong}` },
            },
          ]
    }),
  ]
}
