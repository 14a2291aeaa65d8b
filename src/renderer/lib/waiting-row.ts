import type { RouteLocationRaw } from 'vue-router'

/** What waits for someone, as the dashboard shows it. */
export interface WaitingRow {
  readonly key: string | number
  /** what it is called, and the way to it */
  readonly name: string
  readonly to: RouteLocationRaw
  readonly whom: string
  readonly reference: string
  readonly amount: string | null
  /** since when, or until when, in words */
  readonly since: string
  readonly actions: readonly { readonly label: string; readonly to: RouteLocationRaw }[]
}
