/** Revisions and history of quotes on the wire. */
import * as Type from 'typebox'
import type { Static } from 'typebox'
import { Nullable } from '../../domain/schema.ts'
import { QUOTE_STATES } from '../../domain/shared/quote-states.ts'

/** GET /api/quotes/:id/revisions: what was sent of it, the first first; /revisions/:n answers one as a quote. */
export const QuoteRevision = Type.Object({
  revision: Type.Integer(),
  at: Type.String({ description: 'When it was sent, or decided unsent.' }),
  by: Nullable(Type.String({ description: 'Who sent it, by name.' })),
  validUntil: Type.String(),
  lineCount: Type.Integer(),
  totalCents: Nullable(Type.Integer({ description: 'prix_total_ht' })),
  indicative: Type.Boolean(),
  uncertainty: Nullable(Type.Integer({ description: 'How wide the interval of the total is, in cents.' })),
  reconfirm: Type.Boolean(),
  current: Type.Boolean({ description: 'The last that was sent.' }),
  state: Type.Enum(QUOTE_STATES, {
    description:
      'Of the last the state that it has, or had when a draft was made of it (`refused`, say); of others `sent`.',
  }),
})
export type QuoteRevision = Static<typeof QuoteRevision>

/** GET /api/quotes/:id/history: who did what to it when, the newest first. */
export const QuoteEvent = Type.Object({
  id: Type.Integer(),
  at: Type.String(),
  by: Type.Enum(['person', 'key', 'command']),
  person: Nullable(Type.String()),
  action: Type.String({ description: 'Never changes.' }),
  revision: Type.Integer(),
  reason: Nullable(Type.String()),
  message: Type.String({ description: 'In the reader’s language.' }),
})
export type QuoteEvent = Static<typeof QuoteEvent>
