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
