/** A lead time: the id that lines name, and its working days. Days are null where only the upstream's id is known. */
export interface LeadTime {
  readonly id: number
  readonly days: number | null
}

/** A lead time whose days are known, with its label in price answers. */
export interface KnownLeadTime {
  readonly id: number
  readonly days: number
  readonly label: string
}

/** A lead time in a price answer; its id is null where only its label is known (an upstream's answer). */
export interface OfferedLeadTime {
  readonly id: number | null
  readonly days: number
  readonly label: string
}

/** The label of a lead time in price answers, `J+<days>` (partner-api.md 2.3). */
export function leadTimeLabel(days: number): string {
  return `J+${days}`
}

/** The working days of a label `J+<days>`, or null where it is another text. */
export function leadTimeDays(label: string): number | null {
  const found = /^J\+(0|[1-9]\d{0,3})$/.exec(label)
  return found ? Number(found[1]) : null
}

/** Known lead times, fastest first. */
export function byDays(a: { readonly days: number }, b: { readonly days: number }): number {
  return a.days - b.days
}

/** So many tell a reader what there is. */
const MOST_LISTED = 12

/**
 * Lead times that may be asked for, as messages list them.
 * @returns `offered` for who asks by id, `2 (J+2), 3 (J+5)`, of one whose days are not known its id; `labels` for who reads
 *   labels, `J+2, J+5`, "" where some are not known: the rest would read as all that there is
 */
export function listLeadTimes(leadTimes: Iterable<LeadTime>): { offered: string; labels: string } {
  const listed = [...leadTimes]
    .sort((a, b) => (a.days ?? Infinity) - (b.days ?? Infinity))
    .slice(0, MOST_LISTED)
  const offered = listed.map(({ id, days }) => (days === null ? `${id}` : `${id} (${leadTimeLabel(days)})`))
  const labels = listed.map(({ days }) => (days === null ? null : leadTimeLabel(days)))
  return { offered: offered.join(', '), labels: labels.includes(null) ? '' : labels.join(', ') }
}
