/** GET /api/quotes/:id/order: what ordering a quote would send to whom, before anything is ordered. */
import * as Type from 'typebox'
import type { Static } from 'typebox'
import { worded } from '../../domain/messages.ts'
import { Area } from '../../domain/order.ts'
import { Cost, Nullable } from '../../domain/schema.ts'
import type { Service } from '../../service/service.ts'
import { requestLocale } from '../headers.ts'
import { pathId } from '../path-id.ts'
import type { Api } from './api.ts'

export const QuoteRehearsal = Type.Object(
  {
    version: Type.Integer({ description: 'Of the quote that was read.' }),
    retryMs: Type.Integer({ description: 'How often a partner that is away is tried again.' }),
    parts: Type.Array(
      Type.Object({
        partner: Type.String(),
        area: Area,
        lineCount: Type.Integer(),
        state: Type.Enum(['agreed', 'moved', 'refused', 'waits', 'stuck'], {
          description:
            'waits: it cannot be asked now, and is sent by itself once it can; stuck: a person must set something first.',
        }),
        quotedCents: Cost('What the quote holds that the partner asks, before its discount.'),
        askedCents: Cost('What its panier/ comes to now, before its discount.'),
        netCents: Cost(
          'What is left of that after the discount of the account there; null: none is taken off.',
        ),
        why: Type.String({ description: 'Why it waits, is stuck or refused, in words; empty otherwise.' }),
        leavesAt: Nullable(Type.String({ description: 'Not before then; null: as soon as it answers.' })),
        lines: Type.Array(
          Type.Object({
            line: Type.Integer({ description: 'Its place in the quote, from 0.' }),
            quotedCents: Cost(),
            askedCents: Cost('null: refused.'),
            words: Type.String({ description: 'The partner’s own, of one that it refuses; else empty.' }),
          }),
          { description: 'Those that it asks another price for, or refuses.' },
        ),
      }),
      { description: 'One for each transmission that ordering would make.' },
    ),
  },
  { title: 'QuoteRehearsal' },
)
export type QuoteRehearsal = Static<typeof QuoteRehearsal>

export function quoteRehearsalRoutes(api: Api, { rehearsal }: Service): void {
  api.get('/api/quotes/:id/order', 'desk', QuoteRehearsal, async (request) => {
    const { parts, ...head } = await rehearsal.of(pathId(request))
    const locale = requestLocale(request)
    return {
      ...head,
      parts: parts.map(({ why, ...part }) => ({ ...part, why: why ? worded(why, locale) : '' })),
    }
  })
}
