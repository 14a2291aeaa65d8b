/** What one process at a time may do: to send a partner its orders, to sync its catalogue. */
import type { Work } from './work.ts'

/** The right to do it, held until it lapses. */
export interface Claim {
  /**
   * Whether it is held still, by this process's own clocks, which stand for less than the store waits. Asked in the same
   * turn in which the first byte of what must not be done twice leaves.
   */
  readonly holds: () => boolean
  /** The same, by the store's clock, as a part of a change: what is written under a claim that has lapsed is refused. */
  readonly stands: () => Work<boolean>
}

export interface Claimant {
  /** The claim is ours, from now on. */
  readonly taken: (claim: Claim) => void
  /** It is ours no more: nothing is begun any more. Not called where it was given back. */
  readonly lost: () => void
}

export interface Claims {
  /**
   * Waits for a claim, and holds it for as long as this process lives and reaches the store.
   * @returns gives it back, to the next at once, or stops waiting for it
   */
  claim(name: string, claimant: Claimant): () => Promise<void>
  /**
   * Takes a claim that nobody holds, until it is given back.
   * @returns gives it back; null where it is another's
   */
  attempt(name: string): Promise<(() => Promise<void>) | null>
}

/** Of a store that one service has for itself: everything is its own. */
export const ALONE: Claims = {
  claim(_name, { taken }) {
    taken(OWN)
    return () => Promise.resolve()
  },
  attempt: () => Promise.resolve(() => Promise.resolve()),
}

/** A claim that nobody else can have. */
export const OWN: Claim = {
  holds: () => true,
  *stands() {
    return yield* nothing()
  },
}

// eslint-disable-next-line require-yield -- a step without a statement
function* nothing(): Work<boolean> {
  return true
}
