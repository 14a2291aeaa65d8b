/** What a client says of a quote, as far as it is taken. */
import type { QuoteInput } from '../../domain/quote/quote.ts'
import { isDay, type Day } from '../../domain/shared/calendar.ts'
import { Invalid } from '../refusal.ts'

/** What a client may say of lines; what was found for them is the service's. */
export const asSent = (input: QuoteInput): QuoteInput => ({
  ...input,
  lines: input.lines.map(({ area, line, delai, leadTimeLabel }) => ({ area, line, delai, leadTimeLabel })),
})

/** A day as it was sent. @throws Invalid where it is none of the calendar */
export function dayIn(text: string, field: 'validUntil' | 'filesOn'): Day {
  if (isDay(text)) return text
  const params = { parameter: field, kind: 'une date (AAAA-MM-JJ)', kindEn: 'a date (YYYY-MM-DD)' }
  throw new Invalid([{ path: `/${field}`, code: 'value_invalid', params }])
}
