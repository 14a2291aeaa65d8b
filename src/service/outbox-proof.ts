/** What an answer of the partner, or its silence, proves of an order (docs/outbox.md). */
import type { Coded } from '../domain/messages.ts'
import type { OutboxRecord } from '../store/outbox.ts'
import type { UpstreamClient } from '../upstream/client.ts'
import { UpstreamError, type UpstreamErrorKind } from '../upstream/errors.ts'
import type { AnsweredOrder } from '../upstream/read.ts'

/** Statuses that say that the partner read the order and will not have it. */
const REFUSALS = new Set([400, 413, 422])

/** Ends of the sending that prove that the partner did not act. */
const NOT_SENT: ReadonlySet<UpstreamErrorKind> = new Set([
  'unreachable',
  'throttled',
  'unauthorized',
  'refused',
  'cancelled',
])

/** Whether the end of a sending proves that the partner did not act. */
export function provesNothingSent(error: unknown): boolean {
  return error instanceof UpstreamError && NOT_SENT.has(error.kind)
}

/** The partner read the order and will not have it. */
export function isRefusal(error: unknown): boolean {
  return error instanceof UpstreamError && error.kind === 'refused' && REFUSALS.has(error.status ?? 0)
}

/** The partner answered, and not what was asked: silence and a refused token pass, this may not. */
export function isVain(error: unknown): boolean {
  return error instanceof UpstreamError && ['unreadable', 'failed', 'refused'].includes(error.kind)
}

/** We are stopping: nothing came of the step, and nothing is written of it. */
export function isStop(error: unknown): boolean {
  return error instanceof UpstreamError && error.kind === 'cancelled'
}

/** Why a step did not succeed, as it is stored. @param error of the partner, or a defect of ours */
export function whyOf(error: unknown): Coded {
  if (error instanceof UpstreamError) return error.problem
  const cause = error instanceof Error ? error.message : String(error)
  return { code: 'outbox_step_failed', params: { cause: cause.slice(0, 200) } }
}

/** References as a partner may hand them back: with other blanks, in other capitals. */
const plain = (reference: string) => reference.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase()

/** The order of that reference in the partner's list. */
export function findByReference(orders: readonly AnsweredOrder[], devis: string): AnsweredOrder | undefined {
  const wanted = plain(devis)
  return orders.find(({ reference }) => reference !== null && plain(reference) === wanted)
}

/** Answers to the order itself that name another: the list must show ours, else a person looks. */
const ODD_ANSWERS: ReadonlySet<string> = new Set(['outbox_id_of_another', 'outbox_other_reference'])
/** An order that the list never shows after so many sendings is not sent on for ever. */
const MOST_ATTEMPTS = 5

/** What is odd about the answer to an order; null where it is the one that was sent. */
export function oddAnswer(
  entry: OutboxRecord,
  { id, reference }: AnsweredOrder,
  isAnother: boolean,
): Coded | null {
  if (isAnother) return { code: 'outbox_id_of_another', params: { id: id ?? '?' } }
  // A partner may keep the beginning of a reference alone.
  const same = reference === null || reference === '' || plain(entry.devis).startsWith(plain(reference))
  if (same) return null
  return { code: 'outbox_other_reference', params: { id: id ?? '?', reference: reference.slice(0, 200) } }
}

/**
 * Why a list that does not hold an order does not prove that it is not there; null where it does.
 * @param latest the latest order that this account is known to have there: a whole list of ours shows it, as ours
 */
export function doubtOf(
  client: UpstreamClient,
  entry: OutboxRecord,
  orders: readonly AnsweredOrder[],
  latest: { readonly id: string; readonly devis: string } | null,
): Coded | null {
  if (entry.lastError && ODD_ANSWERS.has(entry.lastError.code)) return entry.lastError
  if (entry.attempts >= MOST_ATTEMPTS)
    return { code: 'outbox_sent_in_vain', params: { count: entry.attempts } }
  if (orders.some(({ reference }) => reference === null)) return { code: 'outbox_no_references' }
  // A partner that keeps no more than so many characters shows none that are longer.
  const wanted = plain(entry.devis)
  const references = orders.map(({ reference }) => plain(reference ?? ''))
  const longest = references.reduce((length, reference) => Math.max(length, reference.length), 0)
  const cut = references.findIndex(
    (known) => known !== '' && known.length === longest && wanted.startsWith(known),
  )
  if (cut >= 0) {
    const { id, reference } = orders[cut]!
    return {
      code: 'outbox_reference_cut',
      params: { id: id ?? '?', reference: (reference ?? '').slice(0, 200) },
    }
  }
  if (entry.account !== null && entry.account !== client.account) return { code: 'outbox_other_account' }
  // Under its number with another's reference it is another's order: the list is not of our account.
  const isThere = ({ id, reference }: AnsweredOrder) =>
    id === latest?.id && (!reference || plain(latest.devis).startsWith(plain(reference)))
  if (latest !== null && !orders.some(isThere)) {
    return { code: 'outbox_list_lacks', params: { id: latest.id } }
  }
  return null
}

/**
 * What a made order is kept with of its price: a partner that takes it for more than was accepted can be held to that by
 * a person alone.
 * @param charged what the partner's order says, cents before its discount; null where it does not
 */
export function chargedFor(
  { acceptedCents, upstreamCents }: OutboxRecord,
  charged: number | null,
): Pick<OutboxRecord, 'upstreamCents' | 'lastError'> {
  if (charged === null || charged <= acceptedCents) return { upstreamCents, lastError: null }
  const params = { charged, accepted: acceptedCents }
  return { upstreamCents: charged, lastError: { code: 'outbox_charged_more', params } }
}
