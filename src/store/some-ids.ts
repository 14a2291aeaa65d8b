/** What belongs to some ids. Engines keep each statement that they were given: one text serves any ids, however many. */
import { all, type Value, type Work } from './work.ts'

/** Ids that one statement takes. */
export const IDS_AT_ONCE = 20

const PLACES = `(${Array.from({ length: IDS_AT_ONCE }, () => '?').join(', ')})`

/**
 * The rows that belong to some ids, so many ids at a time, in their order; of fewer the last one is named again.
 * @param sql with what an id is to be `IN`
 * @param more values of places that come after those of the ids
 */
export function* allOf<Row>(
  ids: readonly number[],
  sql: (some: string) => string,
  ...more: readonly Value[]
): Work<Row[]> {
  const rows: Row[] = []
  for (let at = 0; at < ids.length; at += IDS_AT_ONCE) {
    const some = Array.from({ length: IDS_AT_ONCE }, (_, i) => ids[Math.min(at + i, ids.length - 1)]!)
    rows.push(...(yield* all<Row>(sql(PLACES), ...some, ...more)))
  }
  return rows
}
