/** Failures of somebody to show what is secret, and how long he waits for them. */
import { isIPv6 } from 'node:net'

export interface Bound {
  /** failures before the first wait */
  readonly free: number
  readonly longestSeconds: number
}

export interface Failures {
  count: number
  /** of the last one, in milliseconds of a clock that nobody sets */
  at: number
}

/** A shop has one address for all its people. */
export const OF_ADDRESS: Bound = { free: 20, longestSeconds: 600 }
/** Failures are forgotten so long after the last one. */
const FORGOTTEN_MS = 60 * 60 * 1000
const MOST_REMEMBERED = 10_000

/** Seconds to wait after so many failures: twice as long with each. */
export const secondsAfter = (count: number, { free, longestSeconds }: Bound) =>
  count < free ? 0 : Math.min(2 ** Math.min(count - free, 30), longestSeconds)

/** Milliseconds until the next try. */
export function waitOf(failures: Failures | undefined, bound: Bound, now: number): number {
  if (!failures || failures.count < bound.free || now - failures.at > FORGOTTEN_MS) return 0
  return Math.max(0, failures.at + secondsAfter(failures.count, bound) * 1000 - now)
}

/** How many failures still count at that time. */
export const countedOf = (failures: Failures | undefined, now: number): number =>
  failures && now - failures.at <= FORGOTTEN_MS ? failures.count : 0

/** Remembers one more failure of somebody. */
export function countFailure(of: Map<string, Failures>, key: string, now: number): void {
  remember(of, key, { count: countedOf(of.get(key), now) + 1, at: now })
}

/** The one that was heard of longest ago makes room. */
export function remember<Kept>(of: Map<string, Kept>, key: string, kept: Kept): void {
  of.delete(key)
  of.set(key, kept)
  if (of.size > MOST_REMEMBERED) of.delete(of.keys().next().value!)
}

/** Whence somebody comes: who has one address of the sixth version has all of its network. */
export function networkOf(address: string): string {
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
