/** How a partner stands, in one word. */
import type { Status } from '../api/types'

export type PartnerState = 'online' | 'offline' | 'refused' | 'paused'

type Known = Pick<Status['partners'][number], 'online' | 'trouble' | 'pausedUntil'>

/** `paused`: it asked to be left alone for a while. */
export function partnerState({ online, trouble, pausedUntil }: Known): PartnerState {
  if (online) return 'online'
  if (pausedUntil !== null) return 'paused'
  return trouble === 'token' ? 'refused' : 'offline'
}

/** How those that are away stand together: as one of them where all do. */
export function stateOfAll(away: readonly Known[]): PartnerState {
  const [first, ...others] = away.map(partnerState)
  return first !== undefined && others.every((state) => state === first) ? first : 'offline'
}
