/** What an answer of the partner, or its silence, proves of an order (docs/outbox.md). */
import type { Coded } from '../domain/messages.ts'
import { orderNumber } from '../domain/order.ts'
import { isNumberCertain, partnersWord, RESUMED_THERE, saysUnmade } from '../domain/shared/order-states.ts'
import { BY_PERSON, type OutboxRecord, type OutboxView } from '../store/outbox.ts'
import type { UpstreamClient } from '../upstream/client.ts'
import { UpstreamError, type UpstreamErrorKind } from '../upstream/errors.ts'
import type { AnsweredOrder } from '../upstream/read.ts'

/** Ends of the sending that prove that the partner did not act. */
const NOT_SENT: ReadonlySet<UpstreamErrorKind> = new Set([
  'unreachable',
  'throttled',
  'queued',
  'unauthorized',
  'refused',
  'cancelled',
])

/** Whether the end of a sending proves that the partner did not act. */
export function provesNothingSent(error: unknown): boolean {
  return error instanceof UpstreamError && NOT_SENT.has(error.kind)
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

/** How well an entry of the partner's list fits an order, by its reference: the whole, its beginning, none, another's. */
const FITS = { whole: 3, beginning: 2, none: 1, other: 0 } as const

/** How well entries fit the order of a reference. */
function fitsOf(devis: string): (order: AnsweredOrder) => number {
  const wanted = plain(devis)
  return ({ reference }) => {
    if (reference === null || reference === '') return FITS.none
    const shown = plain(reference)
    if (wanted === shown) return FITS.whole
    // A partner may keep the beginning of a reference alone.
    return wanted.startsWith(shown) ? FITS.beginning : FITS.other
  }
}

/** The entry of an id in the partner's list: of several, the one whose reference fits the order best. */
export function entryOf(
  orders: readonly AnsweredOrder[],
  upstreamId: string,
  devis: string,
): AnsweredOrder | undefined {
  const shown = orders.filter(({ id }) => id === upstreamId)
  const fits = shown.map(fitsOf(devis))
  return shown[fits.indexOf(fits.reduce((best, fit) => Math.max(best, fit), 0))]
}

/** What the partner's list shows under the reference of an order. */
export type Shown =
  /** nothing */
  | { readonly kind: 'none' }
  /** the order; `lastError`: it is there under a second number, too */
  | { readonly kind: 'order'; readonly order: AnsweredOrder; readonly lastError: Coded | null }
  /** a number that another order has: which of the two it is cannot be told */
  | { readonly kind: 'doubt'; readonly doubt: Coded }

/** The ids that the partner's list shows under the reference of an order, each once. */
export function idsUnder(devis: string, orders: readonly AnsweredOrder[]): string[] {
  const fitOf = fitsOf(devis)
  const ids = orders.flatMap((order) => (order.id !== null && fitOf(order) === FITS.whole ? [order.id] : []))
  return [...new Set(ids)]
}

/**
 * Looks an order up in the partner's list, by its reference.
 * @param taken ids that are known to be other orders'
 */
export function lookUp(orders: readonly AnsweredOrder[], devis: string, taken: ReadonlySet<string>): Shown {
  const fitOf = fitsOf(devis)
  const ours: AnsweredOrder[] = []
  const others = new Set<string | null>()
  for (const order of orders) {
    // A list that was read while it grew may show the very same entry twice.
    if (fitOf(order) === FITS.whole) ours.push(order)
    else others.add(order.id)
  }
  const isShared = ({ id }: AnsweredOrder) => id !== null && (others.has(id) || taken.has(id))
  const order = ours.find((entry) => !isShared(entry))
  if (order) return { kind: 'order', order, lastError: madeTwice(ours, order.id) }
  const [shared] = ours
  if (!shared) return { kind: 'none' }
  return { kind: 'doubt', doubt: { code: 'outbox_number_shared', params: { id: shared.id! } } }
}

/** @param ours what the list shows under the order's reference @param id the number that it is taken as */
function madeTwice(ours: readonly AnsweredOrder[], id: string | null): Coded | null {
  const second = ours.find((order) => order.id !== id)
  if (id === null || !second) return null
  return { code: 'outbox_made_twice', params: { id, second: second.id ?? '?' } }
}

/** What the partner's list shows of each of some orders: the entries under its number, or under its reference. */
export function shownOf(
  orders: readonly AnsweredOrder[],
  entries: readonly OutboxRecord[],
): (entry: OutboxRecord) => AnsweredOrder[] {
  const ids = new Set(entries.map(({ upstreamId }) => upstreamId))
  const references = new Set(entries.map(({ devis }) => plain(devis)))
  const referenceOf = ({ reference }: AnsweredOrder) => plain(reference ?? '')
  const known = orders.filter((order) => ids.has(order.id) || references.has(referenceOf(order)))
  const byId = Map.groupBy(known, ({ id }) => id)
  const byReference = Map.groupBy(known, referenceOf)
  return ({ upstreamId, devis }) => [
    ...(byId.get(upstreamId) ?? []),
    ...(byReference.get(plain(devis)) ?? []),
  ]
}

/** Whether a list shows an order under its number and its whole reference: then it is that partner's, at whatever address. */
export const isShown = (orders: readonly AnsweredOrder[], { upstreamId, devis }: OutboxRecord): boolean =>
  idsUnder(devis, orders).some((id) => id === upstreamId)

/** What is told of an order that is in the partner's list no more, until that shows it again or it was seen. */
export const GONE_THERE = 'outbox_gone_there'

/** What a reading of the partner's list changes about an order that it has. */
export type Followed = Pick<OutboxRecord, 'partnerStatus' | 'upstreamCents' | 'lastError'>

/**
 * What a reading of the partner's list changes about an order that it has: its status, and what is odd about it. Under
 * another's reference it is another's order, whose status is not this one's, unless a person named it.
 * @param orders what the list shows of it
 * @returns null where the list does not show it
 */
export function followed(orders: readonly AnsweredOrder[], entry: OutboxRecord): Followed | null {
  const { upstreamId, devis, lastError, partnerStatus, upstreamCents } = entry
  const order = upstreamId === null ? undefined : entryOf(orders, upstreamId, devis)
  const fitOf = fitsOf(devis)
  const ours = orders.filter((other) => fitOf(other) === FITS.whole)
  const isUnlisted = lastError?.code === 'outbox_id_not_shown' || lastError?.code === GONE_THERE
  const again = resumedAs(ours, entry)
  if (!order) {
    if (again) return { partnerStatus, upstreamCents, lastError: again }
    // There under another number alone: the one that we know is not its own, or no longer.
    if (ours.length === 0 || entry.account === BY_PERSON || entry.phase === 'cancelled') return null
    const unlisted = { code: 'outbox_id_not_shown', params: { id: upstreamId ?? '?' } } as const
    return { partnerStatus, upstreamCents, lastError: lastError ?? unlisted }
  }
  const status = order.status ?? partnerStatus
  const odd = oddAnswer(entry, order, false)
  // What it does not make, or has under another's reference, is not held to what was agreed.
  const isHeld = entry.phase === 'sent' && !odd && !saysUnmade(status)
  const told = (why: Coded | null): Followed => ({
    partnerStatus: status,
    ...chargedSince(entry, isHeld ? order.cents : null, withCancelled(entry, status, why)),
  })
  // Of what was given up it matters alone that it is made all the same.
  if (entry.phase === 'cancelled') {
    const own = odd && entry.account !== BY_PERSON ? null : told(lastError)
    return again && saysUnmade(status) ? { partnerStatus: status, upstreamCents, lastError: again } : own
  }
  if (entry.account === BY_PERSON) return told(isUnlisted ? odd : lastError)
  // What is told already stays until it was seen, but for a number that is shown again.
  const known = isUnlisted ? null : (again ?? lastError)
  if (odd) return { partnerStatus, upstreamCents, lastError: known ?? odd }
  return told(known ?? madeTwice(ours, order.id))
}

/**
 * What is told of an order that its partner has cancelled, and takes up again under another number; null: it does not, or that
 * was seen. What is not decided yet may go on under that number, where a person says so.
 * @param ours what the list shows under its reference
 */
function resumedAs(ours: readonly AnsweredOrder[], entry: OutboxRecord): Coded | null {
  const { account, lastError, phase, partnerStatus, upstreamId } = entry
  const live = ours.find(({ id, status }) => id !== upstreamId && status !== null && !saysUnmade(status))
  if (!live || account === BY_PERSON) return null
  const second = live.id ?? '?'
  if (phase === 'cancelled')
    return { code: RESUMED_THERE, params: { word: partnersWord(live.status!), is: 'given_up', id: second } }
  if (lastError?.code !== 'outbox_cancelled_there') return null
  const params = { id: upstreamId ?? '?', second, cancelled: partnersWord(partnerStatus ?? '') }
  return { code: 'outbox_made_twice', params }
}

/**
 * What is to be looked into of an order once the partner's word for it is another: that it was cancelled there is told until a
 * person has decided, and goes where the partner takes it back before that; after it, that it does is told.
 * @param before as it was known until then; null: it was not
 * @param why what else is to be looked into
 */
export function withCancelled(
  before: Pick<OutboxRecord, 'phase' | 'partnerStatus'> | null,
  word: string | null,
  why: Coded | null,
): Coded | null {
  const { cancelled, ...others } = why?.params ?? {}
  const wasCancelled = saysUnmade(before?.partnerStatus ?? null)
  const isGivenUp = before?.phase === 'cancelled'
  if (word === null || !saysUnmade(word)) {
    if (cancelled !== undefined) return { ...why!, params: others }
    if (why?.code === 'outbox_cancelled_there') return null
    if (word === null || !(wasCancelled || why?.code === RESUMED_THERE)) return why
    return {
      code: RESUMED_THERE,
      params: { word: partnersWord(word), is: isGivenUp ? 'given_up' : 'kept' },
    }
  }
  if (isGivenUp) return null
  if (wasCancelled) return why
  // Its double may go on: that stays told.
  if (why?.code === 'outbox_made_twice')
    return { ...why, params: { ...others, cancelled: partnersWord(word) } }
  return { code: 'outbox_cancelled_there', params: { word: partnersWord(word) } }
}

/** Answers to the order itself that name another: the list must show ours, else a person looks. */
const ODD_ANSWERS: ReadonlySet<string> = new Set(['outbox_id_of_another', 'outbox_other_reference'])
/** An order that the list never shows after so many sendings is not sent on for ever. */
const MOST_ATTEMPTS = 5

/** What is odd about the answer to an order; null where it is the one that was sent. */
export function oddAnswer(entry: OutboxRecord, order: AnsweredOrder, isAnother: boolean): Coded | null {
  const id = order.id ?? '?'
  if (isAnother) return { code: 'outbox_id_of_another', params: { id } }
  if (fitsOf(entry.devis)(order) !== FITS.other) return null
  return { code: 'outbox_other_reference', params: { id, reference: (order.reference ?? '').slice(0, 200) } }
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

/** Whether a list that lacks an order shows by now the one that it lacked when it was read for this one before. */
export function lagsAlone(
  { lastError }: OutboxRecord,
  doubt: Coded,
  orders: readonly AnsweredOrder[],
): boolean {
  if (lastError?.code !== 'outbox_list_lacks' || doubt.code !== lastError.code) return false
  const lacked = lastError.params?.['id']
  return lacked !== doubt.params?.['id'] && orders.some(({ id }) => id !== null && id === lacked)
}

/**
 * An entry of the partner's list under the reference of another order of ours, and not under that order's number: the list
 * mixes orders up, and this entry may be the one that is looked for.
 * @param sent what this partner has of ours
 */
export function mixedUp(
  entry: OutboxRecord,
  orders: readonly AnsweredOrder[],
  sent: readonly OutboxView[],
): Coded | null {
  const numbers = new Set(sent.map(({ upstreamId }) => upstreamId))
  const others = new Map(
    sent.flatMap((other) =>
      other.area === entry.area && other.upstream === entry.upstream && other.account !== BY_PERSON
        ? [[plain(other.devis), other] as const]
        : [],
    ),
  )
  for (const { id, reference } of orders) {
    const other = reference === null ? undefined : others.get(plain(reference))
    if (!other || numbers.has(id)) continue
    return {
      code: 'outbox_reference_of_another',
      params: { id: id ?? '?', order: orderNumber(other.orderId) },
    }
  }
  return null
}

/**
 * What a made order is kept with of its price: a partner that takes it for more than was accepted can be held to that by
 * a person alone.
 * @param charged what the partner's order says, cents before its discount; null where it does not
 * @param odd what else is odd about it
 */
export function chargedFor(
  { acceptedCents, upstreamCents }: OutboxRecord,
  charged: number | null,
  odd: Coded | null,
): Pick<OutboxRecord, 'upstreamCents' | 'lastError'> {
  if (charged === null || charged <= acceptedCents) return { upstreamCents, lastError: odd }
  const isMore = upstreamCents !== null && upstreamCents > acceptedCents
  const params = { charged, accepted: acceptedCents, ...(isMore && { was: upstreamCents }) }
  const lastError = odd
    ? { ...odd, params: { ...odd.params, ...params } }
    : ({ code: 'outbox_charged_more', params } as const)
  return { upstreamCents: charged, lastError }
}

/** What is told of an order with the amounts beside it; anything else is settled first. */
const WITH_AMOUNTS: ReadonlySet<string> = new Set(['outbox_charged_more', 'outbox_made_twice'])

/**
 * The same of an order whose amount the partner's list comes to show: what is more than was ever told of it is told, once.
 * @param why what is to be looked into of it
 */
function chargedSince(
  entry: OutboxRecord,
  charged: number | null,
  why: Coded | null,
): Pick<OutboxRecord, 'upstreamCents' | 'lastError'> {
  const { acceptedCents, upstreamCents } = entry
  const isTold = charged === null || charged <= Math.max(acceptedCents, upstreamCents ?? 0)
  if (isTold || (why && !WITH_AMOUNTS.has(why.code))) return { upstreamCents, lastError: why }
  return chargedFor(entry, charged, why?.code === 'outbox_made_twice' ? why : null)
}

/**
 * Whether what is odd about an order that the partner has leaves its number open: a person may name another, and who says
 * that it has been seen says that this is the one.
 */
export function isNumberOpen({ lastError }: OutboxRecord): boolean {
  // What was taken up again under another number names that.
  return lastError !== null && (!isNumberCertain(lastError.code) || lastError.params?.['id'] !== undefined)
}
