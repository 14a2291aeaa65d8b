/** How orders stand on their way to the partner, in the reader's words. */
import { worded, type Coded, type Locale } from '../../domain/messages.ts'
import type { OutboxEntry } from '../../service/outbox-entry.ts'
import type { OutboxEntry as OutboxBody } from './schemas.ts'

export function outboxView(
  { lastError, stranded, held, upstreamId, ...entry }: OutboxEntry,
  locale: Locale,
): OutboxBody {
  const told = (coded: Coded) => ({
    code: coded.code,
    params: { ...coded.params },
    message: worded(coded, locale),
  })
  return {
    ...entry,
    decisions: [...entry.decisions],
    lines: entry.lines.map((line) => ({ ...line })),
    // A number where it is one that programs keep exactly.
    upstreamId: upstreamId !== null && /^\d{1,15}$/.test(upstreamId) ? Number(upstreamId) : upstreamId,
    lastError: lastError && told(lastError),
    stranded: stranded && { ...stranded, why: told(stranded.why) },
    held: held && told(held),
  }
}
