/**
 * How often a sign-in may fail: each name and each address waits longer with every failure, at whichever service of the
 * store it was. Whoever fails elsewhere does not keep a person out of where he has signed in before.
 */
import { hash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { Clock } from './clock.ts'
import type { Peers } from './peers.ts'
import { Refusal } from './refusal.ts'

interface Bound {
  /** failures before the first wait */
  readonly free: number
  readonly longestSeconds: number
}

/** Sixty-odd tries an hour at one person, whoever makes them: nobody is shut out for longer than a minute. */
const OF_NAME: Bound = { free: 5, longestSeconds: 60 }
/** A shop has one address for all its people. */
const OF_ADDRESS: Bound = { free: 20, longestSeconds: 600 }
/** Failures are forgotten so long after the last one. */
const FORGOTTEN_MS = 60 * 60 * 1000
const MOST_REMEMBERED = 10_000

interface Failures {
  count: number
  /** of the last one, on a clock that nobody sets */
  at: number
}

/** A try that is under way: it counts as failed until it is not. */
export interface Try {
  succeeded(): void
  /**
   * Waits for what decides it; where that throws, nobody knows whether it was right, and it does not count.
   * @throws what it throws
   */
  deciding<T>(decided: () => Promise<T>): Promise<T>
}

export class SignInThrottle {
  readonly #clock: Clock
  readonly #peers: Peers
  /** by a hash: what was typed as a name may be a password. The one that failed longest ago first */
  readonly #names = new Map<string, Failures>()
  readonly #addresses = new Map<string, Failures>()
  /** of a name at a network where it has signed in before: there the failures that strangers make elsewhere do not count */
  readonly #homes = new Map<string, Failures>()

  constructor({ clock, peers }: { readonly clock: Clock; readonly peers: Peers }) {
    this.#clock = clock
    this.#peers = peers
    peers.on('signIn', ({ name, from, succeeded }) => {
      if (succeeded) this.#clear(name, from)
      else this.#count(name, from)
    })
    peers.on('signInUndone', ({ name, from }) => this.#uncount(name, from))
  }

  /** Begins a try. @throws Refusal `sign_in_throttled` with the seconds to wait */
  begin(nameKey: string, address: string): Try {
    const now = this.#clock.monotonic()
    const from = networkOf(address)
    const name = hash('sha256', nameKey, 'base64url')
    const wait = Math.max(
      waitOf(this.#homes.get(homeOf(name, from)) ?? this.#names.get(name), OF_NAME, now),
      waitOf(this.#addresses.get(from), OF_ADDRESS, now),
    )
    if (wait > 0) throw new Refusal('sign_in_throttled', { seconds: Math.ceil(wait / 1000) })
    this.#count(name, from)
    this.#peers.tell('signIn', { name, from, succeeded: false })
    return {
      succeeded: () => {
        this.#clear(name, from)
        this.#peers.tell('signIn', { name, from, succeeded: true })
      },
      deciding: async (decided) => {
        try {
          return await decided()
        } catch (error) {
          this.#uncount(name, from)
          this.#peers.tell('signInUndone', { name, from })
          throw error
        }
      },
    }
  }

  #count(name: string, from: string): void {
    const now = this.#clock.monotonic()
    const home = homeOf(name, from)
    if (this.#homes.has(home)) count(this.#homes, home, now)
    else count(this.#names, name, now)
    count(this.#addresses, from, now)
  }

  #uncount(name: string, from: string): void {
    const ofName = this.#homes.get(homeOf(name, from)) ?? this.#names.get(name)
    for (const failures of [ofName, this.#addresses.get(from)])
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

/** Milliseconds until the next try. */
function waitOf(failures: Failures | undefined, { free, longestSeconds }: Bound, now: number): number {
  if (!failures || failures.count < free || now - failures.at > FORGOTTEN_MS) return 0
  const seconds = Math.min(2 ** Math.min(failures.count - free, 30), longestSeconds)
  return Math.max(0, failures.at + seconds * 1000 - now)
}

function count(of: Map<string, Failures>, key: string, now: number): void {
  const before = of.get(key)
  const known = before && now - before.at <= FORGOTTEN_MS ? before.count : 0
  remember(of, key, { count: known + 1, at: now })
}

/** The one that was heard of longest ago makes room. */
function remember(of: Map<string, Failures>, key: string, failures: Failures): void {
  of.delete(key)
  of.set(key, failures)
  if (of.size > MOST_REMEMBERED) of.delete(of.keys().next().value!)
}

/** Who has one address of the sixth version has all of its network. */
function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail = ''] = address.split('%')[0]!.split('::')
  const groups = head === '' ? [] : head.split(':')
  const after = tail === '' ? [] : tail.split(':')
  const missing = address.includes('::') ? 8 - groups.length - after.length : 0
  const all = [...groups, ...Array.from({ length: missing }, () => '0'), ...after]
  return all
    .slice(0, 4)
    .map((group) => parseInt(group, 16))
    .join(':')
}
