/** Updates of the desktop application: what a person chooses, and how they stand. */

export interface UpdatesChoice {
  readonly on: boolean
  /** where versions are published; '' where none was set */
  readonly url: string
}

export const USUAL_UPDATES: UpdatesChoice = { on: false, url: '' }

export const UPDATE_STATES = [
  'off',
  /** on, and not looked yet */
  'idle',
  'looking',
  /** there is none */
  'none',
  'available',
  'downloading',
  /** waits for a person to restart */
  'ready',
  /** the application ends for it */
  'installing',
  'failed',
] as const
export type UpdateState = (typeof UPDATE_STATES)[number]
