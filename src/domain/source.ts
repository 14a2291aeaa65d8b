/**
 * Where products come from: the shop's own tariffs, or a partner. Each source has a block of ids of its own, so that
 * every id inside, and every id served, tells its source (docs/partner-api.md, "Sources").
 */
import * as Type from 'typebox'
import type { Static } from 'typebox'

/** Ids from `base` up to and without `base + size` are one source's. */
export interface Block {
  readonly base: number
  readonly size: number
}

/** The sizes that a block may have: the smallest that holds the ids of the source's first load. */
export const BLOCK_SIZES = [10 ** 10, 10 ** 12, 10 ** 14] as const

export type SourceKind = 'tariffs' | 'partner'

export interface Source {
  readonly id: number
  readonly kind: SourceKind
  /** a partner's, unique among those that are set; of the own tariffs "" */
  readonly name: string
  /** a partner's address; null of the own tariffs */
  readonly url: string | null
  /** null before its first load */
  readonly block: Block | null
  /** whether it was taken away: its block stays its own, and what it ordered stays told */
  readonly removed: boolean
}

/** A source as the screens name it, in force or not. */
export const NamedSource = Type.Object({
  id: Type.Integer(),
  name: Type.String({ description: 'Of a partner; "" of the own tariffs.' }),
  removed: Type.Boolean({ description: 'Whether it was taken away.' }),
})
export type NamedSource = Static<typeof NamedSource>

export const namedSource = ({ id, name, removed }: Source): NamedSource => ({ id, name, removed })

const end = ({ base, size }: Block) => base + size

/**
 * The block of a new source: the first has base 0, each next one the smallest multiple of its size not below the end of
 * any block given before.
 * @param largest the largest id of its first load; one that no size holds is refused by name afterwards
 * @param given every block ever given
 * @returns null where no room is left below 2^53
 */
export function blockFor(largest: number, given: readonly Block[]): Block | null {
  const size = BLOCK_SIZES.find((candidate) => largest < candidate) ?? BLOCK_SIZES.at(-1)!
  const from = given.reduce((most, block) => Math.max(most, end(block)), 0)
  const base = Math.ceil(from / size) * size
  return base + size <= Number.MAX_SAFE_INTEGER ? { base, size } : null
}

/** Whether an id of ours is of the block. */
export function isWithin(id: number, block: Block): boolean {
  return id >= block.base && id < end(block)
}

/** The source of an id of ours, among sources with blocks; undefined where it is none's. */
export function sourceOf<S extends Source>(id: number, sources: readonly S[]): S | undefined {
  return sources.find(({ block }) => block !== null && isWithin(id, block))
}

/** Whether a source's own id has a place in its block: another one would be an id of another source. */
export const hasPlaceIn = (id: number, { size }: Block): boolean =>
  Number.isInteger(id) && id >= 0 && id < size

/** A source's own id as it is known here. @throws RangeError for one outside of the block */
export function toOurs(id: number, block: Block): number {
  if (!hasPlaceIn(id, block)) throw new RangeError(`id ${id} is outside of the block of ${block.size} ids`)
  return block.base + id
}

/** An id of ours as the source knows it; one that is none of the block's stays as it is. */
export function toTheirs(id: number, block: Block): number {
  return isWithin(id, block) ? id - block.base : id
}
