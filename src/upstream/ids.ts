/**
 * The one rule at a partner's boundary: what is sent names ids as the partner knows them, what comes back is told by
 * ours (docs/partner-api.md, "Sources").
 */
import { idKeyOf, mapCart, mapLine } from '../domain/ids.ts'
import { toTheirs, type Block } from '../domain/source.ts'
import { UpstreamError } from './errors.ts'

/** A line as the partner is asked for it. @param block null before the partner's first sync: there is nothing to ask for */
export function lineToTheirs<T extends object>(line: T, block: Block | null): T {
  return block === null || block.base === 0 ? line : mapLine(line, (id) => toTheirs(id, block))
}

/** A cart as the partner is sent it. */
export function cartToTheirs<T extends object>(cart: T, block: Block | null): T {
  return block === null || block.base === 0 ? cart : mapCart(cart, (id) => toTheirs(id, block))
}

/** A refusal whose places name our ids: the key of a value is one. */
export function placesToOurs(error: unknown, block: Block | null): unknown {
  if (!(error instanceof UpstreamError) || error.places.length === 0 || !block?.base) return error
  const ours = (id: number) => block.base + id
  const places = error.places.map((place) => ({
    ...place,
    path: place.path.replace(/(?<=\/valeurs\/)\d+(?=$|\/)/, (key) => idKeyOf(key, ours)),
  }))
  const details = { refusal: { words: error.words ?? '', places }, cause: error.cause }
  return new UpstreamError(error.kind, error.problem, {
    ...details,
    ...(error.status !== null && { status: error.status }),
  })
}
