import type { Area } from '../domain/order.ts'
import type { Block } from '../domain/source.ts'
import type { Engine } from './engine.ts'
import { all, change, first, insert, put, type Insertion } from './work.ts'

/** What the partner said of one lead time. */
export interface StoredPrice {
  /** null where it gave no price */
  readonly cents: number | null
  readonly message: string
}

/** One answer of the partner to one configuration. */
export interface PriceAnswer {
  readonly fingerprint: string
  /** the estimator's form of the configuration, JSON */
  readonly configuration: string
  /** the lead time that the request named; null where it named none */
  readonly delai: number | null
  /** by label */
  readonly prices: Readonly<Record<string, StoredPrice>>
  /** when it was last given, ISO */
  readonly confirmedAt: string
}

/** An answer as the book has it. */
export interface KeptAnswer extends PriceAnswer {
  /** when it was first given, ISO */
  readonly observedAt: string
}

/** What an answer has changed. */
interface Recorded {
  readonly points: number
  readonly taken: boolean
  /** when what it contradicts was last said, ISO; null: no lead time had another price */
  readonly contradicted: string | null
}

interface AnswerRow extends Omit<KeptAnswer, 'prices'> {
  readonly prices: string
}

const COLUMNS =
  'fingerprint, configuration, delai, prices, observed_at AS "observedAt", confirmed_at AS "confirmedAt"'
const pricesIn = (text: string) => JSON.parse(text) as PriceAnswer['prices']
const fromRow = (row: AnswerRow): KeptAnswer => ({ ...row, prices: pricesIn(row.prices) })

const hasAnother = (before: PriceAnswer['prices'], now: PriceAnswer['prices']): boolean =>
  Object.entries(now).some(
    ([label, { cents }]) => before[label] !== undefined && before[label].cents !== cents,
  )

/**
 * When a price that an answer contradicts was last said, ISO: of each lead time the latest counts, whatever lead time it was
 * asked for; null: it contradicts none.
 * @param before newest first
 */
function lastOther(
  before: readonly { readonly prices: string; readonly confirmedAt: string }[],
  now: PriceAnswer['prices'],
): string | null {
  const open = new Map(Object.entries(now))
  for (const { prices, confirmedAt } of before) {
    for (const [label, { cents }] of Object.entries(pricesIn(prices))) {
      const said = open.get(label)
      if (said && said.cents !== cents) return confirmedAt
      open.delete(label)
    }
    if (open.size === 0) break
  }
  return null
}

/**
 * When a product or family was last given another price than before for a configuration, ISO; null: never.
 * @param answers in the order in which they were first given
 */
export function lastMoveOf(answers: readonly Omit<KeptAnswer, 'configuration'>[]): string | null {
  // A cart tells the price of the lead time that it names, a line's own prices those of all: both are of the same label.
  const same = Map.groupBy(answers, ({ fingerprint }) => fingerprint)
  let moved: string | null = null
  for (const answer of answers) {
    const { fingerprint, prices, observedAt } = answer
    for (const earlier of same.get(fingerprint)!) {
      if (earlier === answer) break
      // What was said before prices moved is known to be old: another of it is no news.
      if ((moved === null || earlier.confirmedAt >= moved) && hasAnother(earlier.prices, prices))
        moved = observedAt
    }
  }
  return moved
}

/** The product or family of one partner. */
export interface PricedItem {
  /** the partner's address: two partners' ids and prices have nothing in common */
  readonly upstream: string
  readonly area: Area
  readonly id: number
}

const ANSWER: Insertion = {
  table: 'price_answers',
  columns: [
    ...['upstream', 'area', 'item_id', 'fingerprint', 'configuration', 'delai', 'prices', 'points'],
    ...['observed_at', 'confirmed_at'],
  ],
}

/** So many answers are looked through for one that names every lead time. */
const LATEST = 20

/** Every upstream price ever seen, with its dates. */
export class PriceBook {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** Keeps an answer; the same prices again are a confirmation of those. @returns what that changes */
  record({ upstream, area, id }: PricedItem, answer: PriceAnswer): Promise<Recorded> {
    const { fingerprint, configuration, delai, confirmedAt } = answer
    const prices = JSON.stringify(answer.prices)
    return this.#engine.write(function* () {
      // What it answers it refuses no more.
      const taken = yield* change(
        'DELETE FROM price_refusals WHERE upstream = ? AND area = ? AND item_id = ? AND fingerprint = ?',
        ...[upstream, area, id, fingerprint],
      )
      const known = yield* first<{ id: number; prices: string; confirmedAt: string }>(
        `SELECT id, prices, confirmed_at AS "confirmedAt" FROM price_answers
         WHERE upstream = ? AND area = ? AND item_id = ? AND fingerprint = ? AND delai IS NOT DISTINCT FROM ?
         ORDER BY confirmed_at DESC, id DESC LIMIT 1`,
        ...[upstream, area, id, fingerprint, delai],
      )
      if (known?.prices === prices) {
        yield* put('UPDATE price_answers SET confirmed_at = ? WHERE id = ?', confirmedAt, known.id)
        return { points: 0, taken: taken > 0, contradicted: null }
      }
      const before = yield* all<{ prices: string; confirmedAt: string }>(
        `SELECT prices, confirmed_at AS "confirmedAt" FROM price_answers
         WHERE upstream = ? AND area = ? AND item_id = ? AND fingerprint = ? ORDER BY confirmed_at DESC, id DESC`,
        ...[upstream, area, id, fingerprint],
      )
      const contradicted = lastOther(before, answer.prices)
      const points = Object.values(answer.prices).filter(({ cents }) => cents !== null).length
      const item = [upstream, area, id, fingerprint, configuration] as const
      yield* insert(ANSWER, ...item, delai, prices, points, confirmedAt, confirmedAt)
      return { points, taken: taken > 0, contradicted }
    })
  }

  /** Keeps that the partner refused a configuration, and why. */
  refuse(
    { upstream, area, id }: PricedItem,
    fingerprint: string,
    configuration: string,
    message: string,
    at: string,
  ): Promise<void> {
    return this.#engine.write(function* () {
      yield* put(
        `INSERT INTO price_refusals (upstream, area, item_id, fingerprint, configuration, message, observed_at)
         VALUES (?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (upstream, area, item_id, fingerprint) DO UPDATE SET message = excluded.message, observed_at = excluded.observed_at`,
        ...[upstream, area, id, fingerprint, configuration, message, at],
      )
    })
  }

  /** Forgets what was refused of products and families: they are others by now. */
  forgetRefusals(items: readonly PricedItem[]): Promise<void> {
    return this.#engine.write(function* () {
      for (const { upstream, area, id } of items)
        yield* put(
          'DELETE FROM price_refusals WHERE upstream = ? AND area = ? AND item_id = ?',
          ...[upstream, area, id],
        )
    })
  }

  /** The answers to one configuration, oldest first. */
  ofConfiguration({ upstream, area, id }: PricedItem, fingerprint: string): Promise<KeptAnswer[]> {
    return this.#engine.read(function* () {
      const rows = yield* all<AnswerRow>(
        `SELECT ${COLUMNS} FROM price_answers
         WHERE upstream = ? AND area = ? AND item_id = ? AND fingerprint = ? ORDER BY confirmed_at, id`,
        ...[upstream, area, id, fingerprint],
      )
      return rows.map(fromRow)
    })
  }

  /** When one product or family was last given another price than before for a configuration, ISO; null: never. */
  movedAt({ upstream, area, id }: PricedItem): Promise<string | null> {
    return this.#engine.read(function* () {
      const rows = yield* all<AnswerRow>(
        `SELECT ${COLUMNS} FROM price_answers WHERE upstream = @upstream AND area = @area AND item_id = @id
           AND fingerprint IN (SELECT fingerprint FROM price_answers
             WHERE upstream = @upstream AND area = @area AND item_id = @id
             GROUP BY fingerprint HAVING count(*) > 1)
         ORDER BY observed_at, id`,
        { upstream, area, id },
      )
      return lastMoveOf(rows.map(fromRow))
    })
  }

  /** The labels of the last answer about one product that names so many lead times, and was asked for none; null: there is none. */
  lastNamed({ upstream, area, id }: PricedItem, count: number): Promise<string[] | null> {
    return this.#engine.read(function* () {
      const rows = yield* all<{ prices: string }>(
        `SELECT prices FROM price_answers WHERE upstream = ? AND area = ? AND item_id = ? AND delai IS NULL
         ORDER BY confirmed_at DESC, id DESC LIMIT ?`,
        ...[upstream, area, id, LATEST],
      )
      const named = rows.map(({ prices }) => Object.keys(pricesIn(prices)))
      return named.find((labels) => labels.length === count) ?? null
    })
  }

  /** Whether the last answer to some configuration of a product or family is from before a moment, ISO. */
  hasBefore({ upstream, area, id }: PricedItem, at: string): Promise<boolean> {
    return this.#engine.read(function* () {
      const rows = yield* all(
        `SELECT fingerprint FROM price_answers WHERE upstream = ? AND area = ? AND item_id = ?
         GROUP BY fingerprint HAVING max(confirmed_at) < ? LIMIT 1`,
        ...[upstream, area, id, at],
      )
      return rows.length > 0
    })
  }

  /** Every answer about one product or family, oldest first. */
  ofItem({ upstream, area, id }: PricedItem): Promise<KeptAnswer[]> {
    return this.#engine.read(function* () {
      const rows = yield* all<AnswerRow>(
        `SELECT ${COLUMNS} FROM price_answers WHERE upstream = ? AND area = ? AND item_id = ?
         ORDER BY confirmed_at, id`,
        ...[upstream, area, id],
      )
      return rows.map(fromRow)
    })
  }

  /** Every answer about the products or families of an area from one id to another, by their id, oldest first. */
  ofRange(
    upstream: string,
    area: Area,
    firstId: number,
    lastId: number,
  ): Promise<(KeptAnswer & { readonly itemId: number })[]> {
    return this.#engine.read(function* () {
      const rows = yield* all<AnswerRow & { readonly itemId: number }>(
        `SELECT item_id AS "itemId", ${COLUMNS} FROM price_answers
         WHERE upstream = ? AND area = ? AND item_id >= ? AND item_id <= ? ORDER BY item_id, confirmed_at, id`,
        ...[upstream, area, firstId, lastId],
      )
      return rows.map((row) => ({ ...fromRow(row), itemId: row.itemId }))
    })
  }

  /** What tells of each product or family of a block whether anything more was answered; by area and id. */
  marks(upstream: string, block: Block | null): Promise<Mark[]> {
    return this.#engine.read(() =>
      all<Mark>(
        `SELECT area, item_id AS id, count(*) AS answers, max(confirmed_at) AS "lastAt"
         FROM price_answers WHERE upstream = ? AND item_id >= ? AND item_id < ?
         GROUP BY area, item_id ORDER BY area, item_id`,
        ...[upstream, ...rangeOf(block)],
      ),
    )
  }

  /** Configurations of one product or family that the partner refused, JSON. */
  refusals({ upstream, area, id }: PricedItem): Promise<string[]> {
    return this.#engine.read(function* () {
      const rows = yield* all<{ configuration: string }>(
        'SELECT configuration FROM price_refusals WHERE upstream = ? AND area = ? AND item_id = ?',
        ...[upstream, area, id],
      )
      return rows.map(({ configuration }) => configuration)
    })
  }

  /** Configurations of one product or family that the partner has refused, and has not answered since; the words by fingerprint. */
  refused({ upstream, area, id }: PricedItem, since: string): Promise<Map<string, string>> {
    return this.#engine.read(function* () {
      const rows = yield* all<{ fingerprint: string; message: string }>(
        `SELECT fingerprint, message FROM price_refusals AS refusal
         WHERE upstream = ? AND area = ? AND item_id = ? AND observed_at >= ?
           AND NOT EXISTS (
             SELECT 1 FROM price_answers AS answer
             WHERE answer.upstream = refusal.upstream AND answer.area = refusal.area AND answer.item_id = refusal.item_id
               AND answer.fingerprint = refusal.fingerprint AND answer.confirmed_at > refusal.observed_at)`,
        ...[upstream, area, id, since],
      )
      return new Map(rows.map(({ fingerprint, message }) => [fingerprint, message]))
    })
  }

  /** How many answers each product or family of a block has, and when it had the last. */
  coverage(upstream: string, block: Block | null): Promise<Coverage[]> {
    return this.#engine.read(() =>
      all<Coverage>(
        `SELECT area, item_id AS "itemId", count(DISTINCT fingerprint) AS answers, max(confirmed_at) AS "lastAt"
         FROM price_answers WHERE upstream = ? AND item_id >= ? AND item_id < ? GROUP BY area, item_id`,
        ...[upstream, ...rangeOf(block)],
      ),
    )
  }

  /** How many prices of a partner the book holds: of the ids of its block, for an address may be two partners'. */
  points(upstream: string, block: Block | null): Promise<number> {
    return this.#engine.read(function* () {
      const counted = yield* first<{ points: number }>(
        `SELECT COALESCE(sum(points), 0) AS points FROM price_answers
         WHERE upstream = ? AND item_id >= ? AND item_id < ?`,
        ...[upstream, ...rangeOf(block)],
      )
      return counted!.points
    })
  }
}

/** What is known of a product or family. */
export interface Coverage {
  readonly area: Area
  readonly itemId: number
  readonly answers: number
  /** ISO */
  readonly lastAt: string
}

/** How far the answers about a product or family have come. */
export interface Mark {
  readonly area: Area
  readonly id: number
  readonly answers: number
  /** ISO */
  readonly lastAt: string
}

/** From where to where ids are of a block; none without one. */
const rangeOf = (block: Block | null): [number, number] =>
  block === null ? [0, 0] : [block.base, block.base + block.size]
