/** Carts of both areas with lines of one source or of several, each known by what every source is to be told of it. */
import type { Random } from '../../partner/random.ts'
import { ADDRESS, type Json } from '../comptoir.ts'
import { inHere, type Area, type Source } from '../sources.ts'

/** What one source has of a cart, in its own ids. */
export interface Part {
  readonly lines: readonly Json[]
  /** of a display cart with a lead time */
  readonly delai: number | null
}

export interface Cart {
  readonly area: Area
  /** as it is sent to us, without a reference */
  readonly body: Json & { readonly lignes: readonly Json[] }
  /** by the name of the source */
  readonly parts: ReadonlyMap<string, Part>
}

/** What a cart is for the mix: its area, of one source or of several, with a lead time of its own or without. */
export const kindOf = ({ area, parts, body }: Cart): string =>
  `${area} of ${parts.size > 1 ? 'several' : [...parts.keys()].join('')}${'delai' in body ? ' with a lead time' : ''}`

const MOST_LINES = 5

/** @returns null where no lead time suits what was drawn */
export function drawCart(area: Area, sources: readonly Source[], random: Random): Cart | null {
  const taken = random.shuffled(sources).slice(0, random.chance(0.35) ? 1 : random.int(2, sources.length))
  const drawn = taken.map((source) => ({ source, line: random.pick(source.lines[area]) }))
  while (drawn.length < MOST_LINES && random.chance(0.4)) {
    const source = random.pick(taken)
    drawn.push({ source, line: random.pick(source.lines[area]) })
  }
  const lines = random.shuffled(drawn).map(({ source, line }, place) => ({
    source,
    // By its label a line is known wherever it turns up.
    line: { ...line, label: `${source.name} ${place}` },
  }))
  const days = area === 'display' && random.chance(0.5) ? sharedDays(lines, random) : null
  if (days === undefined) return null
  const parts = new Map<string, Part>()
  for (const { source, line } of lines) {
    const before = parts.get(source.name)?.lines ?? []
    parts.set(source.name, { lines: [...before, line], delai: days === null ? null : idOf(source, days) })
  }
  const named = days === null ? null : random.pick(taken)
  const body = {
    ...(named && { delai: idOf(named, days!) + named.base }),
    adresse_livraison: ADDRESS,
    lignes: lines.map(({ source, line }) => inHere(line, source.base)),
  }
  return { area, body, parts }
}

/** One of the carts: half of the time of several sources, and each kind as often as the others like it. */
export function pickCart(carts: readonly Cart[], random: Random): Cart {
  const mixed = carts.filter(({ parts }) => parts.size > 1)
  const alike = mixed.length > 0 && random.chance(0.5) ? mixed : carts
  const kind = random.pick([...new Set(alike.map(kindOf))])
  return random.pick(alike.filter((cart) => kindOf(cart) === kind))
}

/** Working days that every line can have; undefined where there are none. */
function sharedDays(
  lines: readonly { readonly source: Source; readonly line: Json }[],
  random: Random,
): number | undefined {
  const each = lines.map(({ source, line }) => source.daysOf(line['famille'] as number))
  const shared = each[0]!.filter((day) => each.every((days) => days.includes(day)))
  return shared.length === 0 ? undefined : random.pick(shared)
}

function idOf({ leadTimes, name }: Source, days: number): number {
  for (const [id, known] of leadTimes) if (known === days) return id
  throw new Error(`${name} has no lead time of ${days} days.`)
}
