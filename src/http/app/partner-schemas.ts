/** Partners and their syncs, as the screens set and see them. */
import * as Type from 'typebox'
import type { Static } from 'typebox'
import { SETTING_BOUNDS, type Bounds } from '../../domain/shared/setting-bounds.ts'
import { Area } from '../../domain/order.ts'
import { Nullable } from '../../domain/schema.ts'
import { MOST_SYNC_PRICES } from '../../domain/settings.ts'

/** POST, GET, DELETE /api/sync */
export const SyncRequest = Type.Object({
  prices: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: MOST_SYNC_PRICES }))),
})
export const SyncState = Type.Object({
  state: Type.Union([Type.Literal('idle'), Type.Literal('running'), Type.Literal('failed')]),
  done: Type.Integer(),
  total: Type.Integer(),
  error: Nullable(Type.String({ description: 'In words, in the reader’s language.' })),
  refused: Type.Array(
    Type.Object({ area: Area, id: Type.Number(), name: Type.String(), message: Type.String() }),
    { description: 'What the last catalogue held that cannot be used; the rest was taken.' },
  ),
  refusedCount: Type.Integer(),
  outsideCount: Type.Integer({
    description: 'Those of them whose ids the block of the partner does not hold: a new block would.',
  }),
})
export type SyncState = Static<typeof SyncState>

const within = ({ min: minimum, max: maximum }: Bounds) => ({ minimum, maximum })

const PartnerLimits = Type.Object(
  {
    ratePerSecond: Type.Optional(Type.Number(within(SETTING_BOUNDS.upstreamRatePerSecond))),
    concurrency: Type.Optional(Type.Integer(within(SETTING_BOUNDS.upstreamConcurrency))),
    timeoutMs: Type.Optional(Type.Integer(within(SETTING_BOUNDS.upstreamTimeoutMs))),
  },
  { description: 'What is asked of this partner at most; what is absent is as the settings say.' },
)

/** POST /api/partners; PUT /api/partners/:name, where another `name` renames it. A token is written, never read. */
export const PartnerInput = Type.Object({
  name: Type.Optional(
    Nullable(Type.String({ description: 'Of a new one: absent, it is named after its host.' })),
  ),
  url: Type.String(),
  token: Type.Optional(
    Nullable(Type.String({ description: 'Absent: the one before, where the partner is the same.' })),
  ),
  limits: Type.Optional(Nullable(PartnerLimits)),
})

export type PartnerInput = Static<typeof PartnerInput>

/** What is absent stays as it is; `before`: how what is given was read, else 409 `fields_changed`. */
export const PartnerChange = Type.Object({
  ...PartnerInput.properties,
  url: Type.Optional(Nullable(Type.String())),
  before: Type.Optional(
    Nullable(
      Type.Object({
        name: Type.Optional(Type.String()),
        url: Type.Optional(Type.String()),
        limits: Type.Optional(PartnerLimits),
      }),
    ),
  ),
})
export type PartnerChange = Static<typeof PartnerChange>

/** GET /api/partners, /api/partners/:name/check, and the answer of what changes one; a check is of this run. */
export const PartnerInfo = Type.Object({
  id: Type.Integer({ description: 'Of its source.' }),
  name: Type.String(),
  url: Type.String(),
  hasToken: Type.Boolean(),
  problem: Nullable(
    Type.String({ description: 'Why it cannot even be asked, in the reader’s words; null while it can.' }),
  ),
  base: Nullable(Type.Integer({ description: 'Where its ids begin here; null before its first sync.' })),
  limits: PartnerLimits,
  check: Nullable(
    Type.Object({
      ok: Type.Boolean(),
      code: Type.String(),
      message: Type.String({ description: 'What came back, in the reader’s words.' }),
      at: Type.String(),
    }),
  ),
  failing: Type.Boolean({ description: 'Whether it answers, and does not work, by what was found last.' }),
  sync: Type.Object({ ...SyncState.properties, lastSync: Nullable(Type.String()) }),
})
export type PartnerInfo = Static<typeof PartnerInfo>
