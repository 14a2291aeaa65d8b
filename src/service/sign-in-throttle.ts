/**
 * How often a sign-in may fail: each name and each address waits longer with every failure, at whichever service of the
 * store it was. Whoever fails elsewhere does not keep a person out of where he has signed in before.
 */
import { hash } from 'node:crypto'
import type { Clock } from './clock.ts'
import { OF_ADDRESS, countFailure, networkOf, remember, secondsAfter, waitOf } from './failures.ts'
import type { Bound, Failures } from './failures.ts'
import type { Peers } from './peers.ts'
import { Refusal } from './refusal.ts'

/** Sixty-odd tries an hour at one person, whoever makes them: nobody is shut out for longer than a minute. */
const OF_NAME: Bound = { free: 5, longestSeconds: 60 }

/** A try that is under way: it counts as failed until it is not. */
export interface Try {
  succeeded(): void
  /**
   * Waits for what decides it; where that throws, nobody knows whether it was right, and it does not count. Before, it
   * waits for its turn among the tries that began at the other services at the same time.
   * @throws what it throws; Refusal `sign_in_throttled` where those before it were too many
   */
  deciding<T>(decided: () => Promise<T>): Promise<T>
}

/** A try that waits for its turn: the failures before it, those that were told meanwhile among them. */
interface Turn {
  readonly name: string
  readonly from: string
  ofName: number
  ofAddress: number
  /** whether another service has told of a try since it began */
  passed: boolean
}

export class SignInThrottle {
  readonly #clock: Clock
  readonly #peers: Peers
  /** by a hash: what was typed as a name may be a password. The one that failed longest ago first */
  readonly #names = new Map<string, Failures>()
  readonly #addresses = new Map<string, Failures>()
  /** of a name at a network where it has signed in before: there the failures that strangers make elsewhere do not count */
  readonly #homes = new Map<string, Failures>()

  /** the tries of this service whose turn is not known yet */
  readonly #turns = new Set<Turn>()

  constructor({ clock, peers }: { readonly clock: Clock; readonly peers: Peers }) {
    this.#clock = clock
    this.#peers = peers
    peers.on('signIn', ({ name, from, succeeded }) => {
      if (succeeded) this.#clear(name, from)
      else {
        this.#passed(name, from, 1)
        this.#count(name, from)
      }
    })
    peers.on('signInUndone', ({ name, from }) => {
      this.#passed(name, from, -1)
      this.#uncount(name, from)
    })
  }

  /** Begins a try. @throws Refusal `sign_in_throttled` with the seconds to wait */
  begin(nameKey: string, address: string): Try {
    const now = this.#clock.monotonic()
    const from = networkOf(address)
    const name = hash('sha256', nameKey, 'base64url')
    const wait = Math.max(
      waitOf(this.#ofName(name, from), OF_NAME, now),
      waitOf(this.#addresses.get(from), OF_ADDRESS, now),
    )
    if (wait > 0) throw new Refusal('sign_in_throttled', { seconds: Math.ceil(wait / 1000) })
    const turn = {
      ...{ name, from, passed: false },
      ofName: this.#ofName(name, from)?.count ?? 0,
      ofAddress: this.#addresses.get(from)?.count ?? 0,
    }
    this.#turns.add(turn)
    this.#count(name, from)
    const told = this.#peers.tellInOrder('signIn', { name, from, succeeded: false }, () =>
      this.#turns.delete(turn),
    )
    return {
      succeeded: () => {
        this.#clear(name, from)
        this.#peers.tell('signIn', { name, from, succeeded: true })
      },
      deciding: async (decided) => {
        try {
          await told
          refuseAfter(turn)
          return await decided()
        } catch (error) {
          this.#uncount(name, from)
          this.#peers.tell('signInUndone', { name, from })
          throw error
        } finally {
          this.#turns.delete(turn)
        }
      },
    }
  }

  #ofName(name: string, from: string): Failures | undefined {
    return this.#homes.get(homeOf(name, from)) ?? this.#names.get(name)
  }

  /** Another service has told of a try, or that one was none: it is before those that wait for their turn. */
  #passed(name: string, from: string, by: 1 | -1): void {
    const ofHome = this.#homes.has(homeOf(name, from))
    for (const turn of this.#turns) {
      const sameName = turn.name === name && (turn.from === from || !ofHome)
      if (sameName && this.#homes.has(homeOf(name, turn.from)) === ofHome) turn.ofName += by
      else if (turn.from !== from) continue
      if (turn.from === from) turn.ofAddress += by
      turn.passed = true
    }
  }

  #count(name: string, from: string): void {
    const now = this.#clock.monotonic()
    const home = homeOf(name, from)
    if (this.#homes.has(home)) countFailure(this.#homes, home, now)
    else countFailure(this.#names, name, now)
    countFailure(this.#addresses, from, now)
  }

  #uncount(name: string, from: string): void {
    for (const failures of [this.#ofName(name, from), this.#addresses.get(from)])
      if (failures && failures.count > 0) failures.count -= 1
  }

  #clear(name: string, from: string): void {
    const home = homeOf(name, from)
    if (!this.#homes.delete(home)) this.#names.delete(name)
    remember(this.#homes, home, { count: 0, at: this.#clock.monotonic() })
    // Who knows one password must not clear the way to guess others.
    const failures = this.#addresses.get(from)
    if (failures) failures.count -= 1
  }
}

const homeOf = (name: string, from: string) => `${name} ${from}`

/** @throws Refusal `sign_in_throttled` where other services' tries have taken the last one before a wait */
function refuseAfter({ ofName, ofAddress, passed }: Turn): void {
  const wait = Math.max(secondsAfter(ofName, OF_NAME), secondsAfter(ofAddress, OF_ADDRESS))
  if (passed && wait > 0) throw new Refusal('sign_in_throttled', { seconds: wait })
}
