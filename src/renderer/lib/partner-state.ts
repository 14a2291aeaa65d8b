/** How a partner stands, in one word. */
import type { Status } from '../api/types'

export type PartnerState = 'online' | 'failing' | 'offline' | 'refused' | 'paused'

type Known = Pick<Status['partners'][number], 'online' | 'failing' | 'trouble' | 'pausedUntil'>

/** `failing`: it answers, and does not work; `paused`: it asked to be left alone for a while. */
export function partnerState({ online, failing, trouble, pausedUntil }: Known): PartnerState {
  if (online) return failing ? 'failing' : 'online'
  if (pausedUntil !== null) return 'paused'
  return trouble === 'token' ? 'refused' : 'offline'
}

/** How those that are not well stand together: as one of them where all do. */
export function stateOfAll(away: readonly Known[]): PartnerState {
  const [first, ...others] = away.map(partnerState)
  return first !== undefined && others.every((state) => state === first) ? first : 'offline'
}
