/** Transmissions of orders, as the screens see them and decide about them. */
import * as Type from 'typebox'
import type { Static } from 'typebox'
import { Area } from '../../domain/order.ts'
import { Absentable, Cost, Nullable } from '../../domain/schema.ts'
import { LONGEST_PARTNER_ID } from '../../domain/shared/numbers.ts'

/** A fact in words. */
const Told = Type.Object({
  code: Type.String({ description: 'Never changes.' }),
  params: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
  message: Type.String({ description: 'In the reader’s language.' }),
})

/** GET /api/outbox and GET /api/orders/:id */
export const OutboxEntry = Type.Object({
  id: Type.Union([Type.Integer(), Type.String()], {
    description: 'The order’s where it has one transmission, else `ORDER-1`, `ORDER-2`…',
  }),
  order: Type.Integer(),
  part: Type.Integer({ description: 'Which of the order’s transmissions it is, from 1.' }),
  parts: Type.Integer({ description: 'How many the order has: one for each partner with lines in it.' }),
  partner: Type.String({ description: 'The name of the partner that it is for.' }),
  partnerIs: Type.Enum(['set', 'removed', 'elsewhere'], {
    description: 'Whether it is set, was taken away, or has another address than the one that this is for.',
  }),
  devis: Type.String({ description: 'The user’s own reference.' }),
  customer: Type.String({
    description: 'Who receives it, else the customer’s own name; empty of whom the desk served without one.',
  }),
  area: Area,
  handedAt: Nullable(
    Type.String({ description: 'ISO; when the whole order was handed to its customer; null: it was not.' }),
  ),
  state: Type.String(),
  attempts: Type.Integer({ description: 'How often the order itself was sent.' }),
  lastError: Nullable(Told),
  stranded: Nullable(
    Type.Object(
      { why: Told, name: Type.String(), url: Type.String() },
      { description: 'Whatever else it waits for, nothing goes out by itself until its partner is set so.' },
    ),
  ),
  received: Type.Enum(['no', 'maybe', 'yes'], {
    description: 'What is known of whether the partner has it.',
  }),
  upstreamId: Nullable(
    Type.Union([Type.Integer(), Type.String()], { description: 'A text where it is no number up to 10^15.' }),
  ),
  acceptedCents: Cost('What the partner may ask, before its discount.'),
  upstreamCents: Cost('What it asks now.'),
  marginCents: Cost('What the order’s products leave at that; below 0 they lose as much.'),
  nextAttemptAt: Nullable(Type.String()),
  decisions: Type.Array(Type.Enum(['retry', 'identify', 'cancel']), {
    description: 'What a person may decide now.',
  }),
  held: Nullable(Told),
  endsOrder: Type.Boolean({
    description:
      'Whether giving it up cancels the order, of which nothing else is left: as POST /api/orders/ID/cancel.',
  }),
  lines: Type.Array(
    Type.Object({
      name: Type.String(),
      quantity: Type.Integer({ description: 'Copies of all its visuals together.' }),
    }),
    { description: 'The first of what the partner is sent.' },
  ),
  lineCount: Type.Integer({ description: 'How many lines it is sent.' }),
})
export type OutboxEntry = Static<typeof OutboxEntry>

/** POST /api/outbox/:id/retry and /resolve */
export const RetryRequest = Type.Object({
  acceptCents: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }))),
  to: Absentable(
    Type.String({ description: 'Where it goes, where its partner has another address than it is for.' }),
  ),
})
export const ResolveRequest = Type.Object({
  upstreamId: Type.Optional(
    Nullable(
      Type.Union([
        Type.Integer({ minimum: 0 }),
        Type.String({ minLength: 1, maxLength: LONGEST_PARTNER_ID }),
      ]),
    ),
  ),
  cancel: Type.Optional(Nullable(Type.Boolean())),
  acceptCents: Absentable(
    Type.Integer({
      minimum: 0,
      description: 'What the partner has come to count for an order that it has, as what that costs.',
    }),
  ),
  reason: Absentable(
    Type.String({ description: 'Why, with `cancel`; for the history of an order that it ends.' }),
  ),
  keepServices: Absentable(
    Type.Boolean({
      description: 'Whether services of an order that it ends stay due with another of its quote.',
    }),
  ),
})
