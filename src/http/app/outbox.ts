/** How orders stand on their way to the partner, in the reader's words. */
import { worded, type Coded } from '../../domain/messages.ts'
import type { OutboxEntry } from '../../service/outbox-entry.ts'
import type { Reader } from './access.ts'
import type { OutboxEntry as OutboxBody } from './outbox-schemas.ts'

/** What partners ask, in what is told of a transmission. */
const COSTS: readonly string[] = ['asked', 'accepted', 'charged', 'was']

/** What words a fact of a transmission for a reader, without the costs that he may not see. */
export const wordsFor =
  ({ locale, rights }: Reader) =>
  ({ code, params: facts = {} }: Coded) => {
    const seen = Object.entries(facts).filter(([name]) => rights.has('costs') || !COSTS.includes(name))
    const params = Object.fromEntries(seen)
    return { code, params, message: worded({ code, params }, locale) }
  }

export function outboxView(
  { lastError, stranded, held, upstreamId, ...entry }: OutboxEntry,
  reader: Reader,
): OutboxBody {
  const told = wordsFor(reader)
  return {
    ...entry,
    decisions: reader.rights.has('decide') ? [...entry.decisions] : [],
    lines: entry.lines.map((line) => ({ ...line })),
    // A number where it is one that programs keep exactly.
    upstreamId: upstreamId !== null && /^\d{1,15}$/.test(upstreamId) ? Number(upstreamId) : upstreamId,
    lastError: lastError && told(lastError),
    stranded: stranded && { ...stranded, why: told(stranded.why) },
    held: held && told(held),
  }
}
