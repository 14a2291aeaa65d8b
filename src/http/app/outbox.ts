/** How orders stand on their way to the partner, in the reader's words, and what a person decides of them. */
import type { Static } from 'typebox'
import { worded, type Coded } from '../../domain/messages.ts'
import { withoutCosts } from '../../domain/outbox-problems.ts'
import { wholly } from '../../domain/partner-words.ts'
import type { Actor } from '../../domain/people.ts'
import { hasInvisible, isBlank, withUnseenShown } from '../../domain/text.ts'
import type { OutboxEntry } from '../../service/outbox-entry.ts'
import type { OutboxService, TransmissionId } from '../../service/outbox.ts'
import { Invalid } from '../../service/refusal.ts'
import type { Reader } from './access.ts'
import type { OutboxEntry as OutboxBody, ResolveRequest } from './outbox-schemas.ts'

/** What words a fact of a transmission for a reader, without the costs that he may not see. */
export const wordsFor =
  ({ locale, rights }: Reader) =>
  ({ code, params: facts = {} }: Coded) => {
    const seesCosts = rights.has('costs')
    const params = seesCosts ? facts : withoutCosts(facts)
    const fact = { code, params }
    return { ...fact, message: worded(seesCosts ? wholly(fact) : fact, locale) }
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

const isGiven = <T>(value: T | null | undefined): value is T => value !== null && value !== undefined

/** A person's decision about a transmission. @throws Refusal, Invalid */
export async function resolved(
  outbox: OutboxService,
  id: TransmissionId,
  { upstreamId, cancel, acceptCents, reason, keepServices }: Static<typeof ResolveRequest>,
  by: Actor,
): Promise<OutboxEntry> {
  const decisions = [
    ...(cancel ? ['/cancel'] : []),
    ...(isGiven(acceptCents) ? ['/acceptCents'] : []),
    ...(isGiven(upstreamId) ? ['/upstreamId'] : []),
  ]
  if (decisions.length > 1)
    throw new Invalid(decisions.map((path) => ({ path, code: 'decisions_contradictory' as const })))
  if (cancel) return outbox.cancel(id, { reason: reason ?? '', keepServices: keepServices === true }, by)
  if (isGiven(acceptCents)) return outbox.accept(id, acceptCents, by)
  if (!isGiven(upstreamId)) throw new Invalid([{ path: '/upstreamId', code: 'field_required' }])
  if (typeof upstreamId === 'number' && !Number.isSafeInteger(upstreamId)) {
    throw new Invalid([{ path: '/upstreamId', code: 'field_type', params: { expected: 'string' } }])
  }
  const typed = `${upstreamId}`.trim()
  // What nobody can see is no number, and no part of one.
  if (isBlank(typed) || hasInvisible(typed))
    throw new Invalid([
      { path: '/upstreamId', code: 'value_invalid', params: { unseenIn: withUnseenShown(typed) } },
    ])
  return outbox.identify(id, typed, by)
}
