/** Deterministic chance: the same seed gives the same draws on every machine. */
export interface Random {
  /** A number in [0, 1). */
  next(): number
  /** A number in [low, high). */
  between(low: number, high: number): number
  /** An integer from low to high, both included. */
  int(low: number, high: number): number
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
  /** All the items, in another order. */
  shuffled<T>(items: readonly T[]): T[]
  /** `count` of the items, in the order they had. */
  some<T>(items: readonly T[], count: number): T[]
}

/** FNV-1a over the text of the seed. */
function hash(text: string): number {
  let h = 0x811c9dc5
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  return h >>> 0
}

/** A generator (mulberry32) for a seed made of any number of parts. */
export function randomFrom(...seed: (string | number)[]): Random {
  let state = hash(seed.join('\u0000'))
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  const pick = <T>(items: readonly T[]): T => items[int(0, items.length - 1)]!
  const shuffled = <T>(items: readonly T[]): T[] => {
    const out = [...items]
    for (let i = out.length - 1; i > 0; i--) {
      const j = int(0, i)
      ;[out[i], out[j]] = [out[j]!, out[i]!]
    }
    return out
  }
  return {
    next,
    int,
    pick,
    shuffled,
    between: (low, high) => low + next() * (high - low),
    chance: (probability) => next() < probability,
    some: (items, count) => {
      const kept = new Set(shuffled(items.map((_, index) => index)).slice(0, count))
      return items.filter((_, index) => kept.has(index))
    },
  }
}
