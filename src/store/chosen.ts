import type { Area } from '../domain/order.ts'
import { ITEM_FIELDS } from '../domain/shared/quote-lines.ts'
import type { Engine } from './engine.ts'
import { readable } from './readable.ts'
import { all } from './work.ts'

/** So far back is looked: what a shop chooses changes, and a store has any number of orders. */
const MOST_ORDER_LINES = 300
const MOST_QUOTES = 60
const MOST_KEPT = 100

type Line = Readonly<Record<string, unknown>>

/** What was chosen of the catalogue, wherever it was kept. */
export class ChosenTables {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** The latest lines of a product or family that were ordered, quoted, saved by name or configured, as the partner API's. */
  lines(area: Area, item: number): Promise<Line[]> {
    return this.#engine.snapshot(function* () {
      const ordered = yield* all<{ body: string }>(
        `SELECT body FROM order_lines ORDER BY id DESC LIMIT ${MOST_ORDER_LINES}`,
      )
      const quoted = yield* all<{ lines: string }>(
        `SELECT lines FROM quotes ORDER BY id DESC LIMIT ${MOST_QUOTES}`,
      )
      const recent = yield* all<{ line: string }>(
        `SELECT line FROM recents WHERE area = ? AND item_id = ? ORDER BY used_at DESC LIMIT ${MOST_KEPT}`,
        ...[area, item],
      )
      const saved = yield* all<{ line: string }>(
        `SELECT line FROM saved_configurations WHERE area = ? AND item_id = ? AND deleted_at IS NULL
         ORDER BY id DESC LIMIT ${MOST_KEPT}`,
        ...[area, item],
      )
      const lines = [
        ...readable(ordered, ({ body }) => JSON.parse(body) as Line).entries,
        ...readable(quoted, ({ lines }) =>
          (JSON.parse(lines) as { line: Line }[]).map(({ line }) => line),
        ).entries.flat(),
        ...readable([...recent, ...saved], ({ line }) => JSON.parse(line) as Line).entries,
      ]
      return lines.filter((line) => line[ITEM_FIELDS[area]] === item)
    })
  }
}
