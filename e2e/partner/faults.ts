/** What can go wrong between a partner and its customers, on demand or at random. */
import { randomFrom } from './random.ts'

export const faultKinds = [
  /** The answer comes `ms` later. */
  'delay',
  /** The request is read, nothing is done, the connection is dropped. */
  'drop-before-commit',
  /** All is done, then the connection is dropped without an answer. */
  'drop-after-commit',
  '500-before-commit',
  '500-after-commit',
  /** A gateway's page; nothing is done. */
  '502-html',
  /** Nothing is done; Retry-After is `ms` in whole seconds. */
  '429-retry-after',
  /** All is done; half of the announced body arrives, then the connection drops. */
  'half-body',
  /** All is done; the body trickles in over `ms`. */
  'slow-drip',
  /** The connection is dropped; it is done `ms` later. */
  'late-commit',
  /** The connection is dropped before the request is read. */
  'offline',
  /** All is done; the body is cut, but arrives as if whole. */
  'malformed-json',
  '401',
] as const

export type FaultKind = (typeof faultKinds)[number]

/** What only a hostile partner does: never by chance. */
export const attackKinds = [
  /** A success whose JSON has no end. */
  'endless',
  /** A success of a few hundred bytes that is gzipped twice, and large within. */
  'bomb',
  /** A refusal nested 10,000 deep. */
  'deep-400',
  /** A success that is no JSON and repeats the request's own Authorization header. */
  'echo',
  /** A refusal that repeats it, in an address and as it is. */
  'echo-400',
  /** A list whose next page is elsewhere, with it in the address. */
  'echo-link',
] as const

export type AttackKind = (typeof attackKinds)[number]

export interface FaultRule {
  /** Any method where missing. */
  method?: string
  /** A prefix where it begins with "/", else a regular expression; any path where missing. */
  path?: string
  /** How many requests suffer it; 1 where missing. */
  times?: number
  /** How many matching requests pass unharmed first. */
  after?: number
  kind: FaultKind | AttackKind
  /** Milliseconds, for the kinds that take time; 1000 where missing. */
  ms?: number
}

export interface Fault {
  kind: FaultKind | AttackKind
  /** Milliseconds. */
  ms: number
}

export interface Chaos {
  seed: number
  /** Probability that a request suffers a fault. */
  rate: number
  /** Most milliseconds of the faults that take time; 1000 where missing. */
  ms?: number
  /** As in a rule: only these requests. */
  path?: string
}

/** How likely each kind is under chaos. A refused token is no accident, so it never comes by chance. */
const weights: Record<FaultKind, number> = {
  delay: 3,
  'drop-before-commit': 3,
  'drop-after-commit': 3,
  '500-before-commit': 2,
  '500-after-commit': 2,
  '502-html': 1,
  '429-retry-after': 1,
  'half-body': 2,
  'slow-drip': 1,
  'late-commit': 3,
  offline: 2,
  'malformed-json': 1,
  '401': 0,
}

const onPath = (pattern: string | undefined, path: string): boolean =>
  pattern === undefined ||
  (pattern.startsWith('/') ? path.startsWith(pattern) : new RegExp(pattern).test(path))

export interface Faults {
  add(rules: FaultRule[]): void
  clear(): void
  /** Rules with uses left. */
  rules(): FaultRule[]
  setChaos(chaos: Chaos | null): void
  chaos(): Chaos | null
  /** The fault of one request, which uses it up. The first rule that matches wins; chaos comes last. */
  take(method: string, path: string): Fault | undefined
}

export function createFaults(): Faults {
  let rules: FaultRule[] = []
  let chaos: Chaos | null = null
  let counter = 0

  const byChance = (path: string): Fault | undefined => {
    if (!chaos || !onPath(chaos.path, path)) return undefined
    const random = randomFrom(chaos.seed, counter++)
    if (!random.chance(chaos.rate)) return undefined
    let mark = random.next() * Object.values(weights).reduce((sum, weight) => sum + weight, 0)
    const kind = faultKinds.find((one) => (mark -= weights[one]) < 0)!
    return { kind, ms: random.int(0, chaos.ms ?? 1000) }
  }
  return {
    add: (added) => {
      for (const rule of added) {
        if (![...faultKinds, ...attackKinds].includes(rule.kind))
          throw new Error(`Unknown fault ${rule.kind}.`)
        rules.push({ ...rule })
      }
    },
    clear: () => {
      rules = []
    },
    rules: () => rules,
    setChaos: (next) => {
      chaos = next
      counter = 0
    },
    chaos: () => chaos,
    take: (method, path) => {
      const rule = rules.find((one) => (one.method ?? method) === method && onPath(one.path, path))
      if (!rule) return byChance(path)
      if (rule.after) {
        rule.after--
        return undefined
      }
      rule.times = (rule.times ?? 1) - 1
      if (rule.times <= 0) rules = rules.filter((one) => one !== rule)
      return { kind: rule.kind, ms: rule.ms ?? 1000 }
    },
  }
}
