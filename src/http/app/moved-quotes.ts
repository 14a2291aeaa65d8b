/** The report of all open quotes whose prices moved, page by page, and asking the partners for it. */
import type { FastifyRequest } from 'fastify'
import * as Type from 'typebox'
import type { Static } from 'typebox'
import { faultsMessage, worded, type Locale } from '../../domain/messages.ts'
import { MovedPrice, QuoteLine, QuoteStateSchema } from '../../domain/quote/quote.ts'
import { Nullable } from '../../domain/schema.ts'
import type { KeptLine } from '../../domain/quote/facts.ts'
import { draftName } from '../../domain/shared/numbers.ts'
import type { Right } from '../../domain/shared/rights.ts'
import { recipientOf, whomOf } from '../../domain/shared/whom.ts'
import type { MovedFound } from '../../service/quotes/moved-quotes.ts'
import { MOVED_KINDS, type MovedLineFacts, type MovedQuoteFacts } from '../../service/quotes/moved-report.ts'
import type { Service } from '../../service/service.ts'
import { requestLocale } from '../headers.ts'
import { readPage } from '../paging.ts'
import type { Api } from './api.ts'
import { movedView } from './quote-view.ts'
import { DEFAULT_PAGE } from './requests.ts'

const MovedQuoteLine = Type.Object({
  at: Type.Integer({ description: 'Its place in the quote.' }),
  kind: Type.Enum(MOVED_KINDS, {
    description:
      'moved: another price; aged: what is known is too old, or only an estimate any more; invalid: it no longer fits the catalogue, or its partner refuses it.',
  }),
  name: Type.String(),
  before: MovedPrice,
  pricedAt: Nullable(Type.String({ description: 'When `before` was asked for, where that was kept.' })),
  after: Nullable(MovedPrice),
  message: Type.String({ description: 'Why it no longer fits; empty otherwise.' }),
  canAbsorb: Type.Boolean(),
  underCost: Type.Union([Type.Boolean(), Type.Null()], {
    description: 'Whether the customer’s price, absorbed, would be under today’s cost.',
    right: 'costs' satisfies Right,
  }),
})

/** As much of a line as tells it apart from others of its name. */
const NamedLine = Type.Object({
  at: Type.Integer({ description: 'Its place in the quote.' }),
  ...Type.Pick(QuoteLine, ['area', 'name', 'line', 'quantity', 'leadTimeLabel']).properties,
})

const uncertainties = {
  beforeUncertainty: Nullable(
    Type.Integer({ description: 'How wide the interval of `beforeCents` is, cents; null of an exact one.' }),
  ),
  afterUncertainty: Nullable(Type.Integer()),
}

/** GET, POST, DELETE /api/quotes/moved */
export const MovedQuotes = Type.Object(
  {
    looking: Type.Object({
      state: Type.Enum(['idle', 'running']),
      done: Type.Integer(),
      total: Type.Integer(),
      failures: Type.Array(Type.Object({ partner: Type.String(), message: Type.String() })),
      endedAt: Nullable(Type.String()),
      returned: Type.Boolean({ description: 'A partner’s return began it, not a person.' }),
    }),
    at: Type.String({ description: 'When the report was put together.' }),
    looked: Type.Integer({ description: 'Open quotes that were looked at.' }),
    more: Type.Boolean({ description: 'There are more, older ones, that were not.' }),
    moved: Type.Integer({ description: 'Quotes with a line of that kind; so `aged` and `invalid`.' }),
    aged: Type.Integer(),
    invalid: Type.Integer(),
    totalled: Type.Integer({
      description: 'Quotes that have both totals: in the others a line has no price, then or today.',
    }),
    beforeCents: Type.Integer({ description: 'Excluding tax, of these quotes.' }),
    afterCents: Type.Integer(),
    ...uncertainties,
    total: Type.Integer({ description: 'Quotes of which there is something to tell, on all pages.' }),
    quotes: Type.Array(
      Type.Object({
        id: Type.Integer(),
        number: Type.String(),
        revision: Type.Integer(),
        state: QuoteStateSchema,
        expired: Type.Boolean(),
        version: Type.Integer(),
        reference: Type.String(),
        company: Nullable(Type.String()),
        recipient: Type.String(),
        updatedAt: Type.String(),
        lines: Type.Array(MovedQuoteLine),
        alike: Type.Array(NamedLine, {
          description: 'Every line of the quote that bears a name of those: what tells them apart.',
        }),
        beforeCents: Nullable(Type.Integer()),
        afterCents: Nullable(Type.Integer()),
        ...uncertainties,
      }),
      { description: 'The newest first.' },
    ),
  },
  { title: 'MovedQuotes' },
)
export type MovedQuotes = Static<typeof MovedQuotes>

export function movedQuoteRoutes(api: Api, { movedQuotes, quotes }: Service): void {
  const shown = async (request: FastifyRequest) => {
    const { limit, offset } = readPage(request.query)
    const found = await movedQuotes.of()
    const page = found.quotes.slice(offset, offset + (limit ?? DEFAULT_PAGE))
    return reportView(found, page, quotes.expired.bind(quotes), requestLocale(request))
  }
  api.get('/api/quotes/moved', 'desk', MovedQuotes, shown)
  api.post('/api/quotes/moved/look', 'desk', MovedQuotes, async (request, reply) => {
    movedQuotes.begin()
    void reply.code(202)
    return shown(request)
  })
  api.delete('/api/quotes/moved/look', 'desk', MovedQuotes, async (request) => {
    await movedQuotes.stop()
    return shown(request)
  })
}

function reportView(
  { looking, quotes: all, ...found }: MovedFound,
  page: readonly MovedQuoteFacts[],
  expired: Service['quotes']['expired'],
  locale: Locale,
) {
  const failures = looking.failures.map(({ partner, error }) => ({ partner, message: worded(error, locale) }))
  return {
    ...found,
    looking: { ...looking, failures },
    total: all.length,
    quotes: page.map(({ quote, lines, alike, ...amounts }) => ({
      ...{ id: quote.id, number: quote.number ?? draftName(quote.id, locale), revision: quote.revision },
      ...{ state: quote.state, expired: expired(quote), version: quote.version },
      ...{ reference: quote.reference, company: quote.company, updatedAt: quote.updatedAt },
      recipient: whomOf({ recipient: recipientOf(quote), customer: quote.customer }),
      lines: lines.map((line) => lineView(line, locale)),
      alike: [...alike].map(([at, line]) => namedView(at, line)),
      ...amounts,
    })),
  }
}

function lineView({ before, after, faults, ...line }: MovedLineFacts, locale: Locale) {
  return {
    ...line,
    before: movedView(before, locale),
    after: after && movedView(after, locale),
    message: faults.length > 0 ? faultsMessage(faults, locale) : '',
  }
}

const namedView = (at: number, { area, name, line, quantity, leadTimeLabel, price }: KeptLine) => ({
  ...{ at, area, name, line: { ...line }, quantity },
  leadTimeLabel: leadTimeLabel ?? price.label,
})
