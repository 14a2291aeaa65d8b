/** GET /api/orders/:id/history: what became of an order and who did what to it, the newest first. */
import * as Type from 'typebox'
import type { Static } from 'typebox'
import { journalWords } from '../../domain/journal.ts'
import { STORY_MESSAGES, type StoryCode } from '../../domain/order-story.ts'
import type { FaultParams } from '../../domain/reasons.ts'
import { Nullable } from '../../domain/schema.ts'
import { RESUMED_THERE, saysRefused, saysUnmade } from '../../domain/shared/order-states.ts'
import { storyOf, type StoryStep } from '../../service/order-story.ts'
import type { Service } from '../../service/service.ts'
import { pathId } from '../path-id.ts'
import { readerOf, type Reader } from './access.ts'
import type { Api } from './api.ts'
import { statusWords } from './export/words.ts'
import { wordsFor } from './outbox.ts'

export const OrderEvent = Type.Object(
  {
    at: Type.String(),
    by: Type.Enum(['person', 'key', 'command', 'tool', 'partner'], {
      description:
        'Who did it; tool: a customer’s, by the partner API; partner: what became of it there, or on its way.',
    }),
    person: Nullable(Type.String({ description: 'By name.' })),
    action: Type.String({ description: 'Never changes: of the journal, or the phase of a transmission.' }),
    message: Type.String({ description: 'In the reader’s language.' }),
  },
  { title: 'OrderEvent' },
)
export type OrderEvent = Static<typeof OrderEvent>

export function orderHistoryRoutes(api: Api, service: Service): void {
  api.get('/api/orders/:id/history', 'desk', Type.Array(OrderEvent), async (request) => {
    const order = await service.orders.detail(pathId(request))
    const customer = service.customers.byId(order.customerId)?.name ?? ''
    const reader = readerOf(request)
    return (await storyOf(service.store, order)).map((step) => stepView(step, customer, reader))
  })
}

function stepView(step: StoryStep, customer: string, reader: Reader): OrderEvent {
  const { at } = step
  if (step.what === 'noted') {
    const { by, person, action, facts } = step.entry
    const { cents, ...others } = facts
    const told = reader.rights.has('costs') && cents !== undefined ? facts : others
    return { at, by, person, action, message: journalWords({ action, facts: told }, reader.locale) }
  }
  const said = (code: StoryCode, params: FaultParams) => ({
    ...{ at, by: step.what === 'placed' ? ('tool' as const) : ('partner' as const), person: null },
    ...{ action: code, message: STORY_MESSAGES[code][reader.locale](params) },
  })
  if (step.what === 'placed') return said('placed', { customer })
  const { partner, phase, partnerStatus, upstreamId, reason } = step.event
  const why = reason ? wordsFor(reader)(reason).message : ''
  const isWord = (phase === 'sent' && !step.isFirst) || phase === 'cancelled'
  if (isWord && partnerStatus !== null) {
    // What is taken up again under another number keeps the word of the one before.
    const resumed = reason?.code === RESUMED_THERE ? reason.params?.['word'] : undefined
    const word = resumed === undefined ? partnerStatus : String(resumed)
    const isEnd = saysUnmade(word) && (reason === null || reason.code === 'outbox_cancelled_there')
    const unmade = saysRefused(word) ? 'refusedThere' : 'cancelledThere'
    return said(isEnd ? unmade : 'status', { partner, status: statusWords(word, reader.locale), why })
  }
  return said(isTold(phase) ? phase : 'ready', { partner, id: upstreamId ?? '', why })
}

const isTold = (phase: string): phase is StoryCode => Object.hasOwn(STORY_MESSAGES, phase)
