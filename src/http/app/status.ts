/** How the service stands: what the header of the screens shows, and by what they count days. */
import * as Type from 'typebox'
import type { Static } from 'typebox'
import { worded, type Coded, type Locale } from '../../domain/messages.ts'
import { wholly } from '../../domain/partner-words.ts'
import { ordersSinceWords } from '../../domain/restored-orders.ts'
import { backWords } from '../../domain/restored-people-messages.ts'
import { Nullable } from '../../domain/schema.ts'
import { Calendar } from '../../domain/settings.ts'
import { VatRegime } from '../../domain/vat-regimes.ts'
import type { Service } from '../../service/service.ts'
import type { Reader } from './access.ts'
import type { Placed } from '../../service/upkeep/placed.ts'

/** GET /api/status */
export const Status = Type.Object({
  version: Type.String(),
  demo: Type.Boolean({ description: 'Whether the tariffs in force are the demo’s.' }),
  mail: Type.Boolean({ description: 'Whether e-mail with quotes is sent from here.' }),
  mailProblem: Nullable(
    Type.String({
      description: 'In the reader’s words: why its server will not let us in, as far as is known.',
    }),
  ),
  ownTariffs: Type.Boolean({ description: 'Whether the shop has products or families of its own.' }),
  store: Type.String({
    description: 'Another one once the store was replaced: nothing that a page holds is of it.',
  }),
  placed: Nullable(
    Type.Object(
      {
        what: Type.Enum(['restored', 'wiped']),
        at: Type.String({ description: 'When it was put there.' }),
        from: Nullable(Type.String({ description: 'Of when the backup is; null: its name does not say.' })),
        back: Nullable(
          Type.String({
            description:
              'In the reader’s words: who is back whom the shop had shut out, or whose role it had lowered; null: nobody.',
          }),
        ),
        ordersSince: Nullable(
          Type.Object(
            { text: Type.String(), orders: Type.Array(Type.String()) },
            {
              description:
                'In the reader’s words: the orders that were placed since the backup and are no longer here, those that partners have a line each; null: none.',
            },
          ),
        ),
      },
      { description: 'How the store came to the place of another; null: it never did.' },
    ),
  ),
  online: Nullable(Type.Boolean()),
  trouble: Nullable(
    Type.Enum(['offline', 'token', 'busy', 'failed', 'unreadable'], {
      description: 'Why it is not online: out of reach, our token refused, or asking to be left alone.',
    }),
  ),
  upstream: Nullable(Type.String()),
  lastSync: Nullable(Type.String()),
  products: Type.Integer(),
  families: Type.Integer(),
  unreadableItems: Type.Integer({
    description: 'Products and families that cannot be read, and are offered to nobody.',
  }),
  pricePoints: Type.Integer(),
  outbox: Type.Integer(),
  needsAttention: Type.Integer(),
  dashboard: Type.Boolean({
    description: 'Whether the dashboard has anything to tell of: a quote that was sent, or an order.',
  }),
  calendar: Calendar,
  timeZone: Type.String({ description: 'Of the clock by which days are counted: Europe/Paris.' }),
  vatRate: Type.String({ description: 'VAT in percent of a delivery that names no address.' }),
  vatRegimes: Type.Array(VatRegime, { description: 'What a quote may have in the place of its address’s.' }),
  issuer: Type.String({ description: 'Who sells, as documents name it; "": the letterhead does not say.' }),
  mediator: Type.Object(
    { fr: Type.Boolean(), en: Type.Boolean() },
    { description: 'Whether the words of documents name a mediator for consumers.' },
  ),
  frenchTerms: Type.Boolean({
    description: 'Whether the terms of sale are there in French alone: a document in English has those.',
  }),
  partners: Type.Array(
    Type.Object({
      id: Type.Integer({ description: 'Of its source.' }),
      name: Type.String(),
      url: Type.String(),
      hasToken: Type.Boolean({ description: 'Without one it cannot be asked.' }),
      online: Type.Boolean(),
      trouble: Nullable(Type.Enum(['offline', 'token', 'busy', 'failed', 'unreadable'])),
      failing: Type.Boolean({
        description: 'Whether it answers, and does not work, by what was found last.',
      }),
      pausedUntil: Nullable(
        Type.String({
          description: 'Until when it asked to be left alone, where that is longer than anyone waits.',
        }),
      ),
      problem: Nullable(
        Type.String({
          description: 'In the reader’s words: why it cannot be asked, or why its last sync failed.',
        }),
      ),
      lastSync: Nullable(Type.String()),
      products: Type.Integer(),
      families: Type.Integer(),
      pricePoints: Type.Integer(),
      outbox: Type.Integer(),
    }),
  ),
})
export type Status = Static<typeof Status>

/** How the service stands, with each partner's trouble in the reader's words. */
export function statusView(
  { partners, mailProblem, placed, ...status }: Awaited<ReturnType<Service['status']>>,
  { locale, rights }: Reader,
): Status {
  const told = (problem: Coded) => worded(rights.has('costs') ? wholly(problem) : problem, locale)
  const shown = partners.map(({ problem, ...partner }) => ({
    ...partner,
    problem: problem && told(problem),
  }))
  return {
    ...status,
    placed: placed && placedView(placed, locale),
    mailProblem: mailProblem && worded(mailProblem, locale),
    partners: shown,
  }
}

function placedView(
  { reopened = [], seeAgain = [], ordersSince, ...placed }: Placed,
  locale: Locale,
): NonNullable<Status['placed']> {
  const words = ordersSince === undefined ? null : ordersSinceWords(ordersSince, locale)
  return {
    ...placed,
    back: backWords(reopened, seeAgain, locale),
    ordersSince: words && { text: words.text, orders: [...words.orders] },
  }
}
