/** How long a quote holds beside how long its prices do: for the service and the screens. */
import type { Day } from './calendar.ts'

/** Until when prices are known to hold; null: nothing limits them; without a day: on none. */
export type KnownUntil = { readonly until: Day | null } | null

/** Whether a validity, which lasts to the end of its day, ends after the last day on which the prices are known to hold. */
export const isBeyond = (validUntil: Day, evidence: KnownUntil): boolean =>
  evidence !== null && (evidence.until === null || validUntil > evidence.until)
