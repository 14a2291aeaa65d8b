/** An entry of the day's queue: what names it on the screen, and where it leads. */
import type { DayQueue } from '../api/types'

export type DayEntry = DayQueue['entries'][number]

/** Orders and quotes are numbered apart. */
export const keyOf = ({ kind, id }: DayEntry) => `${kind}:${id}`
export const routeOf = ({ kind, id }: DayEntry) => ({ name: kind, params: { id } })
export const ticketOf = ({ id }: DayEntry) => ({ name: 'job-ticket', params: { id } })
