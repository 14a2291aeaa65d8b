/** What a partner's answers say of a product or family at a glance: its fastest lead time, its lowest price. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Area } from '../domain/order.ts'
import { least } from '../estimate/extremes.ts'
import { lastMoveOf, type KeptAnswer, type Mark } from '../store/price-book.ts'
import { Queue } from './queue.ts'

/** So many products are read at once. */
const AT_ONCE = 100

export interface PriceFloor {
  readonly fastestDays: number | null
  readonly lowest: {
    readonly cents: number
    /** Copies, of all visuals together. */
    readonly quantity: number
    /** When the partner gave it, ISO. */
    readonly at: string
    /** Whether none was given since what is no price any more: this one is known, and no more than that. */
    readonly aged: boolean
  } | null
}

/** An answer that names every lead time there is. */
const isWhole = ({ delai, prices }: KeptAnswer) => delai === null && Object.keys(prices).length > 0

/**
 * Which lead times that a partner named are gone by what it answered: those that the latest answer which names all has no
 * more, and none at its own request has shown.
 * @param answers about one configuration, or one print product: another configuration of a family may have others
 */
export function goneBy(answers: readonly KeptAnswer[]): (label: string) => boolean {
  // A cart, too, is answered at the lead time that none was named for: it names that one alone, whatever others there are.
  const whole = answers.filter(isWhole)
  const namesOne = ({ prices }: KeptAnswer) => Object.keys(prices).length === 1
  const latest = whole.findLast((one) => !namesOne(one)) ?? whole.at(-1)
  const shown = new Set(answers.flatMap((one) => (isWhole(one) ? [] : Object.keys(one.prices))))
  const named = new Set(answers.flatMap(({ prices }) => Object.keys(prices)))
  return (label) => latest !== undefined && named.has(label) && !(label in latest.prices) && !shown.has(label)
}

/** Whether the catalogue offers a configuration of an item, as the price book has it, at a lead time. */
export type IsOffered = (item: Item, configuration: string, label: string) => boolean

/**
 * @param answers oldest first: of one configuration the latest answer counts
 * @param oldest milliseconds; a price that was given before, or before the partner moved another of the product,
 *   is told where there is none since, as on the product's own page
 */
function floorOf(
  item: Item,
  answers: readonly KeptAnswer[],
  oldest: number,
  { isOffered, doubtedAt }: Pick<FloorSource, 'isOffered' | 'doubtedAt'>,
): PriceFloor {
  const latest = new Map<string, { label: string; cents: number | null; answer: KeptAnswer }>()
  for (const answer of answers) {
    for (const [label, { cents }] of Object.entries(answer.prices))
      latest.set(`${answer.fingerprint} ${label}`, { label, cents, answer })
  }
  const isGone = goneBy(item.area === 'print' ? answers : [])
  const seen = answers.toSorted((a, b) => Date.parse(a.observedAt) - Date.parse(b.observedAt))
  const moved = later(lastMoveOf(seen) ?? '', doubtedAt(item))
  const priced = [...latest.values()].flatMap(({ label, cents, answer }) =>
    cents === null || isGone(label)
      ? []
      : [
          {
            label,
            cents,
            answer,
            aged: Date.parse(answer.confirmedAt) < oldest || answer.confirmedAt < moved,
          },
        ],
  )
  const days = priced.map(({ label }) => Number(label.slice(2)))
  const lowest = priced
    .sort((a, b) => Number(a.aged) - Number(b.aged) || a.cents - b.cents)
    .find(({ label, answer }) => isOffered(item, answer.configuration, label))
  return {
    fastestDays: days.length > 0 ? least(days) : null,
    lowest: lowest
      ? {
          cents: lowest.cents,
          quantity: copiesOf(lowest.answer),
          at: lowest.answer.confirmedAt,
          aged: lowest.aged,
        }
      : null,
  }
}

function copiesOf({ configuration }: KeptAnswer): number {
  const { quantities } = JSON.parse(configuration) as { quantities: readonly number[] }
  return quantities.reduce((sum, quantity) => sum + quantity, 0)
}

/** A product or family. */
export interface Item {
  readonly area: Area
  readonly id: number
}

/** The later of two moments, ISO; "": none. */
export const later = (one: string, other: string): string => (one > other ? one : other)

export const itemKey = ({ area, id }: Item): string => `${area} ${id}`

/** What of a partner's answers can still be asked for. */
export interface Offered {
  /** another one: the catalogue may offer something else */
  readonly version: number
  readonly isOffered: IsOffered
}

/** What floors are made of. */
export interface FloorSource extends Offered {
  /** by area and id */
  readonly marks: () => Promise<readonly Mark[]>
  /** when what was known of an item was doubted last, ISO; "": never */
  readonly doubtedAt: (item: Item) => string
  /** by id, oldest first */
  readonly answers: (
    area: Area,
    firstId: number,
    lastId: number,
  ) => Promise<readonly (KeptAnswer & { readonly itemId: number })[]>
}

/** The floors of all that a partner offers: kept, and those alone worked out anew of which it has said something else. */
export class PriceFloors {
  readonly #reads = new Queue()
  /** by {@link itemKey} */
  #floors = new Map<string, PriceFloor>()
  /** what they were made of, by the same */
  #marks = new Map<string, Mark>()
  #of: string | null = null
  #state: string | null = null
  #version = NaN
  #oldest = -Infinity

  /**
   * @param of whose answers: those of another have nothing in common with them
   * @param state another one: there may be other answers
   * @param oldest milliseconds: prices given before are told where there are none since
   */
  at(
    of: string,
    state: string,
    oldest: number,
    source: FloorSource,
  ): Promise<ReadonlyMap<string, PriceFloor>> {
    return this.#reads.run(async () => {
      if (of !== this.#of) {
        this.#floors = new Map()
        this.#marks.clear()
        this.#of = of
        this.#state = null
      }
      const marks = state === this.#state ? [...this.#marks.values()] : await source.marks()
      const isOther = source.version !== this.#version
      const stale = marks.map((mark) => isOther || this.#isStale(mark, oldest))
      for (let from = 0; from < marks.length;) {
        let to = from
        while (to < marks.length && to - from < AT_ONCE && stale[to] && marks[to]!.area === marks[from]!.area)
          to++
        if (to > from) {
          await this.#read(marks.slice(from, to), oldest, source)
          await nextTurn()
        }
        from = Math.max(to, from + 1)
      }
      this.#keep(marks)
      this.#state = state
      this.#version = source.version
      this.#oldest = oldest
      return this.#floors
    })
  }

  #isStale(mark: Mark, oldest: number): boolean {
    const known = this.#marks.get(itemKey(mark))
    if (known?.answers !== mark.answers || known.lastAt !== mark.lastAt) return true
    const { lowest } = this.#floors.get(itemKey(mark))!
    // What is too old stays so, but where the settings take older ones.
    return lowest !== null && (lowest.aged ? oldest < this.#oldest : Date.parse(lowest.at) < oldest)
  }

  /** @param marks of one area, next to each other */
  async #read(marks: readonly Mark[], oldest: number, source: FloorSource): Promise<void> {
    const { area } = marks[0]!
    const found = Map.groupBy(
      await source.answers(area, marks[0]!.id, marks.at(-1)!.id),
      ({ itemId }) => itemId,
    )
    for (const mark of marks) {
      this.#floors.set(itemKey(mark), floorOf(mark, found.get(mark.id) ?? [], oldest, source))
      this.#marks.set(itemKey(mark), mark)
    }
  }

  /** Forgets what is there no more: another partner's, after its address has become another. */
  #keep(marks: readonly Mark[]): void {
    if (marks.length === this.#floors.size) return
    const keys = new Set(marks.map(itemKey))
    for (const key of this.#floors.keys()) {
      if (keys.has(key)) continue
      this.#floors.delete(key)
      this.#marks.delete(key)
    }
  }
}
