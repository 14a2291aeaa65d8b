/** Which partner is meant where one is set, and what it is called: decided by those that are there. */
import { isOwnName, isSameName } from '../domain/shared/sources.ts'
import type { PartnersNow } from '../store/partners.ts'
import type { PartnerLimits, SourceRecord } from '../store/sources.ts'
import { Refusal } from './refusal.ts'

/** What a person sets of a partner. */
export interface PartnerInput {
  /** null: the only partner, or the one named after the address's host */
  readonly name: string | null
  /** null: as it was, of one that is set by its name */
  readonly url: string | null
  /** null: the one before is kept, where the partner is the same */
  readonly token: string | null
  /** another name for it */
  readonly rename?: string | undefined
  /** absent: as they were */
  readonly limits?: PartnerLimits | undefined
  /** one more, whose name must be free, or the one that is set by this name; absent: whichever there is */
  readonly which?: 'new' | 'set' | undefined
  /** how what is changed was read; absent: whatever it is by now */
  readonly before?: PartnerRead | undefined
}

/** What of a partner can be read, and changed. */
export interface PartnerRead {
  readonly name?: string | undefined
  readonly url?: string | undefined
  readonly limits?: PartnerLimits | undefined
}

/** As it is kept: what follows is ours to add, who copies the address of the API itself means the same. */
const baseOf = (url: string) =>
  url
    .trim()
    .replace(/\/+$/, '')
    .replace(/\/+0\.2$/, '')

/** With its port where that is not the usual one: two services of one machine are two partners. */
const hostOf = (url: string) => new URL(url).host

export type AddressedInput = PartnerInput & { readonly url: string }

/** With the address as it is kept: without one, that which the partner has. @throws Refusal `not_found` */
export function atAddress({ sources }: PartnersNow, input: PartnerInput): AddressedInput {
  if (input.url !== null) return { ...input, url: baseOf(input.url) }
  const known = sources.find(
    ({ kind, removed, name }) => kind === 'partner' && !removed && name === input.name,
  )
  if (!known) throw new Refusal('not_found', { what: 'partner', id: input.name ?? '' })
  return { ...input, url: known.url ?? '' }
}

/** What of a partner is changed by its name, as it stands. */
export const readOf = ({ name, url, limits }: SourceRecord): Required<PartnerRead> => ({
  name,
  url: url ?? '',
  limits,
})

/** @throws Refusal `name_taken` where a name reads as another partner's, or as that of the own tariffs */
export function refuseTaken(name: string, others: readonly { readonly name: string }[]): void {
  if (isOwnName(name)) throw new Refusal('name_taken', { own: 1 })
  const by = others.find((other) => isSameName(other.name, name))?.name
  if (by !== undefined) throw new Refusal('name_taken', { by })
}

/**
 * The name that a partner is to be set by; null: the one that its address tells.
 * @throws Refusal `name_taken`, `not_found` where it must be free, or be there, and is not
 */
export function nameAmong(
  sources: readonly SourceRecord[],
  present: readonly SourceRecord[],
  { name, url, which }: AddressedInput,
): string | null {
  if (which === 'set' && !present.some((source) => source.name === name))
    throw new Refusal('not_found', { what: 'partner', id: name ?? '' })
  if (which !== 'new') return name
  const called = name ?? newNameAt(sources, url)
  refuseTaken(called, present)
  return called
}

/**
 * The partner that is meant, of those that are set; undefined: another one.
 * @param isBack whether one that was taken away had this address
 * @throws Refusal `name_required` where several have the address; an unknown name is a new one's
 */
export function chosen(
  present: readonly SourceRecord[],
  name: string | null,
  url: string,
  isBack: boolean,
): SourceRecord | undefined {
  if (name !== null) {
    const isMeant = (source: SourceRecord) => source.url === url && isSameName(source.name, name)
    return present.find((source) => source.name === name) ?? present.find(isMeant)
  }
  // A token is given again by the address alone: of the one that has it.
  const there = present.filter((source) => source.url === url)
  if (there.length > 1) {
    throw new Refusal('name_required', { names: there.map(({ name: of }) => of).join(', ') })
  }
  if (there.length === 1) return there[0]
  if (isBack) return undefined
  if (present.length === 1) return present[0]
  return present.find((source) => source.name === hostOf(url))
}

/**
 * The partner that is there again where its address is set: the one of that name, else of those that have ids the one
 * taken away last, else the newest one. Another one's ids would mean other goods to the tools that keep them.
 */
export function takenAwayAt(
  sources: readonly SourceRecord[],
  name: string | null,
  url: string,
): SourceRecord | undefined {
  const there = sources.filter((source) => source.removed && source.url === url)
  const named = there.findLast((source) => name !== null && isSameName(source.name, name))
  return named ?? takenAwayLast(there.filter(({ block }) => block !== null)) ?? there.at(-1)
}

/** The one taken away last; of those at the same time the newest. */
const takenAwayLast = (sources: readonly SourceRecord[]): SourceRecord | undefined =>
  sources.toSorted((a, b) => (a.removedAt ?? '').localeCompare(b.removedAt ?? '')).at(-1)

/** What a partner is called that is set without a name: as before it was taken away, else after its host. */
export function newNameAt(sources: readonly SourceRecord[], url: string): string {
  const before = takenAwayAt(sources, null, url)
  const isFree = before && !sources.some(({ removed, name }) => !removed && isSameName(name, before.name))
  return isFree ? before.name : hostOf(url)
}

/** What a partner is called that has another address now: one that was named after its host is named after the new one. */
export function renamed(known: SourceRecord, name: string | null, url: string): string {
  const after = known.url !== null && known.name === hostOf(known.url)
  return name === null && after ? hostOf(url) : known.name
}
